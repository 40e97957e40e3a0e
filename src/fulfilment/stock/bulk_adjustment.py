"""Many adjustments in one request: an outcome per row, an event per movement."""

import msgspec

from fulfilment import clock, ids
from fulfilment.db.tx import Tx
from fulfilment.http import bulk
from fulfilment.http.bulk import OutcomeList
from fulfilment.http.errors import ApiError
from fulfilment.spell import Spell
from fulfilment.stock import adjustment, events, queries
from fulfilment.stock.records import BulkStockAdjustment, StockAdjustment, StockAdjustmentReply, StockMovement

_decoder = msgspec.json.Decoder(StockAdjustment)


async def adjust_all(tx: Tx, given: BulkStockAdjustment) -> OutcomeList:
    """Adjust row by row; with `atomic` all of them or nothing. Raises bulk.Refused."""
    changes, refused = await bulk.read(given.adjustments, _decoder)
    for index, change in list(changes.items()):
        try:
            adjustment.require_movable(change)
        except ApiError as problem:
            refused[index] = problem
            del changes[index]
    moved = await _move(tx, changes, refused)
    done = {
        index: (200, StockAdjustmentReply(stock=adjustment.level_after(movement), movement=movement))
        for index, (movement, _) in moved.items()
    }
    if given.atomic:
        bulk.require_all("adjustments", done, refused)
    spell = Spell()
    for movement, threshold in moved.values():
        await spell.give_way()
        events.emit_adjusted(tx, movement)
        await adjustment.warn_if_low(tx, movement, threshold)
    return OutcomeList(outcomes=bulk.outcomes(done, refused))


async def _move(
    tx: Tx, changes: dict[int, StockAdjustment], refused: dict[int, ApiError]
) -> dict[int, tuple[StockMovement, int | None]]:
    """Move in the one order in which levels are locked; rows of the same level keep their order."""
    now = clock.now()
    places = {index: (change.variant_id, change.warehouse_id) for index, change in changes.items()}
    order = sorted(changes, key=places.__getitem__)
    await queries.hold_thresholds(tx, list(places.values()))
    moves = [queries.movement_arguments(changes[index], ids.new("mv"), tx.actor.actor_id, None, now) for index in order]
    moved: dict[int, tuple[StockMovement, int | None]] = {}
    rows = await queries.move_levels(tx, moves)
    spell = Spell()
    for index, move, row in zip(order, moves, rows, strict=True):
        await spell.give_way()
        if row["quantity"] is not None:
            moved[index] = adjustment.result(row, move)
    if len(moved) == len(order):
        return moved
    there = await queries.quantities(tx, {place for index, place in places.items() if index not in moved})
    for index, move, row in reversed(list(zip(order, moves, rows, strict=True))):
        await spell.give_way()
        # Later rows of a level have moved it on: what a row met is what there is without them.
        before = there.get(places[index], 0)
        if index in moved:
            there[places[index]] = before - changes[index].delta
        else:
            refused[index] = adjustment.refusal(row, move, before)
    return moved
