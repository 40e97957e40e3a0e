"""The SQL of taking stock and giving it back.

Whether a reservation has ended, and until when a new one lasts, is decided by the database's clock (decisions, section
12), as it is when a statement begins: each of these is asked after the levels are locked, so that whoever comes later
sees it ended too.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx

if TYPE_CHECKING:
    from fulfilment.stock.allocation import Allocation

# As the wire shows it (infra/clock.py).
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
    SELECT r.variant_id, r.warehouse_id, r.quantity FROM unnest($2::text[]) AS requested (id) CROSS JOIN LATERAL (
        SELECT variant_id, warehouse_id, quantity, expires_at FROM stock_reservations
         WHERE account_id = $1 AND variant_id = requested.id AND state = 'open' OFFSET 0
    ) r WHERE r.expires_at > coalesce($3, statement_timestamp())
    """,
)

LOCK_CHECKOUT_RESERVATIONS = sql(
    "allocation.lock_checkout_reservations",
    """
    SELECT id, variant_id, warehouse_id, quantity, statement_timestamp() AS checked_at FROM stock_reservations
     WHERE account_id = $1 AND checkout_session_id = $2 AND expires_at > statement_timestamp() AND state = 'open'
     ORDER BY id FOR NO KEY UPDATE
    """,
)

INSERT_CONSUMED = sql(
    "allocation.insert_consumed",
    """
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, shipment_id,
                                    checkout_session_id, expires_at, consumed_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, {now} + $8::interval, {now}, {now})
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

# The row that others may be waiting for stays the open one: whoever releases or uses up the rest meanwhile finds it.
CONSUME_PART = sql(
    "allocation.consume_part",
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

RELEASE_BY_SHIPMENT = sql(
    "allocation.release_by_shipment",
    """
    UPDATE stock_reservations SET released_at = $3
     WHERE account_id = $1 AND shipment_id = $2 AND consumed_at IS NOT NULL AND released_at IS NULL
    RETURNING variant_id, warehouse_id, quantity
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
    return await tx.fetch_all(LOCK_LEVELS, variant_ids)


async def find_active_reservations(
    tx: Tx, variant_ids: Sequence[str], own_reservations: Sequence[asyncpg.Record] = ()
) -> list[asyncpg.Record]:
    """To be asked after the levels are locked, since reserving locks them too.

    With what a checkout has of its `own_reservations` (`lock_checkout_reservations`) they are those of the same moment.
    """
    return await tx.fetch_all(
        ACTIVE_RESERVATIONS, variant_ids, own_reservations[0]["checked_at"] if own_reservations else None
    )


async def lock_checkout_reservations(tx: Tx, checkout_session_id: str) -> list[asyncpg.Record]:
    """A checkout's own active reservations, oldest first, so that nobody releases or expires them meanwhile."""
    return await tx.fetch_all(LOCK_CHECKOUT_RESERVATIONS, checkout_session_id)


async def insert_consumed(
    tx: Tx,
    id: str,
    allocation: "Allocation",
    shipment_id: str,
    checkout_session_id: str | None,
    time_to_live: timedelta,
) -> None:
    """Each taking leaves a consumed reservation, whatever it was taken from."""
    await tx.fetch_optional(
        INSERT_CONSUMED,
        id,
        allocation.variant_id,
        allocation.warehouse_id,
        allocation.quantity,
        shipment_id,
        checkout_session_id,
        time_to_live,
    )


async def consume_reservation(tx: Tx, id: str, shipment_id: str) -> None:
    """The shipment uses up the reservation."""
    await tx.fetch_optional(CONSUME_RESERVATION, id, shipment_id)


async def consume_part(tx: Tx, id: str, consumed_id: str, shipment_id: str, quantity: int) -> None:
    """The shipment uses a part of the reservation; the rest stays reserved under its id."""
    await tx.fetch_optional(CONSUME_PART, id, consumed_id, shipment_id, quantity)


async def release_by_shipment(tx: Tx, shipment_id: str, at: datetime) -> list[asyncpg.Record]:
    """What a shipment had taken and not given back yet."""
    return await tx.fetch_all(RELEASE_BY_SHIPMENT, shipment_id, at)


INSERT_RESERVATIONS = sql(
    "allocation.insert_reservations",
    """
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, checkout_session_id, created_at,
                                    expires_at)
    SELECT $1, id, variant_id, warehouse_id, quantity, $6, {now}, {now} + $7::interval
      FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) AS input (id, variant_id, warehouse_id, quantity)
    """,
    now=_NOW,
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


async def insert_reservations(
    tx: Tx, ids: Sequence[str], allocations: Sequence, checkout_session_id: str, time_to_live: timedelta
) -> None:
    """Set aside what is to be taken, each under its id, for so long from now."""
    await tx.fetch_all(
        INSERT_RESERVATIONS,
        ids,
        [allocation.variant_id for allocation in allocations],
        [allocation.warehouse_id for allocation in allocations],
        [allocation.quantity for allocation in allocations],
        checkout_session_id,
        time_to_live,
    )


async def release_by_checkout(tx: Tx, checkout_session_id: str, except_variants: Sequence[str]) -> list[asyncpg.Record]:
    """What a checkout still had set aside, `except_variants` some variants."""
    return await tx.fetch_all(RELEASE_BY_CHECKOUT, checkout_session_id, except_variants)


async def extend_by_checkout(tx: Tx, checkout_session_id: str, time_to_live: timedelta) -> list[asyncpg.Record]:
    """What a checkout has set aside, for as long as it had or for so long from now."""
    return await tx.fetch_all(EXTEND_BY_CHECKOUT, checkout_session_id, time_to_live)


async def lock_consumed_by_shipment(tx: Tx, shipment_id: str) -> list[asyncpg.Record]:
    """What a shipment took and has neither given back nor handed over."""
    return await tx.fetch_all(LOCK_CONSUMED_BY_SHIPMENT, shipment_id)


async def release_reservation(tx: Tx, id: str, at: datetime) -> None:
    await tx.fetch_optional(RELEASE_RESERVATION, id, at)


async def release_part(tx: Tx, id: str, part_id: str, quantity: int, at: datetime) -> None:
    await tx.fetch_optional(RELEASE_PART, id, part_id, quantity, at)
