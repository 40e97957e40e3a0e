"""The SQL of allocating and returning stock.

The database's clock at the beginning of a statement decides about the end of reservations (decisions, section 12). All
these statements run after the levels are locked. So a reservation that has ended for one transaction has ended for all
later ones.
"""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.stock.queries import LevelKey

# In milliseconds, as in the API (infra/clock.py).
_NOW = "date_trunc('milliseconds', statement_timestamp())"

# Levels are locked in the byte order of variant and warehouse, as in all transactions.
LOCK_LEVELS = sql(
    "allocation.lock_levels",
    """
    SELECT coalesce(json_agg(level), '[]') AS levels FROM (
        SELECT l.variant_id, l.warehouse_id, l.quantity AS on_hand,
               CASE WHEN w.archived THEN 0 ELSE l.quantity END AS quantity, w.is_default,
               extract(epoch FROM w.created_at) AS created_at
          FROM stock_levels l CROSS JOIN LATERAL (
                   SELECT archived, is_default, created_at FROM warehouses
                    WHERE account_id = l.account_id AND id = l.warehouse_id OFFSET 0
               ) w
         WHERE l.account_id = $1 AND l.variant_id = ANY (:variant_ids::text[])
         ORDER BY l.variant_id COLLATE "C", l.warehouse_id COLLATE "C"
           FOR NO KEY UPDATE OF l
    ) level
    """,
)

# Sums variant by variant: PostgreSQL may underestimate the open reservations of a busy workspace, and would scan them
# all. `checked_at` is the time of LOCK_CHECKOUT_RESERVATIONS, so that no locked reservation counts as ended here.
SUM_RESERVED = sql(
    "allocation.sum_reserved",
    """
    SELECT coalesce(json_agg(reserved), '[]') AS reserved FROM (
        SELECT r.variant_id, r.warehouse_id, sum(r.quantity)::bigint AS quantity
          FROM unnest(:variant_ids::text[]) AS requested (id) CROSS JOIN LATERAL (
            SELECT variant_id, warehouse_id, quantity, expires_at FROM stock_reservations
             WHERE account_id = $1 AND variant_id = requested.id AND state = 'open' OFFSET 0
        ) r WHERE r.expires_at > coalesce(:checked_at, statement_timestamp()) GROUP BY 1, 2
    ) reserved
    """,
)

LOCK_CHECKOUT_RESERVATIONS = sql(
    "allocation.lock_checkout_reservations",
    """
    SELECT id, checkout_session_id, variant_id, warehouse_id, quantity, statement_timestamp() AS checked_at
      FROM stock_reservations
     WHERE account_id = $1 AND checkout_session_id = ANY (:checkout_session_ids::text[])
       AND expires_at > statement_timestamp() AND state = 'open'
     ORDER BY id FOR NO KEY UPDATE
    """,
)

INSERT_RESERVATION = sql(
    "allocation.insert_reservation",
    """
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, checkout_session_id, expires_at,
                                    created_at)
    VALUES ($1, :id, :variant_id, :warehouse_id, :quantity, :checkout_session_id, {now} + :lifetime::interval, {now})
    RETURNING id
    """,
    now=_NOW,
)

# Changes a locked level and writes its movement. A consumed reservation records the allocation, unless it consumes an
# existing one. If less than `reserved` would be left, nothing is done and all columns are null.
TAKE = sql(
    "allocation.take",
    """
    WITH moved AS (
        UPDATE stock_levels SET quantity = quantity - :quantity, movement_count = movement_count + 1,
               last_movement_id = greatest(last_movement_id, :movement_id),
               updated_at = greatest(updated_at, :moved_at)
         WHERE account_id = $1 AND variant_id = :variant_id AND warehouse_id = :warehouse_id
           AND quantity - :quantity >= :reserved
        RETURNING quantity, movement_count, updated_at, low_stock_threshold
    ), written AS (
        INSERT INTO stock_movements (account_id, id, variant_id, warehouse_id, delta, reason, note, shipment_id,
                                     quantity_after, number, created_at)
        SELECT $1, :movement_id, :variant_id, :warehouse_id, -:quantity, 'transfer_out', :note, :shipment_id,
               quantity, movement_count, updated_at
          FROM moved
    ), consumed AS (
        INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, shipment_id,
                                        checkout_session_id, expires_at, consumed_at, created_at)
        SELECT $1, :consumed_id, :variant_id, :warehouse_id, :quantity, :shipment_id, :checkout_session_id,
               {now} + :lifetime::interval, {now}, {now}
          FROM moved WHERE :reservation_id::text IS NULL
    )
    SELECT moved.* FROM (SELECT) AS always LEFT JOIN moved ON true
    """,
    now=_NOW,
)

CONSUME_RESERVATION = sql(
    "allocation.consume",
    """
    UPDATE stock_reservations SET shipment_id = $3, consumed_at = {now}
     WHERE account_id = $1 AND id = $2 AND state = 'open'
    """,
    now=_NOW,
)

# The existing row stays the open rest: a transaction that waits for it, to release or consume the rest, finds it.
CONSUME_PART = sql(
    "allocation.consume_part",
    """
    WITH rest AS (
        UPDATE stock_reservations SET quantity = quantity - :quantity
         WHERE account_id = $1 AND id = :reservation_id AND state = 'open' RETURNING columns(stock_reservations)
    )
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, shipment_id,
                                    checkout_session_id, expires_at, consumed_at, created_at)
    SELECT account_id, :consumed_id, variant_id, warehouse_id, :quantity, :shipment_id, checkout_session_id, expires_at,
           {now}, created_at
      FROM rest
    """,
    now=_NOW,
)

