"""The SQL of taking stock and giving it back."""

from collections.abc import Sequence
from datetime import datetime

import asyncpg

from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx

LOCK_LEVELS = sql(
    "allocation.lock_levels",
    """
    SELECT l.variant_id, l.warehouse_id, l.quantity AS on_hand,
           CASE WHEN w.archived THEN 0 ELSE l.quantity END AS quantity, w.is_default, w.created_at
      FROM stock_levels l CROSS JOIN LATERAL (
               SELECT archived, is_default, created_at FROM warehouses
                WHERE account_id = l.account_id AND id = l.warehouse_id OFFSET 0
           ) w
     WHERE l.account_id = $1 AND l.variant_id = ANY ($2::text[])
     ORDER BY l.variant_id COLLATE "C", l.warehouse_id COLLATE "C"
       FOR NO KEY UPDATE OF l
    """,
)

# Variant by variant: all that is open may be taken for little, and is not where a workspace sells much at once.
ACTIVE_RESERVATIONS = sql(
    "allocation.active_reservations",
    """
    SELECT r.variant_id, r.warehouse_id, r.quantity FROM unnest($2::text[]) AS wanted (id) CROSS JOIN LATERAL (
        SELECT variant_id, warehouse_id, quantity, expires_at FROM stock_reservations
         WHERE account_id = $1 AND variant_id = wanted.id AND state = 'open' OFFSET 0
    ) r WHERE r.expires_at > $3
    """,
)

LOCK_OF_CHECKOUT = sql(
    "allocation.lock_of_checkout",
    """
    SELECT id, variant_id, warehouse_id, quantity FROM stock_reservations
     WHERE account_id = $1 AND checkout_session_id = $2 AND expires_at > $3 AND state = 'open'
     ORDER BY id FOR NO KEY UPDATE
    """,
)

RECORD_CONSUMED = sql(
    "allocation.record_consumed",
    """
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, shipment_id,
                                    checkout_session_id, expires_at, consumed_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $9, $8, $8)
    """,
)

CONSUME = sql(
    "allocation.consume",
    """
    UPDATE stock_reservations SET shipment_id = $3, consumed_at = $4
     WHERE account_id = $1 AND id = $2 AND state = 'open'
    """,
)

# The row that others may be waiting for stays the open one: whoever releases or uses up the rest meanwhile finds it.
SPLIT_OFF = sql(
    "allocation.split_off",
    """
    WITH rest AS (
        UPDATE stock_reservations SET quantity = quantity - $5
         WHERE account_id = $1 AND id = $2 AND state = 'open' RETURNING columns(stock_reservations)
    )
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, shipment_id,
                                    checkout_session_id, expires_at, consumed_at, created_at)
    SELECT account_id, $3, variant_id, warehouse_id, $5, $4, checkout_session_id, expires_at, $6, created_at FROM rest
    """,
)

RELEASE_OF_SHIPMENT = sql(
    "allocation.release_of_shipment",
    """
    UPDATE stock_reservations SET released_at = $3
     WHERE account_id = $1 AND shipment_id = $2 AND consumed_at IS NOT NULL AND released_at IS NULL
    RETURNING variant_id, warehouse_id, quantity
    """,
)


HELD_BY_SHIPMENT = sql(
    "allocation.held_by_shipment",
    """
    SELECT id, variant_id, warehouse_id, quantity FROM stock_reservations
     WHERE account_id = $1 AND shipment_id = $2 AND consumed_at IS NOT NULL AND released_at IS NULL
     ORDER BY id FOR NO KEY UPDATE
    """,
)

RELEASE = sql(
    "allocation.release",
    "UPDATE stock_reservations SET released_at = $3 WHERE account_id = $1 AND id = $2 RETURNING id",
)

# What does not come back stays consumed: it left the shelf for good.
RELEASE_PART = sql(
    "allocation.release_part",
    """
    WITH rest AS (
        UPDATE stock_reservations SET quantity = quantity - $4
         WHERE account_id = $1 AND id = $2 RETURNING columns(stock_reservations)
    )
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, shipment_id,
                                    checkout_session_id, expires_at, consumed_at, released_at, created_at)
    SELECT account_id, $3, variant_id, warehouse_id, $4, shipment_id, checkout_session_id, expires_at, consumed_at, $5,
           created_at FROM rest
    RETURNING id
    """,
)


async def lock_levels(tx: Tx, variant_ids: Sequence[str]) -> list[asyncpg.Record]:
    """Every level of the variants, locked; those in archived warehouses hold nothing to take."""
    return await tx.all(LOCK_LEVELS, variant_ids)


