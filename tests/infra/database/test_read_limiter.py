"""Whoever's reads take long has few at once while somebody else asks as well (infra/database/read_limiter.py)."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator

import msgspec
import pytest

from fulfilment.infra.database import contention_flag, read_limiter
from fulfilment.infra.database.contention_flag import Askers
from fulfilment.infra.database.pool import Database, PoolFull
from fulfilment.infra.database.read_limiter import FEW, LONG_SECONDS, QUICK_SECONDS, Pace
from fulfilment.infra.database.transaction import PooledExecutor
from fulfilment.infra.limits import tenant
from fulfilment.infra.limits.fair_semaphore import AcquireTimeout
from fulfilment.infra.limits.tenant import SYSTEM
from fulfilment.infra.process.shared_memory import Shared
from fulfilment.settings import load

NOTING = """
from fulfilment.infra.database.contention_flag import Askers
from fulfilment.infra.process.shared_memory import Shared
Askers(Shared.from_environment().notes).note("other")
"""
LONG = 20.0
MANY = 20


def begun(paced: Pace, who: str) -> int:
    """How many reads of a crowd the party begins without waiting."""
    return sum(paced.begin_now(who) for _ in range(MANY))


def known_as(paced: Pace, who: str, seconds: float, times: int) -> None:
    for _ in range(times):
        assert paced.begin_now(who)
        paced.end(who, seconds)


def known_as_slow(paced: Pace, who: str) -> None:
    known_as(paced, who, 5 * LONG_SECONDS, 10)


def test_a_slow_reader_alone_has_as_many_as_it_asks_for() -> None:
    paced = Pace(Askers())
    known_as_slow(paced, "slow")
    assert begun(paced, "slow") == MANY


def test_a_slow_reader_has_few_beside_somebody_else() -> None:
    paced = Pace(Askers())
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    assert begun(paced, "slow") == FEW


def test_a_quick_reader_is_never_paced() -> None:
    paced = Pace(Askers())
    known_as(paced, "quick", LONG_SECONDS * 0.9, 1_000)
    assert paced.begin_now("other")
    assert begun(paced, "quick") == MANY


def test_the_house_is_neither_paced_nor_somebody_else() -> None:
    paced = Pace(Askers())
    known_as_slow(paced, "slow")
    assert begun(paced, SYSTEM) == MANY
    assert begun(paced, "slow") == MANY


def test_who_asked_long_ago_is_not_there_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    paced = Pace(Askers())
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    monkeypatch.setattr(contention_flag, "THERE_SECONDS", -1.0)
    assert begun(paced, "slow") == MANY


def test_a_slow_read_counts_however_many_quick_ones_come_with_it() -> None:
    paced = Pace(Askers())
    assert paced.begin_now("other")
    for _ in range(100):
        known_as(paced, "mixed", LONG_SECONDS / 20, 9)
        known_as(paced, "mixed", LONG_SECONDS * 4, 1)
    assert begun(paced, "mixed") == FEW


def test_one_that_has_become_quick_again_is_let_go() -> None:
    paced = Pace(Askers())
    known_as_slow(paced, "was_slow")
    assert paced.begin_now("other")
    known_as(paced, "was_slow", QUICK_SECONDS / 2, 1_000)
    assert begun(paced, "was_slow") == MANY


def test_one_that_is_less_slow_because_it_is_paced_stays_so() -> None:
    paced = Pace(Askers())
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    known_as(paced, "slow", (QUICK_SECONDS + LONG_SECONDS) / 2, 1_000)
    assert begun(paced, "slow") == FEW


def test_a_third_that_asks_takes_the_place_of_whoever_asked_longest_ago() -> None:
    asking = Askers()
    for who in ("first", "second", "first", "third"):
        asking.note(who)
    assert asking.has_other("first")
    assert asking.has_other("third")
    asking.note("first")
    assert asking.has_other("first")
    asking.note("second")
    asking.note("second")
    assert asking.has_other("second")


def test_who_asks_alone_and_again_is_nobody_else() -> None:
    asking = Askers()
    for _ in range(3):
        asking.note("one")
    assert not asking.has_other("one")
    assert asking.has_other("two")


def test_who_asks_in_another_process_of_the_node_is_somebody_else_here(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = Shared.made()
    paced = Pace(Askers(shared.notes))
    known_as_slow(paced, "slow")
    assert begun(paced, "slow") == MANY
    # It takes its time to begin, and what it noted holds for a moment.
    monkeypatch.setattr(contention_flag, "THERE_SECONDS", 60.0)
    command = [sys.executable, "-c", NOTING]
    subprocess.run(command, env=os.environ | shared.environment, pass_fds=[shared.descriptor], check=True)
    assert begun(paced, "slow") == 0


async def crowd(paced: Pace, size: int, order: list[int]) -> list[asyncio.Task]:
    async def read(number: int) -> None:
        await paced.begin("slow", LONG)
        order.append(number)

    tasks = [asyncio.create_task(read(number)) for number in range(size)]
    await asyncio.sleep(0)
    return tasks


async def test_who_waits_is_served_in_turn_as_reads_of_its_party_end() -> None:
    paced, order = Pace(Askers()), []
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
    paced, order = Pace(Askers()), []
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    assert begun(paced, "slow") == FEW
    tasks = await crowd(paced, 6, order)
    monkeypatch.setattr(contention_flag, "THERE_SECONDS", -1.0)
    paced.end("slow", LONG_SECONDS * 5)
    await asyncio.gather(*tasks)
    assert order == list(range(6))


async def test_a_turn_of_one_that_gives_up_goes_to_the_next() -> None:
    paced, order = Pace(Askers()), []
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
    paced = Pace(Askers())
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    assert begun(paced, "slow") == FEW
    with pytest.raises(AcquireTimeout):
        await paced.begin("slow", 0.01)
    for _ in range(FEW):
        paced.end("slow", LONG_SECONDS * 5)
    assert paced.begin_now("other")
    assert begun(paced, "slow") == FEW


async def test_a_read_that_hangs_keeps_the_others_of_its_party_waiting_for_a_moment_only() -> None:
    paced, order = Pace(Askers()), []
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    assert begun(paced, "slow") == FEW
    tasks = await crowd(paced, 3, order)
    await asyncio.wait_for(tasks[0], LONG)
    # The one that hangs is not counted any more: the others follow each other.
    for number in (1, 2):
        assert paced.begin_now("other")
        assert not tasks[number].done()
        paced.end("slow", LONG_SECONDS)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert tasks[number].done()
    assert order == [0, 1, 2]


async def test_one_that_hung_and_has_ended_makes_room_for_no_more_than_before(monkeypatch: pytest.MonkeyPatch) -> None:
    paced, order = Pace(Askers()), []
    known_as_slow(paced, "slow")
    assert paced.begin_now("other")
    assert begun(paced, "slow") == FEW
    tasks = await crowd(paced, 4, order)
    await asyncio.wait_for(tasks[0], LONG)
    monkeypatch.setattr(read_limiter, "STUCK_SECONDS", LONG)
    assert paced.begin_now("other")
    paced.end("slow", LONG)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert order == [0]
    for task in tasks[1:]:
        task.cancel()


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    database = Database(load({}), database_url, size=16)
    await database.open()
    yield database
    await database.close()


async def read(db: Database, who: str, statement: str) -> int:
    tenant.current.set(who)
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
    db = Database(msgspec.structs.replace(load({}), database_pool_timeout_seconds=0.05), database_url, size=8)
    await db.open()
    await read(db, "slow", "SELECT 1 FROM pg_sleep(0.05)")
    await read(db, "other", "SELECT 1")
    held = [asyncio.create_task(read(db, "slow", "SELECT 1 FROM pg_sleep(1)")) for _ in range(FEW)]
    await asyncio.sleep(0)
    with pytest.raises(PoolFull):
        await read(db, "slow", "SELECT 1")
    assert await asyncio.gather(*held) == [1] * FEW
    await db.close()
