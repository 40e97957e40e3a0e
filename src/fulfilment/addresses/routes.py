"""The HTTP edge of saved addresses (specification, Addresses)."""

from datetime import datetime

from fulfilment.addresses import queries, service
from fulfilment.addresses.schemas import (
    AddressChange,
    AddressList,
    AddressQuery,
    AddressReply,
    DeletedAddressReply,
    NewAddress,
)
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read, Tx

route = Routes(
    "Addresses",
    "Saved destinations of customers.",
    {"addresses/{id}": "The address's id (`addr_…`), as POST /addresses answers it and GET /addresses lists it."},
)

LIST = pagination.PageLimits(default=200, max_limit=200)


@route.get("/addresses", sdk_method="addresses.list", page=LIST)
async def list_addresses(read: Read, query: AddressQuery) -> Reply[AddressList]:
    """List saved addresses, defaults first, then the newest-updated."""
    page = pagination.parse_page(query, LIST, parts=(bool, datetime, str))
    rows = await queries.list_addresses(read, query.customer_id, page)
    return pagination.page_response("addresses", rows, page, "is_default", "updated_at", "id")


@route.post("/addresses", sdk_method="addresses.create", status=201)
async def create_address(tx: Tx, body: NewAddress) -> AddressReply:
    """Save an address; `isDefault` demotes the customer's former default."""
    return AddressReply(address=await service.create_address(tx, body))


@route.get("/addresses/{id}", sdk_method="addresses.get")
async def get_address(read: Read, id: str) -> AddressReply:
    """Retrieve a saved address."""
    return AddressReply(address=await service.get_address(read, id))


@route.patch("/addresses/{id}", sdk_method="addresses.update")
async def update_address(tx: Tx, id: str, body: AddressChange) -> AddressReply:
    """Change an address."""
    return AddressReply(address=await service.update_address(tx, id, body))


@route.delete("/addresses/{id}", sdk_method="addresses.delete")
async def delete_address(tx: Tx, id: str) -> DeletedAddressReply:
    """Delete an address for good."""
    await service.delete_address(tx, id)
    return DeletedAddressReply(deleted=True)
