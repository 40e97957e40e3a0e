"""What narrows a list of shipments, as it stands in an address."""

from typing import Annotated

from msgspec import Meta, field

from fulfilment.infra.models import Code, Moment, PageQuery, Query
from fulfilment.infra.safe_csv import Separator
from fulfilment.shipments.schemas import Flag, Queue, Status


class StatusQuery(PageQuery):
    """Which shipments to list."""

    status: Status | None = None
    """Only shipments that have this status now."""


class ShipmentFilters(Query, rename="camel"):
    """Every filter narrows the others. The period is of `createdAt`, `from` in it and `to` not."""

    status: Status | None = None
    """Only shipments that have this status now."""
    courier_code: Code | None = None
    """Only shipments of this courier."""
    waybill_id: Code | None = None
    """Only the shipments that have, or had, this waybill of the courier's, without regard to case, spaces and hyphens.
    """
    customer_id: Code | None = None
    """Only the shipments of this buyer, by your own id."""
    checkout_session_id: Code | None = None
    """Only the shipments of this checkout, by your own id."""
    from_: Moment | None = field(default=None, name="from")
    """Only shipments drafted at this moment or later; a timestamp with an offset."""
    to: Moment | None = None
    """Only shipments drafted before this moment; a timestamp with an offset."""
    q: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    """Words, of which each must begin a word of the recipient's name, the order's number or an item's sku, or the
    recipient's telephone number in any spelling, or be its last four digits. Case, accents and the kinds of apostrophes
    and hyphens make no difference. A number finds what it is as an order, a sku, a telephone number and a waybill.
    Another text that is the id or the waybill of a shipment finds that one alone. Hits come in the order of the words
    found, the newest first.
    """
    queue: Queue | None = None
    """Only what waits for somebody: `to_book` drafted, `to_print` booked and not printed since, `uncollected` booked,
    not collected and not heard of for 24 hours, `silent` under way and not heard of for 48 hours, `unclear` whether the
    courier booked or cancelled it, `returned` and nobody has said what became of the goods, `under_way` booked, and
    neither delivered, returned nor cancelled yet. `uncollected` and `silent` begin with what was not heard of for
    longest. It cannot be used together with `q`.
    """
    printed: Flag | None = None
    """`true` only shipments whose label was printed, `false` the others."""


class ShipmentExportQuery(ShipmentFilters, rename="camel"):
    """The same filters, and the form of the file."""

    separator: Separator = "comma"
    """The character between the cells: `comma`, or `semicolon` for spreadsheets of languages that write a decimal
    comma.
    """


class ShipmentQuery(PageQuery, rename="camel"):
    """The page, and the same filters."""

    words_of = ShipmentFilters

    status: Status | None = None
    courier_code: Code | None = None
    waybill_id: Code | None = None
    customer_id: Code | None = None
    checkout_session_id: Code | None = None
    from_: Moment | None = field(default=None, name="from")
    to: Moment | None = None
    q: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    queue: Queue | None = None
    printed: Flag | None = None
