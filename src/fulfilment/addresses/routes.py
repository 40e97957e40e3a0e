"""The HTTP edge of saved addresses (specification, Addresses)."""

from fulfilment.addresses import book, queries
from fulfilment.addresses.records import (
    AddressChange,
    AddressList,
    AddressQuery,
    AddressReply,
    DeletedAddressReply,
    NewAddress,
)
from fulfilment.db.tx import Read, Tx
from fulfilment.http import paging
from fulfilment.http.route import Routes

route = Routes(
    "Addresses",
    "Saved destinations of customers.",
    {"addresses/{id}": "The address's id (`addr_…`), as POST /addresses answers it and GET /addresses lists it."},
)

LIST = paging.Limits(default=200, most=200)


@route.get("/addresses", client="addresses.list", page=LIST)
async def list_addresses(read: Read, query: AddressQuery) -> AddressList:
    """List saved addresses, defaults first, then the newest-updated."""
    page = paging.read(query, LIST, parts=3)
    rows = await queries.list_addresses(read, query.customer_id, page)
    return paging.listed("addresses", rows, page, "is_default", "updated_at", "id")


@route.post("/addresses", client="addresses.create", status=201)
async def create_address(tx: Tx, address: NewAddress) -> AddressReply:
    """Save an address; `isDefault` demotes the customer's former default."""
    return AddressReply(address=await book.add(tx, address))


@route.get("/addresses/{id}", client="addresses.get")
async def get_address(read: Read, id: str) -> AddressReply:
    """Retrieve a saved address."""
    return AddressReply(address=await book.find(read, id))


@route.patch("/addresses/{id}", client="addresses.update")
async def update_address(tx: Tx, id: str, change: AddressChange) -> AddressReply:
    """Change an address."""
    return AddressReply(address=await book.change(tx, id, change))


@route.delete("/addresses/{id}", client="addresses.delete")
async def delete_address(tx: Tx, id: str) -> DeletedAddressReply:
    """Delete an address for good."""
    await book.remove(tx, id)
    return DeletedAddressReply(deleted=True)
