"""Tracking: the aggregator's current report on a parcel, with the service's own record (specification, Shipments)."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import asyncpg
import msgspec

from fulfilment.aggregators import port
from fulfilment.aggregators.port import Aggregator, CourierOrder, Duration, TrackingEvent
from fulfilment.infra import search_text
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import format_timestamp
from fulfilment.shipments import queries
from fulfilment.shipments.listing import query_schemas
from fulfilment.shipments.schemas import ShipmentEvent
from fulfilment.shipments.tracking_schemas import TrackedShipment, Tracking, TrackingDriver, TrackingEta, TrackingStep
from fulfilment.shipping.courier_clients import BookingKeyDeleted, CourierClients, as_api_error

# Statuses with an expected arrival: the parcel is booked, and has not arrived or turned back.
AWAITED_STATUSES = frozenset(("confirmed", "allocated", "picking_up", "picked_up", "in_transit", "dropping_off"))
_COLLECTED_STATUSES = frozenset(("picked_up", "in_transit", "dropping_off"))

# Couriers reuse their numbers after some years, and several couriers may use the same one.
_MAX_PER_WAYBILL = 100
_UNKNOWN_WAYBILL = "The courier knows no such waybill."

_EVENTS_JSON = (
    "coalesce((SELECT json_agg(" + queries.EVENT_JSON + " ORDER BY e.occurred_at, e.id) FROM shipment_events e"
    " WHERE e.account_id = s.account_id AND e.shipment_id = s.id AND NOT e.is_self_caused), '[]') AS events"
)

FIND = sql(
    "tracking.find",
    "SELECT columns(shipments s), {events} FROM shipments s WHERE s.account_id = $1 AND s.id = $2",
    events=_EVENTS_JSON,
)

# Where two shipments show one waybill, since a courier has reused it, the newest is found.
FIND_BY_WAYBILL = sql(
    "tracking.find_by_waybill",
    """
    SELECT columns(shipments s), {events} FROM shipments s
     WHERE s.account_id = $1 AND s.id = ANY (ARRAY({of_waybill})) AND s.courier_code = $3
     ORDER BY s.id DESC LIMIT 1
    """,
    events=_EVENTS_JSON,
    of_waybill=query_schemas.shipment_ids_sql("$2", within="true", limit=str(_MAX_PER_WAYBILL)),
)

_event_decoder = msgspec.json.Decoder(list[ShipmentEvent])


async def track_shipment(read: Read, shipment_id: str, aggregators: CourierClients) -> Tracking:
    """Track a shipment. Raises NotFound, IntegrationError.

    The service's own record is the answer for a shipment without a booking, and for an order that the aggregator no
    longer has.
    """
    row = await read.fetch_optional(FIND, shipment_id)
    if row is None:
        raise NotFound
    return await _track_shipment(read, row, aggregators, by_waybill=False)


async def track_waybill(read: Read, waybill_id: str, courier_code: str, aggregators: CourierClients) -> Tracking:
    """Track a parcel by the courier's own number. Raises NotFound, IntegrationError.

    The platform's account may see the parcels of every workspace, so it is asked only about the workspace's own. The
    workspace's own account is asked about any parcel; `shipment` is null where the workspace has none for it.
    """
    courier_code = search_text.fold(courier_code).strip()
    row = await read.fetch_optional(FIND_BY_WAYBILL, query_schemas.parse_waybill_key(waybill_id), courier_code)
    if row is not None:
        return await _track_shipment(read, row, aggregators, by_waybill=True)
    courier_client = await aggregators.for_lookup(read)
    if not courier_client.is_merchant_key:
        raise NotFound(_UNKNOWN_WAYBILL)
    # Couriers print their numbers in capitals, and a user may have typed lower case.
    for spelling in dict.fromkeys((waybill_id, query_schemas.parse_waybill_key(waybill_id).upper())):
        try:
            reported = await courier_client.aggregator.track_waybill(spelling, courier_code)
        except port.AggregatorNotFound:
            continue
        except port.AggregatorError as problem:
            raise as_api_error(problem) from None
        return _to_tracking(reported, spelling, courier_code, None)
    raise NotFound(_UNKNOWN_WAYBILL)


def estimate_window(
    duration: Duration | None, status: str | None, reports: Iterable[tuple[str | None, datetime]]
) -> tuple[datetime, datetime] | None:
    """The earliest and the latest arrival; None without the courier's estimate, or where no arrival is expected.

    `reports` are the reported statuses with their times, in any order.
    """
    reports = list(reports)
    if duration is None or not reports or status not in AWAITED_STATUSES:
        return None
    collected = [at for reported, at in reports if reported in _COLLECTED_STATUSES]
    start = min(collected or [at for _, at in reports])
    return start + timedelta(**{duration.unit: duration.minimum}), start + timedelta(
        **{duration.unit: duration.maximum}
    )


async def _track_shipment(
    read: Read, row: asyncpg.Record, aggregators: CourierClients, *, by_waybill: bool
) -> Tracking:
    if row["aggregator_order_id"].startswith("pending-"):
        return _tracking_from_record(row)
    try:
        courier_client = await aggregators.for_booking(read, row)
        reported = await _fetch_tracking(courier_client.aggregator, row, by_waybill=by_waybill)
    except (port.AggregatorNotFound, BookingKeyDeleted):
        return _tracking_from_record(row)
    except port.AggregatorError as problem:
        raise as_api_error(problem) from None
    return _to_tracking(reported, row["waybill_id"], row["courier_code"], row)


async def _fetch_tracking(
    aggregator: Aggregator, row: asyncpg.Record, *, by_waybill: bool
) -> port.CourierTracking | CourierOrder:
    """Fetch by the waybill where it was given, else by the tracking id, else by the order."""
    order_id, courier_type = row["aggregator_order_id"], row["courier_type"]
    if by_waybill:
        return await aggregator.track_waybill(row["waybill_id"], row["courier_code"], courier_type, order_id)
    if row["aggregator_tracking_id"] is not None:
        return await aggregator.track(row["aggregator_tracking_id"], courier_type, order_id)
    return await aggregator.order(order_id, row["id"], courier_type)


def _to_tracking(
    reported: port.CourierTracking | CourierOrder, waybill_id: str | None, courier_code: str, row: asyncpg.Record | None
) -> Tracking:
    shipment = None if row is None else _to_tracked_shipment(row)
    reports = [(report.status, report.at) for report in reported.history]
    return Tracking(
        waybill_id=waybill_id or reported.waybill_id,
        courier=courier_code,
        status=reported.status or reported.raw_status,
        history=[_to_step(report) for report in reported.history],
        driver=None if reported.driver is None else TrackingDriver(**msgspec.structs.asdict(reported.driver)),
        eta=None
        if row is None or shipment is None
        else _estimate_eta(row, reported.status, [*reports, *_recorded_statuses(shipment)]),
        external_link=reported.link,
        shipment=shipment,
    )


def _tracking_from_record(row: asyncpg.Record) -> Tracking:
    shipment = _to_tracked_shipment(row)
    return Tracking(
        waybill_id=row["waybill_id"],
        courier=row["courier_code"],
        status=shipment.status,
        history=[
            TrackingStep(status=event.status, note=event.note, updated_at=event.occurred_at)
            for event in shipment.events
        ],
        driver=None,
        eta=_estimate_eta(row, shipment.status, _recorded_statuses(shipment)),
        external_link=None,
        shipment=shipment,
    )


def _to_tracked_shipment(row: asyncpg.Record) -> TrackedShipment:
    return TrackedShipment(id=row["id"], status=row["status"], events=_event_decoder.decode(row["events"]))


def _recorded_statuses(shipment: TrackedShipment) -> list[tuple[str | None, datetime]]:
    return [(event.status, datetime.fromisoformat(event.occurred_at)) for event in shipment.events]


def _estimate_eta(
    row: asyncpg.Record, status: str | None, reports: list[tuple[str | None, datetime]]
) -> TrackingEta | None:
    window = estimate_window(queries.parse_eta(row), status, reports)
    return (
        None
        if window is None
        else TrackingEta(earliest=format_timestamp(window[0]), latest=format_timestamp(window[1]))
    )


def _to_step(report: TrackingEvent) -> TrackingStep:
    """One step of the history: the service's status where the courier's maps to one, else the courier's own."""
    return TrackingStep(
        status=report.status or report.raw_status, note=report.note, updated_at=format_timestamp(report.at)
    )
