"""A page of events reads only its rows, however many there are and whichever filter is used."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from fulfilment.events import queries
from fulfilment.infra import ids
from tests.harness.plans import rows_read

LARGE, MANY, REACH = "acc_large", 60_000, 51
# One type in ten thousand, and one resource in three thousand.
FILL = """
    INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
    SELECT CASE WHEN n % 10 = 0 THEN 'acc_' || n ELSE $1 END, 'evt_' || to_char(n, 'FM00000000000000000000000000'),
           CASE WHEN n % 10000 = 1 THEN 'svc.license.issued.v1' WHEN n % 2 = 0 THEN 'svc.stock.low.v1'
                ELSE 'svc.stock.adjusted.v1' END,
           'prod_' || n % 3001, n, '{}', $3::timestamptz + n * interval '1 second'
      FROM generate_series(1, $2::int) n
"""
SINCE = datetime(2020, 1, 1, tzinfo=UTC)
EVERYTHING = (ids.upper_bound("evt"), "", REACH, None, None)


@pytest.fixture
async def filled(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(database_url)
    await connection.execute(FILL, LARGE, MANY, SINCE)
    await connection.execute("VACUUM ANALYZE events")
    yield connection
    await connection.close()


@pytest.mark.asyncio(loop_scope="function")
async def test_no_filter_reads_much_more_than_the_page_that_it_shows(filled: asyncpg.Connection):
    middle = ("evt_" + f"{MANY // 2:026}", *EVERYTHING[1:])
    for given in (EVERYTHING, middle):
        assert await rows_read(filled, queries.LIST_EVENTS.text, LARGE, *given) <= REACH
        for pattern in ("*", "svc.stock.*", "svc.stock.low.v1", "svc.license.*", "svc.unknown.*"):
            read = await rows_read(filled, queries.LIST_BY_TYPE.text, LARGE, *given, pattern)
            assert read <= 3 * REACH + 10, pattern
            read = await rows_read(filled, queries.LIST_BY_SUBJECT.text, LARGE, *given, pattern, "prod_7")
            assert read <= 3 * REACH + 10, pattern


@pytest.mark.asyncio(loop_scope="function")
async def test_a_period_is_a_range_of_ids(filled: asyncpg.Connection):
    start, end = SINCE + timedelta(seconds=30_000), SINCE + timedelta(seconds=30_030)
    first, last = f"evt_{29_940:026}", f"evt_{30_090:026}"
    read = await rows_read(filled, queries.LIST_EVENTS.text, LARGE, last, first, REACH, start, end)
    assert read <= 150
