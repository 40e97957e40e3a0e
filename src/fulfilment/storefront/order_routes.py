"""The HTTP edge of a storefront's orders (docs/storefront-orders.md)."""

import msgspec

from fulfilment.db.tx import Read, Tx
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import NotFound
from fulfilment.http.route import Routes
from fulfilment.http.saga import Saga
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.storefront import order_parcel, order_queries, orders
from fulfilment.storefront.order_records import OrderQuery, StorefrontOrderReply, StorefrontOrderRetry, StorefrontOrders

route = Routes(
    "Storefront",
    "What a partner's storefront tells of, what buyers ordered in it, and what became of each order.",
    {"orders/{id}": "The order's id (`ord_…`), as GET /storefront/orders lists it."},
)

LIST = paging.Limits(default=50, most=200)


@route.get("/storefront/orders", client="storefront_orders.list", page=LIST)
async def list_storefront_orders(read: Read, query: OrderQuery) -> StorefrontOrders:
    """List what was bought in a partner's storefront, newest first."""
    page = paging.read(query, LIST)
    return paging.listed("orders", await order_queries.list_orders(read, query.status, page), page)


@route.get("/storefront/orders/{id}", client="storefront_orders.get")
async def get_storefront_order(read: Read, id: str) -> StorefrontOrderReply:
    """Show an order of a partner's storefront, and what became of each of its lines."""
    found = await order_queries.find(read, id)
    if found is None:
        raise NotFound
    return Reply({"order": msgspec.Raw(found.encode())})


@route.post("/storefront/orders/{id}/retry", client="storefront_orders.retry")
async def retry_storefront_order(
    saga: Saga, id: str, given: StorefrontOrderRetry | None, aggregators: Aggregators
) -> StorefrontOrderReply:
    """Try again what could not be fulfilled of a paid order."""
    services = await order_parcel.services(saga, aggregators)

    async def work(tx: Tx) -> StorefrontOrderReply:
        return StorefrontOrderReply(order=await orders.retry(tx, id, given or StorefrontOrderRetry(), services))

    return await saga.finish(work)
