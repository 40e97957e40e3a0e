"""The queues of which what nothing was heard of for longest comes first."""

from collections.abc import Sequence
from datetime import UTC, datetime

import asyncpg

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.http import paging
from fulfilment.http.paging import Page, Walked
from fulfilment.shipments import filters, queues
from fulfilment.shipments.query_records import ShipmentQuery

POSITION = ("updated_at", "id")
_BEGINNING = datetime(1, 1, 1, tzinfo=UTC)

_WALK = """
    SELECT {row}, s.updated_at, s.id FROM (
        SELECT columns(shipments s), {passes} AND {period} AS passes
          FROM shipments s
         WHERE s.account_id = $1 AND (s.updated_at, s.id) > ($2, $3) AND {which}
         ORDER BY s.updated_at, s.id LIMIT $4
    ) s ORDER BY s.updated_at, s.id
"""
_BY_QUEUE = {
    name: sql(
        f"shipments.walk_by_{name}",
        _WALK,
        row=filters.row("s.updated_at, s.id"),
        passes=filters.PASSES,
        period=filters.IN_PERIOD,
        which=queues.CONDITIONS[name],
    )
    for name in queues.BY_SILENCE
}


async def find(read: Read, query: ShipmentQuery, page: Page) -> Walked:
    """The page of such a queue."""
    statement = _BY_QUEUE[query.queue]

    async def look(after: tuple, size: int) -> Sequence[asyncpg.Record]:
        return await read.all(statement, *after, size, *filters.of(query))

    start = (_BEGINNING, "") if page.after is None else (paging.moment(page.after[0]), page.after[1])
    return await paging.walk(page, look, start, *POSITION)
