"""No event is lost or doubled, however late its transaction commits and whichever worker is killed."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import asyncpg
import pytest

from fulfilment.infra import clock, ids
from tests.webhooks.working import working
from tests.webhooks.world import TYPE, World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="function")

STORE = """
    WITH happened AS (
        INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
        VALUES ($1, $2, $3, 'prod_1', 1, '{}', $4) RETURNING account_id, id
    ) INSERT INTO outbox (account_id, event_id) SELECT account_id, id FROM happened
"""


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


async def test_what_is_rolled_back_late_is_nobodys(world: World, connect: Any):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    connection = await connect()
    await connection.execute("BEGIN")
    await store(connection, account_id)
    expected = {(endpoint_id, await world.event(account_id))}
    await world.finish()
    await connection.execute("ROLLBACK")
    await world.finish()
    assert await world.deliveries() == expected


async def test_a_process_that_was_away_finds_all_that_was_committed(world: World, connect: Any):
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


@pytest.mark.parametrize("written_by", [None, "3", "4000000000"], ids=["unknown", "long ago", "not yet"])
async def test_rows_that_come_back_with_another_transaction_are_found(world: World, written_by: str | None):
    """As those of a restore into an installation whose workers run."""
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    await world.finish()
    expected = set()
    for _ in range(3):
        event_id = await world.event(account_id)
        await world.run(f"UPDATE outbox SET written_by = {'NULL' if written_by is None else repr(written_by)}")
        expected.add((endpoint_id, event_id))
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
