"""Adjusting a level by hand: one movement, one event, never below zero (specification, Adjust rules)."""

from fulfilment import clock, ids
from fulfilment.db.tx import Tx
from fulfilment.fields import MAX_INTEGER, stamp
from fulfilment.http.errors import ApiError, NotFound, Validation
from fulfilment.stock import events, queries
from fulfilment.stock.records import Adjusted, Adjustment, Level, Movement


class NegativeStock(ApiError):
    """The adjustment would take the level below zero. The status is the contract's; it is a refusal, not a fault."""

    status, code, message = 500, "NEGATIVE_STOCK", "The adjustment would take the level below zero."


async def adjust(tx: Tx, change: Adjustment) -> Adjusted:
    """Move one level by a signed delta, record why, and tell of it."""
    if change.delta == 0:
        raise Validation("delta must not be 0.", field="delta")
    movement, variant = await move(tx, change, created_by=tx.actor.actor_id)
    events.emit_adjusted(tx, movement)
    warn_if_low(tx, movement, variant)
    level = Level(
        variant_id=movement.variant_id,
        warehouse_id=movement.warehouse_id,
        quantity=movement.quantity_after,
        updated_at=movement.created_at,
    )
    return Adjusted(stock=level, movement=movement)


async def move(tx: Tx, change: Adjustment, *, created_by: str | None, shipment_id: str | None = None):
    """Move a level and write the movement. Raises NotFound, NegativeStock, Validation (overflow)."""
    now = clock.now()
    movement_id = ids.new("mv")
    row = await queries.move_level(
        tx, change, movement_id=movement_id, created_by=created_by, shipment_id=shipment_id, at=now
    )
    if not row["has_warehouse"]:
        raise NotFound("No such warehouse.", field="warehouseId")
    if row["quantity"] is None:
        raise NegativeStock if change.delta < 0 else Validation(f"A level holds at most {MAX_INTEGER}.", field="delta")
    movement = Movement(
        id=movement_id,
        variant_id=change.variant_id,
        warehouse_id=change.warehouse_id,
        delta=change.delta,
        reason=change.reason,
        note=change.note,
        created_by=created_by,
        shipment_id=shipment_id,
        quantity_after=row["quantity"],
        number=row["movement_count"],
        created_at=stamp(now),
    )
    return movement, row


def warn_if_low(tx: Tx, movement: Movement, variant) -> None:
    """Tell once per crossing: from at or above the variant's threshold to below it."""
    threshold = variant["low_stock_threshold"]
    if threshold is None:
        return
    before = movement.quantity_after - movement.delta
    if movement.quantity_after < threshold <= before:
        events.emit_low(tx, movement, variant)
