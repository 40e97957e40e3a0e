"""The HTTP edge of digital deliveries (specification, Deliveries)."""

from fulfilment.deliveries import lifecycle, queries
from fulfilment.deliveries.schemas import DeliveryList, DeliveryQuery, DeliveryReply, NewDelivery, to_api
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.quotas.limits import PlanLimitReached

route = Routes(
    "Deliveries",
    "Digital deliveries: the downloads of a purchased product, their number and their expiry.",
    {"deliveries/{id}": "The delivery's id (`dlv_…`), as POST /deliveries answers it and GET /deliveries lists it."},
)

LIST = pagination.PageLimits(default=200, max_limit=200)


@route.get("/deliveries", sdk_method="deliveries.list", page=LIST)
async def list_deliveries(read: Read, query: DeliveryQuery) -> Reply[DeliveryList]:
    """List digital deliveries, newest first."""
    page = pagination.parse_page(query, LIST)
    return pagination.scan_response("deliveries", await queries.find_deliveries(read, query, page), page)


@route.post(
    "/deliveries",
    sdk_method="deliveries.create",
    status=201,
    batch_key=lifecycle.batch_key,
    raises=(lifecycle.DuplicateDelivery, PlanLimitReached),
)
async def create_delivery(tx: Tx, delivery: NewDelivery) -> DeliveryReply:
    """Grant a customer downloads of a digital product."""
    return DeliveryReply(delivery=await lifecycle.grant_delivery(tx, delivery))


@route.get("/deliveries/{id}", sdk_method="deliveries.get")
async def get_delivery(read: Read, id: str) -> DeliveryReply:
    """Show a digital delivery."""
    row = await queries.find(read, id)
    if row is None:
        raise NotFound
    return DeliveryReply(delivery=to_api(row, row["now"]))


@route.post(
    "/deliveries/{id}/download",
    sdk_method="deliveries.download",
    batch_key=lambda id: (id,),
    raises=(lifecycle.DownloadLimitReached, lifecycle.ExpiredDelivery),
)
async def download_delivery(tx: Tx, id: str) -> DeliveryReply:
    """Count a download, before the file is served."""
    return DeliveryReply(delivery=await lifecycle.count_download(tx, id))


@route.post("/deliveries/{id}/extend", sdk_method="deliveries.extend")
async def extend_delivery(tx: Tx, id: str) -> DeliveryReply:
    """Extend a digital delivery by 30 days."""
    return DeliveryReply(delivery=await lifecycle.extend_delivery(tx, id))


@route.post("/deliveries/{id}/reset-downloads", sdk_method="deliveries.reset_downloads")
async def reset_delivery_downloads(tx: Tx, id: str) -> DeliveryReply:
    """Reset the count of downloads to 0."""
    return DeliveryReply(delivery=await lifecycle.reset_downloads(tx, id))


@route.post("/deliveries/{id}/revoke", sdk_method="deliveries.revoke")
async def revoke_delivery(tx: Tx, id: str) -> DeliveryReply:
    """End a digital delivery now."""
    return DeliveryReply(delivery=await lifecycle.revoke_delivery(tx, id))
