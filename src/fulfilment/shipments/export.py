"""Shipments as CSV, as long as the list is: what a filter lets pass, in the order of the list.

It is read in pages, each its own short query, so that neither rows nor a connection are held for whoever reads slowly.
"""

from collections.abc import AsyncGenerator
from typing import Any

import msgspec

from fulfilment import csv_cells
from fulfilment.db.tx import Read
from fulfilment.http import paging
from fulfilment.http.envelope import Stream
from fulfilment.http.exports import Exports
from fulfilment.http.request import Request
from fulfilment.settings import Settings
from fulfilment.shipments import listing
from fulfilment.shipments.query_records import ShipmentFilters, ShipmentQuery

PAGE_ROWS = 100
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
# Spreadsheets take a file without this mark for one of the machine's own old encoding.
_BYTE_ORDER_MARK = "\ufeff".encode()
_LIMITS = paging.Limits(default=PAGE_ROWS, most=PAGE_ROWS)


class _Place(msgspec.Struct, rename="camel"):
    contact_name: Any = None
    contact_phone: Any = None
    city: Any = None
    postal_code: Any = None


class _Row(msgspec.Struct, rename="camel"):
    id: str
    created_at: str
    status: str
    external_ref: str | None
    destination_snapshot: _Place
    courier_code: str
    courier_service_code: str
    waybill_id: str | None
    price: int
    insurance: int
    printed_at: str | None
    tracking_page_url: str


_read_row = msgspec.json.Decoder(_Row).decode


def stream(read: Read, request: Request, filters: ShipmentFilters, exports: Exports, settings: Settings) -> Stream:
    """The file. Raises Validation; its first piece ServiceUnavailable where there is no room."""
    query = ShipmentQuery(**msgspec.structs.asdict(filters))
    listing.require_sound(query)
    return exports.stream(read, request, _pieces(read, query, settings.currency), csv_cells.MEDIA_TYPE, "shipments.csv")


async def _pieces(read: Read, query: ShipmentQuery, currency: str) -> AsyncGenerator[bytes, None]:
    # With the first page and not before it, so that what fails there is refused as ever.
    head, has_more = _BYTE_ORDER_MARK + csv_cells.lines([COLUMNS]), True
    while has_more:
        page = paging.read(query, _LIMITS, parts=listing.parts(query))
        reply = await listing.list_page(read, query, page)
        yield head + csv_cells.lines(_cells(_read_row(bytes(row)), currency) for row in reply.data)
        head = b""
        query.cursor, has_more = reply.meta["cursor"], reply.meta["hasMore"]


def _cells(row: _Row, currency: str) -> tuple[Any, ...]:
    to = row.destination_snapshot
    return (
        *(row.id, row.created_at, row.status, row.external_ref),
        *(to.contact_name, to.contact_phone, to.city, to.postal_code),
        *(row.courier_code, row.courier_service_code, row.waybill_id, row.price, row.insurance, currency),
        *(row.printed_at, row.tracking_page_url),
    )
