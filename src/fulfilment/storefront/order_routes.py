"""Routes of a storefront's orders, and the retry of an order (docs/storefront-orders.md)."""

import contextlib

import msgspec

from fulfilment.deliveries.lifecycle import DuplicateDelivery
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import ApiError, IntegrationError, NotConfigured, NotFound
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.licenses.lifecycle import LicenseKeyTaken
from fulfilment.quotas.limits import PlanLimitReached
from fulfilment.shipping.courier_clients import CourierClients
from fulfilment.shipping.schemas import Destination
from fulfilment.stock.adjustment import NegativeStock
from fulfilment.stock.allocation import StockInsufficient
from fulfilment.storefront import couriers, line_resolution, order_fulfilment, order_queries
from fulfilment.storefront.couriers import CourierLookup
from fulfilment.storefront.order_schemas import (
    OrderQuery,
    StorefrontOrder,
    StorefrontOrderReply,
    StorefrontOrderRetry,
    StorefrontOrders,
)

route = Routes(
    "Storefront",
    "Events of a partner's storefront, the orders of its buyers, and their fulfilment.",
    {"orders/{id}": "The order's id (`ord_…`), as GET /storefront/orders lists it."},
)

LIST = pagination.PageLimits(default=50, max_limit=200)


class NothingToRetry(ApiError):
    """The order is not paid, or every line of it is fulfilled."""

    status, code, message = 409, "INVALID_STATE", "Nothing of this order is left to try."


@route.get("/storefront/orders", sdk_method="storefront_orders.list", page=LIST)
async def list_storefront_orders(read: Read, query: OrderQuery) -> Reply[StorefrontOrders]:
    """List the orders of a partner's storefront, newest first."""
    page = pagination.parse_page(query, LIST)
    return pagination.page_response("orders", await order_queries.list_orders(read, query.status, page), page)


@route.get("/storefront/orders/{id}", sdk_method="storefront_orders.get")
async def get_storefront_order(read: Read, id: str) -> Reply[StorefrontOrderReply]:
    """Show an order of a partner's storefront, with the outcome of each line."""
    found = await order_queries.find_order_json(read, id)
    if found is None:
        raise NotFound
    return Reply({"order": msgspec.Raw(found.encode())})


@route.post(
    "/storefront/orders/{id}/retry",
    sdk_method="storefront_orders.retry",
    raises=(
        DuplicateDelivery,
        IntegrationError,
        LicenseKeyTaken,
        NegativeStock,
        NotConfigured,
        NothingToRetry,
        PlanLimitReached,
        StockInsufficient,
    ),
)
async def retry_storefront_order(
    operation: ExternalOperation, id: str, body: StorefrontOrderRetry | None, aggregators: CourierClients
) -> EncodedResponse[StorefrontOrderReply]:
    """Retry the failed lines of a paid order."""
    body = body or StorefrontOrderRetry()
    courier_lookup = await couriers.look_up_couriers(
        operation, aggregators, body.destination or await find_destination(operation, id)
    )

    async def work(tx: Tx) -> StorefrontOrderReply:
        return StorefrontOrderReply(order=await retry_order(tx, id, body, courier_lookup))

    return await operation.complete(work)


async def retry_order(tx: Tx, id: str, body: StorefrontOrderRetry, courier_lookup: CourierLookup) -> StorefrontOrder:
    """Retry the failed lines, with corrections to the storefront's data. Raises NotFound, NothingToRetry.

    A line that fails again stays failed, with the new error.
    """
    row = await order_queries.lock_order(tx, id)
    if row is None:
        raise NotFound
    before = await order_queries.get_order(tx, id)
    if before.status not in ("failed", "partly_fulfilled"):
        raise NothingToRetry
    order = order_fulfilment.build_order(row, await order_queries.list_lines(tx, id))
    if body.shipping is not None:
        order.shipping = msgspec.to_builtins(body.shipping)
    if body.destination is not None:
        order.destination = msgspec.to_builtins(body.destination)
    waiting = {place: line for place, line in enumerate(order.lines) if line.status != "fulfilled"}
    resolution = await line_resolution.resolve_lines(tx, waiting)
    await order_fulfilment.fulfil_order(tx, order, resolution, courier_lookup)
    after = await order_queries.get_order(tx, id)
    audit_before, audit_after = (line_resolution.build_audit_entry(each) for each in (before, after))
    tx.audit("storefront.order_retried", "StorefrontOrder", id, before=audit_before, after=audit_after)
    return after


class _OrderDestination(msgspec.Struct):
    """The destination of an order, decoded by itself."""

    destination: Destination | None = None


_destination_decoder = msgspec.json.Decoder(_OrderDestination)


async def find_destination(operation: ExternalOperation, id: str) -> Destination | None:
    """The destination of an order; None where there is none, or it is not valid."""
    async with operation.read() as read:
        found = await order_queries.find_order_json(read, id)
    with contextlib.suppress(msgspec.ValidationError):
        return None if found is None else _destination_decoder.decode(found).destination
    return None
