"""What goes over the wire about shipping (specification, Shipping origin to Aggregator config)."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fulfilment.infra.models import (
    ApiModel,
    Code,
    CommandModel,
    Count,
    DriverNote,
    EmailText,
    Latitude,
    Locality,
    Longitude,
    PageQuery,
    Positive,
    Postal,
    RequestModel,
    Short,
)

MAX_COURIERS = 200
MAX_ITEMS = 200

ContactName = Annotated[str, Meta(min_length=1, max_length=100)]
ContactPhone = Annotated[str, Meta(min_length=1, max_length=30)]
StreetAddress = Annotated[str, Meta(min_length=1, max_length=500)]
CourierCodes = Annotated[list[Code], Meta(max_length=MAX_COURIERS)]
# The preview, the last four characters, shows half of the shortest key.
MIN_KEY_CHARACTERS = 8
AggregatorKey = Annotated[str, Meta(min_length=MIN_KEY_CHARACTERS, max_length=2000, pattern="^[!-~]+$")]
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


class ShippingOrigin(ApiModel):
    """The shipping origin; while none is set everything but `configured` is null."""

    address: str | None = None
    """Street and number where drivers collect parcels; null while no origin is set."""
    contact_name: str | None = None
    """Whom drivers ask for; null while no origin is set."""
    contact_phone: str | None = None
    """Whom drivers call, as it was given; null while no origin is set."""
    province: str | None = None
    """The province, for labels; null where it is not said."""
    city: str | None = None
    """The city or regency, for labels and tracking pages; null where it is not said."""
    district: str | None = None
    """The district within the city, for labels; null where it is not said."""
    village: str | None = None
    """The village or ward, for labels; null where it is not said."""
    postal: str | None = None
    """The postal code, as it was given; null where it is not said."""
    area_id: str | None = None
    """The courier aggregator's id of the area; null where it is not known."""
    lat: float | None = None
    """Latitude in decimal degrees, south negative; null where it is not known."""
    lng: float | None = None
    """Longitude in decimal degrees, west negative; null where it is not known."""
    note: str | None = None
    """How to find the place, for drivers; null where nothing is said."""
    couriers: list[str] | None = None
    """The codes of the couriers that are enabled, the same set as `enabledCouriers` of the config. Empty means every
    courier that needs no coordinates; null while no origin is set.
    """
    configured: bool = False
    """Whether an origin is set. While it is false there are no quotes."""


class OriginChange(RequestModel):
    """What is left out stays as it is, null clears; no couriers means every one that needs no coordinates."""

    address: StreetAddress
    """Street and number where drivers collect parcels."""
    contact_name: ContactName
    """Whom drivers ask for."""
    contact_phone: ContactPhone
    """Whom drivers call."""
    province: Locality | UnsetType | None = UNSET
    """The province, for labels."""
    city: Locality | UnsetType | None = UNSET
    """The city or regency, for labels and tracking pages."""
    district: Locality | UnsetType | None = UNSET
    """The district within the city, for labels."""
    village: Locality | UnsetType | None = UNSET
    """The village or ward, for labels."""
    postal: Postal | UnsetType | None = UNSET
    """The postal code, as couriers know it: five digits, the first not 0."""
    postal_code: Postal | UnsetType | None = UNSET
    """The same under the name that destinations have it by; where both are given they must not differ."""
    area_id: Short | UnsetType | None = UNSET
    """The courier aggregator's id of the area, from `GET /shipping/areas`."""
    lat: Latitude | UnsetType | None = UNSET
    """Latitude in decimal degrees; required while an instant courier is enabled."""
    lng: Longitude | UnsetType | None = UNSET
    """Longitude in decimal degrees; required while an instant courier is enabled."""
    note: DriverNote | UnsetType | None = UNSET
    """How to find the place, for drivers."""
    couriers: CourierCodes | UnsetType | None = UNSET
    """The codes of the couriers to enable, from `GET /shipping/couriers`.
    Null or empty: every courier that needs no coordinates.
    """


