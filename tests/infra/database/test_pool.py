"""The connection pool: bounded, fair, and never short of a connection that a task lost (pool.py)."""

import asyncio
import random
from collections.abc import AsyncIterator

import asyncpg
import msgspec
import pytest

from fulfilment.infra.database.pool import Database, PoolFull
from fulfilment.settings import load

SIZE = 2
MINE = "SELECT pg_backend_pid()"


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    database = Database(load({}), database_url, size=SIZE)
    await database.open()
    yield database
    await database.close()


async def ask(db: Database, statement: str = MINE) -> int:
    async with db.connection() as connection:
        return await connection.fetchval(statement)


async def test_no_more_connections_are_opened_than_the_pool_holds(db: Database):
    assert len(set(await asyncio.gather(*(ask(db) for _ in range(50))))) <= SIZE


async def test_who_waits_too_long_is_told_that_the_pool_is_full(database_url: str):
    settings = msgspec.structs.replace(load({}), database_pool_timeout_seconds=0.05)
    db = Database(settings, database_url, size=1)
    await db.open()
    async with db.connection():
        with pytest.raises(PoolFull):
            await ask(db)
    assert await ask(db) > 0
    await db.close()


async def test_those_who_wait_are_served_in_turn(db: Database):
    served = []

    async def wait(number: int) -> None:
        async with db.connection():
            served.append(number)

    async with db.connection(), db.connection():
        waiting = [asyncio.create_task(wait(number)) for number in range(5)]
        await asyncio.sleep(0)
        assert served == []
    await asyncio.gather(*waiting)
    assert served == list(range(5))


async def test_a_transaction_that_fails_is_rolled_back_and_its_connection_used_again(db: Database):
    async with db.connection() as connection:
        await connection.execute("CREATE TABLE notes (line text)")
    for _ in range(SIZE * 3):
        with pytest.raises(asyncpg.DivisionByZeroError):
            async with db.transaction() as connection:
                await connection.execute("INSERT INTO notes VALUES ('lost')")
                await connection.execute("SELECT 1 / 0")
    assert await ask(db, "SELECT count(*) FROM notes") == 0


async def test_a_transaction_left_open_is_not_lent_to_the_next(db: Database, caplog: pytest.LogCaptureFixture):
    async with db.connection() as connection:
        await connection.execute("CREATE TABLE notes (line text)")
        await connection.execute("BEGIN")
        await connection.execute("INSERT INTO notes VALUES ('forgotten')")
    assert await asyncio.gather(*(ask(db, "SELECT count(*) FROM notes") for _ in range(SIZE))) == [0] * SIZE
    # The driver would log it as an error, and it happens to a request that is cancelled just when it begins a
    # transaction.
    assert caplog.records == []


async def test_connections_that_the_server_ended_are_replaced(db: Database, database_url: str):
    before = set(await asyncio.gather(*(ask(db) for _ in range(SIZE))))
    other = await asyncpg.connect(database_url)
    for process in before:
        await other.fetchval("SELECT pg_terminate_backend($1, 5000)", process)
    await other.close()
    assert await ask(db) not in before
    assert not before & set(await asyncio.gather(*(ask(db) for _ in range(SIZE * 2))))


async def test_a_cancelled_statement_gives_its_connection_back(db: Database):
    for _ in range(SIZE * 2):
        asking = asyncio.create_task(ask(db, "SELECT pg_sleep(60)"))
        await asyncio.sleep(0.05)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    assert len(await asyncio.gather(*(ask(db) for _ in range(SIZE * 2)))) == SIZE * 2


async def test_who_gives_up_in_the_moment_of_being_served_takes_no_connection_along(db: Database):
    for _ in range(SIZE * 2):
        first, second = db.connection(), db.connection()
        await first.__aenter__()
        await second.__aenter__()
        waiting = asyncio.create_task(ask(db))
        await asyncio.sleep(0)
        await first.__aexit__(None, None, None)
        # The connection is passed on already, but the waiter has not run since.
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert waiting.cancelled()
        await second.__aexit__(None, None, None)
    assert len(await asyncio.gather(*(ask(db) for _ in range(SIZE * 2)))) == SIZE * 2


