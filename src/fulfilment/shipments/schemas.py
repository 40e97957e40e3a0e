"""Request and response records of shipments (specification, Shipment, Destination shape, Item shape)."""

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

DEFAULT_REASON = "Merchant cancelled"

Flag = Literal["true", "false"]
# Work queues (listing/work_queues.py).
Queue = Literal["to_book", "to_print", "uncollected", "silent", "unclear", "returned", "under_way"]

ExternalSource = Annotated[str, Meta(min_length=1, max_length=50)]


class ReturnedItem(CommandModel):
    """The return of one variant: the number of pieces, and how many of them are damaged."""

    variant_id: Code
    """The variant that came back (`var_…`). The shipment must have taken it from stock."""
    quantity: Positive
    """The number of pieces that came back, including damaged ones; at most the number sent."""
    damaged: bool | Count | None = False
    """True: all pieces are damaged. A number: that many are damaged. Damaged pieces are recorded and not put back."""


class ShipmentRestockRequest(CommandModel):
    """The contents of a returned parcel.

    Without `items`, all of it came back undamaged; with them, other items did not come back.
    """

    items: Annotated[list[ReturnedItem], Meta(min_length=1, max_length=MAX_ITEMS)] | None = None
    """The items that came back; left out: everything, undamaged."""


class RestockedItem(ApiModel):
    """The restocking of one variant in one warehouse: pieces put back, and damaged pieces."""

    variant_id: str
    """The variant that was restocked (`var_…`)."""
    warehouse_id: str
    """The warehouse that the variant came from and went back to (`wh_…`)."""
    quantity: int
    """The number of pieces put back into stock."""
    damaged: int
    """The number of pieces that came back damaged and were not put back."""


class ShipmentRestock(ApiModel):
    """The record of a returned parcel's restocking, which happens once."""

    restocked_at: Timestamp
    """When the shipment was restocked."""
    created_by: str | None
    """The user's id for a session, or the workspace's id for an API key; null where it is not known."""
    items: list[RestockedItem]
    """Entries by variant and warehouse; both numbers are 0 where nothing came back."""


class Origin(CommandModel):
    """The pick-up address. Fields that are left out come from the configured shipping origin."""

    contact_name: ContactName | None = None
    """The contact for the driver."""
    contact_phone: ContactPhone | None = None
    """The phone number for the driver."""
    address: StreetAddress | None = None
    """Street and number of the pick-up."""
    email: EmailText | None = None
    """The sender's e-mail address. The aggregator gets it with the booking; the service sends no mail to it."""
    note: DriverNote | None = None
    """Directions for the driver."""
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
    """The same as `postalCode`, under the name that the shipping origin uses; where both are given, they must be equal.
    """
    area_id: Short | None = None
    """The courier aggregator's id of the area, from `GET /shipping/areas`."""
    lat: Latitude | None = None
    """Latitude in decimal degrees; instant couriers need it with `lng`."""
    lng: Longitude | None = None
    """Longitude in decimal degrees; instant couriers need it with `lat`."""


