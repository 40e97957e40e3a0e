"""Moving stock between two warehouses: one movement out and one in, or nothing."""

from operator import itemgetter

from fulfilment import clock, ids
from fulfilment.db.tx import Tx
from fulfilment.fields import MAX_INTEGER
from fulfilment.http.errors import NotFound, Validation
from fulfilment.stock import adjustment, allocation_queries, events, queries
from fulfilment.stock.allocation import StockInsufficient
from fulfilment.stock.records import (
    StockAdjustment,
    StockAdjustmentReply,
    StockMovement,
    StockTransfer,
    StockTransferReply,
)

Moved = tuple[StockMovement, int | None]

# Of the arguments of a movement.
_WAREHOUSE = itemgetter(1)


async def transfer(tx: Tx, wanted: StockTransfer) -> StockTransferReply:
    """Move what is available from one warehouse to another. Raises StockInsufficient where that is less."""
    if wanted.from_warehouse_id == wanted.to_warehouse_id:
        raise Validation("A transfer needs two warehouses.", field="toWarehouseId")
    await _require_known(tx, wanted)
    out, into = await _move(tx, wanted)
    for movement, threshold in (out, into):
        events.emit_adjusted(tx, movement)
        await adjustment.warn_if_low(tx, movement, threshold)
    return StockTransferReply(
        out=StockAdjustmentReply(stock=adjustment.level_after(out[0]), movement=out[0]),
        into=StockAdjustmentReply(stock=adjustment.level_after(into[0]), movement=into[0]),
    )


def _legs(wanted: StockTransfer) -> tuple[StockAdjustment, StockAdjustment]:
    shared = {"variant_id": wanted.variant_id, "note": wanted.note}
    return (
        StockAdjustment(warehouse_id=wanted.from_warehouse_id, delta=-wanted.quantity, reason="transfer_out", **shared),
        StockAdjustment(warehouse_id=wanted.to_warehouse_id, delta=wanted.quantity, reason="transfer_in", **shared),
    )


async def _move(tx: Tx, wanted: StockTransfer) -> tuple[Moved, Moved]:
    """Both legs, in the one order in which levels are locked; then what is left must cover what is reserved."""
    now = clock.now()
    await queries.hold_thresholds(tx, [(wanted.variant_id, wanted.to_warehouse_id)])
    legs = [queries.movement_arguments(leg, ids.new("mv"), tx.actor.actor_id, None, now) for leg in _legs(wanted)]
    ordered = sorted(legs, key=_WAREHOUSE)
    rows = dict(zip(map(_WAREHOUSE, ordered), await queries.move_levels(tx, ordered), strict=True))
    left, gained = (rows[_WAREHOUSE(leg)]["quantity"] for leg in legs)
    reserved = await allocation_queries.active_reservations(tx, [wanted.variant_id])
    held = sum(row["quantity"] for row in reserved if row["warehouse_id"] == wanted.from_warehouse_id)
    if left is None or left < held:
        there = await _on_hand(tx, wanted) if left is None else left + wanted.quantity
        said = f"Not enough is available: {wanted.quantity} wanted, {max(there - held, 0)} available in the warehouse."
        raise StockInsufficient(said, field="quantity")
    if gained is None:
        raise Validation(f"A level holds at most {MAX_INTEGER}.", field="quantity")
    out, into = (adjustment.result(rows[_WAREHOUSE(leg)], leg) for leg in legs)
    return out, into


async def _on_hand(tx: Tx, wanted: StockTransfer) -> int:
    place = (wanted.variant_id, wanted.from_warehouse_id)
    return (await queries.quantities(tx, [place])).get(place, 0)


async def _require_known(tx: Tx, wanted: StockTransfer) -> None:
    named = {"fromWarehouseId": wanted.from_warehouse_id, "toWarehouseId": wanted.to_warehouse_id}
    known = await queries.known_warehouses(tx, named.values())
    for field, id in named.items():
        if id not in known:
            raise NotFound("No such warehouse.", field=field)
    if not await queries.is_known_variant(tx, wanted.variant_id):
        raise NotFound("No such variant.", field="variantId")
