"""Look-ups that requests share: everybody hears what they asked for, of a moment after they asked."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from fulfilment.infra.database.errors import CONNECTION_LOST
from fulfilment.infra.database.statements import Statement
from fulfilment.infra.operations.batched_queries import BatchedQueries

DOUBLED = Statement("test.unscoped_doubled", "SELECT $1 || $1", False)
OTHER = Statement("test.unscoped_other", "SELECT $1 || '!'", False)


class Database:
    """Answers a round when it is let; fails as often as it is told to."""

    def __init__(self, *failures: Exception):
        self.rounds: list[list[Any]] = []
        self.open = asyncio.Event()
        self._failures = list(failures)

    async def fetch(self, statement: str, *columns: Any) -> Sequence[Any]:
        self.rounds.append(list(columns[0]))
        await self.open.wait()
        if self._failures:
            raise self._failures.pop(0)
        return [one * 2 if statement == DOUBLED.text else f"{one}!" for one in columns[0]]


async def test_who_asks_during_a_round_shares_the_next_and_hears_their_own_answer() -> None:
    db = Database()
    look_ups = BatchedQueries(db)
    asking = []
    for one in "abcd":
        asking.append(asyncio.create_task(look_ups.fetch_one(DOUBLED, one)))
        await asyncio.sleep(0.001)
    db.open.set()
    assert await asyncio.gather(*asking) == ["aa", "bb", "cc", "dd"]
    assert db.rounds == [["a"], ["b", "c", "d"]]


async def test_questions_of_other_statements_do_not_wait_for_each_other() -> None:
    db = Database()
    look_ups = BatchedQueries(db)
    asking = [asyncio.create_task(look_ups.fetch_one(statement, "a")) for statement in (DOUBLED, OTHER)]
    await asyncio.sleep(0.001)
    assert db.rounds == [["a"], ["a"]]
    db.open.set()
    assert await asyncio.gather(*asking) == ["aa", "a!"]


async def test_a_lost_connection_is_asked_past_once() -> None:
    db = Database(CONNECTION_LOST[0]("gone"))
    db.open.set()
    assert await BatchedQueries(db).fetch_one(DOUBLED, "a") == "aa"
    assert len(db.rounds) == 2


async def test_a_failure_is_told_to_all_of_its_round_and_to_nobody_after_it() -> None:
    db = Database(ValueError("broken"))
    look_ups = BatchedQueries(db)
    db.open.set()
    told = await asyncio.gather(*(look_ups.fetch_one(DOUBLED, one) for one in "ab"), return_exceptions=True)
    assert [type(one) for one in told] == [ValueError, ValueError]
    assert await look_ups.fetch_one(DOUBLED, "c") == "cc"


async def test_whoever_gives_up_keeps_nobody_from_their_answer() -> None:
    db = Database()
    look_ups = BatchedQueries(db)
    first, second = (asyncio.create_task(look_ups.fetch_one(DOUBLED, one)) for one in "ab")
    await asyncio.sleep(0.001)
    first.cancel()
    db.open.set()
    assert await second == "bb"
    with pytest.raises(asyncio.CancelledError):
        await first
