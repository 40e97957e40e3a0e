"""What comes from Biteship, turned into the port's records. Every field may be missing."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fulfilment.aggregators.biteship import fields, statuses
from fulfilment.aggregators.port import (
    Area,
    CourierService,
    CourierType,
    Driver,
    Duration,
    Order,
    Rate,
    Report,
    Tracking,
    duration_of,
    type_of_service,
)

Body = Mapping[str, Any]
# A parcel has a dozen; each becomes a row, and is shown whenever the parcel is.
MOST_REPORTS = 200


def couriers(body: Body) -> list[CourierService]:
    """A row without a courier or a service code is of no use to anybody."""
    return [
        CourierService(
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


def areas(body: Body) -> list[Area]:
    return [
        Area(
            id=area_id,
            name=fields.text(row, "name") or area_id,
            country_name=fields.text(row, "country_name"),
            administrative_division_level_1_name=fields.text(row, "administrative_division_level_1_name"),
            administrative_division_level_2_name=fields.text(row, "administrative_division_level_2_name"),
            administrative_division_level_3_name=fields.text(row, "administrative_division_level_3_name"),
            administrative_division_level_4_name=fields.text(row, "administrative_division_level_4_name"),
            postal_code=fields.whole(row, "postal_code"),
        )
        for row in fields.rows(body, "areas")
        if (area_id := fields.text(row, "id"))
    ]


def _duration(row: Body) -> Duration | None:
    least, most = fields.span(row, "shipment_duration_range") or (0, 0)
    return duration_of(least, most, fields.text(row, "shipment_duration_unit"))


def rates(body: Body) -> list[Rate]:
    """Cheapest first. A row without a price cannot be offered."""
    quoted = [rate for row in fields.rows(body, "pricing") if (rate := _rate(row)) is not None]
    return sorted(quoted, key=lambda rate: (rate.price, rate.courier_code, rate.courier_service_code))


def _rate(row: Body) -> Rate | None:
    courier = _code(row, "courier_code", "company")
    service = _code(row, "courier_service_code", "type")
    total = fields.whole(row, "price")
    if not courier or not service or total is None:
        return None
    premium = fields.whole(row, "insurance_fee") or 0
    service_type = (fields.text(row, "service_type") or "").lower()
    eta_min, eta_max = fields.span(row, "shipment_duration_range", "duration") or (0, 0)
    return Rate(
        courier_code=courier,
        courier_name=fields.text(row, "courier_name") or courier,
        courier_service_code=service,
        courier_service_name=fields.text(row, "courier_service_name") or service,
        courier_type=type_of_service(service_type, service),
        # Their price contains the premium; ours does not, so that the two can be added.
        price=max(0, total - premium),
        eta_min=eta_min,
        eta_max=eta_max,
        eta_unit=(fields.text(row, "shipment_duration_unit") or "days").lower(),
        insurance=premium,
    )


def order(body: Body, courier_type: CourierType | None) -> Order | None:
    """An order, or None where the answer holds no id to know it by."""
    order_id = fields.text(body, "id")
    if order_id is None:
        return None
    courier = fields.part(body, "courier")
    kind = courier_type or statuses.guess_courier_type(fields.text(courier, "company"), fields.text(courier, "type"))
    history = _history(courier, kind)
    said = fields.text(body, "status") or (history[-1].raw_status if history else "confirmed")
    raw = statuses.normalise(said)
    return Order(
        order_id=order_id,
        status=statuses.mapped(raw, kind),
        raw_status=raw,
        reference=fields.text(body, "reference_id"),
        waybill_id=fields.text(courier, "waybill_id"),
        tracking_id=fields.text(courier, "tracking_id"),
        price=fields.amount(body, "price"),
        insurance_fee=fields.amount(fields.part(courier, "insurance"), "fee") or 0,
        routing_code=fields.text(courier, "routing_code"),
        # No courier label is documented anywhere in their API, so the service's own label is used.
        label_url=None,
        link=fields.link(courier, "link"),
        driver=_driver(courier),
        history=history,
    )


def is_order(body: Body, order_id: str, reference: str) -> bool:
    """Whether this is the order that was asked for, and the one of the shipment that it was asked for."""
    return fields.text(body, "id") == order_id and fields.text(body, "reference_id") in (None, reference)


def is_tracking(body: Body, *, tracking_id: str | None, waybill_id: str | None, order_id: str | None) -> bool:
    """Whether nothing in it speaks of another parcel than the one that was asked about."""
    said = fields.text(body, "waybill_id")
    same_waybill = None in (waybill_id, said) or said.casefold() == waybill_id.strip().casefold()
    same_tracking = None in (tracking_id, own := fields.text(body, "id")) or own == tracking_id
    return same_waybill and same_tracking and (order_id is None or fields.text(body, "order_id") in (None, order_id))


def is_cancelled(body: Body, order_id: str) -> bool:
    """Whether the answer to a cancellation says that this order is cancelled."""
    status = fields.text(body, "status")
    return fields.text(body, "id") == order_id and (status is None or statuses.normalise(status) == "cancelled")


def tracking(body: Body, courier_type: CourierType | None) -> Tracking | None:
    """A tracking, or None where the answer names no status."""
    said = fields.text(body, "status")
    if said is None:
        return None
    courier = fields.part(body, "courier")
    raw, company = statuses.normalise(said), _code(courier, "company")
    kind = courier_type or statuses.guess_courier_type(company, fields.text(courier, "type"))
    return Tracking(
        status=statuses.mapped(raw, kind),
        raw_status=raw,
        tracking_id=fields.text(body, "id"),
        waybill_id=fields.text(body, "waybill_id"),
        courier_code=company,
        order_id=fields.text(body, "order_id"),
        link=fields.link(body, "link"),
        driver=_driver(courier),
        history=_history(body, kind),
    )


def _history(holder: Body, kind: CourierType) -> list[Report]:
    """The newest MOST_REPORTS, oldest first.

    A row without a time takes that of the row before it; without either it is left out.
    """
    reports: list[Report] = []
    last: datetime | None = None
    for row in fields.rows(holder, "history"):
        said = fields.text(row, "status")
        last = fields.moment(row, "updated_at") or last
        if said is None or last is None:
            continue
        raw = statuses.normalise(said)
        reports.append(Report(raw, statuses.mapped(raw, kind), fields.text(row, "note"), last))
    return sorted(reports, key=lambda report: report.at)[-MOST_REPORTS:]


def _driver(courier: Body) -> Driver | None:
    driver = Driver(
        name=fields.text(courier, "driver_name", "name"),
        phone=fields.text(courier, "driver_phone", "phone"),
        plate=fields.text(courier, "driver_plate_number"),
        photo_url=fields.link(courier, "driver_photo_url"),
    )
    return None if driver == Driver() else driver


def _code(row: Body, *names: str) -> str | None:
    value = fields.text(row, *names)
    return value.lower() if value else None
