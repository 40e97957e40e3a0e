"""API models of warehouses (specification, Warehouse)."""

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
    """A warehouse of a workspace, which holds stock."""

    id: str
    """The warehouse's id (`wh_…`)."""
    account_id: str
    name: str
    """The warehouse's name."""
    address: str | None
    """Street and number, for information: drivers are sent to the shipping origin. Null where it is not given."""
    city: str | None
    """The town or city; null where it is not given."""
    postal: str | None
    """The postal code, as it was given; null where it is not given."""
    lat: float | None
    """Latitude in decimal degrees, south negative; null where it is not known."""
    lng: float | None
    """Longitude in decimal degrees, west negative; null where it is not known."""
    phone: str | None
    """The warehouse's phone number; null where it is not given."""
    is_default: bool
    """True if shipments take stock from here first. There may be several defaults, the oldest first, or none."""
    archived: bool
    """True if it is out of use: its stock stays and can be adjusted, and no new shipment takes any of it."""
    created_at: Timestamp
    updated_at: Timestamp


class NewWarehouse(CommandModel):
    """A warehouse to be created; the plan limits their number."""

    name: Name120
    """The warehouse's name."""
    address: Street | None = None
    """Street and number, for information: drivers are sent to the shipping origin."""
    city: Locality | None = None
    """The town or city."""
    postal: Postal | None = None
    """The postal code, in any form."""
    postal_code: Postal | UnsetType | None = UNSET
    """Alias of `postal`, as destinations name it. If both are given they must not differ."""
    lat: Latitude | None = None
    lng: Longitude | None = None
    phone: Short | None = None
    """The warehouse's phone number."""
    is_default: bool | None = False
    """True if shipments take stock from here first. The first warehouse of a workspace is its default anyway. A later
    default does not demote the former, so change that warehouse too.
    """


class WarehouseChange(RequestModel):
    """Changes of a warehouse. Omitted fields stay as they are; null clears a field; `archived` false un-archives it."""

    name: Name120 | UnsetType = UNSET
    """The new name; it cannot be cleared."""
    address: Street | UnsetType | None = UNSET
    """The new street and number."""
    city: Locality | UnsetType | None = UNSET
    """The new town or city."""
    postal: Postal | UnsetType | None = UNSET
    """The new postal code."""
    postal_code: Postal | UnsetType | None = UNSET
    """Alias of `postal`, as destinations name it. If both are given they must not differ."""
    lat: Latitude | UnsetType | None = UNSET
    lng: Longitude | UnsetType | None = UNSET
    phone: Short | UnsetType | None = UNSET
    """The new phone number."""
    is_default: bool | UnsetType = UNSET
    """True if shipments take stock from here first. Neither value changes any other warehouse."""
    archived: bool | UnsetType = UNSET
    """False un-archives the warehouse, within the plan's limit. True is accepted only if it is archived already:
    archive with `DELETE`.
    """


class WarehouseReply(ApiModel):
    """A warehouse."""

    warehouse: Warehouse
    """The warehouse as it is now."""


class WarehouseList(ApiModel):
    """A page of warehouses."""

    warehouses: list[Warehouse]
    """The warehouses, the default first, then by age; archived ones only with `archived`."""


class WarehouseQuery(PageQuery):
    """Filter of the list of warehouses."""

    archived: Literal["true", "false"] = "false"
    """`true` lists archived warehouses too, `false` only active ones."""
