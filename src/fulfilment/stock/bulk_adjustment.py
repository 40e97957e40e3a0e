"""Many adjustments in one request: an outcome per row, an event per movement."""

import msgspec

from fulfilment.infra.api import bulk
from fulfilment.infra.api.bulk import BulkResult
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.loop_admission import TimeSlice
from fulfilment.stock import adjustment, events, queries
from fulfilment.stock.queries import LevelMove
from fulfilment.stock.schemas import BulkStockAdjustment, StockAdjustment, StockAdjustmentReply, StockMovement

_decoder = msgspec.json.Decoder(StockAdjustment)


async def adjust_levels(tx: Tx, body: BulkStockAdjustment) -> BulkResult:
    """Adjust row by row; with `atomic` all of them or nothing. Raises bulk.AtomicBulkFailed."""
    changes, errors = await bulk.parse_rows(body.adjustments, _decoder)
    moves: dict[int, LevelMove] = {}
    for index, change in changes.items():
        try:
            moves[index] = adjustment.build_move(change, tx.actor.actor_id)
        except ApiError as problem:
            errors[index] = problem
    movements = await _apply_movements(tx, moves, errors)
    succeeded = {
        index: (200, StockAdjustmentReply(stock=adjustment.level_after_movement(movement), movement=movement))
        for index, (movement, _) in movements.items()
    }
    if body.atomic:
        bulk.require_all("adjustments", succeeded, errors)
    time_slice = TimeSlice()
    for movement, threshold in movements.values():
        await time_slice.yield_if_due()
        events.emit_adjusted(tx, movement)
        await adjustment.emit_if_low(tx, movement, threshold)
    return BulkResult(outcomes=bulk.results(succeeded, errors))


async def _apply_movements(
    tx: Tx, moves: dict[int, LevelMove], errors: dict[int, ApiError]
) -> dict[int, tuple[StockMovement, int | None]]:
    """Move in the one order in which levels are locked; rows of the same level keep their order."""
    order = sorted(moves, key=lambda index: moves[index].level_key)
    await queries.lock_thresholds(tx, [move.level_key for move in moves.values()])
    rows = await queries.move_levels(tx, [moves[index] for index in order])
    movements: dict[int, tuple[StockMovement, int | None]] = {}
    time_slice = TimeSlice()
    for index, row in zip(order, rows, strict=True):
        await time_slice.yield_if_due()
        if row["quantity"] is not None:
            movements[index] = adjustment.movement_of_row(row, moves[index])
    if len(movements) == len(order):
        return movements
    on_hand = await queries.find_quantities(
        tx, {move.level_key for index, move in moves.items() if index not in movements}
    )
    for index, row in reversed(list(zip(order, rows, strict=True))):
        await time_slice.yield_if_due()
        # Later rows of a level have moved it on: what a row met is what there is without them.
        move = moves[index]
        before = on_hand.get(move.level_key, 0)
        if index in movements:
            on_hand[move.level_key] = before - move.delta
        else:
            errors[index] = adjustment.movement_error(row, move, before)
    return movements
