"""Liveness of a process is known from the row that it renews (infra/database/heartbeat.py)."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from fulfilment.infra.database.heartbeat import ProcessHeartbeat
from tests.webhooks.working import WITHIN_SECONDS

# As if it had not renewed its row in time.
EXPIRE = "UPDATE process_heartbeats SET present_until = now() WHERE number = $1 AND present_until > now()"
HOLD_SNAPSHOT = "SELECT pg_current_xact_id()"
ANOTHER = """
import asyncio, sys
from fulfilment.infra.database.heartbeat import ProcessHeartbeat

async def live():
    heartbeat = ProcessHeartbeat(sys.argv[1], {})
    heartbeat.start()
    while heartbeat.owner_id is None:
        await asyncio.sleep(0.01)
    print(heartbeat.owner_id, flush=True)
    await asyncio.sleep(60)

asyncio.run(live())
"""
# As the function asks.
LOOKED_AT = "SELECT FROM process_heartbeats WHERE present_until > statement_timestamp() AND number = 1000"
# The versions of the last seconds and the way to them; of all of them there are a thousand.
MOST_BLOCKS = 30


@asynccontextmanager
async def _present(url: str) -> AsyncIterator[ProcessHeartbeat]:
    presence = ProcessHeartbeat(url, {"application_name": "that one"})
    presence.start()
    try:
        yield presence
    finally:
        await presence.stop()


async def _number(presence: ProcessHeartbeat, *, other_than: int | None = None) -> int:
    async with asyncio.timeout(WITHIN_SECONDS):
        while presence.owner_id in (None, other_than):  # noqa: ASYNC110 - the server decides when
            await asyncio.sleep(0.01)
    return presence.owner_id


async def _until_gone(db: asyncpg.Connection, number: int) -> None:
    async with asyncio.timeout(WITHIN_SECONDS):
        while not await db.fetchval("SELECT is_process_dead($1)", number):  # noqa: ASYNC110 - the server decides when
            await asyncio.sleep(0.01)


async def test_a_process_is_there_until_it_ends(database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    async with _present(database_url) as presence:
        number = await _number(presence)
        assert await db.fetchval("SELECT is_process_dead($1)", number) is False
    assert presence.owner_id is None
    await _until_gone(db, number)
    await db.close()


async def test_a_process_that_was_taken_for_dead_is_there_under_another_number(database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    async with _present(database_url) as presence:
        first = await _number(presence)
        await db.execute(EXPIRE, first)
        second = await _number(presence, other_than=first)
        assert await db.fetchval("SELECT is_process_dead($1)", first) is True
        assert await db.fetchval("SELECT is_process_dead($1)", second) is False
    await db.close()


async def test_a_process_that_was_killed_is_gone_a_few_seconds_later(database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ANOTHER, database_url, stdout=asyncio.subprocess.PIPE
    )
    number = int(await process.stdout.readline())
    assert await db.fetchval("SELECT is_process_dead($1)", number) is False
    process.kill()
    await process.wait()
    await _until_gone(db, number)
    # Dead without a word: the row is there, and of the past.
    assert await db.fetchval("SELECT present_until <= now() FROM process_heartbeats WHERE number = $1", number) is True
    await db.close()


async def test_processes_have_numbers_of_their_own(database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    async with _present(database_url) as one, _present(database_url) as other:
        numbers = [await _number(one), await _number(other)]
        assert numbers[0] != numbers[1]
        assert [await db.fetchval("SELECT is_process_dead($1)", number) for number in numbers] == [False, False]
    await db.close()


async def test_a_number_is_given_once_even_by_a_database_that_forgot_it(database_url: str) -> None:
    """Restored, or failed over to a standby that had not heard of the process: it still lives, and beats on."""
    db = await asyncpg.connect(database_url)
    async with _present(database_url) as one:
        first = await _number(one)
        await db.execute("DELETE FROM process_heartbeats")
        for (name,) in await db.fetch("SELECT sequencename FROM pg_sequences WHERE sequencename ~ 'presence'"):
            await db.execute(f"ALTER SEQUENCE {name} RESTART")
        async with _present(database_url) as other:
            assert await _number(other) != first
            assert await _number(one, other_than=first) != other.owner_id
    await db.close()


async def test_what_carries_no_number_is_left_to_its_lease(database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    assert await db.fetchval("SELECT is_process_dead(NULL)") is None
    await db.close()


async def test_a_process_that_lost_its_connection_keeps_its_number(database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    async with _present(database_url) as presence:
        first = await _number(presence)
        lost = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'that one'"
        assert await db.fetchval(lost)
        renewed = "SELECT present_until FROM process_heartbeats WHERE number = $1 AND present_until > now()"
        before = await db.fetchval(renewed, first)
        async with asyncio.timeout(WITHIN_SECONDS):
            while await db.fetchval(renewed, first) == before:  # noqa: ASYNC110 - the server decides when
                await asyncio.sleep(0.01)
        assert presence.owner_id == first
    await db.close()


async def test_those_that_left_without_a_word_are_forgotten(database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    await db.execute(
        "INSERT INTO process_heartbeats VALUES (1000, 'api', now() - interval '2 hours'), (1001, 'api', now())"
    )
    async with _present(database_url) as presence:
        number = await _number(presence)
        assert {row["number"] for row in await db.fetch("SELECT number FROM process_heartbeats")} == {1001, number}
    assert {row["number"] for row in await db.fetch("SELECT number FROM process_heartbeats")} == {1001}
    await db.close()


async def test_looking_reads_no_more_for_what_a_long_snapshot_keeps(database_url: str) -> None:
    """A dump for an hour: every beat leaves a version behind that nothing may take away."""
    db, dump = await asyncpg.connect(database_url), await asyncpg.connect(database_url)
    await db.execute("INSERT INTO process_heartbeats VALUES (1000, 'api', now() + interval '5 s')")
    async with dump.transaction(isolation="repeatable_read"):
        await dump.execute(HOLD_SNAPSHOT)
        for nth in range(1_000):
            # A second each, up to now.
            until = "now() + interval '5 s' - (999 - $1::int) * interval '1 s'"
            await db.execute(f"UPDATE process_heartbeats SET present_until = {until} WHERE number = 1000", nth)
        await db.execute("SET enable_seqscan = off")
        told = await db.fetchval("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + LOOKED_AT)
        plan = json.loads(told)[0]["Plan"]
        assert plan["Node Type"].startswith("Index") and plan["Actual Rows"] == 1
        assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] <= MOST_BLOCKS
    await db.close()
    await dump.close()


async def test_the_presence_of_another_database_says_nothing_here(database_url: str, module_database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    async with _present(module_database_url) as presence:
        assert await db.fetchval("SELECT is_process_dead($1)", await _number(presence)) is True
    await db.close()


async def test_without_a_database_there_is_no_number_and_no_fault(tmp_path) -> None:
    async with _present(f"postgresql://nobody@/nothing?host={tmp_path}") as presence:
        await asyncio.sleep(0.1)
        assert presence.owner_id is None
