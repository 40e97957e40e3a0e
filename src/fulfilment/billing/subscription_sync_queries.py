"""The SQL of the worker's look at subscriptions."""

from datetime import timedelta

import asyncpg

from fulfilment.billing.subscription_state import CHECK_BACKOFF
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.jobs.backoff import Backoff

# What an intention that cannot be carried out waits, and what only has to be looked at: ever longer, up to the last.
_CANCEL_RETRY_DELAY = Backoff(5, 3_600).interval_sql("s.faults")
_CHECK_DELAY = CHECK_BACKOFF.interval_sql("s.faults")

# Taking it postpones it: one that fails, or ends the process that has it, comes up again later and later.
CLAIM_DUE = sql(
    "billing.unscoped_claim_due",
    """
    WITH due AS MATERIALIZED (
        SELECT account_id, id FROM subscriptions WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    UPDATE subscriptions s
       SET faults = s.faults + 1,
           due_at = now() + $2::interval + CASE WHEN s.ending IS NULL THEN {check_delay} ELSE {cancel_delay} END
      FROM due WHERE s.account_id = due.account_id AND s.id = due.id
    RETURNING columns(subscriptions s)
    """,
    check_delay=_CHECK_DELAY,
    cancel_delay=_CANCEL_RETRY_DELAY,
)

# What failed soon need not wait until its lease would have ended, unless somebody else has changed it.
POSTPONE = sql(
    "billing.postpone",
    """
    UPDATE subscriptions s
       SET due_at = now() + CASE WHEN s.ending IS NULL THEN {check_delay} ELSE {cancel_delay} END
     WHERE s.account_id = $1 AND s.id = $2 AND s.version = $3 AND s.due_at IS NOT NULL
    """,
    check_delay=_CHECK_DELAY,
    cancel_delay=_CANCEL_RETRY_DELAY,
)

# What somebody else is at is left for the next time.
FIND_LAPSED = sql(
    "billing.unscoped_find_lapsed",
    """
    SELECT s.account_id, s.id FROM subscriptions s JOIN billing_accounts b ON b.account_id = s.account_id
     WHERE s.cancel_at <= now() AND s.status <> 'canceled'
     ORDER BY s.cancel_at LIMIT $1 FOR NO KEY UPDATE OF b SKIP LOCKED
    """,
)


async def claim_due(connection: asyncpg.Connection, limit: int, lease: timedelta) -> list[asyncpg.Record]:
    """Subscriptions that are due, the longest due first, ours until the lease ends."""
    return await connection.fetch(CLAIM_DUE.text, limit, lease)


async def postpone(tx: Tx, row: asyncpg.Record) -> None:
    """One that was taken, and failed, comes up again after the delay alone."""
    await tx.fetch_optional(POSTPONE, row["id"], row["version"])


async def find_lapsed(connection: asyncpg.Connection, limit: int) -> list[asyncpg.Record]:
    """Those whose end has come and that were not told of as ended, with their billing accounts taken."""
    return await connection.fetch(FIND_LAPSED.text, limit)