class CourierService(msgspec.Struct, frozen=True):
    """One row of the catalogue, named as the aggregator names it."""

    courier_code: str
    """The courier, as it is named in requests."""
    courier_name: str
    """What people call the courier."""
    courier_service_code: str
    """The service, as it is named in requests; unique within its courier."""
    courier_service_name: str
    """What people call the service."""
    service_type: str
    """How fast, in the aggregator's word, such as `standard`, `same_day` or `instant`. A courier whose every service is
    one of the last two needs coordinates at both ends.
    """
    tier: str | None
    """The aggregator's price tier that the service belongs to; null where it names none."""


class AggregatorConfig(ApiModel):
    """A workspace's settings at the aggregator. `reportUrl` is where the own key's reports are to be sent."""

    account_id: str
    api_key_configured: bool
    """Whether the workspace has a key of its own at the aggregator. Without one
    the platform's is used, and shipments are charged to the shipping credit.
    """
    api_key_preview: str | None
    """The last four characters of the own key behind an ellipsis (`…a1b2`), and never more than
    half of it; null without one, and for partners.
    """
    default_origin_id: str | None
    """The aggregator's id of a pick-up place, kept for the caller and used by nothing else; null where none is named.
    """
    enabled_couriers: list[str]
    """The codes of the couriers that are enabled, the same set as `couriers`
    of the origin. Empty means every courier that needs no coordinates.
    """
    default_courier: str | None
    """The courier to propose first, for the caller's own use: the
    service chooses no courier by itself. Null where none is named.
    """
    active: bool
    """The master switch: while it is false, quotes and bookings are 400 `NOT_CONFIGURED`."""
    report_url: str | None
    """Where the aggregator is to send its reports on what is booked with the own key; enter it there, and keep it
    secret. Null without an own key, and for partners.
    """


class ShippingConfigReply(ApiModel):
    """`couriers` are the catalogue's codes, none while no catalogue can be had."""

    config: AggregatorConfig
    """The workspace's settings at the aggregator, the defaults where it has set none."""
    couriers: list[str]
    """Every courier code of the catalogue, in alphabetical order,
    whether enabled or not; empty while no catalogue can be had.
    """


class ShippingConfigChange(RequestModel):
    """What is left out stays as it is. `apiKey` null falls back to the platform's key."""

    api_key: AggregatorKey | UnsetType | None = UNSET
    """Your own key at the aggregator, of at least 8 characters; it is stored encrypted and never shown
    again. Null falls back to the platform's key. A partner cannot send it.
    """
    default_origin_id: Code | UnsetType | None = UNSET
    """The aggregator's id of a pick-up place, kept for you; null clears it."""
    enabled_couriers: CourierCodes | UnsetType = UNSET
    """The codes of the couriers to enable, from `GET /shipping/couriers`; empty means every courier that needs no
    coordinates. An instant courier needs an origin with coordinates.
    """
    default_courier: Code | UnsetType | None = UNSET
    """The courier to propose first, for your own use; it must be in the catalogue. Null clears it."""
    active: bool | UnsetType = UNSET
    """The master switch: false stops quotes and bookings."""


class AreaQuery(PageQuery, kw_only=True):
    """Which areas to search."""

    q: AreaText
    """A part of a name, or a postal code."""


class Destination(CommandModel):
    """Where a parcel goes. Labels and pages show `city` and `province`; the courier goes by the rest."""

    contact_name: ContactName
    """Who receives the parcel."""
    contact_phone: ContactPhone
    """The receiver's phone number, for the driver."""
    address: StreetAddress
    """Street and number."""
    email: EmailText | None = None
    """The receiver's e-mail address; the aggregator is told it with the booking, and the service sends none."""
    note: DriverNote | None = None
    """How to deliver there, for the driver."""
    city: Locality | None = None
    """The city or regency, for labels and the tracking page."""
    province: Locality | None = None
    """The province, for labels and the tracking page."""
    postal_code: Postal | None = None
    """The postal code, five digits of which the first is not 0. A booking needs this, `areaId`, or `lat` and `lng`."""
    postal: Postal | UnsetType | None = UNSET
    """The same under the name that the shipping origin has it by; where both are given they must not differ."""
    area_id: Short | None = None
    """The courier aggregator's id of the area, from `GET /shipping/areas`."""
    lat: Latitude | None = None
    """Latitude in decimal degrees; instant couriers need it with `lng`."""
    lng: Longitude | None = None
    """Longitude in decimal degrees; instant couriers need it with `lat`."""


