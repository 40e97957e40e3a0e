"""What narrows a list of shipments, whatever order it comes in: the same conditions and parameters everywhere."""

from typing import Any

from fulfilment.db.wire_json import object_of
from fulfilment.http import paging
from fulfilment.shipments import queries, tracking_link
from fulfilment.shipments.query_records import ShipmentQuery
from fulfilment.shipments.records import Shipment

# $1 is the workspace, $2 to $4 say where the walk is and how many rows it takes; `of` gives $5 to $13.
PASSES = """
    ($5::text IS NULL OR s.waybill_id = $5)
    AND ($6::text IS NULL OR s.checkout_session_id = $6)
    AND ($7::text IS NULL OR s.customer_id = $7)
    AND ($8::text IS NULL OR s.courier_code = $8)
    AND ($9::text IS NULL OR s.status = $9)
    AND ($13::boolean IS NULL OR (s.printed_at IS NOT NULL) = $13)
"""
IN_PERIOD = "($10::timestamptz IS NULL OR s.created_at >= $10) AND ($11::timestamptz IS NULL OR s.created_at < $11)"
EXACT = ("waybill_id", "checkout_session_id", "customer_id", "courier_code", "status")

_SHOWN = object_of(Shipment, "s", tracking_page_url="$12::text || s.tracking_token")


def row(order: str) -> str:
    """The SQL of the column `row`, for rows of `s` that say by `passes` whether they are shown."""
    return paging.until_full(_SHOWN, "row", size=queries.SIZE, order=order, which="s.passes")


def of(query: ShipmentQuery) -> tuple[Any, ...]:
    """The parameters $5 to $13."""
    exact = [getattr(query, name) for name in EXACT]
    printed = None if query.printed is None else query.printed == "true"
    return (*exact, query.from_, query.to, tracking_link.prefix(), printed)
