"""Look-ups that arrive together share a round trip, and each gets its own row."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from fulfilment import settings
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import Statement, own_sql
from fulfilment.infra.database.transaction import PooledExecutor
from fulfilment.infra.operations.batch_loader import BatchedQueries
from tests.harness.waiting import until

DOUBLED = Statement(
    "test.unscoped_doubled",
    own_sql("SELECT 2 * number AS doubled FROM unnest($1::int[]) WITH ORDINALITY AS r (number, nth) ORDER BY nth"),
    is_scoped=False,
)


class Counted(PooledExecutor):
    """Counts the round trips; the first `lost` of them lose their connection."""

    def __init__(self, db: Database, lost: int = 0) -> None:
        super().__init__(db)
        self.trips, self.lost = 0, lost

    async def fetch(self, statement: str, /, *args: Any) -> list[asyncpg.Record]:
        self.trips += 1
        if self.trips <= self.lost:
            raise asyncpg.ConnectionDoesNotExistError
        return await super().fetch(statement, *args)


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    database = Database(settings.load({}), database_url)
    await database.open()
    yield database
    await database.close()


async def test_a_hundred_at_once_take_one_round_trip(db: Database) -> None:
    executor = Counted(db)
    queries = BatchedQueries(executor)
    rows = await asyncio.gather(*(queries.fetch_one(DOUBLED, number) for number in range(100)))
    assert [row["doubled"] for row in rows] == [2 * number for number in range(100)]
    assert executor.trips == 1


async def test_requests_during_a_round_trip_share_the_next(db: Database) -> None:
    executor = Counted(db)
    queries = BatchedQueries(executor)
    first = asyncio.create_task(queries.fetch_one(DOUBLED, 1))
    await until(lambda: executor.trips == 1)
    rows = await asyncio.gather(first, *(queries.fetch_one(DOUBLED, number) for number in (2, 3)))
    assert [row["doubled"] for row in rows] == [2, 4, 6] and executor.trips == 2


@pytest.mark.parametrize("lost", [1, 2])
async def test_a_lost_connection_is_tried_once_more(db: Database, lost: int) -> None:
    executor = Counted(db, lost)
    asked = BatchedQueries(executor).fetch_one(DOUBLED, 21)
    if lost == 1:
        assert (await asked)["doubled"] == 42
    else:
        with pytest.raises(asyncpg.ConnectionDoesNotExistError):
            await asked
    assert executor.trips == 2
