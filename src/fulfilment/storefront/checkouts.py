"""What a storefront tells of a checkout: it began, it was paid, it ended (decisions, section 9).

All that is said of one checkout session is about one order, whose row is locked first: however often it is said, and
in whatever order, a session is paid for once, and what opened or ended it last by the storefront's own time decides.
Each of these runs in the transaction that remembers the event (inbound.py), and calls nobody.
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
    """Set the lines aside for an hour, all of them or none; those of before, where the buyer changed them, are let go.

    Raises Validation, NotFound, and StockInsufficient, whose `field` names the first line of what lacks.
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
    # Whoever writes lines says when they were said.
    before = [] if row["reported_at"] is None else await order_queries.list_lines(tx, row["id"])
    await _reserve(tx, data.checkout_session_id, lines, before)
    await order_queries.reopen_order(tx, row["id"], event.occurred_at, RESERVATION_DURATION)
    await order_queries.replace_lines(tx, row["id"], lines)
    return await _build_reply(tx, row["id"])


async def apply_paid(tx: Tx, storefront: Storefront, event: StorefrontEvent) -> StorefrontEventReply:
    """Fulfil what can be fulfilled, once for the session; the rest is kept with its reasons. Raises Validation."""
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
    """Let go of what the checkout has set aside; what was paid stays as it is. Raises Validation."""
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
# These are given what the aggregator knows, which is asked before the transaction begins.
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
    """Whether the event changes nothing any more: it is paid for, or something newer was said of it."""
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
    """Have exactly these set aside. Raises StockInsufficient; what there was before then stays, with the rest."""
    quantities = line_resolution.count_pieces(lines)
    released = line_resolution.count_pieces(before)
    if released:
        # With those that are wanted, so that levels are locked in one order, and before the reservations on them.
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
