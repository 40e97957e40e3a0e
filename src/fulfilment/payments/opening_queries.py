"""The SQL of opening a hosted page. The billing account is taken already (payments/queries.py)."""

from datetime import datetime, timedelta

import asyncpg

from fulfilment.db import presence
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.payments.queries import WAKE, find
from fulfilment.payments.records import Order

# What fails again and again is left alone for longer each time, from the first of these to the last.
FIRST_DELAY_SECONDS = 1
LONGEST_DELAY_SECONDS = 300

BEGIN = sql(
    "payments.begin_checkout",
    """
    WITH changed AS (
        INSERT INTO checkouts (account_id, id, kind, state, plan, amount, currency, terms, subscription_id, invoice_id,
                               actor, memory, holder, lease_until, due_at)
        VALUES ($1, $2, $3, 'opening', $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + $13::interval,
                now() + $13::interval)
        RETURNING columns(checkouts)
    ), woken AS ({wake})
    SELECT * FROM changed
    """,
    wake=WAKE,
)

# As far as they are at the provider by now: who left one behind is not.
BEING_OPENED = sql(
    "payments.being_opened",
    """
    SELECT holder FROM checkouts WHERE account_id = $1 AND state = 'opening' AND lease_until > statement_timestamp()
     LIMIT $2
    """,
)

# What dead processes and unclear answers left behind, and nobody is at. $5 is the holder that was found gone.
TAKE_OVER = sql(
    "payments.take_over_checkout",
    """
    WITH changed AS (
        UPDATE checkouts
           SET holder = $3, lease_until = now() + $4::interval, due_at = now() + $4::interval, faults = faults + 1
         WHERE account_id = $1 AND id = $2 AND state = 'opening'
           AND (lease_until <= clock_timestamp() OR holder = $5)
        RETURNING columns(checkouts)
    ), woken AS ({wake})
    SELECT * FROM changed
    """,
    wake=WAKE,
)

FIND_LEFT_BEHIND = sql(
    "payments.find_left_behind",
    """
    SELECT id, holder FROM checkouts
     WHERE account_id = $1 AND memory = $2 AND state = 'opening' AND created_at > now() - $3::interval
     ORDER BY created_at DESC LIMIT 1
    """,
)

# Of one that failed meanwhile, the page is there all the same.
OPENED = sql(
    "payments.opened_checkout",
    """
    WITH changed AS (
        UPDATE checkouts
           SET state = 'open', provider_session_id = $3, url = $4, expires_at = $5, holder = NULL, lease_until = NULL,
               due_at = now() + $6::interval, faults = 0, version = version + 1
         WHERE account_id = $1 AND id = $2 AND state IN ('opening', 'failed')
        RETURNING columns(checkouts)
    ), woken AS ({wake})
    SELECT * FROM changed
    """,
    wake=WAKE,
)

FAILED = sql(
    "payments.failed_checkout",
    """
    UPDATE checkouts
       SET state = 'failed', holder = NULL, lease_until = NULL, due_at = NULL, settled_at = now(), version = version + 1
     WHERE account_id = $1 AND id = $2 AND state = 'opening'
    """,
)

YIELD = sql(
    "payments.yield_checkout",
    """
    WITH changed AS (
        UPDATE checkouts
           SET holder = NULL, lease_until = now(),
               due_at = now() + least({first} * 2 ^ least(faults, 16), {longest}) * interval '1 s'
         WHERE account_id = $1 AND id = $2 AND state = 'opening' AND holder IS NOT DISTINCT FROM $3
        RETURNING due_at
    )
    {wake}
    """,
    first=FIRST_DELAY_SECONDS,
    longest=LONGEST_DELAY_SECONDS,
    wake=WAKE,
)


async def begin(
    tx: Tx,
    checkout_id: str,
    order: Order,
    terms: str,
    actor: str,
    memory: str | None,
    holder: int | None,
    lease: timedelta,
    *,
    subscription_id: str | None,
    invoice_id: str | None,
) -> asyncpg.Record:
    """Write down that the provider is about to be asked."""
    return await tx.one(
        BEGIN,
        checkout_id,
        order.kind,
        order.plan,
        order.amount,
        order.currency,
        terms,
        subscription_id,
        invoice_id,
        actor,
        memory,
        holder,
        lease,
    )


async def are_being_opened(tx: Tx, number: int) -> bool:
    """Whether so many pages of the workspace are being opened, none of them by a process that is gone."""
    rows = await tx.all(BEING_OPENED, number)
    if len(rows) < number:
        return False
    for holder in {row["holder"] for row in rows}:
        if await presence.is_gone(tx, holder):
            return False
    return True


async def find_left_behind(tx: Tx, memory: str, life: timedelta) -> asyncpg.Record | None:
    """The checkout that was begun under this key, and whose page nobody was told of."""
    return await tx.one(FIND_LEFT_BEHIND, memory, life)


async def take_over(tx: Tx, left_behind: asyncpg.Record, holder: int | None, lease: timedelta) -> asyncpg.Record | None:
    """Ours from now on; None while somebody is at it."""
    theirs = left_behind["holder"]
    gone = theirs if await presence.is_gone(tx, theirs) else None
    return await tx.one(TAKE_OVER, left_behind["id"], holder, lease, gone)


async def opened(
    tx: Tx, checkout_id: str, session_id: str, url: str, expires_at: datetime, look_after: timedelta
) -> asyncpg.Record:
    """Its page is there; whoever settles it second finds it so."""
    return await tx.one(OPENED, checkout_id, session_id, url, expires_at, look_after) or await find(tx, checkout_id)


async def failed(tx: Tx, checkout_id: str) -> None:
    """There will be no page, unless there is one already."""
    await tx.one(FAILED, checkout_id)


async def yield_up(tx: Tx, checkout_id: str, holder: int | None) -> None:
    """Nobody knows whether there is a page: leave it to the next one who comes, or to the worker before long."""
    await tx.one(YIELD, checkout_id, holder)
