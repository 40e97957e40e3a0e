"""The SQL of subscriptions (decisions, section 10).

Writers hold the lock of the workspace's billing account (payments/queries.py).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg
import msgspec

from fulfilment.infra.database.deferred_releases import claimed_within
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx

FIND_CHECKOUT = sql(
    "billing.unscoped_find_checkout",
    """
    SELECT account_id, id, plan, subscription_id, invoice_id, created_at FROM checkouts WHERE subscription_id = $1
    """,
)
FIND_CHECKOUTS = sql(
    "billing.find_checkouts",
    """
    SELECT plan, subscription_id, invoice_id FROM checkouts
     WHERE subscription_id = ANY ($2::text[]) AND account_id = $1
    """,
)
FIND_OPEN_SESSIONS = sql(
    "billing.find_open_sessions",
    """
    SELECT provider_session_id FROM checkouts WHERE account_id = $1 AND kind = 'plan' AND state = 'open'
     ORDER BY created_at DESC LIMIT $2
    """,
)
FIND_BY_PROVIDER_ID = sql(
    "billing.unscoped_find_by_provider_id",
    "SELECT columns(subscriptions) FROM subscriptions WHERE provider_subscription_id = $1",
)
LOCK = sql(
    "billing.lock", "SELECT columns(subscriptions) FROM subscriptions WHERE account_id = $1 AND id = $2 FOR UPDATE"
)
FIND_CURRENT = sql(
    "billing.find_current",
    """
    SELECT date_trunc('milliseconds', clock_timestamp()) AS now, columns(subscriptions s)
      FROM accounts a LEFT JOIN subscriptions s ON s.account_id = a.id AND s.is_current
     WHERE a.id = $1 /* account_id */
    """,
)
FIND_PLAN_STATUS = sql(
    "billing.find_plan_status",
    """
    SELECT a.plan, s.status, s.entitles, s.currency, s.current_period_start, s.current_period_end, s.cancel_at,
           s.ended_at, s.plan AS bought_plan, s.ending
      FROM accounts a LEFT JOIN subscriptions s ON s.account_id = a.id AND s.is_current
     WHERE a.id = $1 /* account_id */
    """,
)

_COLUMNS = """
    plan, currency, status, current_period_start, current_period_end, cancel_at, ended_at, is_current, entitles, ending,
    ending_actor, due_at, faults
"""
_SET = ", ".join(f"{name.strip()} = excluded.{name.strip()}" for name in _COLUMNS.split(","))
STORE = sql(
    "billing.store",
    """
    INSERT INTO subscriptions AS s (account_id, id, provider_subscription_id, created_at, {columns})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
    ON CONFLICT (account_id, id) DO UPDATE
       SET {set}, version = s.version + 1, updated_at = CASE WHEN $18 THEN now() ELSE s.updated_at END
    RETURNING columns(subscriptions s)
    """,
    columns=_COLUMNS,
    set=_SET,
)
SUPERSEDE = sql(
    "billing.supersede",
    """
    UPDATE subscriptions
       SET is_current = false, version = version + 1, updated_at = now(),
           ending = CASE WHEN status = 'canceled' THEN ending ELSE 'now' END,
           due_at = CASE WHEN status = 'canceled' THEN due_at ELSE now() END, faults = 0
     WHERE account_id = $1 AND is_current AND id <> $2
    """,
)
UPDATE_PLAN = sql(
    "billing.update_plan",
    """
    UPDATE accounts a SET plan = $2
      FROM (SELECT plan FROM accounts WHERE id = $1 /* account_id */ FOR NO KEY UPDATE) AS before
     WHERE a.id = $1 AND a.plan IS DISTINCT FROM $2
    RETURNING before.plan
    """,
)
END_IF_LAPSED = sql(
    "billing.end_if_lapsed",
    """
    UPDATE subscriptions
       SET status = 'canceled', entitles = false, due_at = now(), faults = 0, version = version + 1, updated_at = now()
     WHERE account_id = $1 AND id = $2 AND cancel_at <= now() AND status <> 'canceled'
    RETURNING id
    """,
)
REQUEST_CANCELLATION = sql(
    "billing.request_cancellation",
    """
    UPDATE subscriptions
       SET ending = 'period_end', ending_actor = $3, due_at = now() + $4::interval, faults = 0, version = version + 1
     WHERE account_id = $1 AND id = $2
    RETURNING columns(subscriptions)
    """,
)
ABORT_CANCELLATION = sql(
    "billing.abort_cancellation",
    """
    UPDATE subscriptions
       SET ending = NULL, ending_actor = NULL, due_at = now() + $3::interval, faults = 0, version = version + 1
     WHERE account_id = $1 AND id = $2 AND ending = 'period_end'
    """,
)
# Releases an intention that was stored by an operation whose outcome may be unknown.
RELEASE_CANCELLATION = sql(
    "billing.release_cancellation",
    """
    UPDATE subscriptions SET due_at = now()
     WHERE account_id = $1 AND id = $2 AND ending = 'period_end' AND {claimed}
    """,
    claimed=claimed_within("due_at", 3),
)
RETRY_CANCELLATION = sql(
    "billing.retry_cancellation",
    "UPDATE subscriptions SET due_at = now() WHERE account_id = $1 AND id = $2 AND ending = 'period_end'",
)


class SubscriptionState(msgspec.Struct, frozen=True):
    """The new values of a subscription's row, in the order of the columns of STORE."""

    plan: str
    currency: str
    status: str
    current_period_start: datetime
    current_period_end: datetime
    cancel_at: datetime | None
    ended_at: datetime | None
    is_current: bool
    entitles: bool
    ending: str | None
    ending_actor: str | None
    due_at: datetime | None
    faults: int


