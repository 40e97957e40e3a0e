"""Records of saved addresses: request bodies and answers (specification, Address).

Origins and warehouses call the postal code `postal`; everything else calls it `postalCode`.
"""

from msgspec import UNSET, Struct, UnsetType

from fulfilment.infra.api.errors import Validation
from fulfilment.infra.models import (
    ApiModel,
    Code,
    CommandModel,
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
    RequestModel,
    Short,
    Timestamp,
    wire_names,
)


def merge_aliases(record: Struct, name: str, alias: str, path_prefix: str = "") -> None:
    """Move what was given as `alias` to `name`. Raises Validation where both are given and differ.

    `path_prefix` is the path of the record, such as `origin.`.
    """
    current, value = getattr(record, name), getattr(record, alias)
    if value is UNSET:
        return
    unset_values = (None, "") if isinstance(record, CommandModel) else (UNSET,)
    if current not in unset_values and value not in unset_values and value != current:
        names = wire_names(type(record), (name, alias))
        raise Validation(f"This differs from '{names[name]}', which means the same.", field=path_prefix + names[alias])
    if current in unset_values:
        setattr(record, name, value)
    setattr(record, alias, UNSET)


class Address(ApiModel):
    """A saved destination of one customer."""

    id: str
    """The address's id (`addr_…`)."""
    account_id: str
    customer_id: str
    """The customer whose address it is, by the caller's own id (`cus_…` or any other text). It never changes."""
    label: str
    """What the customer calls it, such as Home or Office."""
    contact_name: str
    """Who receives parcels there."""
    contact_phone: str
    """The receiver's phone number, as it was given."""
    email: str | None
    """The receiver's e-mail address; null where there is none."""
    address: str
    """Street and number."""
    note: str | None
    """How to deliver there, for the driver; null where there is none."""
    postal_code: str | None
    """The postal code, as it was given; null where there is none."""
    area_id: str | None
    """The courier aggregator's id of the area; null where it is not known."""
    lat: float | None
    """Latitude in decimal degrees, south negative; null where it is not known."""
    lng: float | None
    """Longitude in decimal degrees, west negative; null where it is not known."""
    is_default: bool
    """Whether it is the customer's default; of a customer's addresses at most one is."""
    created_at: Timestamp
    updated_at: Timestamp
    """When it last changed. A change of nothing leaves it, and with it the place in the list."""


class NewAddress(CommandModel):
    """A destination to be saved for a customer."""

    customer_id: Code
    """Whose address it is: your own id of the customer. It cannot be changed later."""
    label: Name80
    """What the customer calls it, such as Home or Office."""
    contact_name: Name160
    """Who receives parcels there. A shipment takes at most 100 characters of a name."""
    contact_phone: Name40
    """The receiver's phone number. A shipment takes at most 30 characters of one."""
    address: FilledStreet
    """Street and number."""
    email: Email | None = None
    """The receiver's e-mail address."""
    note: Note | None = None
    """How to deliver there, for the driver. A shipment takes at most 500 characters of a note."""
    postal_code: Postal | None = None
    """The postal code, as couriers know it: five digits, the first not 0. It is only checked when a shipment is made.
    """
    postal: Postal | UnsetType | None = UNSET
    """The same under the name that the shipping origin has it by; where both are given they must not differ."""
    area_id: Short | None = None
    """The courier aggregator's id of the area, from `GET /shipping/areas`."""
    lat: Latitude | None = None
    lng: Longitude | None = None
    is_default: bool | None = False
    """True makes it the customer's default in place of the present one. No address becomes the default unasked."""


class AddressChange(RequestModel):
    """What is left out stays as it is; null clears. The customer cannot change."""

    customer_id: Short | UnsetType = UNSET
    """Taken only where it is the present customer: an address cannot change its customer."""
    label: Name80 | UnsetType = UNSET
    """What the customer calls it from now on."""
    contact_name: Name160 | UnsetType = UNSET
    """Who receives parcels there from now on."""
    contact_phone: Name40 | UnsetType = UNSET
    """The receiver's new phone number."""
    address: FilledStreet | UnsetType = UNSET
    """The new street and number."""
    email: Email | UnsetType | None = UNSET
    """The receiver's new e-mail address."""
    note: Note | UnsetType | None = UNSET
    """How to deliver there from now on, for the driver."""
    postal_code: Postal | UnsetType | None = UNSET
    """The new postal code."""
    postal: Postal | UnsetType | None = UNSET
    """The same under the name that the shipping origin has it by; where both are given they must not differ."""
    area_id: Short | UnsetType | None = UNSET
    """The courier aggregator's id of the new area, from `GET /shipping/areas`."""
    lat: Latitude | UnsetType | None = UNSET
    lng: Longitude | UnsetType | None = UNSET
    is_default: bool | UnsetType = UNSET
    """True makes it the customer's default in place of the present
    one; false on the default leaves the customer without one.
    """


class AddressReply(ApiModel):
    """One address."""

    address: Address
    """The address as it is now."""


class AddressList(ApiModel):
    """A page of addresses."""

    addresses: list[Address]
    """Defaults first, then the newest-updated."""


class DeletedAddressReply(ApiModel):
    """What a deleted address is answered with; it is gone for good."""

    deleted: bool
    """Always true: the address is gone, and no other became the default in its place."""


class AddressQuery(PageQuery):
    """Which addresses to list."""

    customer_id: Short | None = None
    """Only the addresses of this customer, by your own id."""
