"""Stock transfer between two warehouses: one movement out and one in, or neither."""

from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import MAX_INTEGER
from fulfilment.stock import adjustment, allocation_queries, events, queries
from fulfilment.stock.allocation import StockInsufficient
from fulfilment.stock.queries import LevelMove
from fulfilment.stock.schemas import (
    StockAdjustmentReply,
    StockMovement,
    StockTransfer,
    StockTransferReply,
)

LevelMovement = tuple[StockMovement, int | None]


async def transfer_stock(tx: Tx, body: StockTransfer) -> StockTransferReply:
    """Move available stock from one warehouse to another. Raises StockInsufficient if less is available."""
    if body.from_warehouse_id == body.to_warehouse_id:
        raise Validation("A transfer needs two warehouses.", field="toWarehouseId")
    await _require_known(tx, body)
    outgoing, incoming = await _move_both_legs(tx, body)
    for movement, threshold in (outgoing, incoming):
        events.emit_adjusted(tx, movement)
        await adjustment.emit_if_low(tx, movement, threshold)
    return StockTransferReply(
        out=StockAdjustmentReply(stock=adjustment.level_after_movement(outgoing[0]), movement=outgoing[0]),
        into=StockAdjustmentReply(stock=adjustment.level_after_movement(incoming[0]), movement=incoming[0]),
    )


def _build_legs(tx: Tx, body: StockTransfer) -> tuple[LevelMove, LevelMove]:
    shared = {"variant_id": body.variant_id, "note": body.note, "created_by": tx.actor.actor_id}
    return (
        LevelMove(warehouse_id=body.from_warehouse_id, delta=-body.quantity, reason="transfer_out", **shared),
        LevelMove(warehouse_id=body.to_warehouse_id, delta=body.quantity, reason="transfer_in", **shared),
    )


async def _move_both_legs(tx: Tx, body: StockTransfer) -> tuple[LevelMovement, LevelMovement]:
    """Make both movements, in the common lock order. The rest at the source must cover its reservations."""
    await queries.lock_thresholds(tx, [(body.variant_id, body.to_warehouse_id)])
    legs = _build_legs(tx, body)
    ordered = sorted(legs, key=lambda leg: leg.warehouse_id)
    moved = await queries.move_levels(tx, ordered)
    rows = {leg.warehouse_id: row for leg, row in zip(ordered, moved, strict=True)}
    source_quantity, target_quantity = (rows[leg.warehouse_id]["quantity"] for leg in legs)
    reserved = await allocation_queries.find_reserved(tx, [body.variant_id])
    reserved_quantity = reserved.get((body.variant_id, body.from_warehouse_id), 0)
    if source_quantity is None or source_quantity < reserved_quantity:
        on_hand = await _find_on_hand(tx, body) if source_quantity is None else source_quantity + body.quantity
        available = max(on_hand - reserved_quantity, 0)
        message = f"Not enough is available: {body.quantity} wanted, {available} available in the warehouse."
        raise StockInsufficient(message, field="quantity")
    if target_quantity is None:
        raise Validation(f"A level holds at most {MAX_INTEGER}.", field="quantity")
    outgoing, incoming = (adjustment.movement_of_row(rows[leg.warehouse_id], leg) for leg in legs)
    return outgoing, incoming


async def _find_on_hand(tx: Tx, body: StockTransfer) -> int:
    level_key = (body.variant_id, body.from_warehouse_id)
    return (await queries.find_quantities(tx, [level_key])).get(level_key, 0)


async def _require_known(tx: Tx, body: StockTransfer) -> None:
    warehouse_ids = {"fromWarehouseId": body.from_warehouse_id, "toWarehouseId": body.to_warehouse_id}
    known = await queries.find_known_warehouses(tx, warehouse_ids.values())
    for field, id in warehouse_ids.items():
        if id not in known:
            raise NotFound("No such warehouse.", field=field)
    if known[body.to_warehouse_id]:
        raise Validation("No stock is moved into an archived warehouse.", field="toWarehouseId")
    if not await queries.is_known_variant(tx, body.variant_id):
        raise NotFound("No such variant.", field="variantId")
