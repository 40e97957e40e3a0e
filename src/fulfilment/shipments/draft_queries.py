"""The SQL of drafts: one statement that looks at all that they name and locks their stock, one that writes each.

What was seen with the locks may be older than they are: `SEE` reads the reservations as they were when it began, before
it waited. So `DRAW` looks at them again, and writes nothing where they have grown meanwhile. They may have been used up
as well; where it depends on them whether a draft is refused, or where it leaves from, they are read again (draft.py).
Whether one has ended is decided by the database's clock, which all nodes share.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import asyncpg
import msgspec

from fulfilment import ids
from fulfilment.aggregators.port import Duration
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.db.wire_json import object_of
from fulfilment.fields import stamp
from fulfilment.shipments import queries
from fulfilment.shipments.records import NewShipment
from fulfilment.shipping.records import Origin
from fulfilment.stock.allocation import RESERVATION_MINUTES, Taking
from fulfilment.stock.records import StockMovement

_LIFE = timedelta(minutes=RESERVATION_MINUTES)

# $2 are the variants that items name, $3 the products, $4 those of them of which the default variant is meant, $5 the
# warehouses. Each is looked up by itself, since a join may be made of all that the workspace has. The levels are locked
# in the one order (variant, warehouse).
SEE = sql(
    "drafts.see",
    """
    WITH variant AS MATERIALIZED (
        SELECT v.id, v.product_id, v.sku, v.archived OR p.archived AS archived, p.type
          FROM unnest($2::text[]) AS named (id)
         CROSS JOIN LATERAL (SELECT columns(variants) FROM variants WHERE account_id = $1 AND id = named.id LIMIT 1) v
         CROSS JOIN LATERAL (SELECT columns(products) FROM products
                              WHERE account_id = $1 AND id = v.product_id LIMIT 1) p
    ), product AS MATERIALIZED (
        SELECT v.id, p.id AS product_id, v.sku, p.archived, p.type
          FROM unnest($3::text[]) AS named (id)
         CROSS JOIN LATERAL (SELECT columns(products) FROM products WHERE account_id = $1 AND id = named.id LIMIT 1) p
          LEFT JOIN LATERAL (SELECT id, sku FROM variants
                              WHERE account_id = $1 AND product_id = p.id AND is_default AND NOT archived LIMIT 1) v
            ON true
    ), wanted AS MATERIALIZED (
        SELECT id FROM variant UNION SELECT id FROM product WHERE product_id = ANY ($4::text[]) AND id IS NOT NULL
    ), level AS MATERIALIZED (
        SELECT l.* FROM (SELECT id FROM wanted ORDER BY id COLLATE "C") w
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
        SELECT r.* FROM wanted w
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
        'reserved', (SELECT json_agg(reserved) FROM reserved)) AS seen
    """,
    origin=object_of(Origin, "c"),
)

# A row of $23 to $27 is taken from one level, whose row is locked: it is written by the place where it lies. Levels and
# reservations are found by their variant alone, so that no index of a whole warehouse, or of a time, is walked through
# in their place while the tables have no statistics; the order in which reservations are asked for is that of the index
# of the active ones.
DRAW = sql(
    "drafts.draw",
    """
    WITH taken AS MATERIALIZED (
        SELECT t.*, l.place
          FROM unnest($23::text[], $24::text[], $25::bigint[], $26::text[], $27::text[])
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
    ), made AS (
        INSERT INTO shipments ({columns})
        SELECT {values}
         WHERE (SELECT count(*) FROM taken) = cardinality($23::text[])
        RETURNING columns(shipments)
    ), moved AS (
        UPDATE stock_levels l
           SET quantity = l.quantity - t.quantity, movement_count = l.movement_count + 1,
               last_movement_id = greatest(l.last_movement_id, t.movement_id),
               updated_at = greatest(l.updated_at, $28)
          FROM taken t
         WHERE l.account_id = $1 AND l.ctid = t.place AND EXISTS (SELECT FROM made)
        RETURNING t.*, l.quantity AS quantity_after, l.movement_count AS number, l.updated_at, l.low_stock_threshold
    ), told AS (
        INSERT INTO stock_movements (account_id, id, variant_id, warehouse_id, delta, reason, note, shipment_id,
                                     quantity_after, number, created_at)
        SELECT $1, movement_id, variant_id, warehouse_id, -quantity, 'transfer_out', 'Shipment ' || $2, $2,
               quantity_after, number, updated_at
          FROM moved
    ), consumed AS (
        INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, shipment_id,
                                        checkout_session_id, expires_at, consumed_at, created_at)
        SELECT $1, reservation_id, variant_id, warehouse_id, quantity, $2, $15, $29, $28, $28 FROM moved
    )
    SELECT made.*, (SELECT json_agg(low) FROM moved low WHERE low.quantity_after < low.low_stock_threshold
                       AND low.low_stock_threshold <= low.quantity_after + low.quantity) AS low
      FROM (SELECT) AS always LEFT JOIN made ON true
    """,
    columns=queries.NEW_COLUMNS,
    values=queries.NEW_VALUES,
)


class Meant(msgspec.Struct, frozen=True):
    """What an item may mean: a variant, or a product with its active default variant (`id` None without one)."""

    id: str | None
    product_id: str
    sku: str | None
    archived: bool
    type: str


class Seen(msgspec.Struct, frozen=True):
    """What drafts name, as far as it is there, and what is on hand and reserved of it. The levels are locked.

    Levels and reservations are as `allocation_queries` has them.
    """

    origin: Origin | None
    variants: list[Meant] | None
    products: list[Meant] | None
    warehouses: list[str]
    levels: list[dict[str, Any]] | None
    reserved: list[dict[str, Any]] | None

    @property
    def by_id(self) -> dict[str | None, Meant]:
        return {one.id: one for one in self.variants or ()}

    @property
    def by_product(self) -> dict[str, Meant]:
        return {one.product_id: one for one in self.products or ()}


class NewDraft(msgspec.Struct, frozen=True):
    """A draft as it will be stored; `lines` are the variant of each item, if it has one, and how many are wanted."""

    id: str
    given: NewShipment
    origin: Any
    items: list[dict[str, Any]]
    lines: list[tuple[str | None, int]]
    warehouse_id: str | None
    expected: Duration | None

    @property
    def insured(self) -> bool:
        given = self.given
        return given.insured if given.insured is not None else given.insurance > 0


_seen = msgspec.json.Decoder(Seen)
_lows = msgspec.json.Decoder(list[dict[str, Any]])


async def see(tx: Tx, drafts: Collection[NewShipment]) -> Seen:
    """All that these name, their stock locked."""
    items = [item for given in drafts for item in given.items]
    products = {item.product_id for item in items} | {given.product_id for given in drafts}
    row = await tx.only(
        SEE,
        _named(item.variant_id for item in items),
        _named(products),
        _named(item.product_id for item in items if item.variant_id is None),
        _named(item.warehouse_id for item in items),
    )
    return _seen.decode(row["seen"])


def _named(ids: Iterable[str | None]) -> list[str]:
    return sorted({id for id in ids if id is not None})


async def draw(tx: Tx, new: NewDraft, takings: Sequence[Taking], at: datetime) -> asyncpg.Record | None:
    """Store a draft and take its stock from levels that are locked; None where less is available than was seen."""
    row = await tx.only(DRAW, *_arguments(new, takings, at))
    return None if row["id"] is None else row


async def draw_all(
    tx: Tx, drafts: Sequence[tuple[NewDraft, Sequence[Taking]]], at: datetime
) -> list[asyncpg.Record] | None:
    """Many in one round trip, in the order given; None where less is available for one of them than was seen."""
    rows = await tx.each(DRAW, [_arguments(new, takings, at) for new, takings in drafts])
    return None if any(row["id"] is None for row in rows) else list(rows)


def _arguments(new: NewDraft, takings: Sequence[Taking], at: datetime) -> tuple:
    made_at = ids.moment_of(new.id)
    stored = (new.id, new.given, new.origin, new.items)
    return (
        *queries.insert_arguments(*stored, insured=new.insured, at=made_at, expected=new.expected),
        [taking.variant_id for taking in takings],
        [taking.warehouse_id for taking in takings],
        [taking.quantity for taking in takings],
        [ids.new("mv") for _ in takings],
        [ids.new("rsv") for _ in takings],
        at,
        at + _LIFE,
    )


def lows(row: asyncpg.Record) -> list[tuple[StockMovement, int]]:
    """The movements of a row of `draw` that took a level below its threshold, and the threshold."""
    if row["low"] is None:
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
                created_at=stamp(datetime.fromisoformat(low["updated_at"])),
            ),
            low["low_stock_threshold"],
        )
        for low in _lows.decode(row["low"])
    ]
