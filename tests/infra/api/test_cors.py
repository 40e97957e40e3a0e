"""CORS: the routes that a page of another origin may call, and the headers it may read (decisions, section 15)."""

import re
import socket
from collections.abc import Iterator

import pytest

from fulfilment.app import all_pages, all_routes
from tests.harness.service import Answer, Service, serving

API = "/api/v1"
SHOP = ("Origin", "https://shop.example")
JSON = ("Content-Type", "application/json")
OPEN = {
    ("GET", f"{API}/health"),
    ("GET", f"{API}/billing/plans"),
    ("GET", f"{API}/licenses/validate"),
    ("POST", f"{API}/licenses/activate"),
    ("POST", f"{API}/licenses/deactivate"),
}
ACTIVATE = f"{API}/licenses/activate"


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    with serving(module_database_url) as running:
        yield running
        assert running.faults() == []


def _cors(answer: Answer) -> dict[str, str]:
    start = "access-control-"
    return {name.removeprefix(start): value for name, value in answer.headers.items() if name.startswith(start)}


def _preflight(service: Service, path: str, method: str, headers: str = "content-type") -> Answer:
    asked = [SHOP, ("Access-Control-Request-Method", method), ("Access-Control-Request-Headers", headers)]
    return service.send("OPTIONS", path, asked)


@pytest.mark.parametrize(("method", "path"), sorted(OPEN))
def test_a_public_route_answers_every_origin_and_takes_no_credentials(service: Service, method: str, path: str) -> None:
    body = b"{}" if method == "POST" else b""
    told = _cors(service.send(method, path, [SHOP, JSON], body))
    assert told.keys() == {"allow-origin", "expose-headers"} and told["allow-origin"] == "*"
    assert {"Retry-After", "RateLimit-Remaining", "X-Request-Id"} <= set(told["expose-headers"].split(", "))


@pytest.mark.parametrize("path", [ACTIVATE, f"{API}/licenses/deactivate"])
def test_a_browser_may_post_json_with_an_idempotency_key(service: Service, path: str) -> None:
    answer = _preflight(service, path, "POST", "content-type,idempotency-key")
    assert (answer.status, answer.raw) == (204, b"") and "content-length" not in answer.headers
    told = _cors(answer)
    assert (told["allow-origin"], told["allow-methods"]) == ("*", "POST")
    assert told["allow-headers"] == "Content-Type, Idempotency-Key"
    assert "allow-credentials" not in told


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", f"{API}/licenses/validate", b"", 400),
        ("GET", f"{API}/licenses/validate?key=%ff&%", b"", 200),
        ("POST", ACTIVATE, b"{", 400),
        ("POST", ACTIVATE, b'{"key": "nobodys-key", "instanceId": "pc-1"}', 404),
        ("POST", ACTIVATE, b" " * 17_000, 413),
        ("PUT", ACTIVATE, b"", 405),
        ("OPTIONS", ACTIVATE, b"", 405),
    ],
)
def test_a_refusal_can_be_read_by_every_origin_too(
    service: Service, method: str, path: str, body: bytes, status: int
) -> None:
    answer = service.send(method, path, [SHOP, JSON], body)
    assert answer.status == status and _cors(answer)["allow-origin"] == "*"


def test_no_other_route_answers_another_origin(service: Service) -> None:
    others = {(route.method, route.path) for route in (*all_routes(), *all_pages())} - OPEN
    assert len(others) > 100
    for method, path in sorted(others):
        path = re.sub(r"\{\w+\}", "nothing", path)
        for answer in (service.send(method, path, [SHOP]), _preflight(service, path, method)):
            assert _cors(answer) == {} and answer.status != 204, (method, path)
    assert _cors(service.send("GET", f"{API}/no-such-route", [SHOP])) == {}


def test_beyond_the_allowance_a_request_whose_body_never_comes_is_answered_and_can_be_read(
    module_database_url: str,
) -> None:
    head = f"POST {ACTIVATE} HTTP/1.1\r\nHost: a\r\nOrigin: https://shop.example\r\nContent-Type: application/json\r\n"
    with serving(module_database_url, license_requests_per_minute="1") as running:
        assert running.send("GET", f"{API}/licenses/validate?key=nobodys-key", []).status == 200
        for announced in ("Content-Length: 50", "Content-Length: 5000000", "Transfer-Encoding: chunked"):
            # Less than a refusal elsewhere waits for a body, which a client on a slow line still sends.
            with socket.create_connection(("127.0.0.1", running.port), timeout=1.9) as connection:
                connection.sendall(f"{head}{announced}\r\n\r\n".encode())
                answer = connection.recv(65_536).decode().lower()
            assert answer.startswith("http/1.1 429 ") and "\r\naccess-control-allow-origin: *\r\n" in answer
            assert "\r\nretry-after: " in answer
