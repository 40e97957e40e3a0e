"""What goes over the wire about shipments (specification, Shipment, Destination shape, Item shape)."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct, field

from fulfilment.fields import (
    Act,
    Code,
    Count,
    DriverNote,
    Email,
    EmailText,
    Latitude,
    Locality,
    Longitude,
    Moment,
    Note,
    PageQuery,
    Postal,
    Short,
    Timestamp,
    Wire,
    rows_of,
)
from fulfilment.shipments.restock_records import ShipmentRestock
from fulfilment.shipping.records import MAX_ITEMS, ContactName, ContactPhone, Destination, ShipmentItem, StreetAddress

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

MOST_AT_ONCE = 100

ExternalSource = Annotated[str, Meta(min_length=1, max_length=50)]


class Origin(Act):
    """Where a parcel is picked up. What is left out comes from the configured shipping origin."""

    contact_name: ContactName | None = None
    contact_phone: ContactPhone | None = None
    address: StreetAddress | None = None
    email: EmailText | None = None
    note: DriverNote | None = None
    province: Locality | None = None
    city: Locality | None = None
    district: Locality | None = None
    village: Locality | None = None
    postal_code: Postal | None = None
    area_id: Short | None = None
    lat: Latitude | None = None
    lng: Longitude | None = None


class NewShipment(Act):
    courier_code: Code
    courier_service_code: Code
    courier_type: CourierType
    price: Count
    origin: Origin
    destination: Destination
    items: Annotated[list[ShipmentItem], Meta(min_length=1, max_length=MAX_ITEMS)]
    insurance: Count | None = 0
    insured: bool | None = None
    product_id: Short | None = None
    checkout_session_id: Code | None = None
    customer_id: Code | None = None
    customer_email: Email | None = None
    external_source: ExternalSource | None = None
    external_ref: Code | None = None


class BulkShipments(Act):
    shipments: Annotated[list[Raw], rows_of("NewShipment", most=MOST_AT_ONCE)]


class Shipment(Wire):
    id: str
    account_id: str
    status: Status
    courier_code: str
    courier_service_code: str
    courier_type: CourierType
    price: int
    insurance: int
    insured: bool
    aggregator_order_id: str
    waybill_id: str | None
    label_url: str | None
    aggregator_tracking_id: str | None
    origin_snapshot: dict[str, Any]
    destination_snapshot: dict[str, Any]
    items: list[dict[str, Any]]
    customer_email: str | None
    customer_id: str | None
    checkout_session_id: str | None
    product_id: str | None
    external_source: str | None
    external_ref: str | None
    tracking_page_url: str
    courier_price: int | None
    created_at: Timestamp
    updated_at: Timestamp


class ShipmentEvent(Wire):
    """One courier record; `status` is the shipment's status after it.

    `reportedStatus` is the courier's word; null where the merchant cancelled.
    """

    id: str
    shipment_id: str
    status: Status
    reported_status: str | None
    note: str | None
    occurred_at: Timestamp


class ShipmentWithEvents(Shipment):
    events: list[ShipmentEvent]
    restock: ShipmentRestock | None


class ShipmentReply(Wire):
    shipment: Shipment


class LegacyShipmentReply(Wire):
    shipment: ShipmentWithEvents


class LegacyShipments(Wire):
    shipments: list[Shipment]


class LegacyCancelledShipmentReply(Wire):
    shipment: Shipment
    refunded: int


class CancelledShipment(Shipment):
    refunded: int


DEFAULT_REASON = "Merchant cancelled"


class ShipmentCancellation(Act):
    """A blank `reason` is no other than the one that is meant where none is given."""

    reason: Note | None = DEFAULT_REASON

    def __post_init__(self) -> None:
        if self.reason is None or not self.reason.strip():
            self.reason = DEFAULT_REASON


class ShipmentRebooking(Act):
    """What is not given is carried over; another service without a price is quoted anew."""

    courier_code: Code | None = None
    courier_service_code: Code | None = None
    courier_type: CourierType | None = None
    price: Count | None = None
    insured: bool | None = None
    insurance: Count | None = None


class RebookedShipmentReply(Wire):
    shipment: Shipment
    previous_shipment_id: str


class ShipmentRestockReply(Wire):
    shipment: Shipment
    restock: ShipmentRestock


class StatusQuery(PageQuery):
    status: Status | None = None


class ShipmentQuery(PageQuery, rename="camel"):
    """Every filter is exact and narrows the others. The period is of `createdAt`, `from` in it and `to` not."""

    status: Status | None = None
    courier_code: Code | None = None
    waybill_id: Code | None = None
    customer_id: Code | None = None
    checkout_session_id: Code | None = None
    from_: Moment | None = field(default=None, name="from")
    to: Moment | None = None


class LabelLink(Wire):
    url: str


Flag = Literal["true", "false"]
LabelSize = Literal["a4", "thermal-80x100", "thermal-100x150"]

LabelLayout = Literal["single", "4up"]


class LabelQuery(Struct, rename="camel", kw_only=True):
    """`layout` `4up` puts four labels on a sheet of A4."""

    size: LabelSize = "thermal-100x150"
    show_sender_phone: Flag = "true"
    show_recipient_phone: Flag = "true"
    mask_recipient_name: Flag = "true"
    mask_recipient_phone: Flag = "true"
    show_shipping_cost: Flag = "true"
    show_insurance: Flag = "true"
    show_items: Flag = "true"
    show_item_descriptions: Flag = "true"
    show_item_skus: Flag = "true"
    layout: LabelLayout = "single"


class LabelOrder(Act):
    """Which shipments to print in one document, in this order, and how; the flags are those of a single label."""

    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MOST_AT_ONCE)]
    size: LabelSize | None = "thermal-100x150"
    show_sender_phone: bool | None = True
    show_recipient_phone: bool | None = True
    mask_recipient_name: bool | None = True
    mask_recipient_phone: bool | None = True
    show_shipping_cost: bool | None = True
    show_insurance: bool | None = True
    show_items: bool | None = True
    show_item_descriptions: bool | None = True
    show_item_skus: bool | None = True
    layout: LabelLayout | None = "single"
