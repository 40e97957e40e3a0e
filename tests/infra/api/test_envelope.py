"""Every answer is in the envelope and carries its request id (specification, Response envelope)."""

import re

import pytest

from tests.harness.service import Client, Service

REQUEST_ID = re.compile(r"req_[0-9A-HJKMNP-TV-Z]{26}")
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def test_success_has_data_no_error_and_meta(client: Client) -> None:
    answer = client("GET", "/api/v1/warehouses")
    assert set(answer.json) == {"data", "error", "meta"} and answer.json["error"] is None
    assert REQUEST_ID.fullmatch(answer.json["meta"]["requestId"])
    assert TIMESTAMP.fullmatch(answer.json["meta"]["timestamp"])


def test_a_refusal_has_no_data_and_a_code_and_a_message(client: Client) -> None:
    body = client("GET", "/api/v1/products/prod_unknown").json
    assert body["data"] is None and set(body["error"]) == {"code", "message"}
    assert REQUEST_ID.fullmatch(body["meta"]["requestId"])


@pytest.mark.parametrize(
    ("method", "target"),
    [
        ("GET", "/api/v1/health"),
        ("GET", "/api/v1/nothing"),
        ("PUT", "/api/v1/health"),
        ("GET", "/api/v1/products"),
        ("GET", "*"),
    ],
)
def test_the_request_id_stands_in_the_header_too(service: Service, method: str, target: str) -> None:
    answer = service.send(method, target, [])
    assert answer.headers["x-request-id"] == answer.json["meta"]["requestId"]
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    "target",
    [
        "/api",
        "/api/v1",
        "/api/v1/nothing",
        "/api/v2/products",
        "/API/V1/products",
        "/api/v1/products/a/b/c",
        "/api/v1/%70roducts",
        "/api/v1/products%2F1",
        "/%",
        "/%zz",
        "/%00",
        "/%ff%fe",
        "/" + "a" * 5_000,
        "/docs/x/../../etc/passwd",
        "//api/v1/health",
        "/api//v1/health",
        "/api/v1/health/",
        "/api/v1/products/",
        "/api/v1/products//variants",
        "/api/v1/./health",
        "/api/v1/products/../health",
        "/api/v1/products/..",
        "/schema",
        "/schema/openapi.json",
    ],
)
def test_an_unknown_route_is_not_found_in_the_envelope(service: Service, target: str) -> None:
    assert service.send("GET", target, []).error == (404, "NOT_FOUND")


def test_the_bare_address_leads_to_the_documentation(service: Service) -> None:
    answer = service.send("GET", "/", [])
    assert (answer.status, answer.headers["location"]) == (302, "/docs")
    assert service.send("GET", answer.headers["location"], []).status == 200


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "get"])
def test_a_wrong_method_is_refused_with_the_right_ones(service: Service, method: str) -> None:
    answer = service.send(method, "/api/v1/products", [])
    assert answer.error == (405, "METHOD_NOT_ALLOWED")
    assert answer.headers["allow"] == "GET, HEAD, POST"


def test_a_wrong_method_is_refused_on_a_path_with_an_id(service: Service) -> None:
    answer = service.send("POST", "/api/v1/products/prod_1", [])
    assert answer.error == (405, "METHOD_NOT_ALLOWED") and "GET" in answer.headers["allow"]


def test_the_head_of_what_can_be_got_is_answered_without_its_body(client: Client) -> None:
    signed = client.headers("HEAD", "/api/v1/products")
    head, whole = client("GET", "/api/v1/products"), client.service.send("HEAD", "/api/v1/products", signed)
    assert (whole.status, whole.raw) == (200, b"")
    assert whole.headers["content-length"] == str(len(head.raw))
    assert whole.headers["content-type"] == "application/json"


def test_a_head_needs_the_same_credential_and_is_signed_as_what_it_is(client: Client) -> None:
    assert client.service.send("HEAD", "/api/v1/products", []).status == 401
    assert client.service.send("HEAD", "/api/v1/products", client.headers("GET", "/api/v1/products")).status == 401


def test_the_head_of_what_can_only_be_sent_is_refused(client: Client) -> None:
    answer = client.service.send("HEAD", "/api/v1/stock/adjust", client.headers("HEAD", "/api/v1/stock/adjust"))
    assert (answer.status, answer.headers["allow"], answer.raw) == (405, "POST", b"")


