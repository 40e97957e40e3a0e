"""The SQL of taking stock and giving it back.

Whether a reservation has ended, and until when a new one lasts, is decided by the database's clock (decisions, section
12), as it is when a statement begins: each of these is asked after the levels are locked, so that whoever comes later
sees it ended too.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg

from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx

# As the wire shows it (clock.py).
_NOW = "date_trunc('milliseconds', statement_timestamp())"

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

# Variant by variant: all that is open may be taken for little, and is not where a workspace sells much at once. $3 is
# when the checkout's own were looked at, so that none of them is its own and yet ended.
ACTIVE_RESERVATIONS = sql(
    "allocation.active_reservations",
    """
    SELECT r.variant_id, r.warehouse_id, r.quantity FROM unnest($2::text[]) AS wanted (id) CROSS JOIN LATERAL (
        SELECT variant_id, warehouse_id, quantity, expires_at FROM stock_reservations
         WHERE account_id = $1 AND variant_id = wanted.id AND state = 'open' OFFSET 0
    ) r WHERE r.expires_at > coalesce($3, statement_timestamp())
    """,
)

LOCK_OF_CHECKOUT = sql(
    "allocation.lock_of_checkout",
    """
    SELECT id, variant_id, warehouse_id, quantity, statement_timestamp() AS looked_at FROM stock_reservations
     WHERE account_id = $1 AND checkout_session_id = $2 AND expires_at > statement_timestamp() AND state = 'open'
     ORDER BY id FOR NO KEY UPDATE
    """,
)

RECORD_CONSUMED = sql(
    "allocation.record_consumed",
    """
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, shipment_id,
                                    checkout_session_id, expires_at, consumed_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, {now} + $8::interval, {now}, {now})
    """,
    now=_NOW,
)

CONSUME = sql(
    "allocation.consume",
    """
    UPDATE stock_reservations SET shipment_id = $3, consumed_at = {now}
     WHERE account_id = $1 AND id = $2 AND state = 'open'
    """,
    now=_NOW,
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
    SELECT account_id, $3, variant_id, warehouse_id, $5, $4, checkout_session_id, expires_at, {now}, created_at
      FROM rest
    """,
    now=_NOW,
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


async def active_reservations(
    tx: Tx, variant_ids: Sequence[str], own: Sequence[asyncpg.Record] = ()
) -> list[asyncpg.Record]:
    """To be asked after the levels are locked, since reserving locks them too.

    With what a checkout has of its `own` (`lock_of_checkout`) they are those of the same moment.
    """
    return await tx.all(ACTIVE_RESERVATIONS, variant_ids, own[0]["looked_at"] if own else None)


async def lock_of_checkout(tx: Tx, checkout_session_id: str) -> list[asyncpg.Record]:
    """A checkout's own active reservations, oldest first, so that nobody releases or expires them meanwhile."""
    return await tx.all(LOCK_OF_CHECKOUT, checkout_session_id)


async def record_consumed(
    tx: Tx, id: str, taking, shipment_id: str, checkout_session_id: str | None, life: timedelta
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
        life,
    )


async def consume(tx: Tx, id: str, shipment_id: str) -> None:
    """The shipment uses up the reservation."""
    await tx.one(CONSUME, id, shipment_id)


async def split_off(tx: Tx, id: str, used_id: str, shipment_id: str, quantity: int) -> None:
    """The shipment uses a part of the reservation; the rest stays reserved under its id."""
    await tx.one(SPLIT_OFF, id, used_id, shipment_id, quantity)


async def release_of_shipment(tx: Tx, shipment_id: str, at: datetime) -> list[asyncpg.Record]:
    """What a shipment had taken and not given back yet."""
    return await tx.all(RELEASE_OF_SHIPMENT, shipment_id, at)


OPEN_RESERVATIONS = sql(
    "allocation.open_reservations",
    """
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, checkout_session_id, created_at,
                                    expires_at)
    SELECT $1, id, variant_id, warehouse_id, quantity, $6, {now}, {now} + $7::interval
      FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) AS told (id, variant_id, warehouse_id, quantity)
    """,
    now=_NOW,
)

RELEASE_OF_CHECKOUT = sql(
    "allocation.release_of_checkout",
    """
    WITH theirs AS (
        SELECT id FROM stock_reservations
         WHERE account_id = $1 AND checkout_session_id = $2 AND state = 'open' AND expires_at > statement_timestamp()
           AND variant_id <> ALL ($3::text[])
         ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE stock_reservations r SET released_at = {now} FROM theirs WHERE r.account_id = $1 AND r.id = theirs.id
    RETURNING r.id
    """,
    now=_NOW,
)

PROLONG_OF_CHECKOUT = sql(
    "allocation.prolong_of_checkout",
    """
    WITH theirs AS (
        SELECT id FROM stock_reservations
         WHERE account_id = $1 AND checkout_session_id = $2 AND state = 'open' AND expires_at > statement_timestamp()
         ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE stock_reservations r SET expires_at = greatest(r.expires_at, {now} + $3::interval)
      FROM theirs WHERE r.account_id = $1 AND r.id = theirs.id
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
      FROM unnest($1::text[], $2::text[]) AS over (account_id, id)
     WHERE r.account_id = over.account_id AND r.id = over.id
    """,
)


async def open_reservations(
    tx: Tx, ids: Sequence[str], takings: Sequence, checkout_session_id: str, life: timedelta
) -> None:
    """Set aside what is to be taken, each under its id, for so long from now."""
    await tx.all(
        OPEN_RESERVATIONS,
        ids,
        [taking.variant_id for taking in takings],
        [taking.warehouse_id for taking in takings],
        [taking.quantity for taking in takings],
        checkout_session_id,
        life,
    )


async def release_of_checkout(tx: Tx, checkout_session_id: str, but: Sequence[str]) -> list[asyncpg.Record]:
    """What a checkout still had set aside, `but` some variants."""
    return await tx.all(RELEASE_OF_CHECKOUT, checkout_session_id, but)


async def prolong_of_checkout(tx: Tx, checkout_session_id: str, life: timedelta) -> list[asyncpg.Record]:
    """What a checkout has set aside, for as long as it had or for so long from now."""
    return await tx.all(PROLONG_OF_CHECKOUT, checkout_session_id, life)


async def held_by_shipment(tx: Tx, shipment_id: str) -> list[asyncpg.Record]:
    """What a shipment took and has neither given back nor handed over."""
    return await tx.all(HELD_BY_SHIPMENT, shipment_id)


async def release(tx: Tx, id: str, at: datetime) -> None:
    await tx.one(RELEASE, id, at)


async def release_part(tx: Tx, id: str, part_id: str, quantity: int, at: datetime) -> None:
    await tx.one(RELEASE_PART, id, part_id, quantity, at)
