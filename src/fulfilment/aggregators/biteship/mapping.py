"""Mapping of Biteship's answers and reports to the port's records (decisions, section 6).

Every field may be missing, null, or of another type than documented. Reports are order.status, order.price and
order.waybill_id, and the empty probe that Biteship sends when a webhook is installed.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec

from fulfilment.aggregators.port import (
    Area,
    CatalogueService,
    CourierOrder,
    CourierRate,
    CourierTracking,
    CourierType,
    Driver,
    Duration,
    InboundStatusUpdate,
    InvalidRequest,
    TrackingEvent,
    classify_service,
    parse_duration,
)

JsonObject = Mapping[str, Any]

TEXT_LIMIT_CHARACTERS = 1_000
LARGEST_INTEGER = 2**53 - 1
# A parcel has about a dozen; each becomes a row, and is shown with the parcel.
MAX_TRACKING_EVENTS = 200
# The aggregator's times are in Jakarta time where they have no offset.
_JAKARTA = timezone(timedelta(hours=7))

_STATUS_MAP = {
    "confirmed": "confirmed",
    "scheduled": "confirmed",
    "allocated": "allocated",
    "picking_up": "picking_up",
    "picked": "picked_up",
    "in_transit": "in_transit",
    "delivered": "delivered",
    "returned": "returned",
    "disposed": "returned",
    "cancelled": "cancelled",
    "rejected": "cancelled",
    "courier_not_found": "cancelled",
}
_INSTANT_COURIERS = frozenset({"gojek", "grab", "lalamove", "borzo"})
_CAMEL_CASE_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def text(row: object, *names: str) -> str | None:
    """The first of the named fields that is not empty, without NUL, which no database column stores."""
    for name in names:
        value = row.get(name) if isinstance(row, Mapping) else None
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        if isinstance(value, str) and (cleaned := value.replace("\0", "").strip()):
            return cleaned[:TEXT_LIMIT_CHARACTERS]
    return None


def link(row: object, name: str) -> str | None:
    """An HTTP address that a page may link to."""
    value = text(row, name)
    return value if value and value.lower().startswith(("https://", "http://")) else None


def integer(row: object, name: str) -> int | None:
    """A non-negative whole number, also where it is sent as text or with decimals (`9000.0`)."""
    value = row.get(name) if isinstance(row, Mapping) else None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = round(float(value)) if isinstance(value, float | str) else value
    except (ValueError, OverflowError):
        return None
    return number if 0 <= number <= LARGEST_INTEGER else None


def amount(row: object, name: str) -> int | None:
    """A positive price that a balance can hold; None for any other value, and for a number sent as text."""
    value = row.get(name) if isinstance(row, Mapping) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return round(value) if 0 < value <= LARGEST_INTEGER and round(value) > 0 else None


def nested(row: object, name: str) -> Mapping[str, Any]:
    """A nested object, empty where there is none."""
    value = row.get(name) if isinstance(row, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def rows(row: object, name: str) -> list[Mapping[str, Any]]:
    """The objects of a list; other values are skipped."""
    value = row.get(name) if isinstance(row, Mapping) else None
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def moment(row: object, name: str) -> datetime | None:
    """An ISO 8601 time as UTC, cut to the millisecond so that two reports of one time are equal."""
    value = text(row, name)
    if value is None:
        return None
    try:
        at = datetime.fromisoformat(value)
        at = (at if at.tzinfo else at.replace(tzinfo=_JAKARTA)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return at.replace(microsecond=at.microsecond // 1_000 * 1_000)


def span(row: object, *names: str) -> tuple[int, int] | None:
    """A range of numbers: `"2 - 3"` is 2 and 3, `"2"` is 2 and 2."""
    for name in names:
        numbers = [int(digits) for digits in re.findall(r"\d{1,6}", text(row, name) or "")][:2]
        if numbers:
            return min(numbers), max(numbers)
    return None


def normalise(raw: str) -> str:
    """A status in snake case: `pickingUp`, `PICKING_UP` and `picking up` are all `picking_up`."""
    return re.sub(r"[\s-]+", "_", _CAMEL_CASE_BOUNDARY.sub("_", raw.strip())).lower()


def map_status(raw_status: str, courier_type: CourierType) -> str | None:
    """Our status for a normalised one; None where the shipment's status does not change."""
    if raw_status == "dropping_off":
        # Standard couriers use this status for every leg between their hubs.
        return "in_transit" if courier_type == "standard" else "dropping_off"
    return _STATUS_MAP.get(raw_status)


