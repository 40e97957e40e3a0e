"""Opening stock: what lies in a warehouse to begin with, as its first movement (`initial_stock`).

An opening of 0 makes a level without a movement: the variant is stock-tracked from then on, and sold out.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from fulfilment import clock, ids
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.fields import MAX_INTEGER, stamp
from fulfilment.http.errors import ApiError, NotFound, Validation
from fulfilment.stock import events, queries
from fulfilment.stock.records import StockMovement

_REASON = "initial_stock"

# A level that somebody else opened meanwhile is moved, or left alone by an opening of nothing; where it cannot hold so
# much it gives no row. Levels are locked in the one order in which whoever locks several locks them.
OPEN_LEVELS = sql(
    "stock.open_levels",
    """
    INSERT INTO stock_levels AS l (account_id, variant_id, warehouse_id, quantity, low_stock_threshold,
                                   movement_count, last_movement_id, created_at, updated_at)
    SELECT $1, variant_id, warehouse_id, quantity,
           (SELECT low_stock_threshold FROM variants v WHERE v.account_id = $1 AND v.id = told.variant_id),
           least(quantity, 1), movement_id, $6, $6
      FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[])
           AS told (variant_id, warehouse_id, quantity, movement_id)
     ORDER BY variant_id COLLATE "C", warehouse_id COLLATE "C"
    ON CONFLICT (account_id, variant_id, warehouse_id) DO UPDATE
       SET quantity = l.quantity + excluded.quantity, movement_count = l.movement_count + 1,
           last_movement_id = greatest(l.last_movement_id, excluded.last_movement_id),
           updated_at = greatest(l.updated_at, excluded.updated_at)
     WHERE excluded.quantity > 0 AND l.quantity + excluded.quantity <= 9007199254740991
    RETURNING variant_id, warehouse_id, quantity, movement_count, updated_at
    """,
)

WRITE_MOVEMENTS = sql(
    "stock.write_movements",
    """
    INSERT INTO stock_movements (account_id, id, variant_id, warehouse_id, delta, reason, created_by, quantity_after,
                                 number, created_at)
    SELECT $1, id, variant_id, warehouse_id, delta, $9, $10, quantity_after, number, created_at
      FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::timestamptz[])
           AS told (id, variant_id, warehouse_id, delta, quantity_after, number, created_at)
    """,
)


class Opening(NamedTuple):
    """So much of a variant in a warehouse."""

    variant_id: str
    warehouse_id: str
    quantity: int


async def open_levels(tx: Tx, openings: Sequence[Opening], born: Collection[str] = ()) -> dict[int, ApiError]:
    """Open levels that are not there yet, each once, and tell of each; answers the refusals by index into `openings`.

    `born` are variants that were created in this transaction, whose thresholds nobody else can change.
    """
    lasting = [(one.variant_id, one.warehouse_id) for one in openings if one.variant_id not in born]
    if lasting:
        await queries.hold_thresholds(tx, lasting)
    places = await queries.known_warehouses(tx, {one.warehouse_id for one in openings})
    refused: dict[int, ApiError] = {
        index: NotFound("No such warehouse.", field="warehouseId")
        for index, one in enumerate(openings)
        if one.warehouse_id not in places
    }
    meant = sorted((one, index) for index, one in enumerate(openings) if index not in refused)
    named = [(ids.new("mv"), one, index) for one, index in meant]
    opened = await _open(tx, named)
    movements = []
    for movement_id, one, index in named:
        level = opened.get((one.variant_id, one.warehouse_id))
        if one.quantity and level is None:
            refused[index] = Validation(f"A level holds at most {MAX_INTEGER}.", field="quantity")
        elif one.quantity:
            movements.append((movement_id, *one, level["quantity"], level["movement_count"], level["updated_at"]))
    await _tell(tx, movements)
    return refused


async def _open(tx: Tx, named: Sequence[tuple[str, Opening, int]]) -> dict[tuple[str, str], dict]:
    """The levels that were opened or moved, by variant and warehouse."""
    if not named:
        return {}
    columns = zip(*((*one, movement_id) for movement_id, one, _ in named), strict=True)
    rows = await tx.all(OPEN_LEVELS, *(list(column) for column in columns), clock.now())
    return {(row["variant_id"], row["warehouse_id"]): row for row in rows}


async def _tell(tx: Tx, movements: Sequence[tuple]) -> None:
    if not movements:
        return
    columns = [list(column) for column in zip(*movements, strict=True)]
    await tx.one(WRITE_MOVEMENTS, *columns, _REASON, tx.actor.actor_id)
    for id, variant_id, warehouse_id, delta, quantity_after, number, created_at in movements:
        movement = StockMovement(
            id=id,
            variant_id=variant_id,
            warehouse_id=warehouse_id,
            delta=delta,
            reason=_REASON,
            note=None,
            created_by=tx.actor.actor_id,
            shipment_id=None,
            quantity_after=quantity_after,
            number=number,
            created_at=stamp(created_at),
        )
        events.emit_adjusted(tx, movement)
