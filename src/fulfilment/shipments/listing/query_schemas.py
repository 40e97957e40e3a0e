"""Filters of a list of shipments: the query parameters and their SQL."""

from typing import Annotated, Any, overload

from msgspec import Meta, field

from fulfilment.infra.api import pagination
from fulfilment.infra.database.statements import json_object
from fulfilment.infra.models import Code, Moment, PageQuery, Query
from fulfilment.infra.safe_csv import Separator
from fulfilment.infra.search_text import waybill_key
from fulfilment.shipments import queries, tracking_link
from fulfilment.shipments.schemas import Flag, Queue, Shipment, Status

# Condition: a shipment `s` has, or had, the waybill with the key `{key}`.
HAS_WAYBILL = """
    (waybill_key(s.waybill_id) = {key} OR EXISTS (
        SELECT FROM previous_waybills f
         WHERE f.account_id = $1 AND f.shipment_id = s.id AND waybill_key(f.waybill_id) = {key}))
"""

# The ids of the shipments that have, or had, the waybill, {order} and {most} of them at most.
SHIPMENT_IDS = """
    (SELECT w.id FROM shipments w
      WHERE w.account_id = $1 AND w.waybill_id IS NOT NULL AND waybill_key(w.waybill_id) = {key} AND {w_within}
      ORDER BY w.id {order} LIMIT {most})
    UNION
    (SELECT f.shipment_id FROM previous_waybills f
      WHERE f.account_id = $1 AND waybill_key(f.waybill_id) = {key} AND {f_within}
      ORDER BY f.shipment_id {order} LIMIT {most})
"""
PERIOD_SQL = "($10::timestamptz IS NULL OR s.created_at >= $10) AND ($11::timestamptz IS NULL OR s.created_at < $11)"
EXACT_FIELDS = ("waybill_id", "checkout_session_id", "customer_id", "courier_code", "status")


def has_waybill_sql(key: str) -> str:
    """The SQL condition that a shipment `s` has, or had, the waybill whose key is the parameter."""
    return HAS_WAYBILL.format(key=key)


# $1 is the workspace, and $2 to $4 are the position and the size of the scan; `build_parameters` returns $5 to $13.
FILTERS_SQL = f"""
    ($5::text IS NULL OR {has_waybill_sql("$5")})
    AND ($6::text IS NULL OR s.checkout_session_id = $6)
    AND ($7::text IS NULL OR s.customer_id = $7)
    AND ($8::text IS NULL OR s.courier_code = $8)
    AND ($9::text IS NULL OR s.status = $9)
    AND ($13::boolean IS NULL OR (s.printed_at IS NOT NULL) = $13)
"""

_SHIPMENT_JSON = json_object(Shipment, "s", tracking_page_url="$12::text || s.tracking_token")


class StatusQuery(PageQuery):
    """Page and status of a list of shipments."""

    status: Status | None = None
    """Only shipments that have this status now."""


class ShipmentFilters(Query, rename="camel"):
    """Filters of shipments; a shipment must match all of them.

    The period is of `createdAt`: `from` is included, `to` is not.
    """

    status: Status | None = None
    """Only shipments that have this status now."""
    courier_code: Code | None = None
    """Only shipments of this courier."""
    waybill_id: Code | None = None
    """Only the shipments that have, or had, this waybill of the courier, without regard to case, spaces and hyphens."""
    customer_id: Code | None = None
    """Only the shipments of this buyer, by your own id."""
    checkout_session_id: Code | None = None
    """Only the shipments of this checkout, by your own id."""
    from_: Moment | None = field(default=None, name="from")
    """Only shipments drafted at this moment or later; a timestamp with an offset."""
    to: Moment | None = None
    """Only shipments drafted before this moment; a timestamp with an offset."""
    q: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    """Search words. Each must begin a word of the recipient's name, the order's number or an item's SKU. It may also
    begin the recipient's telephone number in any spelling, or be its last four digits. Case, accents and the kinds of
    apostrophes and hyphens make no difference. A number is looked for as an order, a SKU, a telephone number and a
    waybill. Another text that is the id or the waybill of a shipment finds only that shipment. Results come in the
    order of the words found, the newest first.
    """
    queue: Queue | None = None
    """Only shipments of one work queue. `to_book`: drafted. `to_print`: booked, and not printed since. `uncollected`:
    booked, not collected, and without a report for 24 hours. `silent`: under way, and without a report for 48 hours.
    `unclear`: not known yet whether the courier booked or cancelled it. `returned`: returned, and its goods are not
    accounted for yet. `under_way`: booked, and neither delivered, returned nor cancelled yet. `uncollected` and
    `silent` begin with the longest without a report. It cannot be used together with `q`.
    """
    printed: Flag | None = None
    """`true`: only shipments whose label was printed; `false`: only the others."""


class ShipmentExportQuery(ShipmentFilters, rename="camel"):
    """The same filters, and the format of the file."""

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


def shipment_ids_sql(key: str, *, within: str, limit: str, order: str = "DESC") -> str:
    """The SQL of the ids of shipments that have, or had, the waybill: `limit` at most, of those `within`.

    `within` is a condition on `{id}`.
    """
    w_within, f_within = within.format(id="w.id"), within.format(id="f.shipment_id")
    return SHIPMENT_IDS.format(key=key, w_within=w_within, f_within=f_within, order=order, most=limit)


@overload
def parse_waybill_key(text: str) -> str: ...
@overload
def parse_waybill_key(text: str | None) -> str | None: ...
def parse_waybill_key(text: str | None) -> str | None:
    """The key of a given waybill; None where none was given. A blank one matches no shipment."""
    return None if text is None else waybill_key(text)


def row_sql(order: str) -> str:
    """The SQL of the column `row`, for rows of `s` whose column `passes` says if they match."""
    return pagination.stop_when_full_sql(
        _SHIPMENT_JSON, "row", size=queries.STORED_BYTES, order=order, which="s.passes"
    )


def build_parameters(query: ShipmentQuery) -> tuple[Any, ...]:
    """The parameters $5 to $13. Courier codes are lower case."""
    exact = [getattr(query, name) for name in EXACT_FIELDS]
    exact[EXACT_FIELDS.index("courier_code")] = query.courier_code and query.courier_code.lower()
    exact[0] = parse_waybill_key(query.waybill_id)
    printed = None if query.printed is None else query.printed == "true"
    return (*exact, query.from_, query.to, tracking_link.get_url_prefix(), printed)
