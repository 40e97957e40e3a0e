"""What a storefront tells of a checkout: it began, it was paid, it ended (decisions, section 9).

All that is said of one checkout session is about one order, whose row is locked first: however often it is said, and
in whatever order, a session is paid for once, and what opened or ended it last by the storefront's own time decides.
Each of these runs in the transaction that remembers the event (inbound.py), and calls nobody.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import asyncpg
import msgspec

from fulfilment.db.tx import Tx
from fulfilment.http.errors import Validation
from fulfilment.stock import allocation, allocation_queries, reservation
from fulfilment.storefront import order_fulfilment, order_goods, order_lines, order_queries
from fulfilment.storefront.order_goods import Meanings
from fulfilment.storefront.order_records import (
    CheckoutCreated,
    CheckoutExpired,
    CheckoutPaid,
    Line,
    StorefrontOrder,
    StorefrontOrderLine,
)
from fulfilment.storefront.records import Event, Storefront, StorefrontEventReply

RESERVATION_LIFE = timedelta(minutes=allocation.RESERVATION_MINUTES)

_created = msgspec.json.Decoder(CheckoutCreated)
_paid = msgspec.json.Decoder(CheckoutPaid)
_expired = msgspec.json.Decoder(CheckoutExpired)


class CheckoutApplied(StorefrontEventReply):
    """The order as it then stands, also where the event changed nothing of it."""

    order: StorefrontOrder


async def created(tx: Tx, storefront: Storefront, event: Event) -> CheckoutApplied:
    """Set the lines aside for an hour, all of them or none; those of before, where the buyer changed them, are let go.

    Raises Validation, NotFound, and StockInsufficient, whose `field` names the first line of what lacks.
    """
    given = _read(event, _created)
    row = await order_queries.claim(tx, storefront.partner, given.checkout_session_id)
    if _is_over(row, event):
        return await _applied(tx, row["id"], applied=False)
    meant = await order_goods.find(tx, dict(enumerate(given.lines)))
    for place, problem in sorted(meant.refused.items()):
        problem.field = f"data.lines.{place}.{problem.field}"
        raise problem
    lines = [_line(line, meant, place) for place, line in enumerate(given.lines)]
    # Whoever writes lines says when they were said.
    before = [] if row["said_at"] is None else await order_queries.read_lines(tx, row["id"])
    await _reserve(tx, given.checkout_session_id, lines, before)
    await order_queries.reopen(tx, row["id"], event.occurred_at, RESERVATION_LIFE)
    await order_queries.write_lines(tx, row["id"], lines)
    return await _applied(tx, row["id"])


async def paid(tx: Tx, storefront: Storefront, event: Event) -> CheckoutApplied:
    """Fulfil what can be fulfilled, once for the session; the rest is kept with its reasons. Raises Validation."""
    given = _read(event, _paid)
    row = await order_queries.claim(tx, storefront.partner, given.checkout_session_id)
    if row["paid_at"] is not None:
        return await _applied(tx, row["id"], applied=False)
    meant = await order_goods.find(tx, dict(enumerate(given.lines)))
    lines = [_line(line, meant, place) for place, line in enumerate(given.lines)]
    order = order_fulfilment.opened(row, lines)
    order.external_ref = given.external_ref
    order.customer = msgspec.to_builtins(given.customer)
    order.destination = None if given.destination is None else msgspec.to_builtins(given.destination)
    order.shipping = None if given.shipping is None else msgspec.to_builtins(given.shipping)
    await order_fulfilment.fulfil(tx, order, event.couriers)
    done = await _applied(tx, order.id)
    tx.audit("storefront.order_paid", "StorefrontOrder", order.id, after=order_lines.audited(done.order))
    return done


async def expired(tx: Tx, storefront: Storefront, event: Event) -> CheckoutApplied:
    """Let go of what the checkout has set aside; what was paid stays as it is. Raises Validation."""
    given = _read(event, _expired)
    row = await order_queries.claim(tx, storefront.partner, given.checkout_session_id)
    if _is_over(row, event):
        return await _applied(tx, row["id"], applied=False)
    await reservation.release(tx, given.checkout_session_id)
    await order_queries.expire(tx, row["id"], event.occurred_at)
    return await _applied(tx, row["id"])


HANDLERS = {
    "checkout.created": created,
    "checkout.paid": paid,
    "checkout.expired": expired,
}
# These are given the courier catalogue, which is asked for before the transaction begins.
NEED_COURIERS = frozenset({"checkout.paid"})


async def _applied(tx: Tx, order_id: str, *, applied: bool = True) -> CheckoutApplied:
    return CheckoutApplied(applied=applied, order=await order_queries.read(tx, order_id))


def _read(event: Event, decoder: msgspec.json.Decoder) -> Any:
    """The event's data. Raises Validation, whose `field` is the path in the body."""
    given = event.read(decoder)
    _require_own_refs(getattr(given, "lines", ()))
    return given


def _require_own_refs(lines: Sequence[Line]) -> None:
    seen: set[str] = set()
    for place, line in enumerate(lines):
        if line.ref in seen:
            raise Validation("Another line has this reference.", field=f"data.lines.{place}.ref")
        seen.add(line.ref)


def _is_over(row: asyncpg.Record, event: Event) -> bool:
    """Whether the event changes nothing any more: it is paid for, or something newer was said of it."""
    return row["paid_at"] is not None or (row["said_at"] is not None and event.occurred_at < row["said_at"])


def _line(line: Line, meant: Meanings, place: int) -> StorefrontOrderLine:
    goods = meant.goods.get(place)
    given = {name: getattr(line, name) for name in Line.__struct_fields__}
    if goods is not None:
        given |= {"product_id": goods.product_id, "variant_id": goods.variant_id}
    return StorefrontOrderLine(
        **given,
        type=None if goods is None else goods.type,
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
    wanted = order_lines.pieces(lines)
    let_go = order_lines.pieces(before)
    if let_go:
        # With those that are wanted, so that levels are locked in one order, and before the reservations on them.
        await allocation_queries.lock_levels(tx, sorted({*wanted, *let_go}))
        await reservation.release(tx, checkout_session_id)
    if not wanted:
        return
    try:
        await reservation.reserve(tx, wanted, checkout_session_id)
    except allocation.StockInsufficient as problem:
        problem.field = f"data.lines.{_first_of(lines, problem.variant_id)}"
        raise


def _first_of(lines: Sequence[StorefrontOrderLine], variant_id: str | None) -> int:
    return next(place for place, line in enumerate(lines) if line.variant_id == variant_id)
