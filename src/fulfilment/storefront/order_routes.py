"""The HTTP edge of a storefront's orders (docs/storefront-orders.md)."""

import msgspec

from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.shipping.courier_clients import CourierClients
from fulfilment.storefront import couriers, order_queries, orders
from fulfilment.storefront.order_schemas import OrderQuery, StorefrontOrderReply, StorefrontOrderRetry, StorefrontOrders

route = Routes(
    "Storefront",
    "What a partner's storefront tells of, what buyers ordered in it, and what became of each order.",
    {"orders/{id}": "The order's id (`ord_…`), as GET /storefront/orders lists it."},
)

LIST = pagination.PageLimits(default=50, max_limit=200)


@route.get("/storefront/orders", sdk_method="storefront_orders.list", page=LIST)
async def list_storefront_orders(read: Read, query: OrderQuery) -> Reply[StorefrontOrders]:
    """List what was bought in a partner's storefront, newest first."""
    page = pagination.parse_page(query, LIST)
    return pagination.page_response("orders", await order_queries.list_orders(read, query.status, page), page)


@route.get("/storefront/orders/{id}", sdk_method="storefront_orders.get")
async def get_storefront_order(read: Read, id: str) -> Reply[StorefrontOrderReply]:
    """Show an order of a partner's storefront, and what became of each of its lines."""
    found = await order_queries.find_order_json(read, id)
    if found is None:
        raise NotFound
    return Reply({"order": msgspec.Raw(found.encode())})


@route.post("/storefront/orders/{id}/retry", sdk_method="storefront_orders.retry")
async def retry_storefront_order(
    operation: ExternalOperation, id: str, body: StorefrontOrderRetry | None, aggregators: CourierClients
) -> EncodedResponse[StorefrontOrderReply]:
    """Try again what could not be fulfilled of a paid order."""
    body = body or StorefrontOrderRetry()
    courier_lookup = await couriers.look_up_couriers(
        operation, aggregators, body.destination or await orders.find_destination(operation, id)
    )

    async def work(tx: Tx) -> StorefrontOrderReply:
        return StorefrontOrderReply(order=await orders.retry_order(tx, id, body, courier_lookup))

    return await operation.complete(work)
