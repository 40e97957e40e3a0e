"""Initial stock: the first quantity of a level, as its first movement (`initial_stock`).

An initial quantity of 0 creates a level without a movement: the variant is stock-tracked from then on, and sold out.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import asyncpg
import msgspec

from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import ApiError, NotFound, Validation
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import MAX_INTEGER, format_timestamp
from fulfilment.stock import events, queries
from fulfilment.stock.queries import LevelKey
from fulfilment.stock.schemas import StockMovement

# A level that another transaction created meanwhile is increased; a quantity of 0 leaves it, and a sum beyond the bound
# gives no row. Levels are locked in the common lock order.
UPSERT_LEVELS = sql(
    "stock.upsert_levels",
    """
    INSERT INTO stock_levels AS l (account_id, variant_id, warehouse_id, quantity, low_stock_threshold,
                                   movement_count, last_movement_id, created_at, updated_at)
    SELECT $1, variant_id, warehouse_id, quantity,
           (SELECT low_stock_threshold FROM variants v WHERE v.account_id = $1 AND v.id = input.variant_id),
           least(quantity, 1), movement_id, $6, $6
      FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[])
           AS input (variant_id, warehouse_id, quantity, movement_id)
     ORDER BY variant_id COLLATE "C", warehouse_id COLLATE "C"
    ON CONFLICT (account_id, variant_id, warehouse_id) DO UPDATE
       SET quantity = l.quantity + excluded.quantity, movement_count = l.movement_count + 1,
           last_movement_id = greatest(l.last_movement_id, excluded.last_movement_id),
           updated_at = greatest(l.updated_at, excluded.updated_at)
     WHERE excluded.quantity > 0 AND l.quantity + excluded.quantity <= 9007199254740991
    RETURNING variant_id, warehouse_id, quantity, movement_count, updated_at
    """,
)

INSERT_MOVEMENTS = sql(
    "stock.insert_movements",
    """
    INSERT INTO stock_movements (account_id, id, variant_id, warehouse_id, delta, reason, created_by, quantity_after,
                                 number, created_at)
    SELECT $1, id, variant_id, warehouse_id, delta, reason, created_by, quantity_after, number, created_at
      FROM json_to_recordset($2::json)
           AS input (id text, variant_id text, warehouse_id text, delta bigint, reason text, created_by text,
                     quantity_after bigint, number bigint, created_at timestamptz)
    """,
)


class InitialStock(NamedTuple):
    """The initial quantity of a variant in a warehouse."""

    variant_id: str
    warehouse_id: str
    quantity: int


async def add_initial_stock(
    tx: Tx, entries: Sequence[InitialStock], new_variant_ids: Collection[str] = ()
) -> dict[int, ApiError]:
    """Create levels, each once, and emit `stock.adjusted` for each. Returns the errors by index into `entries`.

    `new_variant_ids` are variants that this transaction created: no other one can change their thresholds.
    """
    existing_level_keys = [
        (one.variant_id, one.warehouse_id) for one in entries if one.variant_id not in new_variant_ids
    ]
    if existing_level_keys:
        await queries.lock_thresholds(tx, existing_level_keys)
    known_warehouses = await queries.find_known_warehouses(tx, {one.warehouse_id for one in entries})
    errors: dict[int, ApiError] = {
        index: NotFound("No such warehouse.", field="warehouseId")
        for index, one in enumerate(entries)
        if one.warehouse_id not in known_warehouses
    }
    ordered = sorted((one, index) for index, one in enumerate(entries) if index not in errors)
    numbered = [(ids.new("mv"), one, index) for one, index in ordered]
    levels = await _upsert_levels(tx, numbered)
    movements: list[StockMovement] = []
    for movement_id, entry, index in numbered:
        if not entry.quantity:
            continue
        level = levels.get((entry.variant_id, entry.warehouse_id))
        if level is None:
            errors[index] = Validation(f"A level holds at most {MAX_INTEGER}.", field="quantity")
        else:
            movements.append(_build_movement(tx, movement_id, entry, level))
    await _record_movements(tx, movements)
    return errors


async def _upsert_levels(tx: Tx, numbered: Sequence[tuple[str, InitialStock, int]]) -> dict[LevelKey, asyncpg.Record]:
    """Create or increase levels. Returns their rows by variant and warehouse."""
    if not numbered:
        return {}
    columns = zip(*((*entry, movement_id) for movement_id, entry, _ in numbered), strict=True)
    rows = await tx.fetch_all(UPSERT_LEVELS, *(list(column) for column in columns), clock.now())
    return {(row["variant_id"], row["warehouse_id"]): row for row in rows}


def _build_movement(tx: Tx, movement_id: str, entry: InitialStock, level: asyncpg.Record) -> StockMovement:
    return StockMovement(
        id=movement_id,
        variant_id=entry.variant_id,
        warehouse_id=entry.warehouse_id,
        delta=entry.quantity,
        reason="initial_stock",
        note=None,
        created_by=tx.actor.actor_id,
        shipment_id=None,
        quantity_after=level["quantity"],
        number=level["movement_count"],
        created_at=format_timestamp(level["updated_at"]),
    )


async def _record_movements(tx: Tx, movements: Sequence[StockMovement]) -> None:
    if not movements:
        return
    records = [msgspec.structs.asdict(movement) for movement in movements]
    await tx.fetch_optional(INSERT_MOVEMENTS, msgspec.json.encode(records).decode())
    for movement in movements:
        events.emit_adjusted(tx, movement)
