"""SQL of shipments."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import asyncpg
import msgspec

from fulfilment.aggregators.port import Duration
from fulfilment.infra import clock, ids
from fulfilment.infra.api.pagination import PageRequest, stop_when_full_sql, stored_bytes_sql
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import Value, from_row
from fulfilment.shipments import tracking_link
from fulfilment.shipments.listing import search_terms
from fulfilment.shipments.schemas import NewShipment, Shipment, ShipmentEvent, ShipmentWithEvents

# The status of the record of a merchant's cancellation, which no courier reported.
MERCHANT_CANCELLED = "merchant_cancelled"
EVENT_JSON = json_object(ShipmentEvent, "e", reported_status=f"nullif(e.raw_status, '{MERCHANT_CANCELLED}')")

_SHIPMENT_JSON = json_object(Shipment, "s", tracking_page_url="$4::text || s.tracking_token")
_SHIPMENT_WITH_EVENTS_JSON = json_object(
    ShipmentWithEvents,
    "s",
    tracking_page_url="$3::text || s.tracking_token",
    events="coalesce((SELECT json_agg(" + EVENT_JSON + " ORDER BY e.occurred_at, e.id) FROM shipment_events e"
    " WHERE e.account_id = s.account_id AND e.shipment_id = s.id), '[]')",
)

_LIST = """
    SELECT {row}, s.id AS position FROM (
        SELECT columns(shipments) FROM shipments s WHERE s.account_id = $1
         AND s.id < $2 {which} ORDER BY s.id DESC LIMIT $3
    ) s ORDER BY s.id DESC
