"""Tracking: what the aggregator says of a parcel now, beside our own record (specification, Shipments)."""

import asyncpg
import msgspec

from fulfilment.aggregators import port
from fulfilment.aggregators.port import Aggregator, Order, Report
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.fields import stamp
from fulfilment.http.errors import NotFound
from fulfilment.shipments import queries
from fulfilment.shipments.records import ShipmentEvent
from fulfilment.shipments.tracking_records import TrackedShipment, Tracking, TrackingDriver, TrackingStep
from fulfilment.shipping.aggregator_access import Aggregators, KeyForgotten
from fulfilment.shipping.aggregator_errors import as_api_error

_EVENTS = (
    "coalesce((SELECT json_agg(" + queries.EVENT + " ORDER BY e.occurred_at, e.id) FROM shipment_events e"
    " WHERE e.account_id = s.account_id AND e.shipment_id = s.id AND NOT e.is_echo), '[]') AS events"
)

FIND = sql(
    "tracking.find",
    "SELECT columns(shipments s), {events} FROM shipments s WHERE s.account_id = $1 AND s.id = $2",
    events=_EVENTS,
)

# Two shipments may show one waybill where a courier hands its numbers out again: the newest is meant.
FIND_BY_WAYBILL = sql(
    "tracking.find_by_waybill",
    """
    SELECT columns(shipments s), {events} FROM shipments s
     WHERE s.account_id = $1 AND left(s.waybill_id, 255) = left($2, 255) AND s.waybill_id = $2 AND s.courier_code = $3
     ORDER BY s.id DESC LIMIT 1
    """,
    events=_EVENTS,
)

_events = msgspec.json.Decoder(list[ShipmentEvent])
_UNKNOWN_WAYBILL = "The courier knows no such waybill."


async def track(read: Read, shipment_id: str, aggregators: Aggregators) -> Tracking:
    """Where a shipment is. Raises NotFound, IntegrationError.

    One that no courier has yet, or that the aggregator has forgotten, is answered from our own record.
    """
    row = await read.one(FIND, shipment_id)
    if row is None:
        raise NotFound
    return await _track_own(read, row, aggregators, by_waybill=False)


async def track_waybill(read: Read, waybill_id: str, courier_code: str, aggregators: Aggregators) -> Tracking:
    """Where a parcel is, by the courier's own number. Raises NotFound, IntegrationError.

    The platform's account may see the parcels of every workspace, so that it is asked only about the workspace's own;
    the workspace's own account is asked about any, and `shipment` is null where it is none of ours.
    """
    courier_code = courier_code.lower()
    row = await read.one(FIND_BY_WAYBILL, waybill_id, courier_code)
    if row is not None:
        return await _track_own(read, row, aggregators, by_waybill=True)
    connection = await aggregators.lookup_connection(read)
    if not connection.is_own_key:
        raise NotFound(_UNKNOWN_WAYBILL)
    try:
        said = await connection.aggregator.track_waybill(waybill_id, courier_code)
    except port.NotFound:
        raise NotFound(_UNKNOWN_WAYBILL) from None
    except port.AggregatorError as problem:
        raise as_api_error(problem) from None
    return _shown(said, waybill_id, courier_code, None)


async def _track_own(read: Read, row: asyncpg.Record, aggregators: Aggregators, *, by_waybill: bool) -> Tracking:
    if row["aggregator_order_id"].startswith("pending-"):
        return _from_record(row)
    try:
        connection = await aggregators.connection_of_booking(read, row)
        said = await _ask(connection.aggregator, row, by_waybill=by_waybill)
    except (port.NotFound, KeyForgotten):
        return _from_record(row)
    except port.AggregatorError as problem:
        raise as_api_error(problem) from None
    return _shown(said, row["waybill_id"], row["courier_code"], row)


async def _ask(aggregator: Aggregator, row: asyncpg.Record, *, by_waybill: bool) -> port.Tracking | Order:
    """By the waybill where that was asked for, else by the tracking id; an order without either knows its way too."""
    order_id, courier_type = row["aggregator_order_id"], row["courier_type"]
    if by_waybill:
        return await aggregator.track_waybill(row["waybill_id"], row["courier_code"], courier_type, order_id)
    if row["aggregator_tracking_id"] is not None:
        return await aggregator.track(row["aggregator_tracking_id"], courier_type, order_id)
    return await aggregator.order(order_id, row["id"], courier_type)


def _shown(
    said: port.Tracking | Order, waybill_id: str | None, courier_code: str, row: asyncpg.Record | None
) -> Tracking:
    return Tracking(
        waybill_id=waybill_id or said.waybill_id,
        courier=courier_code,
        status=said.status or said.raw_status,
        history=[_step(report) for report in said.history],
        driver=None if said.driver is None else TrackingDriver(**msgspec.structs.asdict(said.driver)),
        external_link=said.link,
        shipment=None if row is None else _shipment(row),
    )


def _from_record(row: asyncpg.Record) -> Tracking:
    shipment = _shipment(row)
    return Tracking(
        waybill_id=row["waybill_id"],
        courier=row["courier_code"],
        status=shipment.status,
        history=[
            TrackingStep(status=event.status, note=event.note, updated_at=event.occurred_at)
            for event in shipment.events
        ],
        driver=None,
        external_link=None,
        shipment=shipment,
    )


def _shipment(row: asyncpg.Record) -> TrackedShipment:
    return TrackedShipment(id=row["id"], status=row["status"], events=_events.decode(row["events"]))


def _step(report: Report) -> TrackingStep:
    """In our own words where the courier's means one of them, else in the courier's (on_hold)."""
    return TrackingStep(status=report.status or report.raw_status, note=report.note, updated_at=stamp(report.at))
