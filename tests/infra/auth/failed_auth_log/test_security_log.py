"""An operator can tell who is refused, and why (docs/operating.md, Who is refused)."""

from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest

from fulfilment import settings
from fulfilment.infra.auth.failed_auth_log import log, retention
from fulfilment.infra.auth.failed_auth_log.log import SecurityLog
from fulfilment.infra.auth.failed_auth_stats import FailedAuthStats
from fulfilment.infra.database.pool import Database
from tests.harness.breaking import mending, refusing
from tests.harness.service import Client, Service, replaced, serving
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


def written(client: Client, address: str) -> dict[tuple[str, str], int]:
    statement = "SELECT reason, key_id, count FROM auth_failure_hourly_stats WHERE address = $1"
    rows = in_database(client.service.database_url, lambda db: db.fetch(statement, address))
    return {(row["reason"], row["key_id"]): row["count"] for row in rows}


def send(client: Client, address: str, headers: list[tuple[str, str]]) -> str:
    return client.service.send(*GET, [*headers, ("X-Forwarded-For", address)]).error[1]


def test_each_reason_is_counted_by_address_and_key_id(client: Client):
    address = "198.51.100.7"
    good = client.headers(*GET)
    stamp = "X-Svc-Timestamp"
    unknown = [(n, v.replace(client.key_id, "svc_key_" + "0" * 16)) for n, v in good]
    pasted = [(n, v.replace(client.key_id, client.secret)) for n, v in good]
    refusals = [
        send(client, address, []),
        send(client, address, replaced(good, stamp, "soon")),
        send(client, address, client.headers(*GET, timestamp="1000000000")),
        send(client, address, replaced(good, stamp, str(int(dict(good)[stamp]) - 1))),
        send(client, address, replaced(good, stamp, str(int(dict(good)[stamp]) - 2))),
        send(client, address, unknown),
        send(client, address, pasted),
        send(client, address, [("Authorization", "Bearer eyJhbGciOiJub25lIn0.e30.")]),
        send(client, address, [*good, ("X-Svc-On-Behalf-Of", "acc_other")]),
    ]
    assert refusals == [
        "AUTH_REQUIRED",
        "INVALID_TIMESTAMP",
        "CLOCK_SKEW",
        "BAD_SIGNATURE",
        "BAD_SIGNATURE",
        "INVALID_KEY",
        "INVALID_KEY",
        "INVALID_TOKEN",
        "FORBIDDEN_ONBEHALF",
    ]
    revoked = client("GET", "/api/v1/api-keys").data["apiKeys"][0]["id"]
    assert client("POST", f"/api/v1/api-keys/{revoked}/revoke").status == 200
    assert send(client, address, good) == "REVOKED_KEY"
    expected = {
        ("AUTH_REQUIRED", ""): 1,
        ("INVALID_TIMESTAMP", client.key_id): 1,
        ("CLOCK_SKEW", client.key_id): 1,
        ("BAD_SIGNATURE", client.key_id): 2,
        ("INVALID_KEY", "svc_key_" + "0" * 16): 1,
        ("INVALID_KEY", ""): 1,
        ("INVALID_TOKEN", ""): 1,
        ("FORBIDDEN_ONBEHALF", client.key_id): 1,
        ("REVOKED_KEY", client.key_id): 1,
    }
    eventually(lambda: written(client, address) == expected)
    with psycopg.connect(client.service.database_url) as database:
        everything = str(database.execute("SELECT * FROM auth_failure_hourly_stats").fetchall())
    for secret in (client.secret, "eyJ", dict(good)["Authorization"].rpartition("=")[2]):
        assert secret not in everything
        assert secret not in client.service.log.read_text()


def test_an_ipv6_address_counts_by_its_network(client: Client):
    for end in (":1", ":2:3", "ffff:ffff:ffff:ffff"):
        assert send(client, f"2001:db8:1:2:{end}", []) == "AUTH_REQUIRED"
    eventually(lambda: written(client, "2001:db8:1:2::/64") == {("AUTH_REQUIRED", ""): 3})


