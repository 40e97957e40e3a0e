"""A server that falls silent is given up, and a slow one is left alone (server_session.py, pool.py).

The kernel finds a machine that is cut off. A wire that acknowledges everything and swallows it is found by the time-out
of statements, which is short here.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor

import asyncpg
import msgspec
import psycopg
import pytest

from fulfilment.infra.database.errors import CONNECTION_LOST, UNAVAILABLE
from fulfilment.infra.database.heartbeat import ProcessHeartbeat
from fulfilment.infra.database.pool import Database
from fulfilment.settings import load
from tests.harness import goods
from tests.harness.database import rows
from tests.harness.parallel import Call, send_together
from tests.harness.service import Service, serving
from tests.harness.wire import Wire, wired
from tests.harness.workspaces import open_client
from tests.webhooks.inbox import receiving
from tests.webhooks.working import create_event, eventually, register, working

HOURS_IN_SECONDS = 10_000
IMPATIENT = {"database_statement_timeout_seconds": "4", "database_lock_timeout_seconds": "4"}
GIVEN_UP = (*CONNECTION_LOST, TimeoutError)
MINE = "SELECT pg_backend_pid()"
WAITING = """
    SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND $1 <> ''
"""

ABANDONED = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE state = 'idle in transaction' AND datname = current_database()
"""


@pytest.fixture
def wire(database_url: str) -> Iterator[Wire]:
    with wired(database_url) as running:
        yield running


@pytest.fixture(scope="module")
def served_wire(module_database_url: str) -> Iterator[Wire]:
    with wired(module_database_url) as running:
        yield running


@pytest.fixture(scope="module")
def service(served_wire: Wire) -> Iterator[Service]:
    """One service behind the wire, which answers again after each silence."""
    with serving(served_wire.url, **IMPATIENT) as running:
        yield running


@pytest.fixture
async def db(wire: Wire) -> AsyncIterator[Database]:
    database = Database(
        load({f"FULFILMENT_{name.upper()}": value for name, value in IMPATIENT.items()}), wire.url, size=4
    )
    await database.open()
    yield database
    await database.close()


async def ask(db: Database, statement: str = MINE) -> int:
    async with db.connection() as connection:
        return await connection.fetchval(statement)


@pytest.mark.parametrize("server_forgets", [False, True])
async def test_one_that_is_found_silent_gives_all_at_hand_away(db: Database, wire: Wire, server_forgets: bool) -> None:
    before = set(await asyncio.gather(*(ask(db, "SELECT pg_backend_pid() FROM pg_sleep(0.1)") for _ in range(4))))
    assert len(before) == 4
    wire.silence(server_forgets=server_forgets)
    async with asyncio.timeout(60):
        with pytest.raises(GIVEN_UP):
            await ask(db)
        assert not before & set(await asyncio.gather(*(ask(db) for _ in range(8))))


async def test_all_that_wait_on_silent_connections_are_told(db: Database, wire: Wire) -> None:
    await asyncio.gather(*(ask(db, "SELECT 1 FROM pg_sleep(0.1)") for _ in range(4)))
    waiting = [asyncio.create_task(ask(db, "SELECT 1 FROM pg_sleep(0.5)")) for _ in range(4)]
    await asyncio.sleep(0.2)
    assert wire.silence() >= 4
    async with asyncio.timeout(60):
        outcomes = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(outcome, GIVEN_UP) for outcome in outcomes), outcomes
        assert await ask(db, "SELECT 1") == 1


