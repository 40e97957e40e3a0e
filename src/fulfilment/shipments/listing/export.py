"""Export of shipments as CSV: all that match the filters, in the order of the list.

It is read in pages, each its own short query, so that a slow client holds neither rows nor a connection.
"""

from collections.abc import AsyncGenerator
from typing import Any

import msgspec

from fulfilment.infra import safe_csv
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Stream
from fulfilment.infra.api.request import Request
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.limits.stream_limiter import StreamLimiter
from fulfilment.settings import Settings
from fulfilment.shipments.listing import listing
from fulfilment.shipments.listing.query_schemas import ShipmentExportQuery, ShipmentQuery

PAGE_SIZE = 100
COLUMNS = (
    *("id", "createdAt", "status", "externalRef", "recipient", "phone", "city", "postalCode"),
    *(
        "courierCode",
        "courierServiceCode",
        "waybillId",
        "price",
        "insurance",
        "currency",
        "printedAt",
        "trackingPageUrl",
    ),
)
_PAGE_LIMITS = pagination.PageLimits(default=PAGE_SIZE, max_limit=PAGE_SIZE)


class _ExportDestination(msgspec.Struct, rename="camel"):
    contact_name: Any = None
    contact_phone: Any = None
    city: Any = None
    postal_code: Any = None


class _ExportRow(msgspec.Struct, rename="camel"):
    id: str
    created_at: str
    status: str
    external_ref: str | None
    destination_snapshot: _ExportDestination
    courier_code: str
    courier_service_code: str
    waybill_id: str | None
    price: int
    insurance: int
    printed_at: str | None
    tracking_page_url: str


_decode_row = msgspec.json.Decoder(_ExportRow).decode


def stream_csv(
    read: Read, request: Request, export_query: ShipmentExportQuery, stream_limiter: StreamLimiter, settings: Settings
) -> Stream:
    """The file. Raises Validation; the first chunk raises ServiceUnavailable where too many exports run."""
    filters = msgspec.structs.asdict(export_query)
    separator = filters.pop("separator")
    query = ShipmentQuery(**filters)
    listing.validate_filters(query)
    chunks = _iter_chunks(read, query, settings.currency, separator)
    return stream_limiter.stream(read, request, chunks, safe_csv.MEDIA_TYPE, "shipments.csv")


async def _iter_chunks(
    read: Read, query: ShipmentQuery, currency: str, separator: safe_csv.Separator
) -> AsyncGenerator[bytes, None]:
    # Sent with the first page and not before, so that an error of the first page is still an error response.
    head, has_more = safe_csv.BYTE_ORDER_MARK.encode() + safe_csv.lines([COLUMNS], separator), True
    while has_more:
        page = pagination.parse_page(query, _PAGE_LIMITS, parts=listing.get_cursor_types(query))
        reply = await listing.list_page(read, query, page)
        assert reply.meta is not None, "a page says whether there is more"
        yield head + safe_csv.lines((_to_cells(_decode_row(bytes(row)), currency) for row in reply.data), separator)
        head = b""
        query.cursor, has_more = reply.meta["cursor"], reply.meta["hasMore"]


def _to_cells(row: _ExportRow, currency: str) -> tuple[Any, ...]:
    destination = row.destination_snapshot
    return (
        *(row.id, row.created_at, row.status, row.external_ref),
        *(destination.contact_name, destination.contact_phone, destination.city, destination.postal_code),
        *(row.courier_code, row.courier_service_code, row.waybill_id, row.price, row.insurance, currency),
        *(row.printed_at, row.tracking_page_url),
    )
