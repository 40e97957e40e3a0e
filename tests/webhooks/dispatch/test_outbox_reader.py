"""No event is passed over by a look that begins where the last one ended, however late its transaction commits."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import msgspec
import pytest

from fulfilment.infra import clock, ids
from fulfilment.webhooks.dispatch import outbox_reader
from fulfilment.webhooks.dispatch.fan_out import EVENTS_PER_WORKSPACE
from fulfilment.webhooks.dispatch.fan_out_queries import CLAIM_OUTBOX, SCAN_OUTBOX
from tests.webhooks.working import working
from tests.webhooks.world import TYPE, World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="function")

DEAD = 100_000
STORE = """
    WITH happened AS (
        INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
        VALUES ($1, $2, $3, 'prod_1', 1, '{}', $4) RETURNING account_id, id
    ) INSERT INTO outbox (account_id, event_id) SELECT account_id, id FROM happened
"""
# As it was before: the first workspace that has something, from the front of the index.
FROM_THE_FRONT = (
    "SELECT account_id FROM outbox WHERE account_id > $1::text AND due_at IS NULL ORDER BY account_id LIMIT 1"
)


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    async with open_world(database_url) as world:
        yield world


@pytest.fixture
async def connect(database_url: str) -> AsyncIterator[Callable[[], Awaitable[asyncpg.Connection]]]:
    """Makes connections of others, which end with the test."""
    async with contextlib.AsyncExitStack() as stack:

        async def connect() -> asyncpg.Connection:
            connection = await asyncpg.connect(database_url)
            stack.callback(connection.terminate)
            return connection

        yield connect


async def store(connection: asyncpg.Connection, account_id: str) -> str:
    event_id = ids.new("evt")
    await connection.execute(STORE, account_id, event_id, TYPE, clock.now())
    return event_id


async def hold_snapshot(connection: asyncpg.Connection) -> None:
    await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM outbox")


# --- What a look costs -----------------------------------------------------------------------------------------------


async def pages_of_a_step(world: World, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many pages the statements of one step touch, but for those that change something and are not repeated."""
    asked: list[tuple[str, Any]] = []
    lend = world.db.connection

    @asynccontextmanager
    async def overheard() -> AsyncIterator[asyncpg.Connection]:
        async with lend() as connection:
            with connection.query_logger(lambda query: asked.append((query.query, query.args))):
                yield connection

    with monkeypatch.context() as patch:
        patch.setattr(world.db, "connection", overheard)
        await world.fan_out.run_batch()
        # What was asked is told of a moment later.
        await asyncio.sleep(0)
    assert asked
    return sum([await pages(world, query, args) for query, args in asked])


async def pages(world: World, query: str, args: Any) -> int:
    (row,) = await world.run(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {query}", *(args or ()))
    plan = json.loads(row[0])[0]["Plan"]
    return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]


async def test_a_look_reads_no_more_beside_a_hundred_thousand_dead_rows_that_a_snapshot_keeps(
    world: World, connect: Any, monkeypatch: pytest.MonkeyPatch
):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    expected = {(endpoint_id, await world.event(account_id))}
    await world.finish()
    idle = await pages_of_a_step(world, monkeypatch)
    await hold_snapshot(await connect())
    await world.run(
        "INSERT INTO outbox (account_id, event_id) SELECT $1, 'evt_' || n FROM generate_series(1, $2::integer) AS n",
        account_id,
        DEAD,
    )
    await world.run("DELETE FROM outbox")
    # It removes nothing, and has the planner take the table for empty.
    await world.run("VACUUM outbox")
    await world.finish()
    assert await pages_of_a_step(world, monkeypatch) <= idle + 8
    span = [account_id], [1], [4_096], [200]
    assert await pages(world, CLAIM_OUTBOX.text, span) < 4_096 // 20
    assert await pages(world, SCAN_OUTBOX.text, ["(0,0)", "(16,0)"]) <= 16 + 8
    assert await pages(world, FROM_THE_FRONT, [""]) > DEAD / 1_000, "nothing is dead, or it can be removed"
    expected.add((endpoint_id, await world.event(account_id)))
    await world.finish()
    assert await world.deliveries() == expected
    assert await pages_of_a_step(world, monkeypatch) <= idle + 8


