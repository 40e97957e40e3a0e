"""The HTTP edge of digital deliveries (specification, Deliveries)."""

from fulfilment import clock
from fulfilment.db.tx import Read, Tx
from fulfilment.deliveries import download, extension, grant, listing, queries, revocation
from fulfilment.deliveries.records import DeliveryList, DeliveryQuery, DeliveryReply, NewDelivery, shown
from fulfilment.http import paging
from fulfilment.http.errors import NotFound
from fulfilment.http.route import Routes

route = Routes(
    "Deliveries",
    "Digital deliveries: how often, and until when, a customer may download what they bought.",
    {"deliveries/{id}": "The delivery's id (`dlv_…`), as POST /deliveries answers it and GET /deliveries lists it."},
)

LIST = paging.Limits(default=200, most=200)


@route.get("/deliveries", client="deliveries.list", page=LIST)
async def list_deliveries(read: Read, query: DeliveryQuery) -> DeliveryList:
    """List digital deliveries, newest first."""
    page = paging.read(query, LIST)
    return paging.found("deliveries", await listing.find(read, query, page), page)


@route.post(
    "/deliveries",
    client="deliveries.create",
    status=201,
    convoy=lambda delivery: (delivery.product_id, delivery.checkout_session_id),
)
async def create_delivery(tx: Tx, delivery: NewDelivery) -> DeliveryReply:
    """Let a customer download a digital product."""
    return DeliveryReply(delivery=await grant.grant(tx, delivery))


@route.get("/deliveries/{id}", client="deliveries.get")
async def get_delivery(read: Read, id: str) -> DeliveryReply:
    """Show a digital delivery."""
    row = await queries.find(read, id)
    if row is None:
        raise NotFound
    return DeliveryReply(delivery=shown(row, clock.now()))


@route.post("/deliveries/{id}/download", client="deliveries.download", convoy=lambda id: (id,))
async def download_delivery(tx: Tx, id: str) -> DeliveryReply:
    """Count a download, before the file is served."""
    return DeliveryReply(delivery=await download.count(tx, id))


@route.post("/deliveries/{id}/extend", client="deliveries.extend")
async def extend_delivery(tx: Tx, id: str) -> DeliveryReply:
    """Let the customer download for 30 days more."""
    return DeliveryReply(delivery=await extension.extend(tx, id))


@route.post("/deliveries/{id}/reset-downloads", client="deliveries.reset_downloads")
async def reset_delivery_downloads(tx: Tx, id: str) -> DeliveryReply:
    """Count the downloads from zero again."""
    return DeliveryReply(delivery=await download.reset(tx, id))


@route.post("/deliveries/{id}/revoke", client="deliveries.revoke")
async def revoke_delivery(tx: Tx, id: str) -> DeliveryReply:
    """End a digital delivery now."""
    return DeliveryReply(delivery=await revocation.revoke(tx, id))