def test_refusals_about_what_is_asked_are_not_in_it(client: Client):
    address = "198.51.100.9"
    good = client.headers("GET", "/api/v1/products/unknown")
    answer = client.service.send("GET", "/api/v1/products/unknown", [*good, ("X-Forwarded-For", address)])
    assert answer.status == 404
    assert send(client, address, []) == "AUTH_REQUIRED"
    eventually(lambda: written(client, address) == {("AUTH_REQUIRED", ""): 1})


def test_what_is_answered_429_in_its_place_is_counted_by_its_own_reason(database_url: str):
    with serving(
        database_url,
        factory="tests.infra.auth.failed_auth_log.prompt_log:create",
        trusted_proxies="127.0.0.1",
        failed_auth_requests_per_minute="2",
    ) as service:
        client = open_client(service)
        answered = [send(client, "198.51.100.8", []) for _ in range(4)]
        assert answered == ["AUTH_REQUIRED", "AUTH_REQUIRED", "RATE_LIMITED", "RATE_LIMITED"]
        eventually(lambda: written(client, "198.51.100.8") == {("AUTH_REQUIRED", ""): 4})


class Node:
    """The security log of a process, over a database."""

    def __init__(self, url: str):
        self.db = Database(settings.load({}), url)
        self.refused = FailedAuthStats()
        self.log = SecurityLog(self.db, self.refused)


@pytest.fixture
async def node(database_url: str):
    node = Node(database_url)
    await node.db.open()
    yield node
    await node.db.close()


async def execute(node: Node, statement: str) -> None:
    async with node.db.connection() as connection:
        await connection.execute(statement)


async def fetch(node: Node, statement: str, *args: object) -> list[tuple]:
    async with node.db.connection() as connection:
        return [tuple(row) for row in await connection.fetch(statement, *args)]


ROWS = "SELECT reason, address, key_id, count FROM auth_failure_hourly_stats ORDER BY hour, reason, address"


async def test_nodes_add_up_and_an_outage_loses_nothing(node: Node, database_url: str):
    other = Node(database_url)
    await other.db.open()
    other.refused.count("BAD_SIGNATURE", "192.0.2.1", "k", 2)
    await other.log.write()
    await other.db.close()
    await execute(node, refusing("auth_failure_hourly_stats", "INSERT", "true"))
    node.refused.count("BAD_SIGNATURE", "192.0.2.1", "k")
    with pytest.raises(Exception, match="broken"):
        await node.log.write()
    await execute(node, mending("auth_failure_hourly_stats"))
    node.refused.count("BAD_SIGNATURE", "192.0.2.1", "k")
    await node.log.write()
    assert await fetch(node, ROWS) == [("BAD_SIGNATURE", "192.0.2.1", "k", 4)]


async def test_each_hour_of_the_databases_clock_has_rows_of_its_own(node: Node):
    node.refused.count("BAD_SIGNATURE", "192.0.2.1", "k")
    await node.log.write()
    await execute(node, "UPDATE auth_failure_hourly_stats SET hour = hour - interval '1 hour'")
    node.refused.count("BAD_SIGNATURE", "192.0.2.1", "k")
    await node.log.write()
    assert await fetch(node, ROWS) == [("BAD_SIGNATURE", "192.0.2.1", "k", 1)] * 2


async def test_audit_entries_that_could_not_be_written_are_counted(node: Node):
    log.outbox.lost_audit_entries.drain()
    log.outbox.lost_audit_entries.count += 3
    await node.log.write()
    assert await fetch(node, ROWS) == [("AUDIT_NOT_WRITTEN", "", "", 3)]


async def test_hours_go_after_their_days_and_not_before(node: Node):
    fill = """
        INSERT INTO auth_failure_hourly_stats (hour, reason, address, key_id, count, first_at, last_at)
        SELECT date_trunc('hour', now()) - n * interval '1 day', 'AUTH_REQUIRED', a::text, '', 1, now(), now()
          FROM unnest(ARRAY[0, 88, 91, 400]) n, generate_series(1, 400) a
    """
    await execute(node, fill)
    await retention.forget(node.db, settings.load({}))
    kept = "SELECT date_trunc('hour', now()) - hour, count(*) FROM auth_failure_hourly_stats GROUP BY 1 ORDER BY 1"
    assert await fetch(node, kept) == [(timedelta(0), 400), (timedelta(days=88), 400)]
