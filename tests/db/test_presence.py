"""Whether a process lives is known from the lock that it holds (db/presence.py)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from fulfilment.db.presence import Presence
from tests.webhooks.working import WITHIN_SECONDS

TERMINATE = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1::bigint"


@asynccontextmanager
async def _present(url: str) -> AsyncIterator[Presence]:
    presence = Presence(url, {})
    presence.begin()
    try:
        yield presence
    finally:
        await presence.end()


async def _number(presence: Presence, *, other_than: int | None = None) -> int:
    async with asyncio.timeout(WITHIN_SECONDS):
        while presence.number in (None, other_than):  # noqa: ASYNC110 - the server decides when
            await asyncio.sleep(0.01)
    return presence.number


async def _until_gone(db: asyncpg.Connection, number: int) -> None:
    async with asyncio.timeout(WITHIN_SECONDS):
        while not await db.fetchval("SELECT is_gone($1)", number):  # noqa: ASYNC110 - the server decides when
            await asyncio.sleep(0.01)


async def test_a_process_is_there_until_it_ends(database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    async with _present(database_url) as presence:
        number = await _number(presence)
        assert await db.fetchval("SELECT is_gone($1)", number) is False
    assert presence.number is None
    await _until_gone(db, number)
    await db.close()


async def test_a_process_that_lost_its_connection_is_there_under_another_number(database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    async with _present(database_url) as presence:
        first = await _number(presence)
        assert await db.fetchval(TERMINATE, first)
        second = await _number(presence, other_than=first)
        assert await db.fetchval("SELECT is_gone($1)", first) is True
        assert await db.fetchval("SELECT is_gone($1)", second) is False
    await db.close()


async def test_processes_have_numbers_of_their_own(database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    async with _present(database_url) as one, _present(database_url) as other:
        numbers = [await _number(one), await _number(other)]
        assert numbers[0] != numbers[1]
        assert [await db.fetchval("SELECT is_gone($1)", number) for number in numbers] == [False, False]
    await db.close()


async def test_what_carries_no_number_is_left_to_its_lease(database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    assert await db.fetchval("SELECT is_gone(NULL)") is None
    await db.close()


async def test_the_lock_of_another_database_says_nothing_here(database_url: str, module_database_url: str) -> None:
    db = await asyncpg.connect(database_url)
    async with _present(module_database_url) as presence:
        assert await db.fetchval("SELECT is_gone($1)", await _number(presence)) is True
    await db.close()


async def test_without_a_database_there_is_no_number_and_no_fault(tmp_path) -> None:
    async with _present(f"postgresql://nobody@/nothing?host={tmp_path}") as presence:
        await asyncio.sleep(0.1)
        assert presence.number is None
