"""What comes from Biteship, turned into the port's records. Every field may be missing."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fulfilment.aggregators.biteship import fields, statuses
from fulfilment.aggregators.port import (
    Area,
    CatalogueService,
    CourierOrder,
    CourierRate,
    CourierTracking,
    CourierType,
    Driver,
    Duration,
    TrackingEvent,
    classify_service,
    parse_duration,
)

JsonObject = Mapping[str, Any]
# A parcel has a dozen; each becomes a row, and is shown whenever the parcel is.
MAX_TRACKING_EVENTS = 200


def couriers(body: JsonObject) -> list[CatalogueService]:
    """A row without a courier or a service code is of no use to anybody."""
    return [
        CatalogueService(
            courier_code=code,
            courier_name=fields.text(row, "courier_name") or code,
            courier_service_code=service,
            courier_service_name=fields.text(row, "courier_service_name") or service,
            service_type=(fields.text(row, "service_type") or "standard").lower(),
            tier=fields.text(row, "tier"),
            duration=_duration(row),
        )
        for row in fields.rows(body, "couriers")
        if (code := _code(row, "courier_code")) and (service := _code(row, "courier_service_code"))
    ]


def areas(body: JsonObject) -> list[Area]:
    return [
        Area(
            id=area_id,
            name=fields.text(row, "name") or area_id,
            country_name=fields.text(row, "country_name"),
            administrative_division_level_1_name=fields.text(row, "administrative_division_level_1_name"),
            administrative_division_level_2_name=fields.text(row, "administrative_division_level_2_name"),
            administrative_division_level_3_name=fields.text(row, "administrative_division_level_3_name"),
            administrative_division_level_4_name=fields.text(row, "administrative_division_level_4_name"),
            postal_code=fields.integer(row, "postal_code"),
        )
        for row in fields.rows(body, "areas")
        if (area_id := fields.text(row, "id"))
    ]


def _duration(row: JsonObject) -> Duration | None:
    minimum, maximum = fields.span(row, "shipment_duration_range") or (0, 0)
    return parse_duration(minimum, maximum, fields.text(row, "shipment_duration_unit"))


def rates(body: JsonObject) -> list[CourierRate]:
    """Cheapest first. A row without a price cannot be offered."""
    quoted = [rate for row in fields.rows(body, "pricing") if (rate := _rate(row)) is not None]
    return sorted(quoted, key=lambda rate: (rate.price, rate.courier_code, rate.courier_service_code))


def _rate(row: JsonObject) -> CourierRate | None:
    courier = _code(row, "courier_code", "company")
    service = _code(row, "courier_service_code", "type")
    total = fields.integer(row, "price")
    if not courier or not service or total is None:
        return None
    premium = fields.integer(row, "insurance_fee") or 0
    service_type = (fields.text(row, "service_type") or "").lower()
    eta_min, eta_max = fields.span(row, "shipment_duration_range", "duration") or (0, 0)
    return CourierRate(
        courier_code=courier,
        courier_name=fields.text(row, "courier_name") or courier,
        courier_service_code=service,
        courier_service_name=fields.text(row, "courier_service_name") or service,
        courier_type=classify_service(service_type, service),
        # Their price contains the premium; ours does not, so that the two can be added.
        price=max(0, total - premium),
        eta_min=eta_min,
        eta_max=eta_max,
        eta_unit=(fields.text(row, "shipment_duration_unit") or "days").lower(),
        insurance=premium,
    )


def order(body: JsonObject, courier_type: CourierType | None) -> CourierOrder | None:
    """An order, or None where the answer holds no id to know it by."""
    order_id = fields.text(body, "id")
    if order_id is None:
        return None
    courier = fields.nested(body, "courier")
    kind = courier_type or statuses.guess_courier_type(fields.text(courier, "company"), fields.text(courier, "type"))
    history = _history(courier, kind)
    raw_value = fields.text(body, "status") or (history[-1].raw_status if history else "confirmed")
    raw = statuses.normalise(raw_value)
    return CourierOrder(
        order_id=order_id,
        status=statuses.map_status(raw, kind),
        raw_status=raw,
        reference=fields.text(body, "reference_id"),
        waybill_id=fields.text(courier, "waybill_id"),
        tracking_id=fields.text(courier, "tracking_id"),
        price=fields.amount(body, "price"),
        insurance_fee=fields.amount(fields.nested(courier, "insurance"), "fee") or 0,
        routing_code=fields.text(courier, "routing_code"),
        # No courier label is documented anywhere in their API, so the service's own label is used.
        label_url=None,
        link=fields.link(courier, "link"),
        driver=_driver(courier),
        history=history,
    )


def is_order(body: JsonObject, order_id: str, reference: str) -> bool:
    """Whether this is the order that was asked for, and the one of the shipment that it was asked for."""
    return fields.text(body, "id") == order_id and fields.text(body, "reference_id") in (None, reference)


def is_tracking(body: JsonObject, *, tracking_id: str | None, waybill_id: str | None, order_id: str | None) -> bool:
    """Whether nothing in it speaks of another parcel than the one that was asked about."""
    reported = fields.text(body, "waybill_id")
    same_waybill = waybill_id is None or reported is None or reported.casefold() == waybill_id.strip().casefold()
    same_tracking = None in (tracking_id, own := fields.text(body, "id")) or own == tracking_id
    return same_waybill and same_tracking and (order_id is None or fields.text(body, "order_id") in (None, order_id))


def is_cancelled(body: JsonObject, order_id: str) -> bool:
    """Whether the answer to a cancellation says that this order is cancelled."""
    status = fields.text(body, "status")
    return fields.text(body, "id") == order_id and (status is None or statuses.normalise(status) == "cancelled")


def tracking(body: JsonObject, courier_type: CourierType | None) -> CourierTracking | None:
    """A tracking, or None where the answer names no status."""
    raw_value = fields.text(body, "status")
    if raw_value is None:
        return None
    courier = fields.nested(body, "courier")
    raw, company = statuses.normalise(raw_value), _code(courier, "company")
    kind = courier_type or statuses.guess_courier_type(company, fields.text(courier, "type"))
    return CourierTracking(
        status=statuses.map_status(raw, kind),
        raw_status=raw,
        tracking_id=fields.text(body, "id"),
        waybill_id=fields.text(body, "waybill_id"),
        courier_code=company,
        order_id=fields.text(body, "order_id"),
        link=fields.link(body, "link"),
        driver=_driver(courier),
        history=_history(body, kind),
    )


def _history(parent: JsonObject, kind: CourierType) -> list[TrackingEvent]:
    """The newest MAX_TRACKING_EVENTS, oldest first.

    A row without a time takes that of the row before it; without either it is left out.
    """
    events: list[TrackingEvent] = []
    last: datetime | None = None
    for row in fields.rows(parent, "history"):
        raw_value = fields.text(row, "status")
        last = fields.moment(row, "updated_at") or last
        if raw_value is None or last is None:
            continue
        raw = statuses.normalise(raw_value)
        events.append(TrackingEvent(raw, statuses.map_status(raw, kind), fields.text(row, "note"), last))
    return sorted(events, key=lambda report: report.at)[-MAX_TRACKING_EVENTS:]


def _driver(courier: JsonObject) -> Driver | None:
    driver = Driver(
        name=fields.text(courier, "driver_name", "name"),
        phone=fields.text(courier, "driver_phone", "phone"),
        plate=fields.text(courier, "driver_plate_number"),
        photo_url=fields.link(courier, "driver_photo_url"),
    )
    return None if driver == Driver() else driver


def _code(row: JsonObject, *names: str) -> str | None:
    value = fields.text(row, *names)
    return value.lower() if value else None
