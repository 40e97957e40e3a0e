"""What goes over the wire about shipping (specification, Shipping origin to Aggregator config)."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fulfilment.fields import (
    Act,
    Body,
    Code,
    Count,
    DriverNote,
    EmailText,
    Latitude,
    Locality,
    Longitude,
    PageQuery,
    Positive,
    Postal,
    Short,
    Wire,
)

MAX_COURIERS = 200
MAX_ITEMS = 200

ContactName = Annotated[str, Meta(min_length=1, max_length=100)]
ContactPhone = Annotated[str, Meta(min_length=1, max_length=30)]
StreetAddress = Annotated[str, Meta(min_length=1, max_length=500)]
CourierCodes = Annotated[list[Code], Meta(max_length=MAX_COURIERS)]
AggregatorKey = Annotated[str, Meta(min_length=1, max_length=2000, pattern="^[!-~]+$")]
AreaText = Annotated[str, Meta(min_length=2, max_length=255)]


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a workspace's parcels are picked up, as other domains see it."""

    address: str
    contact_name: str
    contact_phone: str
    province: str | None = None
    city: str | None = None
    district: str | None = None
    village: str | None = None
    postal: str | None = None
    area_id: str | None = None
    lat: float | None = None
    lng: float | None = None
    note: str | None = None


class ShippingOrigin(Wire):
    """The shipping origin; while none is set everything but `configured` is null."""

    address: str | None = None
    contact_name: str | None = None
    contact_phone: str | None = None
    province: str | None = None
    city: str | None = None
    district: str | None = None
    village: str | None = None
    postal: str | None = None
    area_id: str | None = None
    lat: float | None = None
    lng: float | None = None
    note: str | None = None
    couriers: list[str] | None = None
    configured: bool = False


class OriginChange(Body):
    """What is left out stays as it is, null clears; no couriers means every one that needs no coordinates."""

    address: StreetAddress
    contact_name: ContactName
    contact_phone: ContactPhone
    province: Locality | UnsetType | None = UNSET
    city: Locality | UnsetType | None = UNSET
    district: Locality | UnsetType | None = UNSET
    village: Locality | UnsetType | None = UNSET
    postal: Postal | UnsetType | None = UNSET
    area_id: Short | UnsetType | None = UNSET
    lat: Latitude | UnsetType | None = UNSET
    lng: Longitude | UnsetType | None = UNSET
    note: DriverNote | UnsetType | None = UNSET
    couriers: CourierCodes | UnsetType | None = UNSET


class CourierService(msgspec.Struct, frozen=True):
    """One row of the catalogue, named as the aggregator names it."""

    courier_code: str
    courier_name: str
    courier_service_code: str
    courier_service_name: str
    service_type: str
    tier: str | None


class AggregatorConfig(Wire):
    """A workspace's settings at the aggregator. `reportUrl` is where the own key's reports are to be sent."""

    account_id: str
    api_key_configured: bool
    api_key_preview: str | None
    default_origin_id: str | None
    enabled_couriers: list[str]
    default_courier: str | None
    active: bool
    report_url: str | None


class ShippingConfigReply(Wire):
    """`couriers` are the catalogue's codes, none while no catalogue can be had."""

    config: AggregatorConfig
    couriers: list[str]


class ShippingConfigChange(Body):
    """What is left out stays as it is. `apiKey` null falls back to the platform's key."""

    api_key: AggregatorKey | UnsetType | None = UNSET
    default_origin_id: Code | UnsetType | None = UNSET
    enabled_couriers: CourierCodes | UnsetType = UNSET
    default_courier: Code | UnsetType | None = UNSET
    active: bool | UnsetType = UNSET


class AreaQuery(PageQuery, kw_only=True):
    q: AreaText


class Destination(Act):
    """Where a parcel goes. Labels and pages show `city` and `province`; the courier goes by the rest."""

    contact_name: ContactName
    contact_phone: ContactPhone
    address: StreetAddress
    email: EmailText | None = None
    note: DriverNote | None = None
    city: Locality | None = None
    province: Locality | None = None
    postal_code: Postal | None = None
    area_id: Short | None = None
    lat: Latitude | None = None
    lng: Longitude | None = None


class ShipmentItem(Act):
    """One line of a parcel: `value` and `weight` are those of one piece.

    Stock is taken of the variant, the product's default one if only that is named, and from the warehouse if one is
    named. Labels show `sku`, else the variant's.
    """

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    value: Count
    weight: Positive
    quantity: Positive
    description: Annotated[str, Meta(max_length=500)] | None = None
    category: Annotated[str, Meta(max_length=100)] | None = None
    length: Count | None = None
    width: Count | None = None
    height: Count | None = None
    product_id: Short | None = None
    variant_id: Short | None = None
    warehouse_id: Short | None = None
    sku: Short | None = None


class ShippingRateRequest(Act):
    destination: Destination
    items: Annotated[list[ShipmentItem], Meta(min_length=1, max_length=MAX_ITEMS)]
    insurance: bool | None = False


class ShippingRate(Wire):
    """One service; `price` excludes the premium, which stands in `insurance`."""

    courier_code: str
    courier_name: str
    courier_service_code: str
    courier_service_name: str
    courier_type: Literal["standard", "same_day", "instant"]
    price: int
    eta_min: int
    eta_max: int
    eta_unit: str
    insurance: int


class ShippingRates(Wire):
    """`hasCoords` is false where the destination has no coordinates, so that instant couriers are not asked."""

    rates: list[ShippingRate]
    count: int
    has_coords: bool