"""
STORED_BYTES = stored_bytes_sql("s.items", "s.destination_snapshot", "s.origin_snapshot")
_ROW_UNTIL_FULL = stop_when_full_sql(_SHIPMENT_JSON, "row", size=STORED_BYTES, order="s.id DESC")
_STATUS_CONDITION = "AND s.status = $5"
# Keyed by the presence of a status filter.
_LIST_STATEMENTS = {
    False: sql("shipments.list", _LIST, row=_ROW_UNTIL_FULL, which=""),
    True: sql("shipments.list_by_status", _LIST, row=_ROW_UNTIL_FULL, which=_STATUS_CONDITION),
}

FIND_JSON = sql(
    "shipments.find",
    "SELECT {row} AS row FROM shipments s WHERE s.account_id = $1 AND s.id = $2",
    row=_SHIPMENT_WITH_EVENTS_JSON,
)

# Printed documents show the name of the workspace as the sender.
_SHOP_NAME = "(SELECT name FROM accounts WHERE id = $1) AS shop"

FIND_ROW = sql(
    "shipments.find_row",
    "SELECT columns(shipments), {shop} FROM shipments WHERE account_id = $1 AND id = $2",
    shop=_SHOP_NAME,
)

FIND_ROWS = sql(
    "shipments.find_rows",
    "SELECT columns(shipments), {shop} FROM shipments WHERE account_id = $1 AND id = ANY($2::text[])",
    shop=_SHOP_NAME,
)

LOCK = sql(
    "shipments.lock",
    "SELECT columns(shipments) FROM shipments WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE",
)

COUNT = sql(
    "shipments.counts",
    """
    SELECT coalesce(sum(count), 0)::bigint AS total FROM counters
     WHERE account_id = $1 AND noun = 'shipment' AND ($2::text IS NULL OR status = $2)
    """,
)

INSERT = sql(
    "shipments.insert",
    """
    INSERT INTO shipments (
           account_id, id, status, courier_code, courier_service_code, courier_type, price, insurance, insured,
           aggregator_order_id, origin_snapshot, destination_snapshot, items, customer_email, customer_id,
           checkout_session_id, product_id, external_source, external_ref, created_at, updated_at,
           eta_min, eta_max, eta_unit, search_phone, search_terms)
    VALUES ($1, :id, 'pending', :courier_code, :courier_service_code, :courier_type, :price, :insurance, :insured,
           :aggregator_order_id, :origin_snapshot, :destination_snapshot, :item_snapshots, :customer_email,
           :customer_id, :checkout_session_id, :product_id, :external_source, :external_ref, :created_at, :created_at,
           :eta_min, :eta_max, :eta_unit, :search_phone, :search_terms::text[])
    RETURNING columns(shipments)
    """,
)

UPDATE_ETA = sql(
    "shipments.update_eta",
    """
    UPDATE shipments SET eta_min = $3, eta_max = $4, eta_unit = $5
     WHERE account_id = $1 AND id = $2
       AND (eta_min, eta_max, eta_unit) IS DISTINCT FROM ($3, $4, $5)
    """,
)

CANCEL = sql(
    "shipments.cancel",
    """
    UPDATE shipments SET status = 'cancelled', cancel_claim_token = $3, refunded = $4, driver = NULL, updated_at = $5
     WHERE account_id = $1 AND id = $2 AND status NOT IN ('cancelled', 'delivered', 'returned')
    RETURNING columns(shipments)
    """,
)

UPDATE_STATUS = sql(
    "shipments.update_status",
    """
    UPDATE shipments SET status = $3, last_report_at = greatest(last_report_at, $4), updated_at = $5
     WHERE account_id = $1 AND id = $2
    RETURNING columns(shipments)
    """,
)

# A label that was printed without this waybill is out of date, so its mark is removed.
UPDATE_DOCUMENTS = sql(
    "shipments.update_documents",
    """
    UPDATE shipments SET waybill_id = coalesce(:waybill_id, waybill_id),
           aggregator_tracking_id = coalesce(:aggregator_tracking_id, aggregator_tracking_id),
           label_url = coalesce(:label_url, label_url), routing_code = coalesce(:routing_code, routing_code),
           driver = :driver, updated_at = :updated_at,
           printed_at = CASE WHEN :waybill_id IS NULL OR :waybill_id = waybill_id THEN printed_at END,
           printed_by = CASE WHEN :waybill_id IS NULL OR :waybill_id = waybill_id THEN printed_by END
     WHERE account_id = $1 AND id = :id
    RETURNING columns(shipments)
    """,
)

RECORD_EVENT = sql(
    "shipments.record_event",
    """
    INSERT INTO shipment_events (account_id, id, shipment_id, order_id, raw_status, status, note, occurred_at,
                                 reported_at, is_self_caused)
    VALUES ($1, :id, :shipment_id, :order_id, :raw_status, :status, :note, :occurred_at, :reported_at, :is_self_caused)
    ON CONFLICT (account_id, shipment_id, coalesce(reported_at, occurred_at), order_id, raw_status) DO NOTHING
    RETURNING id
    """,
)

WAS_CANCELLED_BY_MERCHANT = sql(
    "shipments.cancelled_by_merchant",
    """
    SELECT EXISTS (SELECT FROM shipment_events WHERE account_id = $1 AND shipment_id = $2 AND raw_status = '{merchant}')
    """,
    merchant=MERCHANT_CANCELLED,
)

FIND_BY_ORDER = sql(
    "shipments.unscoped_find_by_order",
    """
    SELECT account_id, id, is_merchant_key, booking_key_id, courier_type, aggregator_order_id, updated_at FROM shipments
     WHERE aggregator_order_id = $1 AND aggregator_order_id NOT LIKE 'pending-%'
    """,
)


class ShipmentRecord(msgspec.Struct, frozen=True):
    """A new shipment to be stored: its id, origin, items and expected duration."""

    id: str
    body: NewShipment
    origin: Value
    items: list[dict[str, Any]]
    eta: Duration | None


async def list_shipments(read: Read, status: str | None, page: PageRequest) -> list[asyncpg.Record]:
    """Shipments, newest first."""
    after = page.after[0] if page.after else ids.upper_bound("ship")
    statement, status_arguments = _LIST_STATEMENTS[status is not None], [] if status is None else [status]
    return await read.fetch_all(statement, after, page.fetch_limit, tracking_link.get_url_prefix(), *status_arguments)


async def count_shipments(read: Read, status: str | None) -> int:
    """The number of shipments, from a maintained counter."""
    return await read.fetch_value(COUNT, status)


async def find_json(read: Read, id: str) -> str | None:
    """One shipment with its events, as JSON."""
    return await read.fetch_value(FIND_JSON, id, tracking_link.get_url_prefix())


async def find_row(read: Read, id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND_ROW, id)


async def find_rows(read: Read, shipment_ids: list[str]) -> list[asyncpg.Record]:
    """The existing shipments, each once, in no order."""
    return await read.fetch_all(FIND_ROWS, shipment_ids)


async def lock_shipment(tx: Tx, id: str) -> asyncpg.Record | None:
    """The shipment, locked: every change of a shipment waits here for the one in progress."""
    return await tx.fetch_optional(LOCK, id)


async def lock_known(tx: Tx, id: str) -> asyncpg.Record:
    """A shipment that is known to exist, locked: shipments are never deleted."""
    row = await lock_shipment(tx, id)
    assert row is not None
    return row


async def insert_shipment(tx: Tx, record: ShipmentRecord) -> asyncpg.Record:
    return await tx.fetch_one(INSERT, *_bind_new(record))


async def insert_shipments(tx: Tx, records: Iterable[ShipmentRecord]) -> list[asyncpg.Record]:
    """Insert many shipments in one round trip, in the order given."""
    return await tx.fetch_each(INSERT, [_bind_new(record) for record in records])


def _bind_new(record: ShipmentRecord) -> tuple:
    body, destination = record.body, record.body.destination
    eta_min, eta_max, eta_unit = _eta_columns(record.eta)
    phone, terms = search_terms.build_terms(
        destination.contact_name, destination.contact_phone, body.external_ref, record.items
    )
    return INSERT.bind(
        record,
        body,
        aggregator_order_id=f"pending-{record.id.removeprefix('ship_')}",
        origin_snapshot=_encode_json(record.origin),
        destination_snapshot=_encode_json(destination),
        item_snapshots=_encode_json(record.items),
        created_at=ids.moment_of(record.id),
        eta_min=eta_min,
        eta_max=eta_max,
        eta_unit=eta_unit,
        search_phone=phone,
        search_terms=terms,
    )


async def update_eta(tx: Tx, id: str, eta: Duration) -> None:
    """Store the courier's current estimate of the delivery time."""
    await tx.fetch_optional(UPDATE_ETA, id, *_eta_columns(eta))


