"""Sessions behind a pooler in transaction mode: each transaction brings its settings, and leaves none behind.

Where the tests' own pooler (tests/harness/pooler.py) stands in between, no transaction of a line has the session that
the one before it had.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import asyncpg
import psycopg
import pytest

from fulfilment.infra.database.heartbeat import ProcessHeartbeat
from fulfilment.infra.database.migrations import role_settings
from fulfilment.infra.database.migrations.role_settings import RoleSettingsMissing
from fulfilment.infra.database.pool import Database
from fulfilment.settings import Settings, load
from tests.harness.pooler import Pooler, pooling
from tests.webhooks.working import WITHIN_SECONDS

LEAVING = ("LISTEN somewhere", "SELECT pg_advisory_lock(7)", "SET statement_timeout = 77", "CREATE TEMP TABLE t ()")
BACKEND = "SELECT pg_backend_pid()"
ON_ROLE = """
    SELECT s.setconfig FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase WHERE d.datname = %s
"""


@pytest.fixture
def pooler(database_url: str) -> Iterator[Pooler]:
    with pooling(database_url) as running:
        yield running


@pytest.fixture
def given(pooler: Pooler, database_url: str) -> Settings:
    urls = {"FULFILMENT_DATABASE_URL": pooler.url, "FULFILMENT_DATABASE_DIRECT_URL": database_url}
    return load({"FULFILMENT_MODE": "development", **urls})


@asynccontextmanager
async def opened(given: Settings, **options) -> AsyncIterator[Database]:
    db = Database(given, given.database_url, **options)
    await db.open()
    yield db
    await db.close()


async def shown(connection: asyncpg.Connection, name: str) -> str:
    return await connection.fetchval(f"SHOW {name}")


async def test_a_line_has_another_session_for_each_transaction_and_its_prepared_statements_in_all(given: Settings):
    async with opened(given, size=1) as db:
        seen = set()
        for number in range(6):
            async with db.connection() as connection:
                seen.add(await connection.fetchval(BACKEND))
                assert await connection.fetchval("SELECT $1::int + 1", number) == number + 1
                assert [row[0] for row in await connection.fetchmany("SELECT $1::int", [(1,), (2,)])] == [1, 2]
            async with db.transaction() as connection:
                first = await connection.fetchval(BACKEND)
                assert await connection.fetchval(BACKEND) == first
                seen.add(first)
        assert len(seen) > 1


async def test_the_role_has_the_settings_once_they_were_put_there(given: Settings):
    with pytest.raises(RoleSettingsMissing, match="migrate --role-settings"):
        role_settings.require(given)
    put = role_settings.apply(given)
    assert put["statement_timeout"] == "15000" and put["plan_cache_mode"] == "force_generic_plan"
    assert role_settings.apply(given) == {}
    # Sessions that are open know nothing of it.
    with pytest.raises(RoleSettingsMissing, match="RECONNECT"):
        role_settings.require(given)
    with pooling(given.database_direct_url) as reconnected:
        role_settings.require(load({**environ(given), "FULFILMENT_DATABASE_URL": reconnected.url}))


def environ(given: Settings) -> dict[str, str]:
    direct = given.database_direct_url
    return {"FULFILMENT_MODE": "development", "FULFILMENT_DATABASE_DIRECT_URL": direct}


async def test_another_value_on_the_role_is_put_right_and_no_other_setting_of_it_is_touched(given: Settings):
    role_settings.apply(given)
    with psycopg.connect(given.database_direct_url, autocommit=True) as connection:
        (name,) = connection.execute("SELECT current_database()").fetchone()
        for told in ("statement_timeout = '1h'", "search_path = 'public'"):
            connection.execute(f"ALTER ROLE postgres IN DATABASE {name} SET {told}")
        assert role_settings.apply(given) == {"statement_timeout": "15000"}
        assert "search_path=public" in connection.execute(ON_ROLE, [name]).fetchone()[0]


async def test_a_workers_transactions_and_statements_have_settings_of_their_own_and_the_apis_have_not(given: Settings):
    role_settings.apply(given)
    with pooling(given.database_direct_url) as pooler:
        settings = load({**environ(given), "FULFILMENT_DATABASE_URL": pooler.url})
        async with opened(settings, name="worker", uses_custom_plans=True) as worker, opened(settings) as api:
            for _ in range(3):
                async with worker.transaction() as connection:
                    assert await shown(connection, "plan_cache_mode") == "force_custom_plan"
                async with worker.connection() as connection:
                    assert await shown(connection, "plan_cache_mode") == "force_custom_plan"
                async with api.transaction() as connection:
                    assert await shown(connection, "plan_cache_mode") == "force_generic_plan"
                    assert await shown(connection, "statement_timeout") == "15s"
                async with api.connection() as connection:
                    assert await shown(connection, "plan_cache_mode") == "force_generic_plan"


async def test_a_statement_that_takes_too_long_is_cancelled_through_the_pooler(given: Settings):
    async with opened(given) as db:
        async with db.connection() as connection:
            with pytest.raises(TimeoutError):
                await connection.fetchval("SELECT pg_sleep(30)", timeout=0.2)
        asleep = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()"
        async with asyncio.timeout(WITHIN_SECONDS), db.connection() as connection:
            while await connection.fetchval(asleep):  # noqa: ASYNC110 - SQL alone knows
                await asyncio.sleep(0.02)


async def test_what_is_lent_for_long_is_left_alone_though_nobody_can_be_asked_about_it(given: Settings):
    async with opened(given) as db, db.connection() as connection:
        assert await connection.fetchval("SELECT 1 FROM pg_sleep(2.5)") == 1


async def test_processes_are_present_under_numbers_of_their_own(given: Settings, database_url: str):
    db = await asyncpg.connect(database_url)
    processes = [ProcessHeartbeat(given.database_url, {"application_name": "it"}, is_pooled=True) for _ in range(2)]
    for each in processes:
        each.start()
    async with asyncio.timeout(WITHIN_SECONDS):
        while None in (numbers := [each.owner_id for each in processes]):  # noqa: ASYNC110 - the server decides when
            await asyncio.sleep(0.01)
    # Over several beats, each on another session.
    await asyncio.sleep(3)
    assert [each.owner_id for each in processes] == numbers and len(set(numbers)) == 2
    assert [await db.fetchval("SELECT is_process_dead($1)", number) for number in numbers] == [False, False]
    for each in processes:
        await each.stop()
    assert [await db.fetchval("SELECT is_process_dead($1)", number) for number in numbers] == [True, True]
    await db.close()


async def test_without_an_address_that_goes_around_it_the_pooler_refuses_the_service(pooler: Pooler):
    settings = load({"FULFILMENT_MODE": "development", "FULFILMENT_DATABASE_URL": pooler.url})
    async with opened(settings) as db:
        with pytest.raises(asyncpg.PostgresError, match="unsupported startup parameter"):
            async with db.connection():
                pass


async def test_what_is_left_in_a_session_is_found(database_url: str):
    """The pooler of these tests sees what it is there to see."""
    pooler = Pooler(database_url)
    connection = await asyncpg.connect(pooler.url)
    for said in LEAVING:
        await connection.execute(said)
    await connection.close()
    assert sorted(pooler.left_behind()) == [
        "has set statement_timeout",
        "has the temporary table t",
        "holds an advisory lock",
        "listens to somewhere",
    ]
    pooler.close()