async def test_what_a_silent_session_had_locked_is_let_go_of(
    db: Database, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The wire hides from the server that its client has gone, so the limit of idle transactions is what ends it.
    monkeypatch.setitem(db._session_settings, "idle_in_transaction_session_timeout", "3000")

    async def lock() -> None:
        async with db.transaction() as connection:
            await connection.execute("LOCK TABLE accounts")
            wire.silence()
            await connection.execute("SELECT 1")

    async with asyncio.timeout(60):
        with pytest.raises(GIVEN_UP):
            await lock()
        is_locked = False
        while not is_locked:
            with contextlib.suppress(*UNAVAILABLE):
                async with db.transaction() as connection:
                    await connection.execute("LOCK TABLE accounts")
                    is_locked = True


async def test_the_kernel_ends_a_connection_whose_other_end_acknowledges_nothing(wire: Wire) -> None:
    patient = msgspec.structs.replace(load({}), database_statement_timeout_seconds=HOURS_IN_SECONDS)
    db = Database(patient, wire.url, size=1)
    await db.open()
    await ask(db)
    wire.stop_reading()
    async with asyncio.timeout(60):
        with pytest.raises(CONNECTION_LOST):
            async with db.connection() as connection:
                await connection.fetchval("SELECT length($1)", "x" * 32 * 1_048_576)
    assert await ask(db) > 0
    await db.close()


async def test_a_statement_that_takes_its_time_is_left_alone(db: Database) -> None:
    process = await ask(db)
    assert await ask(db, "SELECT pg_backend_pid() FROM pg_sleep(1)") == process


async def test_one_that_waits_for_a_lock_is_left_alone(db: Database, database_url: str) -> None:
    blocker = await asyncpg.connect(database_url)
    await blocker.execute("BEGIN; LOCK TABLE accounts")
    waiting = asyncio.create_task(ask(db, "SELECT count(*) FROM accounts"))
    await asyncio.sleep(1)
    assert not waiting.done()
    await blocker.execute("COMMIT")
    assert await waiting == 0
    await blocker.close()


async def test_many_statements_in_one_long_loan_are_left_alone(db: Database) -> None:
    async with db.transaction() as connection:
        for _ in range(400):
            await connection.execute("SELECT pg_sleep(0.01)")


async def test_where_no_server_can_be_reached_a_loan_ends_with_its_limit(db: Database, wire: Wire) -> None:
    await ask(db)
    wire.silence()
    wire.is_open = False
    async with asyncio.timeout(60):
        with pytest.raises(GIVEN_UP):
            await ask(db)


async def test_a_process_that_is_not_heard_is_heard_again_on_another_connection(wire: Wire) -> None:
    presence = ProcessHeartbeat(wire.url, {})
    presence.start()
    renewed = "SELECT present_until FROM process_heartbeats WHERE present_until > now()"
    async with asyncio.timeout(60):
        while presence.owner_id is None:  # noqa: ASYNC110 - the server decides when
            await asyncio.sleep(0.01)
        wire.silence()
        db = await asyncpg.connect(wire.url)
        before = await db.fetchval(renewed)
        while await db.fetchval(renewed) in (None, before):  # noqa: ASYNC110 - the server decides when
            await asyncio.sleep(0.01)
    await presence.stop()
    await db.close()


def test_the_api_answers_after_a_silent_fail_over(service: Service, served_wire: Wire) -> None:
    client = open_client(service)
    reads = [Call(client, "GET", "/api/v1/warehouses")] * 20
    assert {answer.status for answer in send_together(reads)} == {200}
    for _ in range(2):
        served_wire.silence()
        # The API looks the caller up again on a fresh connection, and then all others are fresh as well.
        assert {answer.status for answer in send_together(reads)} == {200}
        served_wire.silence()
        assert client("POST", "/api/v1/products", {"name": "Coffee"}, goods.fresh_key()).status == 201
    assert service.faults() == []


def test_a_mutation_that_was_swallowed_is_unclear_and_done_once_when_it_is_asked_for_again(
    service: Service, served_wire: Wire, module_database_url: str
) -> None:
    client = open_client(service)
    level = (goods.default_variant(goods.new_product(client)), goods.new_warehouse(client)["id"])
    goods.stock(client, *level, 10)
    change = goods.change(*level, 1)
    with psycopg.connect(module_database_url) as blocker, ThreadPoolExecutor() as pool:
        blocker.execute("SELECT 1 FROM stock_levels WHERE account_id = %s FOR UPDATE", [client.account_id])
        swallowed = pool.submit(client, "POST", "/api/v1/stock/adjust", change, "key-1")
        eventually(lambda: rows(client, WAITING))
        served_wire.silence()
        blocker.rollback()
        assert swallowed.result().error == (503, "SERVICE_UNAVAILABLE")
    with psycopg.connect(module_database_url, autocommit=True) as kernel:
        # The wire acknowledges for the client that has gone. Without it, TCP's user timeout ends the server's session.
        kernel.execute(ABANDONED)
    eventually(lambda: client("POST", "/api/v1/stock/adjust", change, "key-1").status == 200)
    assert goods.quantity(client, *level) == 11


def test_a_mutation_whose_commit_was_answered_into_the_void_is_remembered(service: Service, served_wire: Wire) -> None:
    client = open_client(service)
    body = {"name": "Coffee"}
    served_wire.lose_answer_to(b"COMMIT;")
    assert client("POST", "/api/v1/products", body, "key-1").error == (503, "SERVICE_UNAVAILABLE")
    again = client("POST", "/api/v1/products", body, "key-1")
    assert (again.status, again.headers["idempotency-replayed"]) == (201, "true")
    assert len(client("GET", "/api/v1/products").data["products"]) == 1
    assert service.faults() == []


def test_a_worker_hears_of_events_after_a_silent_fail_over(service: Service, served_wire: Wire) -> None:
    settings = IMPATIENT | {"worker_idle_poll_seconds": str(HOURS_IN_SECONDS)}
    with working(served_wire.url, **settings), receiving() as inbox:
        client = open_client(service)
        register(client, inbox.url())
        create_event(client)
        inbox.wait_for(1)
        served_wire.silence()
        create_event(client)
        inbox.wait_for(2)