async def test_taking_what_is_new_reads_no_more_beside_what_is_dead(world: World, connect: Any):
    account_id = await world.workspace()
    await world.finish()
    await hold_snapshot(await connect())
    for _ in range(5):
        await world.run(
            "INSERT INTO outbox (account_id, event_id) SELECT $1, 'evt_' || n FROM generate_series(1, 5000) AS n",
            account_id,
        )
        await world.run("DELETE FROM outbox")
        await world.finish()
        await world.event(account_id)
        found: list[tuple] = []
        async with world.db.connection() as connection:
            await world.fan_out._outbox_reader.poll(connection)
        found = world.fan_out._outbox_reader.next_batch(1, {}, EVENTS_PER_WORKSPACE, ())
        assert [last - first for _, first, last, _ in found] == [0]
        await world.finish()
        assert await world.run("SELECT FROM outbox") == []


# --- What commits late -----------------------------------------------------------------------------------------------


async def test_what_commits_after_many_looks_is_found_when_it_commits(world: World, connect: Any):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    late = [await connect() for _ in range(4)]
    expected = set()
    committed = []
    for number, connection in enumerate(late):
        await connection.execute("BEGIN")
        if number % 2:
            # A number of its own, which no snapshot lists, within that of the whole.
            await connection.execute("SAVEPOINT part")
        committed.append(await store(connection, account_id))
        expected.add((endpoint_id, await world.event(account_id)))
    for connection, event_id in zip(late, committed, strict=True):
        for _ in range(20):
            expected.add((endpoint_id, await world.event(account_id)))
            await world.finish()
        assert await world.deliveries() == expected
        await connection.execute("COMMIT")
        expected.add((endpoint_id, event_id))
        await world.finish()
        assert await world.deliveries() == expected
    assert await world.run("SELECT FROM outbox") == []


async def test_what_is_rolled_back_late_is_nobodys_and_keeps_nothing_open(world: World, connect: Any):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    connection = await connect()
    await connection.execute("BEGIN")
    await store(connection, account_id)
    expected = {(endpoint_id, await world.event(account_id))}
    await world.finish()
    assert len(world.fan_out._outbox_reader._seen.open) == 1
    await connection.execute("ROLLBACK")
    await world.finish()
    assert await world.deliveries() == expected
    assert not world.fan_out._outbox_reader._seen.open


async def test_a_process_that_was_away_for_very_long_finds_all_in_parts(
    world: World, connect: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outbox_reader, "TRANSACTIONS_AT_ONCE", 3)
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    await world.finish()
    late = [await connect() for _ in range(3)]
    expected = set()
    for connection in late:
        await connection.execute("BEGIN")
        expected.add((endpoint_id, await store(connection, account_id)))
        for _ in range(7):
            expected.add((endpoint_id, await world.event(account_id)))
    await late[1].execute("COMMIT")
    await world.finish()
    for connection in (late[0], late[2]):
        await connection.execute("COMMIT")
    await world.finish()
    assert await world.deliveries() == expected


async def test_what_a_process_held_when_it_died_is_found_by_another_that_looked_long_ago(world: World, connect: Any):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    held = await world.event(account_id)
    other = await connect()
    await other.execute("BEGIN; DELETE FROM outbox")
    for _ in range(5):
        free = await world.event(account_id)
        await world.finish()
        assert (endpoint_id, free) in await world.deliveries()
    assert (endpoint_id, held) not in await world.deliveries()
    other.terminate()
    # Until its server process has noticed.
    await world.run("SELECT FROM outbox FOR UPDATE")
    await world.finish()
    assert (endpoint_id, held) in await world.deliveries()
    assert await world.run("SELECT FROM outbox") == []


