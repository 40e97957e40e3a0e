"""Filtered lists of shipments, newest first (specification, Shipments; decisions, section 2).

Of the filters given, the one that tells most apart is sought by its index; the rows found there are looked through for
the others, so many at most an answer. Identifiers rise with the time of creation, so that a period is a range of them.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg

from fulfilment import ids
from fulfilment.db.sql import Statement, sql
from fulfilment.db.tx import Read
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import Validation
from fulfilment.http.paging import Page, Walked
from fulfilment.shipments import filters, queries, queues, search, silence
from fulfilment.shipments.query_records import ShipmentQuery

_WALK = """
    SELECT s.id AS position, {row} FROM (
        SELECT columns(shipments s), {passes} AS passes
          FROM shipments s
         WHERE s.account_id = $1 AND s.id < $2 AND s.id >= $3 {which} AND {period}
         ORDER BY s.id DESC LIMIT $4
    ) s ORDER BY s.id DESC
"""


def _statement(name: str, which: str) -> Statement:
    passes, period, row = filters.PASSES, filters.IN_PERIOD, filters.row("s.id DESC")
    return sql(f"shipments.walk_by_{name}", _WALK, row=row, passes=passes, period=period, which=which)


# What tells most apart comes first.
_INDEXED: dict[str, Statement] = {
    name: _statement(name, which)
    for name, which in {
        "waybill_id": "AND left(s.waybill_id, 255) = left($5, 255)",
        "checkout_session_id": "AND s.checkout_session_id = $6",
        "customer_id": "AND s.customer_id = $7",
        "courier_code": "AND s.courier_code = $8",
        "status": "AND s.status = $9",
    }.items()
}
_BY_PERIOD = _statement("period", "")
_QUEUES = {
    name: _statement(f"queue_{name}", f"AND {which}")
    for name, which in queues.CONDITIONS.items()
    if name not in queues.BY_SILENCE
}

# A clock that was set back, or one of another node, may have an identifier say another time than its row does. So what
# is read at the ends of a period, and not of it, is what so long a time brings, however many shipments there are.
_CLOCKS_DIFFER = timedelta(hours=1)


async def list_page(read: Read, query: ShipmentQuery, page: Page) -> Reply:
    """A page of the list, with its maintained total where nothing but the status narrows it. Raises Validation."""
    if is_filtered(query):
        return await find(read, query, page)
    rows = await queries.list_shipments(read, query.status, page)
    return paging.listed(None, rows, page, total=await queries.total(read, query.status))


def require_sound(query: ShipmentQuery) -> None:
    """Raise Validation for filters that contradict each other."""
    if query.from_ is not None and query.to is not None and query.to < query.from_:
        raise Validation("to must not be before from.", field="to")
    if query.q is not None and query.queue is not None:
        raise Validation("q and queue cannot be used together.", field="queue")


async def find(read: Read, query: ShipmentQuery, page: Page) -> Reply:
    """The page of what every filter lets pass; nobody counts how many there are."""
    require_sound(query)
    if query.q is not None:
        return _uncounted(await search.find(read, query, page), page, *search.POSITION)
    if query.queue in queues.BY_SILENCE:
        return _uncounted(await silence.find(read, query, page), page, *silence.POSITION)
    statement = _statement_for(query)
    start, floor = _range(query, page)

    async def look(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.all(statement, after[0], floor, size, *filters.of(query))

    return _uncounted(await paging.walk(page, look, (start,), "position"), page)


def parts(query: ShipmentQuery) -> int:
    """Of how many parts a cursor of the list is."""
    return 2 if query.q is not None or query.queue in queues.BY_SILENCE else 1


def _uncounted(walked: Walked, page: Page, *position: str) -> Reply:
    reply = paging.found(None, walked, page, *position)
    reply.meta["total"] = None
    return reply


def _statement_for(query: ShipmentQuery) -> Statement:
    """What leads the walk: a queue has few rows, and of the other filters some tell more apart."""
    if query.queue is not None:
        return _QUEUES[query.queue]
    return next((_INDEXED[name] for name in _INDEXED if getattr(query, name) is not None), _BY_PERIOD)


def is_filtered(query: ShipmentQuery) -> bool:
    """Whether anything but the status narrows the list."""
    narrowing = (*_INDEXED, "from_", "to", "q", "queue", "printed")
    return any(getattr(query, name) is not None for name in narrowing if name != "status")


def _range(query: ShipmentQuery, page: Page) -> tuple[str, str]:
    """After which identifier the page begins, and the last that can be in the period."""
    start = ids.beyond("ship")
    if query.to is not None:
        start = min(start, _first_of(query.to, _CLOCKS_DIFFER))
    if page.after is not None:
        start = min(start, page.after[0])
    return start, "" if query.from_ is None else _first_of(query.from_, -_CLOCKS_DIFFER)


def _first_of(moment: datetime, margin: timedelta) -> str:
    try:
        return ids.first_of("ship", moment + margin)
    except OverflowError:
        return ids.first_of("ship", moment)
