"""What goes over the wire about shipments (specification, Shipment, Destination shape, Item shape)."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, UnsetType

from fulfilment.infra.models import (
    ApiModel,
    Code,
    CommandModel,
    Count,
    DriverNote,
    Email,
    EmailText,
    Latitude,
    Locality,
    Longitude,
    Note,
    Positive,
    Postal,
    Short,
    Timestamp,
    row_schema,
)
from fulfilment.shipping.schemas import MAX_ITEMS, ContactName, ContactPhone, Destination, ShipmentItem, StreetAddress


class ReturnedItem(CommandModel):
    """What came back of a variant: how many, and whether they are damaged, or how many of them."""

    variant_id: Code
    """The variant that came back (`var_…`), one that the shipment took from stock."""
    quantity: Positive
    """How many pieces came back, damaged ones included; no more than went out."""
    damaged: bool | Count | None = False
    """True: all of them are damaged. A number: so many of them. Damaged pieces are noted and not put back."""


class ShipmentRestockRequest(CommandModel):
    """Without `items` all of the parcel came back sound; with them, what is not named did not come back."""

    items: Annotated[list[ReturnedItem], Meta(min_length=1, max_length=MAX_ITEMS)] | None = None
    """What came back; left out: everything, undamaged."""


class RestockedItem(ApiModel):
    """Of one variant in one warehouse: how many were put back on its shelf, and how many were damaged and not."""

    variant_id: str
    """The variant that was put back (`var_…`)."""
    warehouse_id: str
    """The warehouse that it came from and went back to (`wh_…`)."""
    quantity: int
    """Pieces that were put back on the shelf."""
    damaged: int
    """Pieces that came back damaged and were not put back."""


class ShipmentRestock(ApiModel):
    """What came back with a returned parcel, as it was told once."""

    restocked_at: Timestamp
    """When they were put back."""
    created_by: str | None
    """Who told of it: the person's id for a session, the workspace's id for an API key; null where that is not known.
    """
    items: list[RestockedItem]
    """By variant and warehouse; of what did not come back both numbers are 0."""


Status = Literal[
    "pending",
    "confirmed",
    "allocated",
    "picking_up",
    "picked_up",
    "dropping_off",
    "in_transit",
    "delivered",
    "returned",
    "cancelled",
]
CourierType = Literal["standard", "same_day", "instant"]

MAX_PER_REQUEST = 100

Flag = Literal["true", "false"]
# What waits for somebody (listing/work_queues.py).
Queue = Literal["to_book", "to_print", "uncollected", "silent", "unclear", "returned", "under_way"]

ExternalSource = Annotated[str, Meta(min_length=1, max_length=50)]


class Origin(CommandModel):
    """Where a parcel is picked up. What is left out comes from the configured shipping origin."""

    contact_name: ContactName | None = None
    """Whom the driver asks for."""
    contact_phone: ContactPhone | None = None
    """Whom the driver calls."""
    address: StreetAddress | None = None
    """Street and number where the driver collects it."""
    email: EmailText | None = None
    """The sender's e-mail address; the aggregator is told it with the booking, and the service sends none."""
    note: DriverNote | None = None
    """How to find the place, for the driver."""
    province: Locality | None = None
    """The province, for the label."""
    city: Locality | None = None
    """The city or regency, for the label and the tracking page."""
    district: Locality | None = None
    """The district within the city, for the label."""
    village: Locality | None = None
    """The village or ward, for the label."""
    postal_code: Postal | None = None
    """The postal code, five digits of which the first is not 0."""
    postal: Postal | UnsetType | None = UNSET
    """The same under the name that the shipping origin has it by; where both are given they must not differ."""
    area_id: Short | None = None
    """The courier aggregator's id of the area, from `GET /shipping/areas`."""
    lat: Latitude | None = None
    """Latitude in decimal degrees; instant couriers need it with `lng`."""
    lng: Longitude | None = None
    """Longitude in decimal degrees; instant couriers need it with `lat`."""


