"""Warehouses over the wire (specification, Warehouse)."""

from typing import Literal

from msgspec import UNSET, UnsetType

from fulfilment.infra.models import (
    ApiModel,
    CommandModel,
    Latitude,
    Locality,
    Longitude,
    Name120,
    PageQuery,
    Postal,
    RequestModel,
    Short,
    Street,
    Timestamp,
)


class Warehouse(ApiModel):
    """A place that stock is kept in."""

    id: str
    """The warehouse's id (`wh_…`)."""
    account_id: str
    name: str
    """What people call it."""
    address: str | None
    """Street and number, for people: drivers are sent to the shipping origin. Null where it is not said."""
    city: str | None
    """The town or city; null where it is not said."""
    postal: str | None
    """The postal code, as it was given; null where it is not said."""
    lat: float | None
    """Latitude in decimal degrees, south negative; null where it is not known."""
    lng: float | None
    """Longitude in decimal degrees, west negative; null where it is not known."""
    phone: str | None
    """Whom drivers can call there; null where it is not said."""
    is_default: bool
    """Whether shipments take stock from here first. There may be
    several defaults, of which the oldest counts first, or none.
    """
    archived: bool
    """Whether it is out of use: its stock stays and can be adjusted, and no new shipment takes any of it."""
    created_at: Timestamp
    updated_at: Timestamp


class NewWarehouse(CommandModel):
    """A warehouse to be created; the plan says how many there may be."""

    name: Name120
    """What people call it."""
    address: Street | None = None
    """Street and number, for people: drivers are sent to the shipping origin."""
    city: Locality | None = None
    """The town or city."""
    postal: Postal | None = None
    """The postal code, in any form."""
    postal_code: Postal | UnsetType | None = UNSET
    """The same under the name that destinations have it by; where both are given they must not differ."""
    lat: Latitude | None = None
    lng: Longitude | None = None
    phone: Short | None = None
    """Whom drivers can call there."""
    is_default: bool | None = False
    """Whether shipments take stock from here first. The first warehouse of a workspace is its default anyway; a later
    one does not demote the former, so change that one too.
    """


class WarehouseChange(RequestModel):
    """What is left out stays as it is; null clears; `archived` false un-archives."""

    name: Name120 | UnsetType = UNSET
    """The new name; it cannot be cleared."""
    address: Street | UnsetType | None = UNSET
    """The new street and number."""
    city: Locality | UnsetType | None = UNSET
    """The new town or city."""
    postal: Postal | UnsetType | None = UNSET
    """The new postal code."""
    postal_code: Postal | UnsetType | None = UNSET
    """The same under the name that destinations have it by; where both are given they must not differ."""
    lat: Latitude | UnsetType | None = UNSET
    lng: Longitude | UnsetType | None = UNSET
    phone: Short | UnsetType | None = UNSET
    """Whom drivers can call there from now on."""
    is_default: bool | UnsetType = UNSET
    """Whether shipments take stock from here first. Neither value changes any other warehouse."""
    archived: bool | UnsetType = UNSET
    """False brings an archived warehouse back, within the plan's limit.
    True is taken only where it is archived already: archive with `DELETE`.
    """


class WarehouseReply(ApiModel):
    """One warehouse."""

    warehouse: Warehouse
    """The warehouse as it is now."""


class WarehouseList(ApiModel):
    """The warehouses that are in use, or all of them where `archived` asks for it."""

    warehouses: list[Warehouse]
    """The default first, then by age; archived ones only where `archived` asks for them."""


class WarehouseQuery(PageQuery):
    """Which warehouses to list."""

    archived: Literal["true", "false"] = "false"
    """`true` lists archived warehouses too, `false` only those in use."""