class NewShipment(CommandModel):
    """A shipment to be drafted. It allocates its stock at once, and calls no courier before it is confirmed."""

    courier_code: Code
    """The courier, from a rate or the catalogue, in either case; an unknown one is refused."""
    courier_service_code: Code
    """The courier's service, from a rate or the catalogue, in either case; an unknown one is refused."""
    courier_type: CourierType
    """The speed of the service, as in the rate; a contradiction to the catalogue is refused."""
    price: Count
    """The shipping price without the premium, in minor units, as in the rate. A booking with the platform's aggregator
    key charges this and `insurance`, or the courier's actual price where that is higher. With a key of your own nothing
    is charged.
    """
    origin: Origin
    """The pick-up address; `{}` means the configured shipping origin."""
    destination: Destination
    """The recipient's address."""
    items: Annotated[list[ShipmentItem], Meta(min_length=1, max_length=MAX_ITEMS)]
    """The contents; an item with a product or a variant takes stock, from one warehouse."""
    insurance: Count | None = 0
    """The insurance premium in minor units, as in the rate; 0 where `insured` is false."""
    insured: bool | None = None
    """True if the courier is to insure the sum of the items' values; left out: true where `insurance` is above 0."""
    product_id: Short | None = None
    """A product for the whole shipment (`prod_…`); it takes no stock by itself. An unknown one is 404 `NOT_FOUND`."""
    checkout_session_id: Code | None = None
    """Your own id of the checkout; stock that is reserved for it is used first."""
    customer_id: Code | None = None
    """Your own id of the buyer, a filter of the list."""
    customer_email: Email | None = None
    """The buyer's e-mail address, for your own use: the service sends no mail."""
    external_source: ExternalSource | None = None
    """The system that the order comes from, under a name of yours."""
    external_ref: Code | None = None
    """The order's number in that system; labels and the tracking page show it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.courier_code = self.courier_code.lower()
        self.courier_service_code = self.courier_service_code.lower()
        assert self.insurance is not None, "null is the default"
        # The premium of a parcel without insurance is never charged (decisions, section 15).
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
    """The progress of the shipment. `pending`: drafted and not booked. `confirmed`: the courier accepted it.
    `allocated`: a driver is assigned. `picking_up`: the driver is on the way to the origin. `picked_up`: collected.
    `dropping_off`: the driver is on the way to the destination. `in_transit`: on its way with a standard courier. The
    final ones are `delivered`, `returned` to the sender, and `cancelled`.
    """
    courier_code: str
    """The courier that carries it, as in the catalogue."""
    courier_service_code: str
    """The courier's service, as in the catalogue."""
    courier_type: CourierType
    """The speed of the service: `standard` in days, `same_day` on the day, `instant` at once by a rider."""
    price: int
    """The shipping price without the premium, in minor units (whole rupiah for IDR). Before the booking it is the
    draft's price, then the amount charged to the shipping credit. With the workspace's own aggregator key it stays the
    draft's.
    """
    insurance: int
    """The insurance premium in minor units; 0 without one. A booking may raise it to the courier's premium."""
    insured: bool
    """True if the courier is to insure the sum of the items' values."""
    aggregator_order_id: str
    """The aggregator's id of the order; a placeholder that begins with `pending-` until the courier is booked."""
    waybill_id: str | None
    """The courier's waybill number. Null until the courier issues one, at the booking or later."""
    label_url: str | None
    """The courier's own label; null where it offers none. The service prints a label in any case."""
    aggregator_tracking_id: str | None
    """The aggregator's id for tracking; null until there is one."""
    origin_snapshot: dict[str, Any]
    """The pick-up address at the time of the draft: the given origin, completed from the shipping origin. Its fields
    are those of `Origin`.
    """
    destination_snapshot: dict[str, Any]
    """The recipient's address, as it was given. Its fields are those of `Destination`."""
    items: list[dict[str, Any]]
    """The contents, as they were given, with the `variantId`, `productId` and `sku` that were found. The fields are
    those of `ShipmentItem`.
    """
    customer_email: str | None
    """The buyer's e-mail address, for the merchant's own use; null where it was not given."""
    customer_id: str | None
    """The merchant's own id of the buyer; null where it was not given."""
    checkout_session_id: str | None
    """The merchant's own id of the checkout, whose reservations the shipment used; null without one."""
    product_id: str | None
    """The product of the whole shipment (`prod_…`); null where none was named."""
    external_source: str | None
    """The system that the order comes from, under the merchant's name for it; for a storefront's order, the partner.
    Null without one.
    """
    external_ref: str | None
    """The order's number in that system; labels and the tracking page show it. Null without one."""
    tracking_page_url: str
    """The address of the buyer's tracking page. It needs no credential, so every browser with the address can read the
    page.
    """
    courier_price: int | None
    """The courier's latest total price, including the premium, in minor units; null before the booking."""
    created_at: Timestamp
    """When the shipment was drafted."""
    updated_at: Timestamp
    """When the shipment last changed, except for `printedAt` and `printedBy`."""
    printed_at: Timestamp | None
    """When its label was last marked as printed; null before that, and after the mark was removed."""
    printed_by: str | None
    """The user's id at the issuer, or the workspace's id where an API key was used; null while `printedAt` is."""


