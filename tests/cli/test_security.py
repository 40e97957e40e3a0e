"""`fulfilment security` tells an operator who is refused, and why."""

import json
from collections.abc import Iterator
from datetime import datetime

import pytest

from tests.harness.service import Client, Service, serving
from tests.harness.waiting import eventually
from tests.harness.workspaces import in_database, open_client

GET = ("GET", "/api/v1/products")


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    with serving(
        module_database_url, factory="tests.infra.auth.failed_auth_log.prompt_log:create", trusted_proxies="127.0.0.1"
    ) as running:
        yield running


@pytest.fixture
def client(service: Service) -> Client:
    return open_client(service)


def send(client: Client, address: str, headers: list[tuple[str, str]]) -> None:
    assert client.service.send(*GET, [*headers, ("X-Forwarded-For", address)]).status == 401


def rows(client: Client, address: str) -> int:
    statement = "SELECT sum(count) FROM auth_failure_hourly_stats WHERE address = $1"
    return in_database(client.service.database_url, lambda db: db.fetchval(statement, address)) or 0


def test_the_operator_reads_it(client: Client, fulfilment):
    address = "203.0.113.77"
    for _ in range(3):
        send(client, address, client.headers(*GET, timestamp="1000000000"))
    send(client, address, [])
    eventually(lambda: rows(client, address) == 4)
    own = {"FULFILMENT_DATABASE_URL": client.service.database_url}

    def told(*arguments: str) -> list[dict]:
        done = fulfilment("security", "--json", *arguments, **own)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        return json.loads(done.stdout)["refusals"]

    first, second = told("--address", address)
    assert datetime.fromisoformat(first.pop("lastAt")) >= datetime.fromisoformat(first.pop("firstAt"))
    assert first == {
        "reason": "CLOCK_SKEW",
        "address": address,
        "keyId": client.key_id,
        "accountId": client.account_id,
        "partner": None,
        "count": 3,
    }
    assert (second["reason"], second["keyId"], second["accountId"]) == ("AUTH_REQUIRED", None, None)
    assert [each["count"] for each in told("--key", client.key_id)] == [3]
    assert told("--key", client.key_id, "--address", "192.0.2.250") == []
    assert told("--address", address, "--since", "2099-01-01") == []
    assert [each["count"] for each in told("--address", address, "--limit", "1", "--since", "2h")] == [3]
    shown = fulfilment("security", "--address", address, **own)
    assert shown.stdout.startswith("REASON")
    assert client.key_id in shown.stdout
    assert fulfilment("security", "--key", "svc_key_none", **own).stdout.startswith("Nobody was refused since ")


@pytest.mark.parametrize(
    ("option", "given"),
    [
        ("--since", "soon"),
        ("--since", "9" * 9 + "d"),
        ("--since", "999999d"),
        ("--address", "here"),
        ("--key", ""),
    ],
)
def test_an_option_that_makes_no_sense_is_refused_in_a_line(client: Client, fulfilment, option: str, given: str):
    done = fulfilment("security", option, given, FULFILMENT_DATABASE_URL=client.service.database_url)
    assert done.returncode == 1
    assert done.stderr.startswith(f"fulfilment: {option}")
    assert len(done.stderr.splitlines()) == 1
