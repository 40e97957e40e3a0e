"""The queues of which what nothing was heard of for longest comes first."""

from collections.abc import Sequence
from datetime import UTC, datetime

import asyncpg

from fulfilment.infra.api import pagination
from fulfilment.infra.api.pagination import PageRequest, ScanResult
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read
from fulfilment.shipments.listing import query_schemas, work_queues
from fulfilment.shipments.listing.query_schemas import ShipmentQuery

CURSOR_FIELDS = ("updated_at", "id")
_START = datetime(1, 1, 1, tzinfo=UTC)

_SCAN = """
    SELECT {row}, s.updated_at, s.id FROM (
        SELECT columns(shipments s), {passes} AND {period} AS passes
          FROM shipments s
         WHERE s.account_id = $1 AND (s.updated_at, s.id) > ($2, $3) AND {which}
         ORDER BY s.updated_at, s.id LIMIT $4
    ) s ORDER BY s.updated_at, s.id
"""
_BY_QUEUE = {
    name: sql(
        f"shipments.scan_by_{name}",
        _SCAN,
        row=query_schemas.row_sql("s.updated_at, s.id"),
        passes=query_schemas.FILTERS_SQL,
        period=query_schemas.PERIOD_SQL,
        which=work_queues.CONDITIONS[name],
    )
    for name in work_queues.STALE_QUEUES
}


async def find_stale(read: Read, query: ShipmentQuery, page: PageRequest) -> ScanResult:
    """The page of such a queue."""
    assert query.queue is not None, "it is asked for by its queue"
    statement = _BY_QUEUE[query.queue]

    async def fetch_page(after: tuple, size: int) -> Sequence[asyncpg.Record]:
        return await read.fetch_all(statement, *after, size, *query_schemas.build_parameters(query))

    return await pagination.scan(page, fetch_page, page.after or (_START, ""), *CURSOR_FIELDS)
