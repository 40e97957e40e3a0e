"""The address book: at most one default per customer (specification, Addresses; decisions, section 5)."""

import msgspec

from fulfilment.addresses import queries, schemas
from fulfilment.addresses.schemas import Address, AddressChange, NewAddress
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import from_row, provided_fields


async def create_address(tx: Tx, body: NewAddress) -> Address:
    """Save an address; a new default demotes the customer's former one in the same transaction."""
    schemas.merge_aliases(body, "postal_code", "postal")
    address_id = ids.new("addr")
    if body.is_default:
        await queries.lock_customer(tx, body.customer_id)
        await queries.demote_others(tx, body.customer_id, address_id)
    return from_row(Address, await queries.insert_address(tx, address_id, msgspec.structs.asdict(body), clock.now()))


async def get_address(read: Read, id: str) -> Address:
    """One address. Raises NotFound."""
    row = await queries.find_address(read, id)
    if row is None:
        raise NotFound
    return from_row(Address, row)


async def update_address(tx: Tx, id: str, body: AddressChange) -> Address:
    """Apply the given fields. An update that changes nothing keeps `updatedAt`, and so the order of the list."""
    schemas.merge_aliases(body, "postal_code", "postal")
    row = await queries.lock_address(tx, id)
    if row is None:
        raise NotFound
    values = dict(row) | provided_fields(body)
    if values["customer_id"] != row["customer_id"]:
        raise Validation("An address cannot change its customer.", field="customerId")
    if values == dict(row):
        return from_row(Address, row)
    if values["is_default"] and not row["is_default"]:
        await queries.lock_customer(tx, row["customer_id"])
        await queries.demote_others(tx, row["customer_id"], id)
    return from_row(Address, await queries.update_address(tx, values, clock.now()))


async def delete_address(tx: Tx, id: str) -> None:
    """Delete an address for good; no other becomes the default."""
    if not await queries.delete_address(tx, id):
        raise NotFound
