"""Port of courier aggregators: the records, errors and calls that domains use (decisions, section 6).

Money is in whole units of the aggregator's currency (rupiah), weights in grams, sizes in centimetres.
"""

import re
from datetime import datetime
from typing import Literal, Protocol

import msgspec

CourierType = Literal["standard", "same_day", "instant"]
DurationUnit = Literal["hours", "days"]

# A longer duration is an error of the aggregator.
_MAX_DURATIONS: dict[DurationUnit, int] = {"hours": 720, "days": 90}

# The aggregator delivers in Indonesia: the first digit of a postal code is its island group, from 1 on.
_POSTAL_CODE = re.compile(r"[1-9][0-9]{4}", re.ASCII)


class AggregatorError(Exception):
    """A call to the aggregator failed. The message may be shown: it never carries a credential."""

    def __init__(self, message: str, *, field: str | None = None, timed_out: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.timed_out = timed_out


class InvalidRequest(AggregatorError):
    """The aggregator rejected the caller's input; `field` names the part where it is known.

    Nothing was done. 400 VALIDATION.
    """


class AggregatorNotFound(InvalidRequest):
    """The aggregator knows no such order, tracking id or waybill."""


class AggregatorDeclined(AggregatorError):
    """The courier or the aggregator declined (balance, partner). Nothing was done. 502 INTEGRATION_ERROR."""


class CancellationDeclined(AggregatorDeclined):
    """The order is too far along, or its courier will not have it cancelled. 409 INVALID_STATE."""


class AggregatorUnavailable(AggregatorError):
    """The aggregator is down, or its answer is malformed or about another order. Nothing was done.

    502, or 504 where `timed_out`.
    """


class InvalidAggregatorKey(AggregatorUnavailable):
    """The aggregator does not accept the key."""


class OutcomeUnknown(AggregatorError):
    """The request may have been carried out, but no answer confirms it.

    Repeating a booking or a cancellation settles it. 504 where `timed_out`, else 502.
    """


def classify_service(service_type: str | None, service_code: str | None) -> CourierType:
    """The type of a service. The aggregator files most couriers' instant services under `same_day`."""
    if service_type == "instant":
        return "instant"
    if service_type == "same_day":
        return "instant" if "instant" in (service_code or "").lower() else "same_day"
    return "standard"


class Duration(msgspec.Struct, frozen=True):
    """A courier's estimate of the time from collection to delivery."""

    minimum: int
    maximum: int
    unit: DurationUnit


def parse_duration(minimum: int, maximum: int, unit: str | None) -> Duration | None:
    """A duration; None for zero, for more than the longest that is plausible, and for an unknown unit."""
    for known_unit, longest in _MAX_DURATIONS.items():
        if (unit or "").lower() in (known_unit, known_unit[:-1]) and 0 <= minimum <= maximum <= longest and maximum:
            return Duration(minimum, maximum, known_unit)
    return None


class CatalogueService(msgspec.Struct, frozen=True):
    """One row of the catalogue: a courier and one of its services, whose type is also that of its rates."""

    courier_code: str
    courier_name: str
    courier_service_code: str
    courier_service_name: str
    service_type: str
    tier: str | None = None
    duration: Duration | None = None

    @property
    def courier_type(self) -> CourierType:
        return classify_service(self.service_type, self.courier_service_code)


class Area(msgspec.Struct, frozen=True):
    """One hit of the area search."""

    id: str
    """The aggregator's id of the area, as `areaId` takes it."""
    name: str
    """The full name, with the regions that contain the area."""
    country_name: str | None = None
    """The country; null where the aggregator does not say."""
    administrative_division_level_1_name: str | None = None
    """The province; null where the aggregator does not say."""
    administrative_division_level_2_name: str | None = None
    """The city or regency; null where the aggregator does not say."""
    administrative_division_level_3_name: str | None = None
    """The district; null where the aggregator does not say."""
    administrative_division_level_4_name: str | None = None
    """The village or ward; mostly null."""
    postal_code: int | None = None
    """The postal code as a number; null where the area has none of its own."""


class ParcelAddress(msgspec.Struct, frozen=True):
    """The sender's or the recipient's address. A quote needs only the area, the postal code or the coordinates."""

    contact_name: str = ""
    contact_phone: str = ""
    address: str = ""
    note: str | None = None
    email: str | None = None
    postal_code: str | None = None
    area_id: str | None = None
    lat: float | None = None
    lng: float | None = None

    @property
    def has_coordinates(self) -> bool:
        return self.lat is not None and self.lng is not None

    @property
    def postal_number(self) -> int | None:
        """The postal code as a number; None without one, or where it is not valid in Indonesia."""
        digits = (self.postal_code or "").strip()
        return int(digits) if _POSTAL_CODE.fullmatch(digits) else None

    @property
    def can_be_found(self) -> bool:
        """True with an area id, a valid postal code or coordinates."""
        return bool(self.area_id) or self.postal_number is not None or self.has_coordinates


class ParcelItem(msgspec.Struct, frozen=True):
    """One line of a parcel's contents; `value` and `weight` are for one piece."""

    name: str
    value: int
    weight: int
    quantity: int
    description: str | None = None
    category: str | None = None
    length: int | None = None
    width: int | None = None
    height: int | None = None
    sku: str | None = None


class CourierRate(msgspec.Struct, frozen=True):
    """A quote for one service; `price` excludes the premium, which is in `insurance` (decisions, section 6)."""

    courier_code: str
    courier_name: str
    courier_service_code: str
    courier_service_name: str
    courier_type: CourierType
    price: int
    eta_min: int
    eta_max: int
    eta_unit: str
    insurance: int

    @property
    def duration(self) -> Duration | None:
        return parse_duration(self.eta_min, self.eta_max, self.eta_unit)


class BookingRequest(msgspec.Struct, frozen=True):
    """A booking to be made. `reference` is the shipment's id, so that a repeat finds the existing order."""

    reference: str
    courier_code: str
    courier_service_code: str
    courier_type: CourierType
    origin: ParcelAddress
    destination: ParcelAddress
    items: list[ParcelItem]
    insured_value: int | None = None
    note: str | None = None


class TrackingEvent(msgspec.Struct, frozen=True):
    """One event of a courier's tracking history.

    `status` is ours, or None where the event does not move the shipment.
    """

    raw_status: str
    status: str | None
    note: str | None
    at: datetime


class Driver(msgspec.Struct, frozen=True):
    name: str | None = None
    phone: str | None = None
    plate: str | None = None
    photo_url: str | None = None


class CourierOrder(msgspec.Struct, frozen=True):
    """A booking as the aggregator holds it. `price` is the total, including the premium `insurance_fee`.

    The price is None where the aggregator gives none that is usable. `status` is ours, or None where the courier's
    status does not move the shipment. `history` is oldest first.
    """

    order_id: str
    status: str | None
    raw_status: str
    reference: str | None = None
    waybill_id: str | None = None
    tracking_id: str | None = None
    price: int | None = None
    insurance_fee: int = 0
    routing_code: str | None = None
    label_url: str | None = None
    link: str | None = None
    driver: Driver | None = None
    history: list[TrackingEvent] = []


class CourierTracking(msgspec.Struct, frozen=True):
    """Tracking of a parcel, by tracking id or waybill; `history` is oldest first."""

    status: str | None
    raw_status: str
    tracking_id: str | None = None
    waybill_id: str | None = None
    courier_code: str | None = None
    order_id: str | None = None
    link: str | None = None
    driver: Driver | None = None
    history: list[TrackingEvent] = []


class InboundStatusUpdate(msgspec.Struct, frozen=True):
    """A posted status report. It is only a hint: the order is fetched before it is believed (decisions, section 9)."""

    event: str
    order_id: str
    raw_status: str | None = None
    price: int | None = None
    waybill_id: str | None = None
    tracking_id: str | None = None
    at: datetime | None = None


class Aggregator(Protocol):
    """One account at an aggregator. Every call may raise AggregatorError and ends within its timeout.

    An answer about another order than the requested one is an error (decisions, section 13).
    """

    async def couriers(self) -> list[CatalogueService]:
        """The whole courier catalogue."""
        ...

    async def areas(self, query: str) -> list[Area]:
        """About ten areas that match `query`."""
        ...

    def parse_postal_code(self, area_id: str) -> str | None:
        """The postal code in an area's id, with which `areas` finds it; None without one."""
        ...

    async def rates(
        self,
        origin: ParcelAddress,
        destination: ParcelAddress,
        items: list[ParcelItem],
        courier_codes: list[str],
        insured_value: int | None = None,
    ) -> list[CourierRate]:
        """The named couriers' rates, cheapest first; empty where none of them serves the route."""
        ...

    async def book(self, request: BookingRequest) -> CourierOrder:
        """Book, or find the order that exists under the same reference. On OutcomeUnknown, send it again."""
        ...

    async def order(self, order_id: str, reference: str, courier_type: CourierType | None = None) -> CourierOrder:
        """The current state of an order; `courier_type` decides how `dropping_off` is read.

        Raises AggregatorNotFound.
        """
        ...

    async def cancel(self, order_id: str, reference: str, reason: str) -> None:
        """Cancel an order; one already cancelled counts as success. Raises CancellationDeclined, AggregatorNotFound."""
        ...

    async def track(
        self, tracking_id: str, courier_type: CourierType | None = None, order_id: str | None = None
    ) -> CourierTracking:
        """Track by the aggregator's tracking id. Raises AggregatorNotFound."""
        ...

    async def track_waybill(
        self,
        waybill_id: str,
        courier_code: str,
        courier_type: CourierType | None = None,
        order_id: str | None = None,
    ) -> CourierTracking:
        """Track by the courier's waybill. Raises AggregatorNotFound."""
        ...
