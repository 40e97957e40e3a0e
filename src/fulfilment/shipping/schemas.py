"""API models of shipping (specification, Shipping origin to Aggregator config)."""

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
# The preview of four characters shows half of the shortest key.
MIN_KEY_CHARACTERS = 8
AggregatorKey = Annotated[str, Meta(min_length=MIN_KEY_CHARACTERS, max_length=2000, pattern="^[!-~]+$")]
AreaText = Annotated[str, Meta(min_length=2, max_length=255)]


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """The pick-up address of a workspace's parcels, for other domains."""

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
    """The shipping origin; all fields but `configured` are null if none is set."""

    address: str | None = None
    """Street and number where drivers collect parcels; null if no origin is set."""
    contact_name: str | None = None
    """The contact person for drivers; null if no origin is set."""
    contact_phone: str | None = None
    """The phone number for drivers, as it was given; null if no origin is set."""
    province: str | None = None
    """The province, for labels; null where it is not given."""
    city: str | None = None
    """The city or regency, for labels and tracking pages; null where it is not given."""
    district: str | None = None
    """The district within the city, for labels; null where it is not given."""
    village: str | None = None
    """The village or ward, for labels; null where it is not given."""
    postal: str | None = None
    """The postal code, as it was given; null where it is not given."""
    area_id: str | None = None
    """The courier aggregator's id of the area; null where it is not known."""
    lat: float | None = None
    """Latitude in decimal degrees, south negative; null where it is not known."""
    lng: float | None = None
    """Longitude in decimal degrees, west negative; null where it is not known."""
    note: str | None = None
    """Directions for drivers; null where there are none."""
    couriers: list[str] | None = None
    """The codes of the enabled couriers, the same set as `enabledCouriers` of the config. Empty means every courier
    that needs no coordinates; null if no origin is set.
    """
    configured: bool = False
    """True if an origin is set. Without one there are no quotes."""


class OriginChange(RequestModel):
    """Changes of the shipping origin. Omitted fields stay as they are; null clears a field."""

    address: StreetAddress
    """Street and number where drivers collect parcels."""
    contact_name: ContactName
    """The contact person for drivers."""
    contact_phone: ContactPhone
    """The phone number for drivers."""
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
    """Alias of `postal`, as destinations name it. If both are given they must not differ."""
    area_id: Short | UnsetType | None = UNSET
    """The courier aggregator's id of the area, from `GET /shipping/areas`."""
    lat: Latitude | UnsetType | None = UNSET
    """Latitude in decimal degrees; required while an instant courier is enabled."""
    lng: Longitude | UnsetType | None = UNSET
    """Longitude in decimal degrees; required while an instant courier is enabled."""
    note: DriverNote | UnsetType | None = UNSET
    """Directions for drivers."""
    couriers: CourierCodes | UnsetType | None = UNSET
    """The codes of the couriers to enable, from `GET /shipping/couriers`. Null or empty: every courier that needs no
    coordinates.
    """


class CourierService(msgspec.Struct, frozen=True):
    """A service in the courier catalogue, with the aggregator's names."""

    courier_code: str
    """The courier's code, for requests."""
    courier_name: str
    """The courier's display name."""
    courier_service_code: str
    """The service's code, for requests; unique within its courier."""
    courier_service_name: str
    """The service's display name."""
    service_type: str
    """The speed, in the aggregator's word, such as `standard`, `same_day` or `instant`. A courier with services of only
    the last two types needs the coordinates of origin and destination.
    """
    tier: str | None
    """The aggregator's price tier of the service; null where there is none."""


class AggregatorConfig(ApiModel):
    """A workspace's settings at the aggregator."""

    account_id: str
    api_key_configured: bool
    """True if the workspace has its own key at the aggregator. Otherwise the platform's key is used, and shipments are
    charged to the shipping credit.
    """
    api_key_preview: str | None
    """The last four characters of the own key after an ellipsis (`…a1b2`), and never more than half of it. Null without
    an own key, and for partners.
    """
    default_origin_id: str | None
    """The aggregator's id of a pick-up place, stored for your own use; null where none is set."""
    enabled_couriers: list[str]
    """The codes of the enabled couriers, the same set as `couriers` of the origin. Empty means every courier that needs
    no coordinates.
    """
    default_courier: str | None
    """The courier to suggest first, for your own use: the service never chooses a courier by itself. Null where none is
    set.
    """
    active: bool
    """The master switch: while it is false, quotes and bookings are 400 `NOT_CONFIGURED`."""
    report_url: str | None
    """The webhook address for the aggregator's status updates of orders booked with the own key. Enter it there, and
    keep it secret. Null without an own key, and for partners.
    """


class ShippingConfigReply(ApiModel):
    """The aggregator config, with the courier codes of the catalogue."""

    config: AggregatorConfig
    """The workspace's settings at the aggregator, or the defaults if it has set none."""
    couriers: list[str]
    """Every courier code of the catalogue, enabled or not, in alphabetical order; empty if the catalogue is
    unavailable.
    """


