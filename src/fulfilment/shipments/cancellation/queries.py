"""The SQL of ending a shipment as cancelled: one statement that locks it and its stock, one that ends it."""

from collections.abc import Sequence
from datetime import datetime

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.shipments.queries import MERCHANT_CANCELLED

# What it took: by the places where these rows lie, too, which stay while the shipment is locked. A level is found by
# its variant alone, so that no index of a whole warehouse is walked through while the table has no statistics.
_TAKEN_STOCK = """
    SELECT ctid AS place, variant_id, warehouse_id, quantity FROM stock_reservations
     WHERE account_id = $1 AND shipment_id = $2 AND consumed_at IS NOT NULL AND released_at IS NULL
"""

FIND = sql(
    "cancellation.find",
    """
    SELECT columns(shipments s),
           EXISTS (SELECT FROM courier_operations WHERE account_id = $1 AND shipment_id = $2) AS has_operation
      FROM shipments s WHERE account_id = $1 AND id = $2
    """,
)

# The shipment first, then the levels that it took from, in the one order (variant, warehouse). Should it have to wait,
# it may have seen what was taken as it was before; then somebody else has ended it meanwhile.
LOCK = sql(
    "cancellation.lock_with_stock",
    """
    WITH shipment AS MATERIALIZED (
        SELECT columns(shipments) FROM shipments WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE
    ), level AS MATERIALIZED (
        SELECT l.* FROM (
            SELECT held.variant_id, held.warehouse_id FROM shipment CROSS JOIN LATERAL ({taken_stock}) held
             WHERE shipment.status <> 'cancelled' GROUP BY 1, 2
             ORDER BY held.variant_id COLLATE "C", held.warehouse_id COLLATE "C") held
         CROSS JOIN LATERAL (SELECT variant_id FROM stock_levels
                              WHERE account_id = $1 AND variant_id = held.variant_id
                                AND warehouse_id IS NOT DISTINCT FROM held.warehouse_id FOR NO KEY UPDATE) l
    )
    SELECT shipment.*, (SELECT count(*) FROM level) AS levels,
           EXISTS (SELECT FROM shipment_charges WHERE account_id = $1 AND shipment_id = $2) AS has_credit
      FROM (SELECT) AS always LEFT JOIN shipment ON true
    """,
    taken_stock=_TAKEN_STOCK,
)

# $5 are ids for movements. Nothing is done, and all is null, where it has ended; where $9 says
# that no courier may be being called, and one is; where credit is still held or due; where it took from one level more
# than once, as parts of a reservation; and where a level has no room for it.
CANCEL_WITH_STOCK = sql(
    "cancellation.cancel_with_stock",
    """
    WITH held AS MATERIALIZED (
        SELECT held.*, l.level, l.quantity AS on_hand, row_number() OVER () AS nth FROM ({taken_stock}) held
         CROSS JOIN LATERAL (SELECT ctid AS level, quantity FROM stock_levels
                              WHERE account_id = $1 AND variant_id = held.variant_id
                                AND warehouse_id IS NOT DISTINCT FROM held.warehouse_id LIMIT 1) l
    ), ended AS (
        UPDATE shipments SET status = 'cancelled', cancel_claim_token = $4, refunded = $6, driver = NULL,
            updated_at = $3
         WHERE account_id = $1 AND id = $2 AND status <> 'cancelled'
           AND (NOT $9::boolean OR NOT EXISTS (SELECT FROM courier_operations WHERE account_id = $1
               AND shipment_id = $2))
           AND NOT EXISTS (SELECT FROM shipment_charges WHERE account_id = $1 AND shipment_id = $2
                              AND (held > 0 OR refunded < charged + adjusted))
           AND NOT EXISTS (SELECT FROM held WHERE on_hand + quantity > 9007199254740991)
           AND (SELECT count(*) = count(DISTINCT level) AND count(*) <= cardinality($5::text[]) FROM held)
        RETURNING columns(shipments)
    ), released AS (
        UPDATE stock_reservations r SET released_at = $3 FROM held
         WHERE r.account_id = $1 AND r.ctid = held.place AND EXISTS (SELECT FROM ended)
    ), moved AS (
        UPDATE stock_levels l
           SET quantity = l.quantity + held.quantity, movement_count = l.movement_count + 1,
               last_movement_id = greatest(l.last_movement_id, ($5::text[])[held.nth]),
               updated_at = greatest(l.updated_at, $3)
          FROM held
         WHERE l.account_id = $1 AND l.ctid = held.level AND EXISTS (SELECT FROM ended)
        RETURNING held.*, l.quantity AS quantity_after, l.movement_count AS number, l.updated_at
    ), recorded_movements AS (
        INSERT INTO stock_movements (account_id, id, variant_id, warehouse_id, delta, reason, note, shipment_id,
                                     quantity_after, number, created_at)
        SELECT $1, ($5::text[])[nth], variant_id, warehouse_id, quantity, 'refund_restock', 'Shipment ' || $2, $2,
               quantity_after, number, updated_at
          FROM moved
    ), closed AS (
        DELETE FROM courier_operations
         WHERE account_id = $1 AND shipment_id = $2 AND claim_token = $4 AND EXISTS (SELECT FROM ended)
    ), recorded AS (
        INSERT INTO shipment_events (account_id, id, shipment_id, order_id, raw_status, status, note, occurred_at,
                                     is_self_caused)
        SELECT $1, $7, $2, aggregator_order_id, '{merchant}', 'cancelled', $8, $3, false FROM ended
        ON CONFLICT (account_id, shipment_id, coalesce(reported_at, occurred_at), order_id, raw_status) DO NOTHING
    )
    SELECT ended.* FROM (SELECT) AS always LEFT JOIN ended ON true
    """,
    taken_stock=_TAKEN_STOCK,
    merchant=MERCHANT_CANCELLED,
)


async def find_for_cancellation(read: Read, id: str) -> asyncpg.Record | None:
    """A shipment; whether a call to its courier has not ended."""
    return await read.fetch_optional(FIND, id)


async def lock_with_stock(tx: Tx, id: str) -> asyncpg.Record | None:
    """A shipment, locked with the `levels` that it took from, and whether it ever had to do with the credit."""
    row = await tx.fetch_one(LOCK, id)
    return None if row["id"] is None else row


async def cancel_with_stock(
    tx: Tx,
    id: str,
    claim_token: str,
    movement_ids: Sequence[str],
    refunded: int,
    event_id: str,
    reason: str,
    at: datetime,
    *,
    only_without_operation: bool,
) -> asyncpg.Record | None:
    """End a shipment that `lock_with_stock` has locked; None, and nothing is done, where that takes more than this."""
    row = await tx.fetch_one(
        CANCEL_WITH_STOCK, id, at, claim_token, movement_ids, refunded, event_id, reason, only_without_operation
    )
    return None if row["id"] is None else row
