"""The SQL of shipments."""

from datetime import datetime
from typing import Any

import asyncpg
import msgspec

from fulfilment import clock, ids
from fulfilment.aggregators.port import Duration
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx
from fulfilment.db.wire_json import object_of
from fulfilment.fields import from_row
from fulfilment.http.paging import Page, bytes_of, until_full
from fulfilment.shipments import tracking_link
from fulfilment.shipments.records import NewShipment, Shipment, ShipmentEvent, ShipmentWithEvents

# The record of a merchant's cancellation, which no courier reported.
MERCHANT_CANCELLED = "merchant_cancelled"
EVENT = object_of(ShipmentEvent, "e", reported_status=f"nullif(e.raw_status, '{MERCHANT_CANCELLED}')")

_ROW = object_of(Shipment, "s", tracking_page_url="$4::text || s.tracking_token")
_WITH_EVENTS = object_of(
    ShipmentWithEvents,
    "s",
    tracking_page_url="$3::text || s.tracking_token",
    events="coalesce((SELECT json_agg(" + EVENT + " ORDER BY e.occurred_at, e.id) FROM shipment_events e"
    " WHERE e.account_id = s.account_id AND e.shipment_id = s.id), '[]')",
)

_LIST = """
    SELECT {row}, s.id AS position FROM (
        SELECT columns(shipments) FROM shipments s WHERE s.account_id = $1
         AND s.id < $2 {which} ORDER BY s.id DESC LIMIT $3
    ) s ORDER BY s.id DESC
"""
SIZE = bytes_of("s.items", "s.destination_snapshot", "s.origin_snapshot")
_UNTIL_FULL = until_full(_ROW, "row", size=SIZE, order="s.id DESC")
_OF_STATUS = "AND s.status = $5"
# By whether every row is shown however large, and whether one status is wanted.
_LISTS = {
    (False, False): sql("shipments.list", _LIST, row=_UNTIL_FULL, which=""),
    (False, True): sql("shipments.list_by_status", _LIST, row=_UNTIL_FULL, which=_OF_STATUS),
    (True, False): sql("shipments.list_whole", _LIST, row=f"{_ROW} AS row", which=""),
    (True, True): sql("shipments.list_whole_by_status", _LIST, row=f"{_ROW} AS row", which=_OF_STATUS),
}

FIND = sql(
    "shipments.find", "SELECT {row} AS row FROM shipments s WHERE s.account_id = $1 AND s.id = $2", row=_WITH_EVENTS
)

READ = sql("shipments.read", "SELECT columns(shipments) FROM shipments WHERE account_id = $1 AND id = $2")

READ_ALL = sql(
    "shipments.read_all", "SELECT columns(shipments) FROM shipments WHERE account_id = $1 AND id = ANY($2::text[])"
)

# One row whatever it finds, so that those who travel together lock their shipments in one round trip.
LOCK = sql(
    "shipments.lock",
    """
    WITH shipment AS MATERIALIZED (
        SELECT columns(shipments) FROM shipments WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE
    )
    SELECT shipment.* FROM (SELECT) AS always LEFT JOIN shipment ON true
    """,
)

COUNTS = sql(
    "shipments.counts",
    """
    SELECT coalesce(sum(count), 0)::bigint AS total FROM tallies
     WHERE account_id = $1 AND noun = 'shipment' AND ($2::text IS NULL OR status = $2)
    """,
)

# A new shipment's columns, and the parameters that `insert_arguments` are.
NEW_COLUMNS = """
           account_id, id, status, courier_code, courier_service_code, courier_type, price, insurance, insured,
           aggregator_order_id, origin_snapshot, destination_snapshot, items, customer_email, customer_id,
           checkout_session_id, product_id, external_source, external_ref, created_at, updated_at,
           expected_least, expected_most, expected_unit"""
NEW_VALUES = """
           $1, $2, 'pending', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19,
           $20, $21, $22"""
INSERT = sql(
    "shipments.insert",
    "INSERT INTO shipments ({columns}) VALUES ({values}) RETURNING columns(shipments)",
    columns=NEW_COLUMNS,
    values=NEW_VALUES,
)

EXPECT = sql(
    "shipments.expect",
    """
    UPDATE shipments SET expected_least = $3, expected_most = $4, expected_unit = $5
     WHERE account_id = $1 AND id = $2
       AND (expected_least, expected_most, expected_unit) IS DISTINCT FROM ($3, $4, $5)
    """,
)

CANCEL = sql(
    "shipments.cancel",
    """
    UPDATE shipments SET status = 'cancelled', cancel_ticket = $3, refunded = $4, driver = NULL, updated_at = $5
     WHERE account_id = $1 AND id = $2 AND status NOT IN ('cancelled', 'delivered', 'returned')
    RETURNING columns(shipments)
    """,
)

MOVE = sql(
    "shipments.move",
    """
    UPDATE shipments SET status = $3, last_report_at = greatest(last_report_at, $4), updated_at = $5
     WHERE account_id = $1 AND id = $2
    RETURNING columns(shipments)
    """,
)

KEEP_PAPERS = sql(
    "shipments.keep_papers",
    """
    UPDATE shipments SET waybill_id = coalesce($3, waybill_id),
           aggregator_tracking_id = coalesce($4, aggregator_tracking_id), label_url = coalesce($5, label_url),
           routing_code = coalesce($6, routing_code), driver = $7, updated_at = $8
     WHERE account_id = $1 AND id = $2
    RETURNING columns(shipments)
    """,
)

