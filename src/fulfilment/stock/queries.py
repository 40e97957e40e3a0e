"""The SQL of stock."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import asyncpg
import msgspec

from fulfilment.infra import clock, ids
from fulfilment.infra.api.pagination import PageRequest, stop_when_full_sql, stored_bytes_sql
from fulfilment.infra.database.statements import Statement, json_object, sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.stock.schemas import Reason
from fulfilment.stock.warehouse_schemas import NewWarehouse, Warehouse

# The ids of a variant and a warehouse.
LevelKey = tuple[str, str]

# A new level copies its threshold from the variant under a share lock. So a change of the threshold, which the database
# copies to the existing levels, misses none. `last_movement_id` is the level's position in the list of newest-updated
# levels. Like `updated_at` it never decreases, even for a movement that had to wait for the lock.
MOVE_LEVEL = sql(
    "stock.move_level",
    """
    WITH place AS (
        SELECT id FROM warehouses WHERE account_id = $1 AND id = :warehouse_id
    ), changed AS (
        UPDATE stock_levels SET quantity = quantity + :delta, movement_count = movement_count + 1,
               last_movement_id = greatest(last_movement_id, :movement_id),
               updated_at = greatest(updated_at, :moved_at)
         WHERE account_id = $1 AND variant_id = :variant_id AND warehouse_id = :warehouse_id
           AND quantity + :delta BETWEEN 0 AND 9007199254740991
        RETURNING quantity, movement_count, updated_at, low_stock_threshold
    ), variant AS (
        SELECT low_stock_threshold FROM variants
         WHERE account_id = $1 AND id = :variant_id AND NOT EXISTS (SELECT FROM changed) FOR SHARE
    ), opened AS (
        INSERT INTO stock_levels AS l (account_id, variant_id, warehouse_id, quantity, low_stock_threshold,
                                       movement_count, last_movement_id, created_at, updated_at)
        SELECT $1, :variant_id, place.id, :delta, (SELECT low_stock_threshold FROM variant), 1, :movement_id, :moved_at,
               :moved_at
          FROM place
         WHERE :delta > 0 AND NOT EXISTS (SELECT FROM changed)
           AND NOT EXISTS (SELECT FROM stock_levels
                            WHERE account_id = $1 AND variant_id = :variant_id AND warehouse_id = :warehouse_id)
        ON CONFLICT (account_id, variant_id, warehouse_id) DO UPDATE
           SET quantity = l.quantity + excluded.quantity, movement_count = l.movement_count + 1,
               last_movement_id = greatest(l.last_movement_id, excluded.last_movement_id),
               updated_at = greatest(l.updated_at, excluded.updated_at)
         WHERE l.quantity + excluded.quantity <= 9007199254740991
        RETURNING quantity, movement_count, updated_at, low_stock_threshold
    ), level AS (
        SELECT * FROM changed UNION ALL SELECT * FROM opened
    ), written AS (
        INSERT INTO stock_movements (account_id, id, variant_id, warehouse_id, delta, reason, note, created_by,
                                     shipment_id, quantity_after, number, created_at)
        SELECT $1, :movement_id, :variant_id, :warehouse_id, :delta, :reason, :note, :created_by, :shipment_id,
               quantity, movement_count, updated_at
          FROM level
    )
    SELECT EXISTS (SELECT FROM place) AS has_warehouse, level.*
      FROM (SELECT) AS always LEFT JOIN level ON true
    """,
)

FIND_QUANTITIES = sql(
    "stock.find_quantities",
    """
    SELECT l.variant_id, l.warehouse_id, l.quantity
      FROM unnest($2::text[], $3::text[]) AS place (variant_id, warehouse_id)
      JOIN stock_levels l ON l.account_id = $1 AND l.variant_id = place.variant_id
                         AND l.warehouse_id = place.warehouse_id
    """,
)

# Reads level by level and variant by variant: PostgreSQL might plan a join over the whole workspace.
# A change of a threshold locks the variant first and its levels second. A transaction that creates levels while it
# holds others keeps that order.
LOCK_THRESHOLDS = sql(
    "stock.lock_thresholds",
    """
    SELECT v.id FROM (
        SELECT DISTINCT place.variant_id COLLATE "C" AS id
          FROM unnest($2::text[], $3::text[]) AS place (variant_id, warehouse_id)
         WHERE (SELECT true FROM stock_levels l WHERE l.account_id = $1 AND l.variant_id = place.variant_id
                   AND l.warehouse_id = place.warehouse_id) IS NULL
         ORDER BY 1) new
     CROSS JOIN LATERAL (SELECT id FROM variants WHERE account_id = $1 AND id = new.id COLLATE "default" FOR SHARE) v
    """,
)

DESCRIBE_VARIANT = sql(
    "stock.describe_variant",
    """
    SELECT v.product_id, coalesce(v.sku, p.sku) AS sku, v.name
      FROM variants v JOIN products p ON p.account_id = v.account_id AND p.id = v.product_id
     WHERE v.account_id = $1 AND v.id = $2
    """,
)

IS_KNOWN_VARIANT = sql(
    "stock.is_known_variant",
    """
    SELECT EXISTS (SELECT FROM variants WHERE account_id = $1 AND id = $2)
        OR EXISTS (SELECT FROM stock_levels WHERE account_id = $1 AND variant_id = $2)
    """,
)

INSERT_WAREHOUSE = sql(
    "stock.insert_warehouse",
    """
    INSERT INTO warehouses (account_id, id, name, address, city, postal, lat, lng, phone, is_default,
                            created_at, updated_at)
    SELECT $1, :id, :name, :address, :city, :postal, :lat, :lng, :phone,
           :is_default OR NOT EXISTS (SELECT FROM warehouses WHERE account_id = $1), :created_at, :created_at
    RETURNING columns(warehouses)
    """,
)

LOCK_WAREHOUSES = sql("stock.lock_warehouses", "SELECT id AS account_id FROM accounts WHERE id = $1 FOR NO KEY UPDATE")

FIND_KNOWN_WAREHOUSES = sql(
    "stock.find_known_warehouses", "SELECT id, archived FROM warehouses WHERE account_id = $1 AND id = ANY ($2::text[])"
)

FIND_WAREHOUSE = sql(
    "stock.find_warehouse", "SELECT columns(warehouses) FROM warehouses WHERE account_id = $1 AND id = $2"
)

LOCK_WAREHOUSE = sql(
    "stock.lock_warehouse",
    "SELECT columns(warehouses) FROM warehouses WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE",
)

UPDATE_WAREHOUSE = sql(
    "stock.update_warehouse",
    """
    UPDATE warehouses SET name = :name, address = :address, city = :city, postal = :postal, lat = :lat, lng = :lng,
           phone = :phone, is_default = :is_default, archived = :archived, updated_at = :updated_at
     WHERE account_id = $1 AND id = :id
    RETURNING columns(warehouses)
    """,
)

_LIST_WAREHOUSES = """
    SELECT {row}, w.is_default, w.created_at, w.id FROM (
        SELECT columns(warehouses) FROM warehouses w
         WHERE account_id = $1 {which}
           AND ($2::boolean IS NULL OR (NOT is_default, created_at, id) > (NOT $2, $3, $4))
         ORDER BY {order} LIMIT $5
    ) w ORDER BY {order}