class ShipmentItem(CommandModel):
    """One line of a parcel: `value` and `weight` are those of one piece.

    Stock is taken of the variant, the product's default one if only that is named, and from the warehouse if one is
    named. Labels show `sku`, else the variant's, else its product's.
    """

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    """What it is, as on the label and for the courier."""
    value: Count
    """What one piece is worth, in minor units (whole rupiah for
    IDR). The insured value is the sum of these times `quantity`.
    """
    weight: Positive
    """Grams of one piece."""
    quantity: Positive
    """How many pieces are in the parcel; so many are taken from stock."""
    description: Annotated[str, Meta(max_length=500)] | None = None
    """More about it, for labels and the courier."""
    category: Annotated[str, Meta(max_length=100)] | None = None
    """The aggregator's category of it, such as `fashion` or `electronic`."""
    length: Count | None = None
    """Length of one piece in centimetres; couriers may charge for room."""
    width: Count | None = None
    """Width of one piece in centimetres."""
    height: Count | None = None
    """Height of one piece in centimetres."""
    product_id: Short | None = None
    """The product that it is (`prod_…`), a physical one; without
    a `variantId`, its default variant is taken from stock.
    """
    variant_id: Short | None = None
    """The variant to take from stock (`var_…`). An item without this and without `productId` is only shipped."""
    warehouse_id: Short | None = None
    """The warehouse to take the stock from (`wh_…`). All items that name one must name the same: a parcel leaves from
    one place. Left out: the first that has all of it.
    """
    sku: Short | None = None
    """The number to print on the label; left out: the variant's `sku`, else its product's."""


class ShippingRateRequest(CommandModel):
    """A parcel to be quoted, from the shipping origin."""

    destination: Destination
    """Where it would go."""
    items: Annotated[list[ShipmentItem], Meta(min_length=1, max_length=MAX_ITEMS)]
    """What would be in it; a quote takes no stock."""
    insurance: bool | None = False
    """Whether to ask for the premium as well, for the sum of the items' values."""


class ShippingRate(ApiModel):
    """One service; `price` excludes the premium, which stands in `insurance`."""

    courier_code: str
    """The courier; give it to the shipment as it is."""
    courier_name: str
    """What people call the courier."""
    courier_service_code: str
    """The courier's service; give it to the shipment as it is."""
    courier_service_name: str
    """What people call the service."""
    courier_type: Literal["standard", "same_day", "instant"]
    """How fast: `standard` in days, `same_day` on the day,
    `instant` at once by a rider. Give it to the shipment as it is.
    """
    price: int
    """What the courier asks, without the premium, in minor units (whole rupiah for IDR)."""
    eta_min: int
    """How long it takes at least, in `etaUnit`; 0 where the courier does not say."""
    eta_max: int
    """How long it takes at most, in `etaUnit`; 0 where the courier does not say."""
    eta_unit: str
    """The unit of both times: `days` or `hours`, or the courier's own word."""
    insurance: int
    """The premium in minor units; 0 where none was asked for or the courier insures nothing."""


class ShippingRates(ApiModel):
    """`hasCoords` is false where the destination has no coordinates, so that instant couriers are not asked."""

    rates: list[ShippingRate]
    """One row for each service that goes there, cheapest first; none where nobody does."""
    count: int
    """How many rates there are."""
    has_coords: bool
    """Whether the destination has `lat` and `lng`; while it has not, instant couriers are not asked."""
