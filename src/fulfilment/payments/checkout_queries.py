"""The SQL of opening a checkout. The caller holds the lock of the billing account (payments/queries.py)."""

from datetime import datetime, timedelta

import asyncpg

from fulfilment.infra.database import heartbeat
from fulfilment.infra.database.deferred_releases import claimed_within
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.payments.queries import ADVANCE_ACCOUNT_DUE, find
from fulfilment.payments.schemas import CheckoutOrder

BACKOFF = Backoff(1, 300)

INSERT_CHECKOUT = sql(
    "payments.insert_checkout",
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
    wake=ADVANCE_ACCOUNT_DUE,
)

# Checkouts that a process is opening now; abandoned ones, whose lease has ended, do not count.
LIST_OPENING = sql(
    "payments.list_opening",
    """
    SELECT holder FROM checkouts WHERE account_id = $1 AND state = 'opening' AND lease_until > statement_timestamp()
     LIMIT $2
    """,
)

# Takes over a checkout that a dead process or an unclear answer left. $5 is a holder that was found dead.
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
    wake=ADVANCE_ACCOUNT_DUE,
)

FIND_ABANDONED = sql(
    "payments.find_abandoned",
    """
    SELECT id, holder FROM checkouts
     WHERE account_id = $1 AND memory = $2 AND state = 'opening' AND created_at > now() - $3::interval
     ORDER BY created_at DESC LIMIT 1
    """,
)

# A checkout that was marked as failed meanwhile becomes open: its page exists all the same.
MARK_OPEN = sql(
    "payments.mark_checkout_open",
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
    wake=ADVANCE_ACCOUNT_DUE,
)

MARK_FAILED = sql(
    "payments.mark_checkout_failed",
    """
    UPDATE checkouts
       SET state = 'failed', holder = NULL, lease_until = NULL, due_at = NULL, settled_at = now(), version = version + 1
     WHERE account_id = $1 AND id = $2 AND state = 'opening'
    """,
)

RELEASE_CLAIM = sql(
    "payments.release_checkout_claim",
    """
    WITH changed AS (
        UPDATE checkouts
           SET holder = NULL, lease_until = now(),
               due_at = now() + {delay}
         WHERE account_id = $1 AND id = $2 AND state = 'opening' AND holder IS NOT DISTINCT FROM $3
        RETURNING due_at
    )
    {wake}
    """,
    delay=BACKOFF.interval_sql("faults"),
    wake=ADVANCE_ACCOUNT_DUE,
)

# Releases a checkout that this process ($3) claimed in an operation whose outcome may be unknown.
RELEASE_LOST_CLAIM = sql(
    "payments.release_lost_checkout_claim",
    """
    WITH changed AS (
        UPDATE checkouts
           SET holder = NULL, lease_until = now(),
               due_at = now() + {delay}
         WHERE account_id = $1 AND id = $2 AND state = 'opening' AND holder IS NOT DISTINCT FROM $3 AND {claimed}
        RETURNING due_at
    )
    {wake}
    """,
    delay=BACKOFF.interval_sql("faults"),
    claimed=claimed_within("lease_until", 4),
    wake=ADVANCE_ACCOUNT_DUE,
)


async def insert_checkout(
    tx: Tx,
    checkout_id: str,
    order: CheckoutOrder,
    order_json: str,
    actor: str,
    key_json: str | None,
    owner_id: int | None,
    lease: timedelta,
    *,
    subscription_id: str | None,
    invoice_id: str | None,
) -> asyncpg.Record:
    """Insert a checkout before the provider is called."""
    return await tx.fetch_one(
        INSERT_CHECKOUT,
        checkout_id,
        order.kind,
        order.plan,
        order.amount,
        order.currency,
        order_json,
        subscription_id,
        invoice_id,
        actor,
        key_json,
        owner_id,
        lease,
    )


async def has_reached_opening_limit(tx: Tx, number: int) -> bool:
    """True if live processes are opening at least `number` pages of the workspace."""
    rows = await tx.fetch_all(LIST_OPENING, number)
    if len(rows) < number:
        return False
    for owner_id in {row["holder"] for row in rows}:
        if await heartbeat.is_owner_dead(tx, owner_id):
            return False
    return True


async def find_abandoned(tx: Tx, key_json: str, max_age: timedelta) -> asyncpg.Record | None:
    """The checkout of this idempotency key whose page was not opened yet."""
    return await tx.fetch_optional(FIND_ABANDONED, key_json, max_age)


async def take_over(tx: Tx, abandoned: asyncpg.Record, owner_id: int | None, lease: timedelta) -> asyncpg.Record | None:
    """Take over an abandoned checkout. None while another process holds it."""
    former_owner_id = abandoned["holder"]
    dead_owner_id = former_owner_id if await heartbeat.is_owner_dead(tx, former_owner_id) else None
    return await tx.fetch_optional(TAKE_OVER, abandoned["id"], owner_id, lease, dead_owner_id)


async def mark_open(
    tx: Tx, checkout_id: str, session_id: str, url: str | None, expires_at: datetime, next_check_in: timedelta
) -> asyncpg.Record:
    """Store the page of a checkout. A second call returns the stored row."""
    row = await tx.fetch_optional(MARK_OPEN, checkout_id, session_id, url, expires_at, next_check_in)
    if row is None:
        row = await find(tx, checkout_id)
    assert row is not None
    return row


async def mark_failed(tx: Tx, checkout_id: str) -> None:
    """Mark a checkout as failed, unless its page is open already."""
    await tx.fetch_optional(MARK_FAILED, checkout_id)


async def release_claim(tx: Tx, checkout_id: str, owner_id: int | None) -> None:
    """Release a checkout whose outcome is unknown, for a repeat of the request or for the worker."""
    await tx.fetch_optional(RELEASE_CLAIM, checkout_id, owner_id)
