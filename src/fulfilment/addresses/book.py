"""The address book: at most one default per customer (specification, Addresses; decisions, section 5)."""

import msgspec

from fulfilment import clock, ids
from fulfilment.addresses import queries
from fulfilment.addresses.records import Address, AddressChange, NewAddress
from fulfilment.db.tx import Read, Tx
from fulfilment.fields import from_row, said
from fulfilment.http.errors import NotFound, Validation


async def add(tx: Tx, given: NewAddress) -> Address:
    """Save an address; a new default demotes the customer's former one in the same transaction."""
    address_id = ids.new("addr")
    if given.is_default:
        await queries.lock_customer(tx, given.customer_id)
        await queries.demote_others(tx, given.customer_id, address_id)
    return from_row(Address, await queries.insert(tx, address_id, msgspec.structs.asdict(given), clock.now()))


async def find(read: Read, id: str) -> Address:
    """One address. Raises NotFound."""
    row = await queries.find(read, id)
    if row is None:
        raise NotFound
    return from_row(Address, row)


async def change(tx: Tx, id: str, given: AddressChange) -> Address:
    """Change what is given; an update that changes nothing leaves `updatedAt`, and the list's order, as they are."""
    row = await queries.lock(tx, id)
    if row is None:
        raise NotFound
    values = dict(row) | said(given)
    if values["customer_id"] != row["customer_id"]:
        raise Validation("An address cannot change its customer.", field="customerId")
    if values == dict(row):
        return from_row(Address, row)
    if values["is_default"] and not row["is_default"]:
        await queries.lock_customer(tx, row["customer_id"])
        await queries.demote_others(tx, row["customer_id"], id)
    return from_row(Address, await queries.update(tx, values, clock.now()))


async def remove(tx: Tx, id: str) -> None:
    """Delete an address for good; no other becomes the default."""
    if not await queries.delete(tx, id):
        raise NotFound