def guess_courier_type(courier_code: str | None, service_code: str | None) -> CourierType:
    """The courier type of an order of unknown type, since orders carry the service's code but not its type."""
    code = (service_code or "").lower()
    if "instant" in code:
        return "instant"
    known = (courier_code or "").lower() in _INSTANT_COURIERS or code in ("same_day", "sds")
    return "same_day" if known else "standard"


def parse_status_update(body: bytes) -> InboundStatusUpdate | None:
    """A posted status report; None for the probe (nothing, or `{}`) and for an event that names no order.

    Raises InvalidRequest where the body is not a JSON object.
    """
    if not body.strip():
        return None
    try:
        payload = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise InvalidRequest("The report is not JSON.") from None
    if not isinstance(payload, dict):
        raise InvalidRequest("The report is not a JSON object.")
    order_id = text(payload, "order_id")
    if order_id is None:
        return None
    status = text(payload, "status")
    price = integer(payload, "price")
    return InboundStatusUpdate(
        event=text(payload, "event") or "order.status",
        order_id=order_id,
        raw_status=normalise(status) if status else None,
        price=integer(payload, "order_price") if price is None else price,
        waybill_id=text(payload, "courier_waybill_id"),
        tracking_id=text(payload, "courier_tracking_id"),
        at=moment(payload, "updated_at"),
    )


def couriers(body: JsonObject) -> list[CatalogueService]:
    """The courier catalogue. A row without a courier or a service code is dropped."""
    return [
        CatalogueService(
            courier_code=code,
            courier_name=text(row, "courier_name") or code,
            courier_service_code=service,
            courier_service_name=text(row, "courier_service_name") or service,
            service_type=(text(row, "service_type") or "standard").lower(),
            tier=text(row, "tier"),
            duration=_duration(row),
        )
        for row in rows(body, "couriers")
        if (code := _code(row, "courier_code")) and (service := _code(row, "courier_service_code"))
    ]


def areas(body: JsonObject) -> list[Area]:
    return [
        Area(
            id=area_id,
            name=text(row, "name") or area_id,
            country_name=text(row, "country_name"),
            administrative_division_level_1_name=text(row, "administrative_division_level_1_name"),
            administrative_division_level_2_name=text(row, "administrative_division_level_2_name"),
            administrative_division_level_3_name=text(row, "administrative_division_level_3_name"),
            administrative_division_level_4_name=text(row, "administrative_division_level_4_name"),
            postal_code=integer(row, "postal_code"),
        )
        for row in rows(body, "areas")
        if (area_id := text(row, "id"))
    ]


def rates(body: JsonObject) -> list[CourierRate]:
    """Rates, cheapest first. A row without a price is dropped."""
    quoted = [rate for row in rows(body, "pricing") if (rate := _rate(row)) is not None]
    return sorted(quoted, key=lambda rate: (rate.price, rate.courier_code, rate.courier_service_code))


def _rate(row: JsonObject) -> CourierRate | None:
    courier = _code(row, "courier_code", "company")
    service = _code(row, "courier_service_code", "type")
    total = integer(row, "price")
    if not courier or not service or total is None:
        return None
    premium = integer(row, "insurance_fee") or 0
    service_type = (text(row, "service_type") or "").lower()
    eta_min, eta_max = span(row, "shipment_duration_range", "duration") or (0, 0)
    return CourierRate(
        courier_code=courier,
        courier_name=text(row, "courier_name") or courier,
        courier_service_code=service,
        courier_service_name=text(row, "courier_service_name") or service,
        courier_type=classify_service(service_type, service),
        # Biteship's price includes the premium. Ours excludes it, so that the two can be added.
        price=max(0, total - premium),
        eta_min=eta_min,
        eta_max=eta_max,
        eta_unit=(text(row, "shipment_duration_unit") or "days").lower(),
        insurance=premium,
    )


