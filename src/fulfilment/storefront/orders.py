"""Trying again what a paid order lacks (docs/storefront-orders.md)."""

import contextlib

import msgspec

from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.shipping.schemas import Destination
from fulfilment.storefront import order_fulfilment, order_lines, order_queries
from fulfilment.storefront.couriers import CourierLookup
from fulfilment.storefront.order_schemas import StorefrontOrder, StorefrontOrderRetry


class _OrderDestination(msgspec.Struct):
    """The part of an order that says where it goes."""

    destination: Destination | None = None


_destination_decoder = msgspec.json.Decoder(_OrderDestination)


class NothingToRetry(ApiError):
    """The order is not paid, or every line of it is fulfilled."""

    status, code, message = 409, "INVALID_STATE", "Nothing of this order is left to try."


async def find_destination(operation: ExternalOperation, id: str) -> Destination | None:
    """The destination of an order; None where the order has none that can be read."""
    async with operation.read() as read:
        found = await order_queries.find_order_json(read, id)
    with contextlib.suppress(msgspec.ValidationError):
        return None if found is None else _destination_decoder.decode(found).destination
    return None


async def retry_order(tx: Tx, id: str, body: StorefrontOrderRetry, courier_lookup: CourierLookup) -> StorefrontOrder:
    """Try what failed again, with what is given in place of what the storefront said. Raises NotFound, NothingToRetry.

    What fails again stays, with the reason of this time.
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
    await order_fulfilment.fulfil_order(tx, order, courier_lookup)
    after = await order_queries.get_order(tx, id)
    audit_before, audit_after = (order_lines.build_audit_entry(each) for each in (before, after))
    tx.audit("storefront.order_retried", "StorefrontOrder", id, before=audit_before, after=audit_after)
    return after
