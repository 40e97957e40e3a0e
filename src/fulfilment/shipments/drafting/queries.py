"""The SQL of drafts: one statement that looks at all that they name and locks their stock, one that writes each.

What was seen with the locks may be older than they are: `LOAD_CONTEXT` reads the reservations as they were when it
began, before it waited. So `INSERT_WITH_ALLOCATION` looks at them again, and writes nothing where they have grown
meanwhile. They may have been used up as well; where it depends on them whether a draft is refused, or where it leaves
from, they are read again (draft.py). Whether one has ended is decided by the database's clock, which all nodes share.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import asyncpg
import msgspec

from fulfilment.aggregators.port import Duration
from fulfilment.infra import ids
from fulfilment.infra.database.json_rows import json_object
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import format_timestamp
from fulfilment.shipments import queries
from fulfilment.shipments.schemas import NewShipment
from fulfilment.shipping.schemas import Origin
from fulfilment.stock.allocation import RESERVATION_MINUTES, Allocation
from fulfilment.stock.schemas import StockMovement

_RESERVATION_LIFETIME = timedelta(minutes=RESERVATION_MINUTES)

# $2 are the variants that items name, $3 the products, $4 those of them of which the default variant is meant, $5 the
# warehouses. Each is looked up by itself, since a join may be made of all that the workspace has. The levels are locked
# in the one order (variant, warehouse).
LOAD_CONTEXT = sql(
    "drafts.load_context",
    """
    WITH variant AS MATERIALIZED (
        SELECT v.id, v.product_id, coalesce(v.sku, p.sku) AS sku, v.archived OR p.archived AS archived, p.type
          FROM unnest($2::text[]) AS named (id)
         CROSS JOIN LATERAL (SELECT columns(variants) FROM variants WHERE account_id = $1 AND id = named.id LIMIT 1) v
         CROSS JOIN LATERAL (SELECT columns(products) FROM products
                              WHERE account_id = $1 AND id = v.product_id LIMIT 1) p
    ), product AS MATERIALIZED (
        SELECT v.id, p.id AS product_id, coalesce(v.sku, p.sku) AS sku, p.archived, p.type
          FROM unnest($3::text[]) AS named (id)
         CROSS JOIN LATERAL (SELECT columns(products) FROM products WHERE account_id = $1 AND id = named.id LIMIT 1) p
          LEFT JOIN LATERAL (SELECT id, sku FROM variants
                              WHERE account_id = $1 AND product_id = p.id AND is_default AND NOT archived LIMIT 1) v
            ON true
    ), variant_ids AS MATERIALIZED (
        SELECT id FROM variant UNION SELECT id FROM product WHERE product_id = ANY ($4::text[]) AND id IS NOT NULL
    ), level AS MATERIALIZED (
        SELECT l.* FROM (SELECT id FROM variant_ids ORDER BY id COLLATE "C") w
         CROSS JOIN LATERAL (SELECT variant_id, warehouse_id, quantity FROM stock_levels
                              WHERE account_id = $1 AND variant_id = w.id
                              ORDER BY warehouse_id COLLATE "C" FOR NO KEY UPDATE) l
    ), place AS (
        SELECT l.variant_id, l.warehouse_id, CASE WHEN w.archived THEN 0 ELSE l.quantity END AS quantity,
               w.is_default, extract(epoch FROM w.created_at) AS created_at
          FROM level l
         CROSS JOIN LATERAL (SELECT columns(warehouses) FROM warehouses
                              WHERE account_id = $1 AND id = l.warehouse_id LIMIT 1) w
    ), reserved AS (
        SELECT r.* FROM variant_ids w
         CROSS JOIN LATERAL (SELECT variant_id, warehouse_id, sum(quantity)::bigint AS quantity FROM stock_reservations
                              WHERE account_id = $1 AND variant_id = w.id AND state = 'open'
                                AND expires_at > statement_timestamp()
                              GROUP BY variant_id, warehouse_id) r
    )
    SELECT json_build_object(
        'origin', (SELECT {origin} FROM aggregator_configs c WHERE c.account_id = $1 AND c.address IS NOT NULL),
        'variants', (SELECT json_agg(variant) FROM variant),
        'products', (SELECT json_agg(product) FROM product),
        'warehouses', ARRAY(SELECT named.id FROM unnest($5::text[]) AS named (id)
                             WHERE EXISTS (SELECT FROM warehouses w WHERE w.account_id = $1 AND w.id = named.id)),
        'levels', (SELECT json_agg(place) FROM place),
        'reserved', (SELECT json_agg(reserved) FROM reserved)) AS context
    """,
    origin=json_object(Origin, "c"),
)

# A row of $25 to $29 is taken from one level, whose row is locked: it is written by the place where it lies. Levels and
# reservations are found by their variant alone, so that no index of a whole warehouse, or of a time, is walked through
# in their place while the tables have no statistics; the order in which reservations are asked for is that of the index
# of the active ones.
INSERT_WITH_ALLOCATION = sql(
    "drafts.insert_with_allocation",
    """
    WITH allocated AS MATERIALIZED (
        SELECT t.*, l.place
          FROM unnest($25::text[], $26::text[], $27::bigint[], $28::text[], $29::text[])
               AS t (variant_id, warehouse_id, quantity, movement_id, reservation_id)
         CROSS JOIN LATERAL (SELECT ctid AS place, quantity FROM stock_levels
                              WHERE account_id = $1 AND variant_id = t.variant_id
                                AND warehouse_id IS NOT DISTINCT FROM t.warehouse_id LIMIT 1) l
         CROSS JOIN LATERAL (SELECT coalesce(sum(quantity) FILTER (WHERE warehouse_id = t.warehouse_id), 0) AS quantity
                               FROM (SELECT warehouse_id, quantity FROM stock_reservations
                                      WHERE account_id = $1 AND variant_id = t.variant_id AND state = 'open'
                                        AND expires_at > statement_timestamp()
                                      ORDER BY warehouse_id, expires_at OFFSET 0) open) r
         WHERE l.quantity - r.quantity >= t.quantity
    ), inserted AS (
        INSERT INTO shipments ({columns})
        SELECT {values}
         WHERE (SELECT count(*) FROM allocated) = cardinality($25::text[])
        RETURNING columns(shipments)
    ), moved AS (
        UPDATE stock_levels l
           SET quantity = l.quantity - t.quantity, movement_count = l.movement_count + 1,
               last_movement_id = greatest(l.last_movement_id, t.movement_id),
               updated_at = greatest(l.updated_at, $30)
          FROM allocated t
         WHERE l.account_id = $1 AND l.ctid = t.place AND EXISTS (SELECT FROM inserted)
        RETURNING t.*, l.quantity AS quantity_after, l.movement_count AS number, l.updated_at, l.low_stock_threshold
    ), recorded AS (
        INSERT INTO stock_movements (account_id, id, variant_id, warehouse_id, delta, reason, note, shipment_id,
                                     quantity_after, number, created_at)
        SELECT $1, movement_id, variant_id, warehouse_id, -quantity, 'transfer_out', 'Shipment ' || $2, $2,
               quantity_after, number, updated_at
          FROM moved
    ), consumed AS (
        INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, shipment_id,
                                        checkout_session_id, expires_at, consumed_at, created_at)
        SELECT $1, reservation_id, variant_id, warehouse_id, quantity, $2, $15, $31, $30, $30 FROM moved
    )
    SELECT inserted.*, (SELECT json_agg(low) FROM moved low WHERE low.quantity_after < low.low_stock_threshold
                       AND low.low_stock_threshold <= low.quantity_after + low.quantity) AS low_stock
      FROM (SELECT) AS always LEFT JOIN inserted ON true
    """,
    columns=queries.NEW_COLUMNS,
    values=queries.NEW_VALUES,
)


class ResolvedVariant(msgspec.Struct, frozen=True):
    """What an item may mean: a variant, or a product with its active default variant (`id` None without one).

    `sku` is the variant's, else the product's.
    """

    id: str | None
    product_id: str
    sku: str | None
    archived: bool
    type: str


class DraftContext(msgspec.Struct, frozen=True):
    """What drafts name, as far as it is there, and what is on hand and reserved of it. The levels are locked.

    Levels and reservations are as `allocation_queries` has them.
    """

    origin: Origin | None
    variants: list[ResolvedVariant] | None
    products: list[ResolvedVariant] | None
    warehouses: list[str]
    levels: list[dict[str, Any]] | None
    reserved: list[dict[str, Any]] | None

    @property
    def variants_by_id(self) -> dict[str | None, ResolvedVariant]:
        return {one.id: one for one in self.variants or ()}

    @property
    def variants_by_product(self) -> dict[str, ResolvedVariant]:
        return {one.product_id: one for one in self.products or ()}


class NewDraft(msgspec.Struct, frozen=True):
    """A draft as it will be stored; `lines` are the variant of each item, if it has one, and how many are wanted."""

    id: str
    body: NewShipment
    origin: Any
    items: list[dict[str, Any]]
    lines: list[tuple[str | None, int]]
    warehouse_id: str | None
    eta: Duration | None


_context_decoder = msgspec.json.Decoder(DraftContext)
_low_stock_decoder = msgspec.json.Decoder(list[dict[str, Any]])


async def load_context(tx: Tx, drafts: Collection[NewShipment]) -> DraftContext:
    """All that these name, their stock locked."""
    items = [item for body in drafts for item in body.items]
    products = {item.product_id for item in items} | {body.product_id for body in drafts}
    row = await tx.fetch_one(
        LOAD_CONTEXT,
        _sorted_ids(item.variant_id for item in items),
        _sorted_ids(products),
        _sorted_ids(item.product_id for item in items if item.variant_id is None),
        _sorted_ids(item.warehouse_id for item in items),
    )
    return _context_decoder.decode(row["context"])


def _sorted_ids(ids: Iterable[str | None]) -> list[str]:
    return sorted({id for id in ids if id is not None})


async def insert_with_allocation(
    tx: Tx, draft: NewDraft, allocations: Sequence[Allocation], at: datetime
) -> asyncpg.Record | None:
    """Store a draft and take its stock from levels that are locked; None where less is available than was seen."""
    row = await tx.fetch_one(INSERT_WITH_ALLOCATION, *_insert_arguments(draft, allocations, at))
    return None if row["id"] is None else row


async def insert_all_with_allocation(
    tx: Tx, drafts: Sequence[tuple[NewDraft, Sequence[Allocation]]], at: datetime
) -> list[asyncpg.Record] | None:
    """Many in one round trip, in the order given; None where less is available for one of them than was seen."""
    rows = await tx.fetch_each(
        INSERT_WITH_ALLOCATION, [_insert_arguments(draft, allocations, at) for draft, allocations in drafts]
    )
    return None if any(row["id"] is None for row in rows) else list(rows)


def _insert_arguments(draft: NewDraft, allocations: Sequence[Allocation], at: datetime) -> tuple:
    created_at = ids.moment_of(draft.id)
    stored = (draft.id, draft.body, draft.origin, draft.items)
    return (
        *queries.insert_arguments(*stored, created_at=created_at, eta=draft.eta),
        [taking.variant_id for taking in allocations],
        [taking.warehouse_id for taking in allocations],
        [taking.quantity for taking in allocations],
        [ids.new("mv") for _ in allocations],
        [ids.new("rsv") for _ in allocations],
        at,
        at + _RESERVATION_LIFETIME,
    )


def low_stock_rows(row: asyncpg.Record) -> list[tuple[StockMovement, int]]:
    """The movements of a row of `insert_with_allocation` that took a level below its threshold, and the threshold."""
    if row["low_stock"] is None:
        return []
    return [
        (
            StockMovement(
                id=low["movement_id"],
                variant_id=low["variant_id"],
                warehouse_id=low["warehouse_id"],
                delta=-low["quantity"],
                reason="transfer_out",
                note=f"Shipment {row['id']}",
                created_by=None,
                shipment_id=row["id"],
                quantity_after=low["quantity_after"],
                number=low["number"],
                created_at=format_timestamp(datetime.fromisoformat(low["updated_at"])),
            ),
            low["low_stock_threshold"],
        )
        for low in _low_stock_decoder.decode(row["low_stock"])
    ]
