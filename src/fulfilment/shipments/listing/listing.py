"""Filtered lists of shipments, newest first (specification, Shipments; decisions, section 2).

The most selective of the given filters is read by its index, and the rows are checked against the others. The number of
rows per answer is bounded. Identifiers rise with the time of creation, so that a period is a range of them.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import asyncpg

from fulfilment.infra import ids
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.pagination import PageRequest, ScanResult
from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.database.transaction import Read
from fulfilment.shipments import queries
from fulfilment.shipments.listing import query_schemas, search, work_queues
from fulfilment.shipments.listing.query_schemas import ShipmentQuery

CURSOR_FIELDS = ("updated_at", "id")

# An identifier may hold another time than its row, after a clock was set back or on another node. So a period reads
# this much more at both ends, however many shipments there are.
_MAX_CLOCK_SKEW = timedelta(hours=1)
_START = datetime(1, 1, 1, tzinfo=UTC)

_STALE_SCAN = """
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
        _STALE_SCAN,
        row=query_schemas.row_sql("s.updated_at, s.id"),
        passes=query_schemas.FILTERS_SQL,
        period=query_schemas.PERIOD_SQL,
        which=work_queues.CONDITIONS[name],
    )
    for name in work_queues.STALE_QUEUES
}

_SCAN = """
    SELECT s.id AS position, {row} FROM (
        SELECT columns(shipments s), {passes} AS passes
          FROM shipments s
         WHERE s.account_id = $1 AND s.id < $2 AND s.id >= $3 {which} AND {period}
         ORDER BY s.id DESC LIMIT $4
    ) s ORDER BY s.id DESC
"""


def _build_statement(name: str, which: str) -> Statement:
    passes, period, row = query_schemas.FILTERS_SQL, query_schemas.PERIOD_SQL, query_schemas.row_sql("s.id DESC")
    return sql(f"shipments.scan_by_{name}", _SCAN, row=row, passes=passes, period=period, which=which)


_WAYBILL_IDS = query_schemas.shipment_ids_sql("$5", within="{id} < $2 AND {id} >= $3", limit="$4")
# The most selective filter comes first.
_INDEXED_STATEMENTS: dict[str, Statement] = {
    name: _build_statement(name, which)
    for name, which in {
        "waybill_id": f"AND s.id = ANY (ARRAY({_WAYBILL_IDS}))",
        "checkout_session_id": "AND s.checkout_session_id = $6",
        "customer_id": "AND s.customer_id = $7",
        "courier_code": "AND s.courier_code = $8",
        "status": "AND s.status = $9",
    }.items()
}
_PERIOD_STATEMENT = _build_statement("period", "")
_QUEUE_STATEMENTS = {
    name: _build_statement(f"queue_{name}", f"AND {which}")
    for name, which in work_queues.CONDITIONS.items()
    if name not in work_queues.STALE_QUEUES
}


async def list_page(read: Read, query: ShipmentQuery, page: PageRequest) -> Reply:
    """A page of the list, with the maintained total where only the status filters it. Raises Validation."""
    if is_filtered(query):
        return await find_filtered(read, query, page)
    rows = await queries.list_shipments(read, query.status, page)
    return pagination.page_response(None, rows, page, total=await queries.count_shipments(read, query.status))


def validate_filters(query: ShipmentQuery) -> None:
    """Raise Validation for filters that contradict each other."""
    if query.from_ is not None and query.to is not None and query.to < query.from_:
        raise Validation("to must not be before from.", field="to")
    if query.q is not None and query.queue is not None:
        raise Validation("q and queue cannot be used together.", field="queue")


async def find_filtered(read: Read, query: ShipmentQuery, page: PageRequest) -> Reply:
    """A page of the shipments that match every filter, without a total."""
    validate_filters(query)
    if query.q is not None:
        return _page_without_total(await search.search_shipments(read, query, page), page, *search.CURSOR_FIELDS)
    if query.queue in work_queues.STALE_QUEUES:
        return _page_without_total(await find_stale(read, query, page), page, *CURSOR_FIELDS)
    statement = _choose_statement(query)
    start, floor = _id_range(query, page)

    async def fetch_page(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.fetch_all(statement, after[0], floor, size, *query_schemas.build_parameters(query))

    return _page_without_total(await pagination.scan(page, fetch_page, (start,), "position"), page)


async def find_stale(read: Read, query: ShipmentQuery, page: PageRequest) -> ScanResult:
    """A page of a stale queue, the longest without a report first."""
    assert query.queue is not None, "it is asked for by its queue"
    statement = _BY_QUEUE[query.queue]

    async def fetch_page(after: tuple, size: int) -> Sequence[asyncpg.Record]:
        return await read.fetch_all(statement, *after, size, *query_schemas.build_parameters(query))

    return await pagination.scan(page, fetch_page, page.after or (_START, ""), *CURSOR_FIELDS)


def get_cursor_types(query: ShipmentQuery) -> tuple[pagination.Part, ...]:
    """The types of the list's sort key."""
    if query.q is not None:
        return (str, str)
    return (datetime, str) if query.queue in work_queues.STALE_QUEUES else (str,)


def _page_without_total(scanned: ScanResult, page: PageRequest, *position: str) -> Reply:
    reply = pagination.scan_response(None, scanned, page, *position)
    assert reply.meta is not None, "a page says whether there is more"
    reply.meta["total"] = None
    return reply


def _choose_statement(query: ShipmentQuery) -> Statement:
    """The statement by the queue, which has few rows, or else by the most selective filter."""
    if query.queue is not None:
        return _QUEUE_STATEMENTS[query.queue]
    return next(
        (_INDEXED_STATEMENTS[name] for name in _INDEXED_STATEMENTS if getattr(query, name) is not None),
        _PERIOD_STATEMENT,
    )


def is_filtered(query: ShipmentQuery) -> bool:
    """True if anything but the status filters the list."""
    narrowing = (*_INDEXED_STATEMENTS, "from_", "to", "q", "queue", "printed")
    return any(getattr(query, name) is not None for name in narrowing if name != "status")


def _id_range(query: ShipmentQuery, page: PageRequest) -> tuple[str, str]:
    """The identifier to start below, and the lowest identifier that the period can have."""
    start = ids.upper_bound("ship")
    if query.to is not None:
        start = min(start, _lower_bound(query.to, _MAX_CLOCK_SKEW))
    if page.after is not None:
        start = min(start, page.after[0])
    return start, "" if query.from_ is None else _lower_bound(query.from_, -_MAX_CLOCK_SKEW)


def _lower_bound(moment: datetime, margin: timedelta) -> str:
    try:
        return ids.lower_bound("ship", moment + margin)
    except OverflowError:
        return ids.lower_bound("ship", moment)