class ShippingConfigChange(RequestModel):
    """Changes of the aggregator config. Omitted fields stay as they are."""

    api_key: AggregatorKey | UnsetType | None = UNSET
    """Your own key at the aggregator, of at least 8 characters; it is stored encrypted and never shown again. Null
    falls back to the platform's key. A partner cannot send it.
    """
    default_origin_id: Code | UnsetType | None = UNSET
    """The aggregator's id of a pick-up place, stored for your own use; null clears it."""
    enabled_couriers: CourierCodes | UnsetType = UNSET
    """The codes of the couriers to enable, from `GET /shipping/couriers`; empty means every courier that needs no
    coordinates. An instant courier needs an origin with coordinates.
    """
    default_courier: Code | UnsetType | None = UNSET
    """The courier to suggest first, for your own use; it must be in the catalogue. Null clears it."""
    active: bool | UnsetType = UNSET
    """The master switch: false stops quotes and bookings."""


class AreaQuery(PageQuery, kw_only=True):
    """Search of areas."""

    q: AreaText
    """A part of a name, or a postal code."""


class Destination(CommandModel):
    """The destination of a parcel. Labels and pages show `city` and `province`; couriers use the other fields."""

    contact_name: ContactName
    """The receiver's name."""
    contact_phone: ContactPhone
    """The receiver's phone number, for the driver."""
    address: StreetAddress
    """Street and number."""
    email: EmailText | None = None
    """The receiver's e-mail address. A booking sends it to the aggregator; the service itself sends no e-mail."""
    note: DriverNote | None = None
    """Delivery instructions for the driver."""
    city: Locality | None = None
    """The city or regency, for labels and the tracking page."""
    province: Locality | None = None
    """The province, for labels and the tracking page."""
    postal_code: Postal | None = None
    """The postal code: five digits, the first not 0. A booking needs this, `areaId`, or `lat` and `lng`."""
    postal: Postal | UnsetType | None = UNSET
    """Alias of `postalCode`, as the shipping origin names it. If both are given they must not differ."""
    area_id: Short | None = None
    """The courier aggregator's id of the area, from `GET /shipping/areas`."""
    lat: Latitude | None = None
    """Latitude in decimal degrees; instant couriers need it with `lng`."""
    lng: Longitude | None = None
    """Longitude in decimal degrees; instant couriers need it with `lat`."""


class ShipmentItem(CommandModel):
    """An item of a parcel: `value` and `weight` are those of one piece.

    Stock is taken from the variant, or from the product's default variant if only the product is given. It is taken
    from the warehouse, if one is given. Labels show `sku`, else the variant's, else its product's.
    """

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    """The item's name, for the label and the courier."""
    value: Count
    """The value of one piece, in minor units (whole rupiah for IDR). The insured value is the sum of these times
    `quantity`.
    """
    weight: Positive
    """The weight of one piece in grams."""
    quantity: Positive
    """The number of pieces in the parcel, which are taken from stock."""
    description: Annotated[str, Meta(max_length=500)] | None = None
    """A description, for labels and the courier."""
    category: Annotated[str, Meta(max_length=100)] | None = None
    """The aggregator's category of the item, such as `fashion` or `electronic`."""
    length: Count | None = None
    """Length of one piece in centimetres; couriers may charge for volume."""
    width: Count | None = None
    """Width of one piece in centimetres."""
    height: Count | None = None
    """Height of one piece in centimetres."""
    product_id: Short | None = None
    """The item's product (`prod_…`), a physical one. Without a `variantId`, its default variant is taken from stock."""
    variant_id: Short | None = None
    """The variant to take from stock (`var_…`). An item without this and without `productId` takes no stock."""
    warehouse_id: Short | None = None
    """The warehouse to take the stock from (`wh_…`). Items with a warehouse must all have the same one, since a parcel
    leaves from one warehouse. The default is the first warehouse that has all items.
    """
    sku: Short | None = None
    """The number to print on the label; the default is the variant's `sku`, else its product's."""


class ShippingRateRequest(CommandModel):
    """A parcel to be quoted, from the shipping origin."""

    destination: Destination
    """The destination of the parcel."""
    items: Annotated[list[ShipmentItem], Meta(min_length=1, max_length=MAX_ITEMS)]
    """The items of the parcel; a quote takes no stock."""
    insurance: bool | None = False
    """True to quote the insurance premium as well, for the sum of the items' values."""


class ShippingRate(ApiModel):
    """The rate of a courier's service; `price` excludes the premium, which is `insurance`."""

    courier_code: str
    """The courier's code; use it in the shipment unchanged."""
    courier_name: str
    """The courier's display name."""
    courier_service_code: str
    """The service's code; use it in the shipment unchanged."""
    courier_service_name: str
    """The service's display name."""
    courier_type: Literal["standard", "same_day", "instant"]
    """The speed: `standard` in days, `same_day` on the same day, `instant` at once by a rider. Use it in the shipment
    unchanged.
    """
    price: int
    """The courier's price without the premium, in minor units (whole rupiah for IDR)."""
    eta_min: int
    """The minimum delivery time, in `etaUnit`; 0 where the courier gives none."""
    eta_max: int
    """The maximum delivery time, in `etaUnit`; 0 where the courier gives none."""
    eta_unit: str
    """The unit of both times: `days` or `hours`, or the courier's own word."""
    insurance: int
    """The premium in minor units; 0 if it was not requested or the courier offers no insurance."""


class ShippingRates(ApiModel):
    """The quoted rates of a parcel."""

    rates: list[ShippingRate]
    """The rates of all services that deliver to the destination, cheapest first; empty if none does."""
    count: int
    """The number of rates."""
    has_coords: bool
    """True if the destination has `lat` and `lng`. Without them, instant couriers are not asked."""
