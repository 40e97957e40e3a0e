"""API models of saved addresses, and the merging of alias fields (specification, Address).

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


class Address(ApiModel):
    """A saved destination of one customer."""

    id: str
    """The address's id (`addr_…`)."""
    account_id: str
    customer_id: str
    """Your own id of the customer (`cus_…` or any other text). It never changes."""
    label: str
    """The customer's name for the address, such as Home or Office."""
    contact_name: str
    """The receiver's name."""
    contact_phone: str
    """The receiver's phone number, as it was given."""
    email: str | None
    """The receiver's e-mail address; null where there is none."""
    address: str
    """Street and number."""
    note: str | None
    """Delivery instructions for the driver; null where there are none."""
    postal_code: str | None
    """The postal code, as it was given; null where there is none."""
    area_id: str | None
    """The courier aggregator's id of the area; null where it is not known."""
    lat: float | None
    """Latitude in decimal degrees, south negative; null where it is not known."""
    lng: float | None
    """Longitude in decimal degrees, west negative; null where it is not known."""
    is_default: bool
    """True if it is the customer's default address. A customer has at most one."""
    created_at: Timestamp
    updated_at: Timestamp
    """When the address last changed. A request that changes nothing leaves it, and so the order of the list."""


class NewAddress(CommandModel):
    """A destination to be saved for a customer."""

    customer_id: Code
    """Your own id of the customer. It cannot be changed later."""
    label: Name80
    """The customer's name for the address, such as Home or Office."""
    contact_name: Name160
    """The receiver's name. A shipment accepts at most 100 characters of it."""
    contact_phone: Name40
    """The receiver's phone number. A shipment accepts at most 30 characters of it."""
    address: FilledStreet
    """Street and number."""
    email: Email | None = None
    """The receiver's e-mail address."""
    note: Note | None = None
    """Delivery instructions for the driver. A shipment accepts at most 500 characters of them."""
    postal_code: Postal | None = None
    """The postal code, as couriers know it: five digits, the first not 0. It is only checked when a shipment is made.
    """
    postal: Postal | UnsetType | None = UNSET
    """Alias of `postalCode`, as the shipping origin names it. If both are given they must not differ."""
    area_id: Short | None = None
    """The courier aggregator's id of the area, from `GET /shipping/areas`."""
    lat: Latitude | None = None
    lng: Longitude | None = None
    is_default: bool | None = False
    """True makes it the customer's default instead of the present one. No address becomes the default unasked."""


class AddressChange(RequestModel):
    """Changes of a saved address. Omitted fields stay as they are; null clears a field. The customer cannot change."""

    customer_id: Short | UnsetType = UNSET
    """Accepted only if it is the present customer: an address cannot change its customer."""
    label: Name80 | UnsetType = UNSET
    """The customer's new name for the address."""
    contact_name: Name160 | UnsetType = UNSET
    """The receiver's new name."""
    contact_phone: Name40 | UnsetType = UNSET
    """The receiver's new phone number."""
    address: FilledStreet | UnsetType = UNSET
    """The new street and number."""
    email: Email | UnsetType | None = UNSET
    """The receiver's new e-mail address."""
    note: Note | UnsetType | None = UNSET
    """The new delivery instructions for the driver."""
    postal_code: Postal | UnsetType | None = UNSET
    """The new postal code."""
    postal: Postal | UnsetType | None = UNSET
    """Alias of `postalCode`, as the shipping origin names it. If both are given they must not differ."""
    area_id: Short | UnsetType | None = UNSET
    """The courier aggregator's id of the new area, from `GET /shipping/areas`."""
    lat: Latitude | UnsetType | None = UNSET
    lng: Longitude | UnsetType | None = UNSET
    is_default: bool | UnsetType = UNSET
    """True makes it the customer's default instead of the present one.

    False on the default leaves the customer without one.
    """


class AddressReply(ApiModel):
    """A saved address."""

    address: Address
    """The address as it is now."""


class AddressList(ApiModel):
    """A page of addresses."""

    addresses: list[Address]
    """The addresses of the page: defaults first, then the newest-updated."""


class DeletedAddressReply(ApiModel):
    """Confirmation that an address was deleted for good."""

    deleted: bool
    """Always true: the address is gone, and no other became the default instead."""


class AddressQuery(PageQuery):
    """Filter of the list of addresses."""

    customer_id: Short | None = None
    """Only the addresses of this customer, by your own id."""


def merge_aliases(record: Struct, name: str, alias: str, path_prefix: str = "") -> None:
    """Move the value of the field `alias` to the field `name`. Raises Validation if both are given and differ.

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
