"""Adjustment of stock levels by hand: one movement, one event, never below zero (specification, Adjust rules)."""

import asyncpg
import msgspec

from fulfilment.infra.api import bulk
from fulfilment.infra.api.bulk import BulkResult
from fulfilment.infra.api.errors import ApiError, NotFound, Validation
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.loop_admission import TimeSlice
from fulfilment.infra.models import MAX_INTEGER, format_timestamp
from fulfilment.stock import events, queries
from fulfilment.stock.queries import LevelMove
from fulfilment.stock.schemas import (
    BulkStockAdjustment,
    StockAdjustment,
    StockAdjustmentReply,
    StockLevel,
    StockMovement,
)

_decoder = msgspec.json.Decoder(StockAdjustment)


class NegativeStock(ApiError):
    """The adjustment would take the level below zero. The contract gives the status; it is no server error."""

    status, code, message = 500, "NEGATIVE_STOCK", "The adjustment would take the level below zero."


async def adjust_level(tx: Tx, change: StockAdjustment) -> StockAdjustmentReply:
    """Change a level by a signed delta, write the movement and emit its event."""
    movement, threshold = await _apply_movement(tx, build_move(change, tx.actor.actor_id))
    events.emit_adjusted(tx, movement)
    await emit_if_low(tx, movement, threshold)
    return StockAdjustmentReply(stock=level_after_movement(movement), movement=movement)


async def adjust_levels(tx: Tx, body: BulkStockAdjustment) -> BulkResult:
    """Adjust each row by itself; with `atomic` all rows or none. Raises bulk.AtomicBulkFailed."""
    changes, errors = await bulk.parse_rows(body.adjustments, _decoder)
    moves: dict[int, LevelMove] = {}
    for index, change in changes.items():
        try:
            moves[index] = build_move(change, tx.actor.actor_id)
        except ApiError as problem:
            errors[index] = problem
    movements = await _apply_movements(tx, moves, errors)
    succeeded = {
        index: (200, StockAdjustmentReply(stock=level_after_movement(movement), movement=movement))
        for index, (movement, _) in movements.items()
    }
    if body.atomic:
        bulk.require_all("adjustments", succeeded, errors)
    time_slice = TimeSlice()
    for movement, threshold in movements.values():
        await time_slice.yield_if_due()
        events.emit_adjusted(tx, movement)
        await emit_if_low(tx, movement, threshold)
    return BulkResult(outcomes=bulk.results(succeeded, errors))


def build_move(change: StockAdjustment, created_by: str | None) -> LevelMove:
    """The movement of an adjustment. Raises Validation if its delta is 0."""
    if change.delta == 0:
        raise Validation("delta must not be 0.", field="delta")
    return LevelMove(
        variant_id=change.variant_id,
        warehouse_id=change.warehouse_id,
        delta=change.delta,
        reason=change.reason,
        note=change.note,
        created_by=created_by,
    )


def movement_error(row: asyncpg.Record, move: LevelMove, on_hand: int) -> ApiError:
    """The error of a level that was not changed: no warehouse, or too little or too much with `on_hand` on hand."""
    if not row["has_warehouse"]:
        return NotFound("No such warehouse.", field="warehouseId")
    if move.delta < 0:
        return NegativeStock(
            f"The adjustment would take the level below zero: {on_hand} on hand, {-move.delta} to be taken."
        )
    message = f"A level holds at most {MAX_INTEGER}: {on_hand} on hand, {move.delta} to be added."
    return Validation(message, field="delta")


def movement_of_row(row: asyncpg.Record, move: LevelMove) -> tuple[StockMovement, int | None]:
    """The movement in a row of `queries.move_level` with a quantity, and the level's threshold."""
    movement = StockMovement(
        id=move.movement_id,
        variant_id=move.variant_id,
        warehouse_id=move.warehouse_id,
        delta=move.delta,
        reason=move.reason,
        note=move.note,
        created_by=move.created_by,
        shipment_id=move.shipment_id,
        quantity_after=row["quantity"],
        number=row["movement_count"],
        created_at=format_timestamp(row["updated_at"]),
    )
    return movement, row["low_stock_threshold"]


def level_after_movement(movement: StockMovement) -> StockLevel:
    """The level after the movement."""
    return StockLevel(
        variant_id=movement.variant_id,
        warehouse_id=movement.warehouse_id,
        quantity=movement.quantity_after,
        updated_at=movement.created_at,
    )


async def emit_if_low(tx: Tx, movement: StockMovement, threshold: int | None) -> None:
    """Emit `stock.low` if the movement crossed the threshold, from at or above it to below it."""
    if threshold is None or not movement.quantity_after < threshold <= movement.quantity_after - movement.delta:
        return
    variant = await queries.describe_variant(tx, movement.variant_id)
    if variant is not None:
        events.emit_low(tx, movement, variant, threshold)


async def _apply_movement(tx: Tx, move: LevelMove) -> tuple[StockMovement, int | None]:
    """Change a level and write the movement. Returns the movement and the level's threshold.

    Raises NotFound (warehouse), NegativeStock, or Validation if the level would overflow.
    """
    row = await queries.move_level(tx, move)
    if row["quantity"] is None:
        raise movement_error(row, move, (await queries.find_quantities(tx, [move.level_key])).get(move.level_key, 0))
    return movement_of_row(row, move)


async def _apply_movements(
    tx: Tx, moves: dict[int, LevelMove], errors: dict[int, ApiError]
) -> dict[int, tuple[StockMovement, int | None]]:
    """Change levels in the common lock order; rows of the same level keep their order."""
    order = sorted(moves, key=lambda index: moves[index].level_key)
    await queries.lock_thresholds(tx, [move.level_key for move in moves.values()])
    rows = await queries.move_levels(tx, [moves[index] for index in order])
    movements: dict[int, tuple[StockMovement, int | None]] = {}
    time_slice = TimeSlice()
    for index, row in zip(order, rows, strict=True):
        await time_slice.yield_if_due()
        if row["quantity"] is not None:
            movements[index] = movement_of_row(row, moves[index])
    if len(movements) == len(order):
        return movements
    on_hand = await queries.find_quantities(
        tx, {move.level_key for index, move in moves.items() if index not in movements}
    )
    for index, row in reversed(list(zip(order, rows, strict=True))):
        await time_slice.yield_if_due()
        # Later rows have changed the level too. Its quantity at this row is the present one without them.
        move = moves[index]
        before = on_hand.get(move.level_key, 0)
        if index in movements:
            on_hand[move.level_key] = before - move.delta
        else:
            errors[index] = movement_error(row, move, before)
    return movements
