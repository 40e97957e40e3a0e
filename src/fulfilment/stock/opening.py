"""Opening stock: what lies in a warehouse to begin with, as its first movement (`initial_stock`).

An opening of 0 makes a level without a movement: the variant is stock-tracked from then on, and sold out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from fulfilment import clock, ids
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.http.errors import ApiError
from fulfilment.stock import adjustment, events, queries
from fulfilment.stock.records import Adjustment

# The threshold is taken under a share lock for the reason that `stock.move_level` gives.
OPEN_EMPTY = sql(
    "stock.open_empty",
    """
    WITH variant AS (
        SELECT low_stock_threshold FROM variants WHERE account_id = $1 AND id = $2 FOR SHARE
    ), opened AS (
        INSERT INTO stock_levels (account_id, variant_id, warehouse_id, quantity, low_stock_threshold, movement_count,
                                  last_movement_id, created_at, updated_at)
        SELECT $1, $2, $3, 0, (SELECT low_stock_threshold FROM variant), 0, $4, $5, $5
        ON CONFLICT DO NOTHING
    )
    SELECT true
    """,
)


class Opening(NamedTuple):
    """So much of a variant in a warehouse."""

    variant_id: str
    warehouse_id: str
    quantity: int


async def open_levels(tx: Tx, openings: Sequence[Opening]) -> dict[int, ApiError]:
    """Open levels that are not there yet and tell of each; answers the refusals by index into `openings`."""
    now = clock.now()
    order = sorted(range(len(openings)), key=lambda index: openings[index])
    await queries.hold_thresholds(tx, [(one.variant_id, one.warehouse_id) for one in openings])
    filled = [index for index in order if openings[index].quantity]
    moves = [
        queries.movement_arguments(_first_movement(openings[index]), ids.new("mv"), tx.actor.actor_id, None, now)
        for index in filled
    ]
    refused: dict[int, ApiError] = {}
    for index, move, row in zip(filled, moves, await queries.move_levels(tx, moves), strict=True):
        if row["quantity"] is None:
            refused[index] = adjustment.refusal(row, move, 0)
            continue
        movement, _ = adjustment.result(row, move)
        events.emit_adjusted(tx, movement)
    empty = [openings[index] for index in order if not openings[index].quantity]
    await tx.each(OPEN_EMPTY, [(one.variant_id, one.warehouse_id, ids.new("mv"), now) for one in empty])
    return refused


def _first_movement(opening: Opening) -> Adjustment:
    return Adjustment(
        variant_id=opening.variant_id,
        warehouse_id=opening.warehouse_id,
        delta=opening.quantity,
        reason="initial_stock",
    )
