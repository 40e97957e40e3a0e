"""No connection is held across anything but SQL: on every route, and in the worker's loops (docs/decisions/0031)."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from structlog.testing import capture_logs

from fulfilment.infra.database import pool
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import Executor
from fulfilment.infra.operations.group_commit import BatchQueue
from fulfilment.settings import load
from tests.contract import world
from tests.contract.document import CheckedClient, Document
from tests.contract.path_ids import GUARDED_BY_A_SECRET, in_world
from tests.contract.samples import body_of
from tests.harness import loans
from tests.harness.goods import fresh_key
from tests.harness.inbound import INBOUND, REPORT_TOKEN
from tests.harness.parallel import Call, send_together
from tests.harness.service import Service, serving
from tests.harness.simulator import Courier
from tests.harness.workspaces import open_partner
from tests.webhooks.inbox import receiving
from tests.webhooks.working import create_event, eventually, register, wait_until_settled, working

Work = Callable[[Database], Awaitable[None]]

NEEDED = {"q": "Senopati", "courier": "jne", "format": "json", "key": "unknown", "since": "2026-01-01T00:00:00Z"}


@pytest.fixture(scope="module")
def watched(module_database_url: str, courier: Courier) -> Iterator[Service]:
    access = {"aggregator_url": courier.url, "aggregator_key": "simulator", "aggregator_report_token": REPORT_TOKEN}
    with serving(module_database_url, factory="tests.harness.loans:create", **access) as running:
        yield running


def found(log: Path) -> list[str]:
    """The log lines about connections that were held. Fails where none was watched."""
    lines = log.read_text().splitlines()
    assert any(json.loads(line)["event"] == loans.WATCHED for line in lines if line.startswith("{"))
    return [line for line in lines if loans.HELD in line]


def test_no_route_holds_a_connection_while_it_waits_for_anything_else(watched: Service, document: Document) -> None:
    client = open_partner(watched, "Watched")
    owned = world.build(CheckedClient(client, document))
    shipment = client("GET", f"/api/v1/shipping/shipments/{owned['shipment']}").data
    link = urlsplit(client("GET", f"/api/v1/shipping/shipments/{owned['shipment']}/label").data["url"])
    links = {"/api/v1/label-links/{token}": link.path, "/api/v1/inbound/aggregator/{token}": INBOUND}
    assert set(links) == GUARDED_BY_A_SECRET
    assert watched.send("GET", urlsplit(shipment["trackingPageUrl"]).path, []).status == 200
    for operation in sorted(document.operations(), key=lambda each: each.method == "DELETE"):
        needed = [p["name"] for p in operation.said["parameters"] if p["in"] == "query" and p["required"]]
        query = "&".join(f"{name}={NEEDED[name]}" for name in needed)
        key = None if operation.method == "GET" else fresh_key()
        path = links.get(operation.path) or in_world(operation.path, owned)
        target = path + (f"?{query}" if query else "")
        answer = client(operation.method, target, body_of(document, operation), key)
        assert answer.status < 500 or answer.error[1] != "INTERNAL", (operation.id, answer.raw)
    assert found(watched.log) == []


def test_no_member_of_a_convoy_holds_its_connection_while_it_waits_for_anything_else(
    watched: Service, document: Document
) -> None:
    client = open_partner(watched, "Travelling")
    owned = world.build(CheckedClient(client, document))
    level = {"variantId": owned["variant"], "warehouseId": owned["warehouse"], "reason": "manual_adjust"}
    changes = [{**level, "delta": delta} for delta in (*range(1, 30), -10_000)]
    answers = send_together([Call(client, "POST", "/api/v1/stock/adjust", body, fresh_key()) for body in changes])
    assert [answer.status for answer in answers] == [200] * 29 + [500]
    assert found(watched.log) == []


def test_no_loop_of_the_worker_holds_a_connection_while_it_waits_for_anything_else(
    watched: Service, courier: Courier, document: Document
) -> None:
    client = open_partner(watched, "Working")
    settings = {"aggregator_url": courier.url, "aggregator_key": "simulator", "tracking_poll_seconds": "0.1"}
    with working(watched.database_url, program="tests.harness.loans:work", **settings) as worker, receiving() as inbox:
        hook = register(client, inbox.url())
        failing = register(client, "http://127.0.0.1:9/nobody")
        create_event(client)
        wait_until_settled(client, hook)
        wait_until_settled(client, failing)
        # A world has shipments that are asked about, recoveries and deliveries that expire.
        world.build(CheckedClient(client, document))
        eventually(lambda: inbox.received)
        assert found(worker.log) == []


@pytest.fixture
async def db(database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    monkeypatch.setattr(pool, "_Lease", pool._Lease)
    loans.install()
    database = Database(load({}), database_url)
    await database.open()
    yield database
    await database.close()


async def _sleep(_db: Database) -> None:
    await asyncio.sleep(0.001)


async def _ask_a_thread(_db: Database) -> None:
    await asyncio.to_thread(len, "")


async def _wait_for_another_task(db: Database) -> None:
    await asyncio.create_task(_sleep(db))


async def _wait_for_several(db: Database) -> None:
    await asyncio.gather(_sleep(db), _sleep(db))


async def _call_a_socket(_db: Database) -> None:
    with contextlib.suppress(OSError):
        await asyncio.open_connection("127.0.0.1", 9)


async def _borrow_another(db: Database) -> None:
    async with db.connection() as second:
        await second.fetchval("SELECT 1")


OFFENCES = (_sleep, _ask_a_thread, _wait_for_another_task, _wait_for_several, _call_a_socket, _borrow_another)


@pytest.mark.parametrize("offence", OFFENCES)
async def test_whoever_holds_a_connection_meanwhile_is_found(db: Database, offence: Work) -> None:
    async def offend() -> None:
        async with db.transaction() as connection:
            await connection.fetchval("SELECT 1")
            await offence(db)

    with capture_logs() as logs:
        await asyncio.create_task(offend())
    assert loans.HELD in [line["event"] for line in logs]


@pytest.mark.parametrize("offence", OFFENCES)
async def test_a_member_of_a_trip_that_holds_it_meanwhile_is_found(db: Database, offence: Work) -> None:
    async def offend(shared: Executor) -> tuple[None, None]:
        await shared.fetchrow("SELECT 1")
        await offence(db)
        return None, None

    async def ask(shared: Executor) -> tuple[None, None]:
        await shared.fetchrow("SELECT 1")
        return None, None

    async def settle(_connection: object, results: Sequence) -> list[None]:
        return [None for _ in results]

    road = BatchQueue(db, settle, "acc_1")
    with capture_logs() as logs:
        await asyncio.gather(*(asyncio.create_task(road.submit("", job)) for job in (offend, ask)))
    assert loans.HELD in [line["event"] for line in logs]


async def test_who_only_asks_the_database_is_not(db: Database) -> None:
    async def ask() -> None:
        async with db.transaction() as connection:
            for _ in range(3):
                await connection.fetchval("SELECT pg_sleep(0.001)")
                await connection.fetchmany("SELECT $1::text", [("x" * 10_000,)] * 50)
        # Nothing is held any more.
        await asyncio.sleep(0.001)

    async def travel(shared: Executor) -> tuple[None, None]:
        for _ in range(3):
            await shared.fetchrow("SELECT 1")
        return None, None

    async def settle(connection: Executor, results: Sequence) -> list[None]:
        await connection.fetchrow("SELECT 1")
        return [None for _ in results]

    road = BatchQueue(db, settle, "acc_1")
    with capture_logs() as logs:
        await asyncio.gather(*(asyncio.create_task(ask()) for _ in range(30)))
        await asyncio.gather(*(asyncio.create_task(road.submit("", travel)) for _ in range(200)))
    events = [line["event"] for line in logs]
    assert loans.WATCHED in events and loans.HELD not in events