class ShipmentEvent(ApiModel):
    """One courier record; `status` is the shipment's status after it.

    `reportedStatus` is the courier's own status; null where the merchant cancelled.
    """

    id: str
    """The record's id (`evt_…`)."""
    shipment_id: str
    """The shipment of the record (`ship_…`)."""
    status: Status
    """The shipment's status after this record."""
    reported_status: str | None
    """The courier's own status, which may be none of the service's; null where the merchant cancelled."""
    note: str | None
    """The courier's note, or the reason of the merchant's cancellation; null without one."""
    occurred_at: Timestamp
    """When it happened, as the courier reported; a time in the future is replaced by the time of the report."""


class ShipmentWithEvents(Shipment):
    """A shipment with its history."""

    events: list[ShipmentEvent]
    """The courier's reports, oldest first, and the merchant's cancellation."""
    restock: ShipmentRestock | None
    """The restocking of a returned parcel; null before it was recorded."""


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
    """The shipments of the page, newest first, without their history."""


class LegacyCancelledShipmentReply(ApiModel):
    """A cancelled shipment, as the legacy routes show it."""

    shipment: Shipment
    """The shipment, now `cancelled`."""
    refunded: int
    """The shipping credit refunded, in minor units; 0 where nothing was charged."""


class CancelledShipment(Shipment):
    """A cancelled shipment."""

    refunded: int
    """The shipping credit refunded, in minor units; 0 where nothing was charged."""


class ShipmentCancellation(CommandModel):
    """Options of a cancellation. A blank `reason` counts as left out."""

    reason: Note | None = DEFAULT_REASON
    """The reason, for the merchant's records and the courier; buyers do not see it. Left out or blank: `Merchant
    cancelled`.
    """

    def __post_init__(self) -> None:
        if self.reason is None or not self.reason.strip():
            self.reason = DEFAULT_REASON


class ShipmentRebooking(CommandModel):
    """Changes of a rebooking. Fields that are left out are carried over; another service without a price is quoted."""

    courier_code: Code | None = None
    """Another courier, from a rate or the catalogue, in either case."""
    courier_service_code: Code | None = None
    """Another service of the courier, in either case."""
    courier_type: CourierType | None = None
    """The speed of the other service; left out, it is taken from the catalogue."""
    price: Count | None = None
    """The new shipping price without the premium, in minor units; left out with another service, it is quoted."""
    insured: bool | None = None
    """True if the courier is to insure the parcel. Left out: true where a given `insurance` is above 0; without
    `insurance`, as before.
    """
    insurance: Count | None = None
    """The new premium in minor units. Left out: as before, or as quoted with another service. It is 0 where the parcel
    is not insured.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self.courier_code = self.courier_code and self.courier_code.lower()
        self.courier_service_code = self.courier_service_code and self.courier_service_code.lower()


class RebookedShipmentReply(ApiModel):
    """A replacement shipment."""

    shipment: Shipment
    """The new shipment; it is `pending`, so confirm it to book its courier."""
    previous_shipment_id: str
    """The replaced shipment (`ship_…`), which cannot be used any more."""


class ShipmentRestockReply(ApiModel):
    """The result of a restocking."""

    shipment: Shipment
    """The returned shipment as it is now."""
    restock: ShipmentRestock
    """The record of the restocking, which the shipment shows from now on."""


class CourierReportReply(ApiModel):
    """The result of a courier's report."""

    applied: int
    """The number of new reports on the order; 0 for a probe, a repeat, or an unknown order."""