async def test_waiting_ends_with_a_fresh_connection_where_the_one_given_back_is_broken(db: Database):
    async with db.connection() as kept:
        mine = await kept.fetchval(MINE)
        broken = db.connection()
        connection = await broken.__aenter__()
        waiting = asyncio.create_task(ask(db))
        await asyncio.sleep(0)
        connection.terminate()
        await broken.__aexit__(None, None, None)
        assert await waiting != mine


async def test_nobody_waits_for_ever_among_others_that_succeed_fail_and_give_up(db: Database):
    async def fail(pause: int) -> None:
        for _ in range(pause):
            await asyncio.sleep(0)
        async with db.transaction() as connection:
            await connection.execute("SELECT 1 / 0")

    async def succeed(pause: int) -> None:
        for _ in range(pause):
            await asyncio.sleep(0)
        await ask(db)

    dice = random.Random(20261121)
    async with asyncio.timeout(60):
        for _ in range(100):
            crowd = [asyncio.create_task(dice.choice((fail, succeed))(dice.randrange(30))) for _ in range(10)]
            await asyncio.sleep(dice.random() / 500)
            dice.choice(crowd).cancel()
            outcomes = await asyncio.gather(*crowd, return_exceptions=True)
            expected = (asyncpg.DivisionByZeroError, asyncio.CancelledError)
            assert [each for each in outcomes if each is not None and not isinstance(each, expected)] == []
        assert len(await asyncio.gather(*(ask(db) for _ in range(SIZE * 2)))) == SIZE * 2


async def test_the_place_of_one_that_could_not_connect_goes_to_the_next(database_url: str):
    db = Database(msgspec.structs.replace(load({}), database_pool_timeout_seconds=60.0), database_url, size=1)
    await db.open()
    connect, tries = db._connect, []

    async def connect_later() -> asyncpg.Connection:
        """The server is away for the first that asks."""
        tries.append(None)
        if len(tries) == 1:
            await asyncio.sleep(0.01)
            raise ConnectionRefusedError
        return await connect()

    db._connect = connect_later
    async with asyncio.timeout(30):
        first, *others = await asyncio.gather(*(ask(db) for _ in range(4)), return_exceptions=True)
    assert isinstance(first, ConnectionRefusedError)
    assert len(set(others)) == 1
    await db.close()


async def sessions(url: str) -> set[int]:
    """The server's processes for connections of pools on this database."""
    witness = await asyncpg.connect(url)
    try:
        statement = """
            SELECT pid FROM pg_stat_activity
             WHERE datname = current_database() AND application_name ^@ 'fulfilment api'
        """
        return {row["pid"] for row in await witness.fetch(statement)}
    finally:
        await witness.close()


async def until_ended(url: str, process: int) -> None:
    async with asyncio.timeout(60):
        while process in await sessions(url):  # noqa: ASYNC110 - the server decides when
            await asyncio.sleep(0.02)


async def test_a_lost_connection_has_all_others_replaced(db: Database, database_url: str):
    async with db.connection() as leased:
        idle = await ask(db)
        process = await leased.fetchval(MINE)
        with pytest.raises(asyncpg.PostgresConnectionError):
            async with db.connection() as connection:
                raise asyncpg.ConnectionDoesNotExistError(f"as if {connection} had been lost")
        assert await leased.fetchval(MINE) == process
    await until_ended(database_url, process)
    assert await ask(db) not in (idle, process)


async def test_what_was_interrupted_has_ended_before_its_connection_is_lent_again(database_url: str):
    db = Database(load({}), database_url, size=1)
    await db.open()
    await ask(db, "SELECT 1 FROM pg_advisory_lock(7)")
    for _ in range(3):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1), db.transaction() as connection:
                await connection.execute("SELECT pg_sleep(60)")
        # The same session goes on, with nothing left open and its lock still held.
        async with db.connection() as connection:
            assert not connection.is_in_transaction()
            assert await connection.fetchval("SELECT pg_advisory_unlock(7)")
            await connection.execute("SELECT pg_advisory_lock(7)")
    await db.close()


async def test_closing_waits_for_what_is_lent_and_leaves_no_session(database_url: str):
    db = Database(load({}), database_url, size=SIZE)
    await db.open()
    slow = asyncio.create_task(ask(db, "SELECT pg_backend_pid() FROM pg_sleep(0.5)"))
    idle = await ask(db)
    while not await ask(db, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await db.close()
    # It has its result, since it was waited for.
    for process in (idle, await slow):
        await until_ended(database_url, process)