RECORD_EVENT = sql(
    "shipments.record_event",
    """
    INSERT INTO shipment_events (account_id, id, shipment_id, order_id, raw_status, status, note, occurred_at, said_at,
                                 is_echo)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (account_id, shipment_id, coalesce(said_at, occurred_at), order_id, raw_status) DO NOTHING
    RETURNING id
    """,
)

CANCELLED_BY_MERCHANT = sql(
    "shipments.cancelled_by_merchant",
    """
    SELECT EXISTS (SELECT FROM shipment_events WHERE account_id = $1 AND shipment_id = $2 AND raw_status = '{merchant}')
    """,
    merchant=MERCHANT_CANCELLED,
)

FIND_BY_ORDER = sql(
    "shipments.unscoped_find_by_order",
    """
    SELECT account_id, id, is_own_key, booked_with, courier_type, aggregator_order_id, updated_at FROM shipments
     WHERE aggregator_order_id = $1 AND aggregator_order_id NOT LIKE 'pending-%'
    """,
)


async def list_shipments(read: Read, status: str | None, page: Page) -> list[asyncpg.Record]:
    """Newest first."""
    after = page.after[0] if page.after else ids.beyond("ship")
    statement, wanted = _LISTS[page.is_whole, status is not None], [] if status is None else [status]
    return await read.all(statement, after, page.reach, tracking_link.prefix(), *wanted)


async def total(read: Read, status: str | None) -> int:
    """How many there are, from the maintained count."""
    return await read.value(COUNTS, status)


async def find(read: Read, id: str) -> str | None:
    """One shipment with its events, as JSON."""
    return await read.value(FIND, id, tracking_link.prefix())


async def read_row(read: Read, id: str) -> asyncpg.Record | None:
    return await read.one(READ, id)


async def read_rows(read: Read, named: list[str]) -> list[asyncpg.Record]:
    """Those of the shipments that there are, each once, in no order."""
    return await read.all(READ_ALL, named)


async def lock(tx: Tx, id: str) -> asyncpg.Record | None:
    """Whatever changes a shipment waits here for whoever changes it now."""
    row = await tx.only(LOCK, id)
    return None if row["id"] is None else row


async def insert(
    tx: Tx,
    id: str,
    given: NewShipment,
    origin: Any,
    items: Any,
    *,
    insured: bool,
    at: datetime,
    expected: Duration | None = None,
) -> asyncpg.Record:
    arguments = insert_arguments(id, given, origin, items, insured=insured, at=at, expected=expected)
    return await tx.one(INSERT, *arguments)


def insert_arguments(
    id: str, given: NewShipment, origin: Any, items: Any, *, insured: bool, at: datetime, expected: Duration | None
) -> tuple:
    """What a new shipment is written with, after the workspace."""
    return (
        id,
        given.courier_code,
        given.courier_service_code,
        given.courier_type,
        given.price,
        given.insurance,
        insured,
        f"pending-{id.removeprefix('ship_')}",
        _json(origin),
        _json(given.destination),
        _json(items),
        given.customer_email,
        given.customer_id,
        given.checkout_session_id,
        given.product_id,
        given.external_source,
        given.external_ref,
        at,
        *_spelled(expected),
    )


async def expect(tx: Tx, id: str, expected: Duration) -> None:
    """Keep what the courier says by now of how long the parcel takes."""
    await tx.one(EXPECT, id, *_spelled(expected))


def expected_of(row: asyncpg.Record) -> Duration | None:
    """What the courier said of how long the parcel takes, if anything."""
    if row["expected_unit"] is None:
        return None
    return Duration(row["expected_least"], row["expected_most"], row["expected_unit"])


def _spelled(expected: Duration | None) -> tuple:
    return (None, None, None) if expected is None else (expected.least, expected.most, expected.unit)


async def record_event(
    tx: Tx,
    event_id: str,
    shipment_id: str,
    order_id: str,
    raw_status: str,
    status: str,
    note: str | None,
    at: datetime,
    *,
    now: datetime | None = None,
    is_echo: bool = False,
) -> bool:
    """Whether this courier record is new. A time that has not come yet counts as now, and is remembered as it was said.

    An echo only says what the service itself has just done.
    """
    now = now or clock.now()
    said_at = at if at > now else None
    values = (event_id, shipment_id, order_id, raw_status, status, note, min(at, now), said_at, is_echo)
    return await tx.value(RECORD_EVENT, *values) is not None


async def was_cancelled_by_merchant(tx: Tx, shipment_id: str) -> bool:
    """Whether it was the merchant, not the courier, who ended it as cancelled."""
    return await tx.value(CANCELLED_BY_MERCHANT, shipment_id)


def shown(row: asyncpg.Record) -> Shipment:
    """A shipment's row as the API shows it."""
    return from_row(
        Shipment,
        row,
        origin_snapshot=msgspec.json.decode(row["origin_snapshot"]),
        destination_snapshot=msgspec.json.decode(row["destination_snapshot"]),
        items=msgspec.json.decode(row["items"]),
        tracking_page_url=tracking_link.address(row["tracking_token"]),
    )


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