class NewShipment(CommandModel):
    """A shipment to be drafted. It takes its stock at once, and calls no courier before it is confirmed."""

    courier_code: Code
    """The courier, from a rate or the catalogue, in either case; an unknown one is refused."""
    courier_service_code: Code
    """The courier's service, from a rate or the catalogue, in either case; an unknown one is refused."""
    courier_type: CourierType
    """How fast the service is, as the rate says; what contradicts the catalogue is refused."""
    price: Count
    """The shipping price without the premium, in minor units, as the rate says. A
    booking with the platform's aggregator key charges this and `insurance`, or what the
    courier really asks, whichever is more; with a key of your own nothing is charged.
    """
    origin: Origin
    """Where it is picked up; `{}` means the configured shipping origin."""
    destination: Destination
    """Where it goes."""
    items: Annotated[list[ShipmentItem], Meta(min_length=1, max_length=MAX_ITEMS)]
    """What is in it; an item with a product or a variant takes stock, from one warehouse."""
    insurance: Count | None = 0
    """The insurance premium in minor units, as the rate says; 0 where `insured` is false."""
    insured: bool | None = None
    """Whether the courier is to insure it, for the sum of the items' values;
    left out: true where `insurance` is above 0.
    """
    product_id: Short | None = None
    """A product that the whole shipment is about (`prod_…`); it
    takes no stock by itself. An unknown one is 404 `NOT_FOUND`.
    """
    checkout_session_id: Code | None = None
    """Your own id of the checkout; stock that is reserved for it is used first."""
    customer_id: Code | None = None
    """Your own id of the buyer, to find shipments by."""
    customer_email: Email | None = None
    """The buyer's e-mail address, for your own use: the service sends no mail."""
    external_source: ExternalSource | None = None
    """The system that the order comes from, by any name of yours."""
    external_ref: Code | None = None
    """The order's number in that system; labels and the tracking page show it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.courier_code = self.courier_code.lower()
        self.courier_service_code = self.courier_service_code.lower()
        assert self.insurance is not None, "null is the default"
        # A premium that insures nothing is never charged (decisions, section 15).
        if self.insured is None:
            self.insured = self.insurance > 0
        if not self.insured:
            self.insurance = 0


class BulkShipments(CommandModel):
    """Many shipments to be drafted."""

    shipments: Annotated[list[Raw], row_schema("NewShipment", most=MAX_PER_REQUEST)]
    """1 to 100 shipments; each row is drafted or refused by itself."""


class Shipment(ApiModel):
    """One parcel, from the draft to the recipient."""

    id: str
    """The shipment's id (`ship_…`)."""
    account_id: str
    status: Status
    """How far it is: `pending` drafted and not booked, `confirmed` the courier accepted it,
    `allocated` a driver is assigned, `picking_up` the driver is on the way to the origin,
    `picked_up` collected, `dropping_off` the driver is on the way to the destination, `in_transit`
    on its way with a standard courier, `delivered`, `returned` to the sender, `cancelled`.
    """
    courier_code: str
    """The courier that carries it, as in the catalogue."""
    courier_service_code: str
    """The courier's service, as in the catalogue."""
    courier_type: CourierType
    """How fast the service is: `standard` in days, `same_day` on the day, `instant` at once by a rider."""
    price: int
    """The shipping price without the premium, in minor units (whole rupiah for IDR). It is the draft's until the
    booking, then what was charged to the shipping credit; with the workspace's own aggregator key it stays the draft's.
    """
    insurance: int
    """The insurance premium in minor units; 0 without one. A booking may raise it to the courier's."""
    insured: bool
    """Whether the courier is to insure it, for the sum of the items' values."""
    aggregator_order_id: str
    """The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked."""
    waybill_id: str | None
    """The courier's waybill number. Null until the courier gives one, at the booking or later."""
    label_url: str | None
    """The courier's own label; null where it offers none. The service prints a label in any case."""
    aggregator_tracking_id: str | None
    """The aggregator's id for tracking; null until there is one."""
    origin_snapshot: dict[str, Any]
    """Where it is picked up, as it was when the shipment was drafted: the given origin, and what it lacked of the
    shipping origin. Its fields are those of `Origin`.
    """
    destination_snapshot: dict[str, Any]
    """Where it goes, as it was given. Its fields are those of `Destination`."""
    items: list[dict[str, Any]]
    """What is in it, as it was given, with the `variantId`, `productId`
    and `sku` that were found. The fields are those of `ShipmentItem`.
    """
    customer_email: str | None
    """The buyer's e-mail address, for the merchant's own use; null where it was not given."""
    customer_id: str | None
    """The buyer, by the merchant's own id; null where it was not given."""
    checkout_session_id: str | None
    """The checkout that it is for, by the caller's own id, whose reservations it took; null without one."""
    product_id: str | None
    """The product that it is about, where the caller named one for the whole shipment (`prod_…`), else null."""
    external_source: str | None
    """The system that the order comes from, by the caller's own
    name; for a storefront's order, the partner. Null without one.
    """
    external_ref: str | None
    """The order's number in that system; labels and the tracking page show it. Null without one."""
    tracking_page_url: str
    """The address of the buyer's tracking page. It needs no credential, so whoever has it can read the page."""
    courier_price: int | None
    """What the courier asks in all, premium included, by its latest word, in minor units; null before the booking."""
    created_at: Timestamp
    """When it was drafted."""
    updated_at: Timestamp
    """When anything of it last changed, but for `printedAt` and `printedBy`."""
    printed_at: Timestamp | None
    """When its label was last printed for the packing table, as somebody said; null until then, and once it was taken
    back.
    """
    printed_by: str | None
    """Who had it printed: a person's id at the issuer, or the workspace's where a key was used; null while
    `printedAt` is.
    """