# --- What no look finds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written_by", [None, "3", "4000000000"], ids=["unknown", "long ago", "not yet"])
async def test_rows_that_come_back_with_another_transaction_are_found_by_the_patrol(
    world: World, written_by: str | None, monkeypatch: pytest.MonkeyPatch
):
    """As those of a restore into an installation whose workers run."""
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    await world.finish()
    expected = set()
    for _ in range(3):
        event_id = await world.event(account_id)
        await world.run(f"UPDATE outbox SET written_by = {'NULL' if written_by is None else repr(written_by)}")
        expected.add((endpoint_id, event_id))
    monkeypatch.setattr(outbox_reader, "SCAN_INTERVAL_SECONDS", 0.0)
    await world.finish()
    assert await world.deliveries() == expected


async def test_the_patrol_goes_round_the_whole_table(world: World, monkeypatch: pytest.MonkeyPatch):
    account_id = await world.workspace()
    monkeypatch.setattr(outbox_reader, "PAGES_AT_ONCE", 1)
    monkeypatch.setattr(outbox_reader, "SCAN_INTERVAL_SECONDS", 0.0)
    await world.finish()
    await world.run("ALTER TABLE outbox ALTER COLUMN written_by SET DEFAULT NULL")
    await world.run(
        "INSERT INTO outbox (account_id, event_id) SELECT $1, 'evt_' || n FROM generate_series(1, 1000) AS n",
        account_id,
    )
    for _ in range(100):
        await world.fan_out.run_batch()
    assert await world.run("SELECT FROM outbox") == []


@pytest.mark.parametrize("change", [{"following": 10**9}, {"open": frozenset()}], ids=["fewer", "as many"])
async def test_a_server_that_took_over_and_counts_its_transactions_anew_is_gone_through_once(
    world: World, change: dict[str, Any]
):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    await world.finish()
    expected = {(endpoint_id, await world.event(account_id)) for _ in range(3)}
    # What this process has seen of the server that is gone: transactions that this one has not, or has since used anew.
    known = world.fan_out._outbox_reader
    (row,) = await world.run("SELECT pg_current_snapshot()::text AS seen")
    known._seen = msgspec.structs.replace(outbox_reader.Snapshot.read(row["seen"]), **change)
    if "following" not in change:
        known._server_since = clock.now()
    await world.finish()
    assert await world.deliveries() == expected


async def emptied(world: World) -> None:
    for _ in range(400):
        if not await world.run("SELECT FROM outbox"):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("events are left in the outbox")


# --- Everything at once ----------------------------------------------------------------------------------------------


async def test_writers_that_commit_late_and_workers_that_are_killed_lose_and_double_nothing(
    world: World, connect: Any, database_url: str
):
    workspaces = [await world.workspace() for _ in range(5)]
    endpoints = {account_id: await world.endpoint(account_id) for account_id in workspaces}
    # Their secrets cannot be unsealed, so nothing is sent; nor would it get far.
    await world.run("UPDATE webhook_endpoints SET url = 'http://127.0.0.1:9/'")
    await hold_snapshot(await connect())
    chance = random.Random(16)
    expected: set[tuple[str, str]] = set()
    is_over = asyncio.Event()

    async def write(connection: asyncpg.Connection) -> None:
        while not is_over.is_set():
            account_id = chance.choice(workspaces)
            transaction = connection.transaction()
            await transaction.start()
            stored = [await store(connection, account_id) for _ in range(chance.randint(1, 3))]
            await asyncio.sleep(chance.choice([0, 0, 0, 0.05, 1.0]))
            if chance.random() < 0.2:
                await transaction.rollback()
            else:
                await transaction.commit()
                expected.update((endpoints[account_id], event_id) for event_id in stored)

    writers = [asyncio.create_task(write(await connect())) for _ in range(8)]
    with working(database_url):
        for _ in range(3):
            with working(database_url) as doomed:
                await asyncio.sleep(chance.uniform(1.0, 1.5))
                doomed.kill()
        is_over.set()
        await asyncio.gather(*writers)
        await emptied(world)
    logged = await world.run("SELECT endpoint_id, event_id FROM webhook_deliveries")
    assert len(logged) == len(expected) > 100
    assert {(row["endpoint_id"], row["event_id"]) for row in logged} == expected
