"""Checkout events of a storefront: created, paid, expired (decisions, section 9).

All events of one checkout session concern one order, whose row each handler locks first. A session is paid once, in
whatever order and number its events arrive. The event with the latest time of the storefront decides if the checkout is
open or ended. Each handler runs in the transaction that records the event (inbound.py), and makes no outside call.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import TypeVar

import asyncpg
import msgspec

from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.transaction import Tx
from fulfilment.shipping.schemas import Destination
from fulfilment.stock import allocation, reservation
from fulfilment.storefront import line_resolution, order_fulfilment, order_queries
from fulfilment.storefront.line_resolution import LineResolution
from fulfilment.storefront.order_schemas import (
    CheckoutCreated,
    CheckoutExpired,
    CheckoutLine,
    CheckoutPaid,
    StorefrontOrderLine,
)
from fulfilment.storefront.schemas import Storefront, StorefrontEvent, StorefrontEventReply

Shape = TypeVar("Shape")

RESERVATION_DURATION = timedelta(minutes=allocation.RESERVATION_MINUTES)

_created_decoder = msgspec.json.Decoder(CheckoutCreated)
_paid_decoder = msgspec.json.Decoder(CheckoutPaid)
_expired_decoder = msgspec.json.Decoder(CheckoutExpired)


async def apply_created(tx: Tx, storefront: Storefront, event: StorefrontEvent) -> StorefrontEventReply:
    """Reserve stock for all lines for an hour, or for none; the reservations of earlier lines are released.

    Raises Validation, NotFound, and StockInsufficient, whose `field` names the first line without enough stock.
    """
    data = _decode_data(event, _created_decoder)
    row = await order_queries.get_or_create_locked(tx, storefront.partner, data.checkout_session_id)
    if _is_superseded(row, event):
        return await _build_reply(tx, row["id"], applied=False)
    resolution = await line_resolution.resolve_lines(tx, dict(enumerate(data.lines)))
    for index, problem in sorted(resolution.errors.items()):
        problem.field = f"data.lines.{index}.{problem.field}"
        raise problem
    lines = [_build_line(line, resolution, place) for place, line in enumerate(data.lines)]
    # Lines are always written together with `reported_at`.
    before = [] if row["reported_at"] is None else await order_queries.list_lines(tx, row["id"])
    await _reserve(tx, data.checkout_session_id, lines, before)
    await order_queries.reopen_order(tx, row["id"], event.occurred_at, RESERVATION_DURATION)
    await order_queries.replace_lines(tx, row["id"], lines)
    return await _build_reply(tx, row["id"])


async def apply_paid(tx: Tx, storefront: Storefront, event: StorefrontEvent) -> StorefrontEventReply:
    """Fulfil the lines of a paid checkout, once per session; a line that fails is stored with its error.

    Raises Validation.
    """
    data = _decode_data(event, _paid_decoder)
    row = await order_queries.get_or_create_locked(tx, storefront.partner, data.checkout_session_id)
    if row["paid_at"] is not None:
        return await _build_reply(tx, row["id"], applied=False)
    resolution = await line_resolution.resolve_lines(tx, dict(enumerate(data.lines)))
    lines = [_build_line(line, resolution, index) for index, line in enumerate(data.lines)]
    order = order_fulfilment.build_order(row, lines)
    order.external_ref = data.external_ref
    order.customer = msgspec.to_builtins(data.customer)
    order.destination = None if data.destination is None else msgspec.to_builtins(data.destination)
    order.shipping = None if data.shipping is None else msgspec.to_builtins(data.shipping)
    await order_fulfilment.fulfil_order(tx, order, resolution, event.courier_lookup)
    done = await order_queries.get_order(tx, order.id)
    tx.audit("storefront.order_paid", "StorefrontOrder", order.id, after=line_resolution.build_audit_entry(done))
    return StorefrontEventReply(applied=True, order=done)


async def apply_expired(tx: Tx, storefront: Storefront, event: StorefrontEvent) -> StorefrontEventReply:
    """Release the reservations of an expired checkout; a paid one is left as it is. Raises Validation."""
    data = _decode_data(event, _expired_decoder)
    row = await order_queries.get_or_create_locked(tx, storefront.partner, data.checkout_session_id)
    if _is_superseded(row, event):
        return await _build_reply(tx, row["id"], applied=False)
    await reservation.release(tx, data.checkout_session_id)
    await order_queries.expire_order(tx, row["id"], event.occurred_at)
    return await _build_reply(tx, row["id"])


HANDLERS = {
    "checkout.created": apply_created,
    "checkout.paid": apply_paid,
    "checkout.expired": apply_expired,
}
# These handlers need data of the aggregator, which is fetched before the transaction begins.
TYPES_WITH_COURIERS = frozenset({"checkout.paid"})


def decode_destination(event: StorefrontEvent) -> Destination | None:
    """The destination of a paid event; None where it is missing or malformed."""
    try:
        return _paid_decoder.decode(event.data).destination
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


async def _build_reply(tx: Tx, order_id: str, *, applied: bool = True) -> StorefrontEventReply:
    return StorefrontEventReply(applied=applied, order=await order_queries.get_order(tx, order_id))


def _decode_data(event: StorefrontEvent, decoder: "msgspec.json.Decoder[Shape]") -> Shape:
    """The event's data. Raises Validation, whose `field` is the path in the body."""
    data = event.decode_data(decoder)
    _require_unique_refs(getattr(data, "lines", ()))
    return data


def _require_unique_refs(lines: Sequence[CheckoutLine]) -> None:
    refs: set[str] = set()
    for index, line in enumerate(lines):
        if line.ref in refs:
            raise Validation("Another line has this reference.", field=f"data.lines.{index}.ref")
        refs.add(line.ref)


def _is_superseded(row: asyncpg.Record, event: StorefrontEvent) -> bool:
    """True if the event changes nothing: the order is paid, or a newer event was applied."""
    return row["paid_at"] is not None or (row["reported_at"] is not None and event.occurred_at < row["reported_at"])


def _build_line(line: CheckoutLine, resolution: LineResolution, index: int) -> StorefrontOrderLine:
    item = resolution.items.get(index)
    fields = {name: getattr(line, name) for name in CheckoutLine.__struct_fields__}
    if item is not None:
        fields |= {"product_id": item.product_id, "variant_id": item.variant_id}
    return StorefrontOrderLine(
        **fields,
        type=None if item is None else item.type,
        status="waiting",
        shipment_id=None,
        delivery_id=None,
        license_ids=[],
        error=None,
    )


async def _reserve(
    tx: Tx, checkout_session_id: str, lines: Sequence[StorefrontOrderLine], before: Sequence[StorefrontOrderLine]
) -> None:
    """Reserve exactly these lines. Raises StockInsufficient; the transaction then keeps the earlier reservations."""
    quantities = line_resolution.count_pieces(lines)
    released = line_resolution.count_pieces(before)
    if released:
        # Locked together with the new levels, so that levels are locked in one order, and before their reservations.
        await allocation.lock_stock(tx, {*quantities, *released})
        await reservation.release(tx, checkout_session_id)
    if not quantities:
        return
    try:
        await reservation.reserve(tx, quantities, checkout_session_id)
    except allocation.StockInsufficient as problem:
        problem.field = f"data.lines.{_find_line(lines, problem.variant_id)}"
        raise


def _find_line(lines: Sequence[StorefrontOrderLine], variant_id: str | None) -> int:
    return next(index for index, line in enumerate(lines) if line.variant_id == variant_id)