async def active_reservations(tx: Tx, variant_ids: Sequence[str], at: datetime) -> list[asyncpg.Record]:
    """To be asked after the levels are locked, since reserving locks them too."""
    return await tx.all(ACTIVE_RESERVATIONS, variant_ids, at)


async def lock_of_checkout(tx: Tx, checkout_session_id: str, at: datetime) -> list[asyncpg.Record]:
    """A checkout's own active reservations, oldest first, so that nobody releases or expires them meanwhile."""
    return await tx.all(LOCK_OF_CHECKOUT, checkout_session_id, at)


async def record_consumed(
    tx: Tx, id: str, taking, shipment_id: str, checkout_session_id: str | None, at: datetime, expires_at: datetime
) -> None:
    """Each taking leaves a consumed reservation, whatever it was taken from."""
    await tx.one(
        RECORD_CONSUMED,
        id,
        taking.variant_id,
        taking.warehouse_id,
        taking.quantity,
        shipment_id,
        checkout_session_id,
        at,
        expires_at,
    )


async def consume(tx: Tx, id: str, shipment_id: str, at: datetime) -> None:
    """The shipment uses up the reservation."""
    await tx.one(CONSUME, id, shipment_id, at)


async def split_off(tx: Tx, id: str, used_id: str, shipment_id: str, quantity: int, at: datetime) -> None:
    """The shipment uses a part of the reservation; the rest stays reserved under its id."""
    await tx.one(SPLIT_OFF, id, used_id, shipment_id, quantity, at)


async def release_of_shipment(tx: Tx, shipment_id: str, at: datetime) -> list[asyncpg.Record]:
    """What a shipment had taken and not given back yet."""
    return await tx.all(RELEASE_OF_SHIPMENT, shipment_id, at)


OPEN_RESERVATIONS = sql(
    "allocation.open_reservations",
    """
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, checkout_session_id, created_at,
                                    expires_at)
    SELECT $1, id, variant_id, warehouse_id, quantity, $6, $7, $8
      FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) AS told (id, variant_id, warehouse_id, quantity)
    """,
)

RELEASE_OF_CHECKOUT = sql(
    "allocation.release_of_checkout",
    """
    WITH theirs AS (
        SELECT id FROM stock_reservations
         WHERE account_id = $1 AND checkout_session_id = $2 AND state = 'open' AND expires_at > $3
           AND variant_id <> ALL ($4::text[])
         ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE stock_reservations r SET released_at = $3 FROM theirs WHERE r.account_id = $1 AND r.id = theirs.id
    RETURNING r.id
    """,
)

PROLONG_OF_CHECKOUT = sql(
    "allocation.prolong_of_checkout",
    """
    WITH theirs AS (
        SELECT id FROM stock_reservations
         WHERE account_id = $1 AND checkout_session_id = $2 AND state = 'open' AND expires_at > $3
         ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE stock_reservations r SET expires_at = greatest(r.expires_at, $4)
      FROM theirs WHERE r.account_id = $1 AND r.id = theirs.id
    RETURNING r.id
    """,
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
      FROM unnest($1::text[], $2::text[]) AS over (account_id, id)
     WHERE r.account_id = over.account_id AND r.id = over.id
    """,
)


async def open_reservations(
    tx: Tx, ids: Sequence[str], takings: Sequence, checkout_session_id: str, at: datetime, expires_at: datetime
) -> None:
    """Set aside what is to be taken, each under its id."""
    await tx.all(
        OPEN_RESERVATIONS,
        ids,
        [taking.variant_id for taking in takings],
        [taking.warehouse_id for taking in takings],
        [taking.quantity for taking in takings],
        checkout_session_id,
        at,
        expires_at,
    )


async def release_of_checkout(
    tx: Tx, checkout_session_id: str, at: datetime, but: Sequence[str]
) -> list[asyncpg.Record]:
    """What a checkout still had set aside, `but` some variants."""
    return await tx.all(RELEASE_OF_CHECKOUT, checkout_session_id, at, but)


async def prolong_of_checkout(tx: Tx, checkout_session_id: str, at: datetime, until: datetime) -> list[asyncpg.Record]:
    """What a checkout has set aside, for as long as it had or until then."""
    return await tx.all(PROLONG_OF_CHECKOUT, checkout_session_id, at, until)


async def held_by_shipment(tx: Tx, shipment_id: str) -> list[asyncpg.Record]:
    """What a shipment took and has neither given back nor handed over."""
    return await tx.all(HELD_BY_SHIPMENT, shipment_id)


async def release(tx: Tx, id: str, at: datetime) -> None:
    await tx.one(RELEASE, id, at)


async def release_part(tx: Tx, id: str, part_id: str, quantity: int, at: datetime) -> None:
    await tx.one(RELEASE_PART, id, part_id, quantity, at)
