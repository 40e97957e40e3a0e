"""The SQL of looking at checkouts when they are due, the workspaces in turn.

A workspace's lane is its billing account, which is locked before any of its checkouts: whoever takes some passes over
the accounts that others hold, and looks at them again soon.
"""

from collections.abc import Sequence
from datetime import timedelta

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.payments.checkout_queries import BACKOFF
from fulfilment.payments.queries import ADVANCE_ACCOUNT_DUE

# A page is looked at again after a quarter of its age; within these.
MIN_CHECK_SECONDS = 60
MAX_CHECK_SECONDS = 6 * 3_600
# A payment is looked at again when it is twice as old, until refunds and disputes are not to be expected any more.
DISPUTE_WINDOW_DAYS = 180

LOCK_DUE_ACCOUNTS = sql(
    "checkouts.unscoped_lock_due_accounts",
    """
    SELECT account_id FROM billing_accounts WHERE due_at <= now() AND account_id <> ALL ($1::text[])
     ORDER BY due_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
    """,
)

# A statement of its own after LOCK_LANES: only what begins after the lanes are ours sees all that was changed before.
# $2 is the room of each lane, $3 the lease, $4 the process that takes. A lane that may have more goes behind those that
# have waited longer. $5 is the sum of the rooms, which tells the planner how few rows there are.
CLAIM_DUE = sql(
    "checkouts.batched_claim_due",
    """
    WITH due AS (
        SELECT * FROM unnest($1::text[], $2::integer[]) AS l (account_id, capacity)
    ), picked AS MATERIALIZED (
        SELECT p.* FROM due l CROSS JOIN LATERAL (
            SELECT account_id, id FROM checkouts
             WHERE account_id = l.account_id AND due_at <= now() ORDER BY due_at LIMIT l.capacity FOR UPDATE SKIP LOCKED
        ) p LIMIT $5
    ), claimed AS (
        UPDATE checkouts c
           SET due_at = now() + $3::interval, lease_until = now() + $3::interval, holder = $4, faults = c.faults + 1
          FROM picked p WHERE c.account_id = p.account_id AND c.id = p.id
        RETURNING columns(checkouts c), now() - c.created_at AS age
    ), moved AS (
        UPDATE billing_accounts b
           SET due_at = CASE WHEN (SELECT count(*) FROM picked p WHERE p.account_id = due.account_id) >= due.capacity
                             THEN now()
                             ELSE least((SELECT now() + $3::interval FROM picked p
                                          WHERE p.account_id = due.account_id LIMIT 1),
                                        (SELECT greatest(min(c.due_at), now() + interval '1 s')
                                           FROM (SELECT id, due_at FROM checkouts
                                                  WHERE account_id = due.account_id AND due_at IS NOT NULL
                                                  ORDER BY due_at LIMIT due.capacity + 1) c
                                          WHERE c.id NOT IN (SELECT p.id FROM picked p
                                                              WHERE p.account_id = due.account_id)
                                         HAVING count(*) > 0)) END
          FROM due WHERE b.account_id = due.account_id
    )
    SELECT * FROM claimed
    """,
)

# A page that has expired at the provider is let go after $3; one whose money is awaited has longer.
SCHEDULE_SESSION_CHECK = sql(
    "checkouts.schedule_session_check",
    """
    WITH changed AS (
        UPDATE checkouts
           SET holder = NULL, lease_until = NULL, faults = 0,
               state = CASE WHEN expires_at + $3::interval <= now() THEN 'expired' ELSE state END,
               settled_at = CASE WHEN expires_at + $3::interval <= now() THEN now() END,
               version = version + CASE WHEN expires_at + $3::interval <= now() THEN 1 ELSE 0 END,
               due_at = CASE WHEN expires_at + $3::interval > now()
                             THEN now() + least(greatest((now() - created_at) / 4, interval '{soonest} s'),
                                                interval '{latest} s') END
         WHERE account_id = $1 AND id = $2 AND state = 'open'
        RETURNING due_at
    )
    {wake}
    """,
    soonest=MIN_CHECK_SECONDS,
    latest=MAX_CHECK_SECONDS,
    wake=ADVANCE_ACCOUNT_DUE,
)

SCHEDULE_PAYMENT_CHECK = sql(
    "checkouts.schedule_payment_check",
    """
    WITH changed AS (
        UPDATE checkouts
           SET holder = NULL, lease_until = NULL, faults = 0,
               due_at = CASE WHEN now() - settled_at < interval '{days} days'
                             THEN now() + greatest(now() - settled_at, interval '1 day') END
         WHERE account_id = $1 AND id = $2 AND state = 'paid'
        RETURNING due_at
    )
    {wake}
    """,
    days=DISPUTE_WINDOW_DAYS,
    wake=ADVANCE_ACCOUNT_DUE,
)

# What is still in the hands of the process that took it, which has given up for now.
POSTPONE = sql(
    "checkouts.postpone",
    """
    WITH changed AS (
        UPDATE checkouts
           SET holder = NULL, lease_until = now(),
               due_at = now() + {delay}
         WHERE account_id = $1 AND id = $2 AND holder IS NOT DISTINCT FROM $3 AND due_at IS NOT NULL
        RETURNING due_at
    )
    {wake}
    """,
    delay=BACKOFF.interval_sql("faults"),
    wake=ADVANCE_ACCOUNT_DUE,
)


async def lock_due_accounts(connection: asyncpg.Connection, excluded: Sequence[str], limit: int) -> list[str]:
    """The workspaces whose turn it is, but for those that have no room."""
    return [row["account_id"] for row in await connection.fetch(LOCK_DUE_ACCOUNTS.text, excluded, limit)]


async def claim_due(
    connection: asyncpg.Connection,
    account_ids: Sequence[str],
    capacities: Sequence[int],
    lease: timedelta,
    owner_id: int | None,
) -> list[asyncpg.Record]:
    """Checkouts of these workspaces that are due, as many of each as it has room for, ours for a while."""
    return await connection.fetch(CLAIM_DUE.text, account_ids, capacities, lease, owner_id, sum(capacities))


async def schedule_session_check(tx: Tx, checkout_id: str, grace: timedelta) -> None:
    """When an open page is looked at next; it is let go so long after it expired."""
    await tx.fetch_optional(SCHEDULE_SESSION_CHECK, checkout_id, grace)


async def schedule_payment_check(tx: Tx, checkout_id: str) -> None:
    """When a payment is looked at next, if ever."""
    await tx.fetch_optional(SCHEDULE_PAYMENT_CHECK, checkout_id)


async def postpone(tx: Tx, checkout_id: str, owner_id: int | None) -> None:
    """Leave it alone for longer than the last time, unless it is settled or somebody else's by now."""
    await tx.fetch_optional(POSTPONE, checkout_id, owner_id)
