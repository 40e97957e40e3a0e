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
from fulfilment.db.wire_json import object_of
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import Validation
from fulfilment.http.paging import Page
from fulfilment.shipments import queries, tracking_link
from fulfilment.shipments.records import Shipment, ShipmentQuery

_WALK = """
    SELECT s.id AS position, {row} FROM (
        SELECT columns(shipments s), ($5::text IS NULL OR s.waybill_id = $5)
                AND ($6::text IS NULL OR s.checkout_session_id = $6)
                AND ($7::text IS NULL OR s.customer_id = $7)
                AND ($8::text IS NULL OR s.courier_code = $8)
                AND ($9::text IS NULL OR s.status = $9) AS passes
          FROM shipments s
         WHERE s.account_id = $1 AND s.id < $2 AND s.id >= $3 {which}
           AND ($10::timestamptz IS NULL OR s.created_at >= $10)
           AND ($11::timestamptz IS NULL OR s.created_at < $11)
         ORDER BY s.id DESC LIMIT $4
    ) s ORDER BY s.id DESC
"""
_SHOWN = object_of(Shipment, "s", tracking_page_url="$12::text || s.tracking_token")
_ROW = paging.until_full(_SHOWN, "row", size=queries.SIZE, order="s.id DESC", which="s.passes")

# What tells most apart comes first.
_INDEXED: dict[str, Statement] = {
    name: sql(f"shipments.walk_by_{name}", _WALK, row=_ROW, which=which)
    for name, which in {
        "waybill_id": "AND left(s.waybill_id, 255) = left($5, 255)",
        "checkout_session_id": "AND s.checkout_session_id = $6",
        "customer_id": "AND s.customer_id = $7",
        "courier_code": "AND s.courier_code = $8",
        "status": "AND s.status = $9",
    }.items()
}
_BY_PERIOD = sql("shipments.walk_by_period", _WALK, row=_ROW, which="")

# A clock that was set back, or one of another node, may have an identifier say another time than its row does. So what
# is read at the ends of a period, and not of it, is what so long a time brings, however many shipments there are.
_CLOCKS_DIFFER = timedelta(hours=1)


async def find(read: Read, query: ShipmentQuery, page: Page) -> Reply:
    """The page of what every filter lets pass; nobody counts how many there are."""
    if query.from_ is not None and query.to is not None and query.to < query.from_:
        raise Validation("to must not be before from.", field="to")
    statement = next((_INDEXED[name] for name in _INDEXED if getattr(query, name) is not None), _BY_PERIOD)
    wanted = [getattr(query, name) for name in (*_INDEXED, "from_", "to")]
    start, floor = _range(query, page)

    async def look(after: tuple[str, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.all(statement, after[0], floor, size, *wanted, tracking_link.prefix())

    reply = paging.found(None, await paging.walk(page, look, (start,), "position"), page)
    reply.meta["total"] = None
    return reply


def is_filtered(query: ShipmentQuery) -> bool:
    """Whether anything but the status narrows the list."""
    return any(getattr(query, name) is not None for name in (*_INDEXED, "from_", "to") if name != "status")


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