def test_every_answer_in_the_envelope_is_kept_by_nobody_and_taken_for_what_it_says(client: Client) -> None:
    for answer in (
        client("GET", "/api/v1/products"),
        client("GET", "/api/v1/nothing"),
        client("PUT", "/api/v1/health"),
    ):
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("turned", [False, True])
def test_a_request_that_tells_its_length_in_two_ways_is_read_by_chunks_and_ends_its_connection(
    client: Client, turned: bool
) -> None:
    path, body = "/api/v1/products", b'{"name": "Smuggled"}'
    signed = [f"{name}: {value}".encode() for name, value in client.headers("POST", path, body)]
    lengths = [b"Content-Length: 5", b"Transfer-Encoding: chunked"]
    head = [b"POST %s HTTP/1.1" % path.encode(), b"Host: x", *signed, *(reversed(lengths) if turned else lengths)]
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    hidden = b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n"
    raw = client.service.exchange(b"\r\n".join(head) + b"\r\n\r\n" + chunked + hidden)
    assert raw.startswith(b"HTTP/1.1 201 ") and b"Smuggled" in raw
    assert b"connection: close" in raw.lower() and raw.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("lengths", [[b"3", b"4"], [b"3, 4"], [b"+3"], [b"-3"], [b"0x3"]])
def test_a_length_that_can_be_read_in_two_ways_is_refused(service: Service, lengths: list[bytes]) -> None:
    head = [b"POST /api/v1/licenses/activate HTTP/1.1", b"Host: x", *(b"Content-Length: " + each for each in lengths)]
    raw = service.exchange(b"\r\n".join(head) + b"\r\n\r\n{ }")
    assert raw.startswith(b"HTTP/1.1 400 ")


HOST = b"Host: shop.example.com\r\n"


@pytest.mark.parametrize(
    ("version", "hosts", "status"),
    [
        (b"1.1", HOST, 200),
        (b"1.1", b"", 400),
        (b"1.1", b"Host:\r\n", 400),
        (b"1.1", HOST + HOST, 400),
        (b"1.1", HOST + b"host: evil.example.com\r\n", 400),
        (b"1.1", HOST + b"Host:\r\n", 400),
        (b"1.1", b"Host: shop.example.com, evil.example.com\r\n", 400),
        (b"1.1", b"Host: shop@evil.example.com\r\n", 400),
        (b"1.1", b"Host: shop.example.com/evil\r\n", 400),
        (b"1.1", b"Host: shop\xff\r\n", 400),
        (b"1.1", b"Host: [::1]:8080\r\n", 200),
        (b"1.1", b"Host: shop_1.example.com:8080\r\n", 200),
        (b"1.0", b"", 200),
        (b"1.0", HOST + HOST, 400),
    ],
)
def test_a_request_names_exactly_one_host(service: Service, version: bytes, hosts: bytes, status: int) -> None:
    for path in (b"/api/v1/health", b"/console"):
        raw = service.exchange(b"GET %s HTTP/%s\r\n%sConnection: close\r\n\r\n" % (path, version, hosts))
        answered = int(raw.split(b" ")[1])
        assert (answered == 400) == (status == 400) and answered < 500
        assert path != b"/api/v1/health" or status == 200 or b'"VALIDATION"' in raw


@pytest.mark.parametrize(
    "id",
    ["%FF", "%C3%28", "a%00b", "%ED%A0%80", "a%2Fb", "%F0%9F%92%A9", "a" * 4_000, "%27%20OR%201%3D1", ".."],
)
def test_an_id_that_cannot_be_one_is_simply_not_found(client: Client, id: str) -> None:
    answer = client("GET", f"/api/v1/products/{id}")
    assert answer.error == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=x", "limit"),
        ("limit=1.5", "limit"),
        ("limit=", "limit"),
        ("limit=" + "9" * 400, "limit"),
        ("limit=-9223372036854775809", "limit"),
        ("cursor=x", "cursor"),
        ("cursor=", "cursor"),
        ("cursor=W10", "cursor"),
        ("cursor=WzFd", "cursor"),
        ("cursor=WyJcdTAwMDAiXQ", "cursor"),
        ("cursor=" + "A" * 4_000, "cursor"),
        ("cursor=%00", "cursor"),
        ("archived=maybe", "archived"),
        ("archived=%FF", None),
        ("=&&&=", None),
    ],
)
def test_bad_query_parameters_are_validation_with_their_name(client: Client, query: str, field: str | None) -> None:
    answer = client("GET", f"/api/v1/products?{query}")
    if query == "=&&&=":
        assert answer.status == 200
        return
    assert answer.error == (400, "VALIDATION") and answer.field == field


def test_a_surrogate_in_a_cursor_is_a_bad_cursor(client: Client) -> None:
    for cursor in ("WyJcdWQ4MDAiXQ", "WyLtoIAiXQ"):
        answer = client("GET", f"/api/v1/products?cursor={cursor}")
        assert answer.error == (400, "VALIDATION") and answer.field == "cursor"


def test_unknown_query_parameters_are_ignored(client: Client) -> None:
    assert client("GET", "/api/v1/products?colour=red&archived=true").status == 200