def parse_eta(row: asyncpg.Record) -> Duration | None:
    """The courier's estimate of the delivery time, if any."""
    if row["eta_unit"] is None:
        return None
    return Duration(row["eta_min"], row["eta_max"], row["eta_unit"])


def _eta_columns(eta: Duration | None) -> tuple:
    return (None, None, None) if eta is None else (eta.minimum, eta.maximum, eta.unit)


async def record_event(
    tx: Tx,
    event_id: str,
    shipment_id: str,
    order_id: str,
    raw_status: str,
    status: str,
    note: str | None,
    occurred_at: datetime,
    *,
    now: datetime | None = None,
    is_self_caused: bool = False,
) -> bool:
    """Record a courier's report. Returns false for a repeat.

    A time in the future counts as now, and is stored as reported. A report is self-caused where it only confirms an
    action of the service.
    """
    now = now or clock.now()
    values = RECORD_EVENT.bind(
        id=event_id,
        shipment_id=shipment_id,
        order_id=order_id,
        raw_status=raw_status,
        status=status,
        note=note,
        occurred_at=min(occurred_at, now),
        reported_at=occurred_at if occurred_at > now else None,
        is_self_caused=is_self_caused,
    )
    return await tx.fetch_value(RECORD_EVENT, *values) is not None


async def was_cancelled_by_merchant(tx: Tx, shipment_id: str) -> bool:
    """True if the merchant cancelled the shipment, and not the courier."""
    return await tx.fetch_value(WAS_CANCELLED_BY_MERCHANT, shipment_id)


def to_api(row: asyncpg.Record) -> Shipment:
    """A shipment's row in the format of the API."""
    return from_row(
        Shipment,
        row,
        origin_snapshot=msgspec.json.decode(row["origin_snapshot"]),
        destination_snapshot=msgspec.json.decode(row["destination_snapshot"]),
        items=msgspec.json.decode(row["items"]),
        tracking_page_url=tracking_link.build_url(row["tracking_token"]),
    )


def _encode_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