"""
_DEFAULT_FIRST = "NOT w.is_default, w.created_at, w.id"
_WAREHOUSE_JSON = json_object(Warehouse, "w")
_WAREHOUSE_SIZE = stored_bytes_sql("w.address", "w.city", "w.postal", "w.phone")
_NOT_ARCHIVED = "AND NOT archived"


def _list_warehouses_statement(name: str, condition: str) -> Statement:
    row = stop_when_full_sql(_WAREHOUSE_JSON, "row", size=_WAREHOUSE_SIZE, order=_DEFAULT_FIRST)
    return sql(f"stock.list_{name}", _LIST_WAREHOUSES, row=row, order=_DEFAULT_FIRST, which=condition)


# The key is True if archived warehouses are included; each statement has its own index.
_LIST_STATEMENTS = {
    False: _list_warehouses_statement("warehouses", _NOT_ARCHIVED),
    True: _list_warehouses_statement("warehouses_of_all", ""),
}


class LevelMove(msgspec.Struct, frozen=True):
    """A movement to be made; its fields are the parameters of MOVE_LEVEL. `delta` is signed, in pieces."""

    variant_id: str
    warehouse_id: str
    delta: int
    reason: Reason
    note: str | None = None
    created_by: str | None = None
    shipment_id: str | None = None
    movement_id: str = msgspec.field(default_factory=lambda: ids.new("mv"))
    moved_at: datetime = msgspec.field(default_factory=clock.now)

    @property
    def level_key(self) -> LevelKey:
        return self.variant_id, self.warehouse_id


async def move_level(tx: Tx, move: LevelMove) -> asyncpg.Record:
    """Change a level and write its movement, or neither. `quantity` is null if nothing was changed."""
    return await tx.fetch_one(MOVE_LEVEL, *MOVE_LEVEL.bind(move))


async def move_levels(tx: Tx, moves: Iterable[LevelMove]) -> list[asyncpg.Record]:
    """Make many movements in one round trip, in the given order; each sees the ones before it."""
    return await tx.fetch_each(MOVE_LEVEL, [MOVE_LEVEL.bind(move) for move in moves])


async def find_quantities(read: Read, level_keys: Collection[LevelKey]) -> dict[LevelKey, int]:
    """The quantities on hand, by variant and warehouse, of levels that exist."""
    rows = await read.fetch_all(
        FIND_QUANTITIES, [variant_id for variant_id, _ in level_keys], [warehouse_id for _, warehouse_id in level_keys]
    )
    return {(row["variant_id"], row["warehouse_id"]): row["quantity"] for row in rows}


async def lock_thresholds(tx: Tx, level_keys: Sequence[LevelKey]) -> None:
    """Lock the thresholds of levels that do not exist yet, before any level is locked."""
    await tx.fetch_all(
        LOCK_THRESHOLDS, [variant_id for variant_id, _ in level_keys], [warehouse_id for _, warehouse_id in level_keys]
    )


async def describe_variant(read: Read, variant_id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(DESCRIBE_VARIANT, variant_id)


async def is_known_variant(read: Read, variant_id: str) -> bool:
    """True if the catalog has the variant, or an adjustment created a level of it."""
    return await read.fetch_value(IS_KNOWN_VARIANT, variant_id)


async def insert_warehouse(tx: Tx, id: str, body: NewWarehouse, at: datetime) -> asyncpg.Record:
    """Insert a warehouse; the first of a workspace becomes its default. A lock keeps two from both being first."""
    await tx.fetch_optional(LOCK_WAREHOUSES)
    row = await tx.fetch_optional(INSERT_WAREHOUSE, *INSERT_WAREHOUSE.bind(body, id=id, created_at=at))
    assert row is not None
    return row


async def find_known_warehouses(read: Read, warehouse_ids: Iterable[str]) -> dict[str, bool]:
    """The warehouses of the workspace among these ids; the value is True for an archived one."""
    return {row["id"]: row["archived"] for row in await read.fetch_all(FIND_KNOWN_WAREHOUSES, list(warehouse_ids))}


async def find_warehouse(read: Read, id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND_WAREHOUSE, id)


async def lock_warehouse(tx: Tx, id: str) -> asyncpg.Record | None:
    return await tx.fetch_optional(LOCK_WAREHOUSE, id)


async def store_warehouse(tx: Tx, values: Mapping[str, Any], at: datetime) -> asyncpg.Record:
    row = await tx.fetch_optional(UPDATE_WAREHOUSE, *UPDATE_WAREHOUSE.bind(**{**values, "updated_at": at}))
    assert row is not None, "it is locked"
    return row


async def list_warehouses(read: Read, page: PageRequest, *, with_archived: bool) -> list[asyncpg.Record]:
    """Warehouses, defaults first, then the oldest; without a limit as many as fit in a page."""
    position = page.after or (None, None, None)
    return await read.fetch_all(_LIST_STATEMENTS[with_archived], *position, page.fetch_limit)