RELEASE_BY_SHIPMENT = sql(
    "allocation.release_by_shipment",
    """
    WITH released AS (
        UPDATE stock_reservations SET released_at = $3
         WHERE account_id = $1 AND shipment_id = $2 AND consumed_at IS NOT NULL AND released_at IS NULL
        RETURNING id, variant_id, warehouse_id, quantity
    )
    SELECT coalesce(json_agg(released), '[]') AS released FROM released
    """,
)

MOVE_TO_SHIPMENT = sql(
    "allocation.move_to_shipment",
    """
    UPDATE stock_reservations SET shipment_id = $3
     WHERE account_id = $1 AND shipment_id = $2 AND consumed_at IS NOT NULL AND released_at IS NULL
    """,
)

LOCK_CONSUMED_BY_SHIPMENT = sql(
    "allocation.lock_consumed_by_shipment",
    """
    SELECT id, variant_id, warehouse_id, quantity FROM stock_reservations
     WHERE account_id = $1 AND shipment_id = $2 AND consumed_at IS NOT NULL AND released_at IS NULL
     ORDER BY id FOR NO KEY UPDATE
    """,
)

RELEASE_RESERVATION = sql(
    "allocation.release",
    "UPDATE stock_reservations SET released_at = $3 WHERE account_id = $1 AND id = $2 RETURNING id",
)

# The rest, which is not returned, stays consumed.
RELEASE_PART = sql(
    "allocation.release_part",
    """
    WITH rest AS (
        UPDATE stock_reservations SET quantity = quantity - :quantity
         WHERE account_id = $1 AND id = :id RETURNING columns(stock_reservations)
    )
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, shipment_id,
                                    checkout_session_id, expires_at, consumed_at, released_at, created_at)
    SELECT account_id, :part_id, variant_id, warehouse_id, :quantity, shipment_id, checkout_session_id, expires_at,
           consumed_at, :released_at, created_at FROM rest
    RETURNING id
    """,
)

RELEASE_BY_CHECKOUT = sql(
    "allocation.release_by_checkout",
    """
    WITH locked AS (
        SELECT id FROM stock_reservations
         WHERE account_id = $1 AND checkout_session_id = $2 AND state = 'open' AND expires_at > statement_timestamp()
           AND variant_id <> ALL ($3::text[])
         ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE stock_reservations r SET released_at = {now} FROM locked WHERE r.account_id = $1 AND r.id = locked.id
    RETURNING r.id
    """,
    now=_NOW,
)

EXTEND_BY_CHECKOUT = sql(
    "allocation.extend_by_checkout",
    """
    WITH locked AS (
        SELECT id FROM stock_reservations
         WHERE account_id = $1 AND checkout_session_id = $2 AND state = 'open' AND expires_at > statement_timestamp()
         ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE stock_reservations r SET expires_at = greatest(r.expires_at, {now} + $3::interval)
      FROM locked WHERE r.account_id = $1 AND r.id = locked.id
    RETURNING r.id
    """,
    now=_NOW,
)

OVERDUE = sql(
    "allocation.unscoped_overdue",
    """
    SELECT account_id, id FROM stock_reservations WHERE state = 'open' AND expires_at <= $1
     ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
    """,
)

EXPIRE = sql(
    "allocation.batched_expire",
    """
    UPDATE stock_reservations r SET expired_at = $3
      FROM unnest($1::text[], $2::text[]) AS overdue (account_id, id)
     WHERE r.account_id = overdue.account_id AND r.id = overdue.id
    """,
)


class Level(msgspec.Struct):
    """A locked level: the quantity `on_hand`, and the allocatable `quantity`, which is 0 in an archived warehouse."""

    variant_id: str
    warehouse_id: str
    on_hand: int
    quantity: int
    is_default: bool
    created_at: float

    @property
    def level_key(self) -> LevelKey:
        return self.variant_id, self.warehouse_id


class HeldStock(msgspec.Struct, frozen=True):
    """The stock that a shipment took from a level with one reservation, and has not returned."""

    id: str
    variant_id: str
    warehouse_id: str
    quantity: int


class _Reserved(msgspec.Struct):
    variant_id: str
    warehouse_id: str
    quantity: int


_levels_decoder = msgspec.json.Decoder(list[Level])
_reserved_decoder = msgspec.json.Decoder(list[_Reserved])
_held_decoder = msgspec.json.Decoder(list[HeldStock])


async def lock_levels(tx: Tx, variant_ids: Sequence[str]) -> list[Level]:
    """Lock all levels of the variants, in the common lock order (variant, warehouse)."""
    return _levels_decoder.decode((await tx.fetch_one(LOCK_LEVELS, variant_ids))["levels"])


async def find_reserved(tx: Tx, variant_ids: Sequence[str], checked_at: datetime | None = None) -> dict[LevelKey, int]:
    """The reserved quantity of each level, over all checkouts.

    The caller has locked the levels, which a new reservation would lock too. `checked_at` is the time of
    LOCK_CHECKOUT_RESERVATIONS, so that both apply to the same time.
    """
    row = await tx.fetch_one(SUM_RESERVED, variant_ids, checked_at)
    return {(one.variant_id, one.warehouse_id): one.quantity for one in _reserved_decoder.decode(row["reserved"])}


async def release_by_shipment(tx: Tx, shipment_id: str, at: datetime) -> list[HeldStock]:
    """Release the reservations of a shipment that are not returned yet, and return them."""
    return _held_decoder.decode((await tx.fetch_one(RELEASE_BY_SHIPMENT, shipment_id, at))["released"])