def _duration(row: JsonObject) -> Duration | None:
    minimum, maximum = span(row, "shipment_duration_range") or (0, 0)
    return parse_duration(minimum, maximum, text(row, "shipment_duration_unit"))


def order(body: JsonObject, courier_type: CourierType | None) -> CourierOrder | None:
    """An order, or None where the answer has no id."""
    order_id = text(body, "id")
    if order_id is None:
        return None
    courier = nested(body, "courier")
    kind = courier_type or guess_courier_type(text(courier, "company"), text(courier, "type"))
    history = _history(courier, kind)
    raw_value = text(body, "status") or (history[-1].raw_status if history else "confirmed")
    raw = normalise(raw_value)
    return CourierOrder(
        order_id=order_id,
        status=map_status(raw, kind),
        raw_status=raw,
        reference=text(body, "reference_id"),
        waybill_id=text(courier, "waybill_id"),
        tracking_id=text(courier, "tracking_id"),
        price=amount(body, "price"),
        insurance_fee=amount(nested(courier, "insurance"), "fee") or 0,
        routing_code=text(courier, "routing_code"),
        # Biteship documents no label of the courier, so the service's own label is used.
        label_url=None,
        link=link(courier, "link"),
        driver=_driver(courier),
        history=history,
    )


def is_order(body: JsonObject, order_id: str, reference: str) -> bool:
    """True if the answer is about this order, and this shipment where it names one."""
    return text(body, "id") == order_id and text(body, "reference_id") in (None, reference)


def is_tracking(body: JsonObject, *, tracking_id: str | None, waybill_id: str | None, order_id: str | None) -> bool:
    """True if the answer names no other parcel than the requested one."""
    reported = text(body, "waybill_id")
    same_waybill = waybill_id is None or reported is None or reported.casefold() == waybill_id.strip().casefold()
    same_tracking = None in (tracking_id, own := text(body, "id")) or own == tracking_id
    return same_waybill and same_tracking and (order_id is None or text(body, "order_id") in (None, order_id))


def is_cancelled(body: JsonObject, order_id: str) -> bool:
    """True if the answer to a cancellation confirms that this order is cancelled."""
    status = text(body, "status")
    return text(body, "id") == order_id and (status is None or normalise(status) == "cancelled")


def tracking(body: JsonObject, courier_type: CourierType | None) -> CourierTracking | None:
    """A tracking, or None where the answer has no status."""
    raw_value = text(body, "status")
    if raw_value is None:
        return None
    courier = nested(body, "courier")
    raw, company = normalise(raw_value), _code(courier, "company")
    kind = courier_type or guess_courier_type(company, text(courier, "type"))
    return CourierTracking(
        status=map_status(raw, kind),
        raw_status=raw,
        tracking_id=text(body, "id"),
        waybill_id=text(body, "waybill_id"),
        courier_code=company,
        order_id=text(body, "order_id"),
        link=link(body, "link"),
        driver=_driver(courier),
        history=_history(body, kind),
    )


def _history(parent: JsonObject, kind: CourierType) -> list[TrackingEvent]:
    """The newest MAX_TRACKING_EVENTS events, oldest first.

    An event without a time takes the time of the event before it. It is dropped where there is none before it.
    """
    events: list[TrackingEvent] = []
    last: datetime | None = None
    for row in rows(parent, "history"):
        raw_value = text(row, "status")
        last = moment(row, "updated_at") or last
        if raw_value is None or last is None:
            continue
        raw = normalise(raw_value)
        events.append(TrackingEvent(raw, map_status(raw, kind), text(row, "note"), last))
    return sorted(events, key=lambda report: report.at)[-MAX_TRACKING_EVENTS:]


def _driver(courier: JsonObject) -> Driver | None:
    driver = Driver(
        name=text(courier, "driver_name", "name"),
        phone=text(courier, "driver_phone", "phone"),
        plate=text(courier, "driver_plate_number"),
        photo_url=link(courier, "driver_photo_url"),
    )
    return None if driver == Driver() else driver


def _code(row: JsonObject, *names: str) -> str | None:
    value = text(row, *names)
    return value.lower() if value else None