class ShipmentEvent(ApiModel):
    """One courier record; `status` is the shipment's status after it.

    `reportedStatus` is the courier's word; null where the merchant cancelled.
    """

    id: str
    """The record's id (`evt_…`)."""
    shipment_id: str
    """The shipment that it is of (`ship_…`)."""
    status: Status
    """The shipment's status after this record."""
    reported_status: str | None
    """What the courier said, in its own word, which may be none of the service's; null where the merchant cancelled."""
    note: str | None
    """What the courier said beside it, or the reason of the merchant's cancellation; null where nothing was said."""
    occurred_at: Timestamp
    """When it happened, as the courier says; a time that had not come yet counts as when it was reported."""


class ShipmentWithEvents(Shipment):
    """A shipment with its history."""

    events: list[ShipmentEvent]
    """What the courier reported, oldest first, and the merchant's cancellation."""
    restock: ShipmentRestock | None
    """What was put back of a returned parcel; null until somebody has told."""


class ShipmentReply(ApiModel):
    """One shipment."""

    shipment: Shipment
    """The shipment as it is now."""


class LegacyShipmentReply(ApiModel):
    """One shipment with its history, as the legacy routes show it."""

    shipment: ShipmentWithEvents
    """The shipment as it is now, with its history."""


class LegacyShipments(ApiModel):
    """A page of shipments, as the legacy routes show it."""

    shipments: list[Shipment]
    """Newest first, without their history."""


class LegacyCancelledShipmentReply(ApiModel):
    """A cancelled shipment, as the legacy routes show it."""

    shipment: Shipment
    """The shipment, `cancelled` by now."""
    refunded: int
    """What went back to the shipping credit, in minor units; 0 where nothing was charged."""


class CancelledShipment(Shipment):
    """A cancelled shipment."""

    refunded: int
    """What went back to the shipping credit, in minor units; 0 where nothing was charged."""


DEFAULT_REASON = "Merchant cancelled"


class ShipmentCancellation(CommandModel):
    """A blank `reason` is no other than the one that is meant where none is given."""

    reason: Note | None = DEFAULT_REASON
    """Why, for the merchant's records and the courier; buyers
    are not shown it. Left out or blank: `Merchant cancelled`.
    """

    def __post_init__(self) -> None:
        if self.reason is None or not self.reason.strip():
            self.reason = DEFAULT_REASON


class ShipmentRebooking(CommandModel):
    """What is not given is carried over; another service without a price is quoted anew."""

    courier_code: Code | None = None
    """Another courier, from a rate or the catalogue, in either case."""
    courier_service_code: Code | None = None
    """Another service of the courier, in either case."""
    courier_type: CourierType | None = None
    """How fast the other service is; left out, the catalogue says it."""
    price: Count | None = None
    """The new shipping price without the premium, in minor units; left out with another service, it is quoted."""
    insured: bool | None = None
    """Whether the courier is to insure it; left out: where
    `insurance` is given, whether that is above 0, else as before.
    """
    insurance: Count | None = None
    """The new premium in minor units; left out: as before, or as
    quoted with another service, and 0 where it is not insured.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self.courier_code = self.courier_code and self.courier_code.lower()
        self.courier_service_code = self.courier_service_code and self.courier_service_code.lower()


class RebookedShipmentReply(ApiModel):
    """A replacement."""

    shipment: Shipment
    """The new shipment; it is `pending`, so confirm it to book its courier."""
    previous_shipment_id: str
    """The shipment that it replaces (`ship_…`), which cannot be used any more."""


class ShipmentRestockReply(ApiModel):
    """What was put back."""

    shipment: Shipment
    """The returned shipment as it is now."""
    restock: ShipmentRestock
    """What came back with it, as the shipment shows it from now on."""


class CourierReportReply(ApiModel):
    """What became of a courier's report."""

    applied: int
    """How many reports on the order were new; 0 for a probe, a repeat, or an order of nobody here."""
