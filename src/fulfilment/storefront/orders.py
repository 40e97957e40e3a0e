"""Trying again what a paid order lacks (docs/storefront-orders.md)."""

from collections.abc import Sequence

import msgspec

from fulfilment.aggregators.port import CourierService
from fulfilment.db.tx import Tx
from fulfilment.http.errors import ApiError, NotFound
from fulfilment.storefront import order_fulfilment, order_lines, order_queries
from fulfilment.storefront.order_records import StorefrontOrder, StorefrontOrderRetry


class NothingToRetry(ApiError):
    """The order is not paid, or every line of it is fulfilled."""

    status, code, message = 409, "INVALID_STATE", "Nothing of this order is left to try."


async def retry(
    tx: Tx, id: str, given: StorefrontOrderRetry, services: Sequence[CourierService] | None
) -> StorefrontOrder:
    """Try what failed again, with what is given in place of what the storefront said. Raises NotFound, NothingToRetry.

    What fails again stays, with the reason of this time. `services` is the courier catalogue, None where it could not
    be had.
    """
    row = await order_queries.lock(tx, id)
    if row is None:
        raise NotFound
    before = await order_queries.read(tx, id)
    if before.status not in ("failed", "partly_fulfilled"):
        raise NothingToRetry
    order = order_fulfilment.opened(row, await order_queries.read_lines(tx, id))
    if given.shipping is not None:
        order.shipping = msgspec.to_builtins(given.shipping)
    if given.destination is not None:
        order.destination = msgspec.to_builtins(given.destination)
    await order_fulfilment.fulfil(tx, order, services)
    after = await order_queries.read(tx, id)
    then, now = (order_lines.audited(each) for each in (before, after))
    tx.audit("storefront.order_retried", "StorefrontOrder", id, before=then, after=now)
    return after
