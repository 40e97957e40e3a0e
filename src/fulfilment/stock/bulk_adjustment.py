"""Many adjustments in one request: an outcome per row, an event per movement."""

import msgspec

from fulfilment.infra import clock, ids
from fulfilment.infra.api import bulk
from fulfilment.infra.api.bulk import BulkResult
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.loop_admission import TimeSlice
from fulfilment.stock import adjustment, events, queries
from fulfilment.stock.schemas import BulkStockAdjustment, StockAdjustment, StockAdjustmentReply, StockMovement

_decoder = msgspec.json.Decoder(StockAdjustment)


async def adjust_levels(tx: Tx, body: BulkStockAdjustment) -> BulkResult:
    """Adjust row by row; with `atomic` all of them or nothing. Raises bulk.AtomicBulkFailed."""
    changes, errors = await bulk.parse_rows(body.adjustments, _decoder)
    for index, change in list(changes.items()):
        try:
            adjustment.require_nonzero_delta(change)
        except ApiError as problem:
            errors[index] = problem
            del changes[index]
    movements = await _apply_movements(tx, changes, errors)
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
    tx: Tx, changes: dict[int, StockAdjustment], errors: dict[int, ApiError]
) -> dict[int, tuple[StockMovement, int | None]]:
    """Move in the one order in which levels are locked; rows of the same level keep their order."""
    now = clock.now()
    level_keys = {index: (change.variant_id, change.warehouse_id) for index, change in changes.items()}
    order = sorted(changes, key=level_keys.__getitem__)
    await queries.lock_thresholds(tx, list(level_keys.values()))
    moves = [queries.movement_arguments(changes[index], ids.new("mv"), tx.actor.actor_id, None, now) for index in order]
    movements: dict[int, tuple[StockMovement, int | None]] = {}
    rows = await queries.move_levels(tx, moves)
    time_slice = TimeSlice()
    for index, arguments, row in zip(order, moves, rows, strict=True):
        await time_slice.yield_if_due()
        if row["quantity"] is not None:
            movements[index] = adjustment.movement_of_row(row, arguments)
    if len(movements) == len(order):
        return movements
    on_hand = await queries.find_quantities(
        tx, {level_key for index, level_key in level_keys.items() if index not in movements}
    )
    for index, arguments, row in reversed(list(zip(order, moves, rows, strict=True))):
        await time_slice.yield_if_due()
        # Later rows of a level have moved it on: what a row met is what there is without them.
        before = on_hand.get(level_keys[index], 0)
        if index in movements:
            on_hand[level_keys[index]] = before - changes[index].delta
        else:
            errors[index] = adjustment.movement_error(row, arguments, before)
    return movements
