"""What goes over the wire about saved addresses (specification, Address)."""

from msgspec import UNSET, UnsetType

from fulfilment.fields import (
    Act,
    Body,
    Code,
    Email,
    FilledStreet,
    Latitude,
    Longitude,
    Name40,
    Name80,
    Name160,
    Note,
    PageQuery,
    Postal,
    Short,
    Timestamp,
    Wire,
)


class Address(Wire):
    """A saved destination of one customer."""

    id: str
    account_id: str
    customer_id: str
    label: str
    contact_name: str
    contact_phone: str
    email: str | None
    address: str
    note: str | None
    postal_code: str | None
    area_id: str | None
    lat: float | None
    lng: float | None
    is_default: bool
    created_at: Timestamp
    updated_at: Timestamp


class NewAddress(Act):
    customer_id: Code
    label: Name80
    contact_name: Name160
    contact_phone: Name40
    address: FilledStreet
    email: Email | None = None
    note: Note | None = None
    postal_code: Postal | None = None
    area_id: Short | None = None
    lat: Latitude | None = None
    lng: Longitude | None = None
    is_default: bool | None = False


class AddressChange(Body):
    """What is left out stays as it is; null clears. The customer cannot change."""

    customer_id: Short | UnsetType = UNSET
    label: Name80 | UnsetType = UNSET
    contact_name: Name160 | UnsetType = UNSET
    contact_phone: Name40 | UnsetType = UNSET
    address: FilledStreet | UnsetType = UNSET
    email: Email | UnsetType | None = UNSET
    note: Note | UnsetType | None = UNSET
    postal_code: Postal | UnsetType | None = UNSET
    area_id: Short | UnsetType | None = UNSET
    lat: Latitude | UnsetType | None = UNSET
    lng: Longitude | UnsetType | None = UNSET
    is_default: bool | UnsetType = UNSET


class AddressReply(Wire):
    address: Address


class Addresses(Wire):
    addresses: list[Address]


class DeletedAddressReply(Wire):
    deleted: bool


class AddressQuery(PageQuery):
    customer_id: Short | None = None