async def find_checkout(read: Read, subscription_id: str | None) -> asyncpg.Record | None:
    """The checkout that a subscription was bought by, in any workspace; None if it is not ours."""
    if subscription_id is None:
        return None
    rows = await read.fetch_unscoped(FIND_CHECKOUT, subscription_id)
    return rows[0] if rows else None


async def find_checkouts(read: Read, subscription_ids: Sequence[str]) -> Sequence[asyncpg.Record]:
    """The workspace's checkouts that these subscriptions were bought by."""
    return await read.fetch_all(FIND_CHECKOUTS, list(subscription_ids))


async def find_open_sessions(read: Read, limit: int) -> list[str]:
    """The newest sessions on whose pages a plan may still be paid for."""
    return [row["provider_session_id"] for row in await read.fetch_all(FIND_OPEN_SESSIONS, limit)]


async def find_by_provider_id(read: Read, provider_subscription_id: str) -> asyncpg.Record | None:
    """The row of the provider's subscription, in any workspace."""
    rows = await read.fetch_unscoped(FIND_BY_PROVIDER_ID, provider_subscription_id)
    return rows[0] if rows else None


async def lock(tx: Tx, id: str) -> asyncpg.Record | None:
    return await tx.fetch_optional(LOCK, id)


async def find_current(read: Read) -> asyncpg.Record:
    """The subscription that the workspace's plan follows, which may have ended; its columns are null if there is none.

    `now` is always set: decisions about a subscription use the database's clock.
    """
    return await read.fetch_one(FIND_CURRENT)


async def find_plan_status(read: Read) -> asyncpg.Record:
    """The workspace's plan with its current subscription, whose columns are null if there is none."""
    return await read.fetch_one(FIND_PLAN_STATUS)


async def store(
    tx: Tx, checkout: asyncpg.Record, provider_id: str, state: SubscriptionState, *, is_changed: bool
) -> asyncpg.Record:
    """Insert or update the row, even if nothing has changed: the new version makes a slower writer fetch again.

    The creation time is that of the checkout, by which the newest subscription is current.
    """
    values = msgspec.structs.astuple(state)
    return await tx.fetch_one(
        STORE, checkout["subscription_id"], provider_id, checkout["created_at"], *values, is_changed
    )


async def supersede(tx: Tx, new_id: str) -> None:
    """Make the former subscription not current, and have it ended at the provider as soon as possible."""
    await tx.fetch_optional(SUPERSEDE, new_id)


async def update_plan(tx: Tx, plan: str) -> asyncpg.Record | None:
    """Change the workspace's plan. A row with the former `plan`; None if the plan is the same."""
    return await tx.fetch_optional(UPDATE_PLAN, plan)


async def end_if_lapsed(tx: Tx, id: str) -> bool:
    """End the subscription if its end has come, and have it fetched from the provider. True if it ended."""
    return await tx.fetch_optional(END_IF_LAPSED, id) is not None


async def request_cancellation(tx: Tx, id: str, actor: str, lease: timedelta) -> asyncpg.Record:
    """Store that the provider is about to be asked to cancel the subscription at the end of its period."""
    return await tx.fetch_one(REQUEST_CANCELLATION, id, actor, lease)


async def abort_cancellation(tx: Tx, id: str, check_in: timedelta) -> None:
    """Delete the intention to cancel: the provider refused, and the subscription goes on."""
    await tx.fetch_optional(ABORT_CANCELLATION, id, check_in)


async def retry_cancellation(tx: Tx, id: str) -> None:
    """Have the worker ask again now: the outcome of the cancellation is unknown."""
    await tx.fetch_optional(RETRY_CANCELLATION, id)
