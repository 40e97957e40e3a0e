"""The log line of each request names its workspace and its outcome, and tells no secret."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.harness.service import Answer, Client, Service, serving
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_client, open_partner, provision


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    with serving(module_database_url, trusted_proxies="127.0.0.1") as running:
        yield running


@pytest.fixture(scope="module")
def client(service: Service) -> Client:
    return open_client(service)


def line_of(service: Service, answer: Answer) -> dict[str, Any]:
    """The log line of the request, without its duration."""
    found: list[dict[str, Any]] = []

    def is_there() -> bool:
        lines = [json.loads(line) for line in service.log.read_text().splitlines() if line.startswith("{")]
        found[:] = [
            line
            for line in lines
            if line["event"] == "request" and line["request_id"] == answer.headers["x-request-id"]
        ]
        return bool(found)

    eventually(is_there)
    (line,) = found
    for name in ("ms", "timestamp", "level", "component", "request_id", "event"):
        del line[name]
    return line


def test_it_names_the_workspace_the_key_the_route_and_the_client(client: Client):
    answer = client("GET", "/api/v1/products?search=private", headers=[("X-Forwarded-For", "203.0.113.9")])
    assert line_of(client.service, answer) == {
        "method": "GET",
        "route": "/api/v1/products",
        "status": 200,
        "client": "203.0.113.9",
        "key_id": client.key_id,
        "workspace": client.account_id,
    }
    assert "private" not in client.service.log.read_text()


def test_a_refusal_has_its_code_and_the_route_its_pattern(client: Client):
    line = line_of(client.service, client("GET", "/api/v1/products/prod_secret-name"))
    assert (line["route"], line["status"], line["code"]) == ("/api/v1/products/{id}", 404, "NOT_FOUND")
    line = line_of(client.service, client("GET", "/api/v1/nowhere/at-all"))
    assert (line["route"], line["status"], line["code"]) == (None, 404, "NOT_FOUND")
    assert "at-all" not in client.service.log.read_text()


def test_a_refused_credential_is_named_as_far_as_it_is_a_key_id(client: Client):
    service = client.service
    answer = client("GET", "/api/v1/products", headers=[("X-Svc-Timestamp", "1")])
    assert line_of(service, answer)["code"] == "AUTH_REQUIRED"
    old = service.send("GET", "/api/v1/products", client.headers("GET", "/api/v1/products", timestamp="1000000000"))
    line = line_of(service, old)
    assert (line["code"], line["key_id"]) == ("CLOCK_SKEW", client.key_id)
    assert "workspace" not in line
    pasted = [(n, v.replace(client.key_id, client.secret)) for n, v in client.headers("GET", "/api/v1/products")]
    line = line_of(service, service.send("GET", "/api/v1/products", pasted))
    assert line["code"] == "INVALID_KEY"
    assert "key_id" not in line


def test_on_behalf_of_a_merchant_it_names_the_partner_and_the_merchants_workspace(client: Client):
    partner = open_partner(client.service, "shopkit")
    merchant = open_client(client.service, "Merchant")
    provision(merchant, "shopkit")
    acting = type(partner)(
        client.service, partner.account_id, partner.key_id, partner.secret, on_behalf_of=merchant.account_id
    )
    line = line_of(client.service, acting("GET", "/api/v1/products"))
    assert (line["partner"], line["key_id"], line["workspace"]) == ("shopkit", partner.key_id, merchant.account_id)
    assert "partner" not in line_of(client.service, partner("GET", "/api/v1/products"))


def test_no_secret_and_no_signature_is_in_the_log(client: Client):
    headers = client.headers("GET", "/api/v1/products")
    answer = client.service.send("GET", "/api/v1/products", [*headers, ("Cookie", "session=hunter2")])
    line_of(client.service, answer)
    log = client.service.log.read_text()
    for secret in (client.secret, headers[0][1].rpartition("=")[2], "hunter2"):
        assert secret not in log
