"""Whoever's reads take long has few at once while somebody else asks as well (db/pace.py)."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest

from fulfilment import party
from fulfilment.db import pace
from fulfilment.db.pace import FEW, LONG_SECONDS, Pace
from fulfilment.db.pool import Database, PoolFull
from fulfilment.db.tx import PooledExecutor
from fulfilment.party import HOUSE
from fulfilment.settings import load
from fulfilment.shares import NoPlace

LONG = 20.0
MANY = 20


def begun(paced: Pace, who: str) -> int:
    """How many reads of a crowd the party begins without waiting."""
    return sum(paced.begin_now(who) for _ in range(MANY))


def known_as_slow(paced: Pace, who: str) -> None:
    assert paced.begin_now(who)
    paced.end(who, 5 * LONG_SECONDS)


def test_a_slow_reader_alone_has_as_many_as_it_asks_for() -> None:
    paced = Pace()
    known_as_slow(paced, "slow")
    assert begun(paced, "slow") == MANY


def test_a_slow_reader_has_few_beside_somebody_else() -> None:
    paced = Pace()
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    assert begun(paced, "slow") == FEW


def test_a_quick_reader_is_never_paced() -> None:
    paced = Pace()
    assert paced.begin_now("quick")
    paced.end("quick", LONG_SECONDS / 10)
    assert paced.begin_now("other")
    assert begun(paced, "quick") == MANY


def test_the_house_is_neither_paced_nor_somebody_else() -> None:
    paced = Pace()
    known_as_slow(paced, "slow")
    assert begun(paced, HOUSE) == MANY
    assert begun(paced, "slow") == MANY


def test_who_asked_long_ago_is_not_there_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    paced = Pace()
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    monkeypatch.setattr(pace, "THERE_SECONDS", -1.0)
    assert begun(paced, "slow") == MANY


def test_one_that_has_become_quick_again_is_let_go() -> None:
    paced = Pace()
    known_as_slow(paced, "was_slow")
    assert paced.begin_now("other")
    for _ in range(50):
        assert paced.begin_now("was_slow")
        paced.end("was_slow", 0.0)
    assert begun(paced, "was_slow") == MANY


async def crowd(paced: Pace, size: int, order: list[int]) -> list[asyncio.Task]:
    async def read(number: int) -> None:
        await paced.begin("slow", LONG)
        order.append(number)

    tasks = [asyncio.create_task(read(number)) for number in range(size)]
    await asyncio.sleep(0)
    return tasks


async def test_who_waits_is_served_in_turn_as_reads_of_its_party_end() -> None:
    paced, order = Pace(), []
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    assert begun(paced, "slow") == FEW
    tasks = await crowd(paced, 6, order)
    for number in range(6):
        assert paced.begin_now("other")
        paced.end("slow", LONG_SECONDS * 5)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert order == list(range(number + 1))
    await asyncio.gather(*tasks)


async def test_all_that_wait_are_let_go_at_once_when_the_others_have_left(monkeypatch: pytest.MonkeyPatch) -> None:
    paced, order = Pace(), []
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    assert begun(paced, "slow") == FEW
    tasks = await crowd(paced, 6, order)
    monkeypatch.setattr(pace, "THERE_SECONDS", -1.0)
    paced.end("slow", LONG_SECONDS * 5)
    await asyncio.gather(*tasks)
    assert order == list(range(6))


async def test_a_turn_of_one_that_gives_up_goes_to_the_next() -> None:
    paced, order = Pace(), []
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    assert begun(paced, "slow") == FEW
    tasks = await crowd(paced, 3, order)
    tasks[1].cancel()
    # The first is granted its turn, and gives up before it learns so.
    paced.end("slow", LONG_SECONDS * 5)
    tasks[0].cancel()
    await asyncio.wait_for(tasks[2], LONG)
    assert order == [2]


async def test_who_waits_too_long_is_refused_and_leaves_nothing_behind() -> None:
    paced = Pace()
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    assert begun(paced, "slow") == FEW
    with pytest.raises(NoPlace):
        await paced.begin("slow", 0.01)
    for _ in range(FEW):
        paced.end("slow", LONG_SECONDS * 5)
    assert paced.begin_now("other")
    assert begun(paced, "slow") == FEW


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    database = Database(load({}), database_url, size=16)
    await database.open()
    yield database
    await database.close()


async def read(db: Database, who: str, statement: str) -> int:
    party.current.set(who)
    return (await PooledExecutor(db).fetchrow(statement))[0]


SLOWLY = "SELECT count(*) FROM pg_stat_activity, pg_sleep(0.02) WHERE query LIKE '%pg_sleep%' AND state = 'active'"


async def at_once(db: Database, other: bool) -> int:
    """How many slow reads of one party were seen at the server together, with somebody else asking meanwhile or not."""
    slow = asyncio.gather(*(read(db, "slow", SLOWLY) for _ in range(40)))
    while other and not slow.done():
        await read(db, "other", "SELECT 1")
        await asyncio.sleep(0.001)
    return max(await slow)


async def test_at_the_server_few_slow_reads_of_a_party_run_beside_somebody_else(db: Database) -> None:
    await at_once(db, other=False)
    assert await at_once(db, other=False) > FEW
    await read(db, "other", "SELECT 1")
    assert await at_once(db, other=True) <= FEW


async def test_a_read_that_waits_too_long_for_its_turn_is_told_that_the_pool_is_full(database_url: str) -> None:
    db = Database(msgspec.structs.replace(load({}), database_pool_wait_seconds=0.05), database_url, size=8)
    await db.open()
    await read(db, "slow", "SELECT 1 FROM pg_sleep(0.05)")
    await read(db, "other", "SELECT 1")
    held = [asyncio.create_task(read(db, "slow", "SELECT 1 FROM pg_sleep(1)")) for _ in range(FEW)]
    await asyncio.sleep(0)
    with pytest.raises(PoolFull):
        await read(db, "slow", "SELECT 1")
    assert await asyncio.gather(*held) == [1] * FEW
    await db.close()
