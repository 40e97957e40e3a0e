"""What narrows a list of shipments, whatever order it comes in: the same conditions and parameters everywhere."""

from typing import Any

from fulfilment.infra.api import pagination
from fulfilment.infra.database.json_rows import json_object
from fulfilment.shipments import queries, tracking_link
from fulfilment.shipments.listing import waybills
from fulfilment.shipments.listing.query_schemas import ShipmentQuery
from fulfilment.shipments.schemas import Shipment

# $1 is the workspace, $2 to $4 say where the walk is and how many rows it takes; `build_parameters` gives $5 to $13.
FILTERS_SQL = f"""
    ($5::text IS NULL OR {waybills.has_waybill_sql("$5")})
    AND ($6::text IS NULL OR s.checkout_session_id = $6)
    AND ($7::text IS NULL OR s.customer_id = $7)
    AND ($8::text IS NULL OR s.courier_code = $8)
    AND ($9::text IS NULL OR s.status = $9)
    AND ($13::boolean IS NULL OR (s.printed_at IS NOT NULL) = $13)
"""
PERIOD_SQL = "($10::timestamptz IS NULL OR s.created_at >= $10) AND ($11::timestamptz IS NULL OR s.created_at < $11)"
EXACT_FIELDS = ("waybill_id", "checkout_session_id", "customer_id", "courier_code", "status")

_SHIPMENT_JSON = json_object(Shipment, "s", tracking_page_url="$12::text || s.tracking_token")


def row_sql(order: str) -> str:
    """The SQL of the column `row_sql`, for rows of `s` that say by `passes` whether they are shown."""
    return pagination.stop_when_full_sql(
        _SHIPMENT_JSON, "row", size=queries.STORED_BYTES, order=order, which="s.passes"
    )


def build_parameters(query: ShipmentQuery) -> tuple[Any, ...]:
    """The parameters $5 to $13. Courier codes are lower case."""
    exact = [getattr(query, name) for name in EXACT_FIELDS]
    exact[EXACT_FIELDS.index("courier_code")] = query.courier_code and query.courier_code.lower()
    exact[0] = waybills.parse_waybill_key(query.waybill_id)
    printed = None if query.printed is None else query.printed == "true"
    return (*exact, query.from_, query.to, tracking_link.get_url_prefix(), printed)
