"""Forgetting checkouts that nobody paid: who would have bought, with name and address, is nobody's to know for ever.

What was paid stays. So does the page of a subscription that is not over: some ways to pay bring the money after the
page has counted as expired.
"""

from datetime import timedelta

from fulfilment.db import moment
from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database
from fulfilment.db.sql import sql

KEPT_DAYS = 90
FORGET_EVERY_SECONDS = 600.0
_FORGOTTEN_AT_ONCE = 100

OLD = sql(
    "payments.unscoped_old_checkouts",
    """
    SELECT account_id, id FROM checkouts c
     WHERE state IN ('failed', 'expired') AND settled_at <= $1
       AND NOT EXISTS (SELECT FROM subscriptions s
                        WHERE s.account_id = c.account_id AND s.id = c.subscription_id AND s.status <> 'canceled')
     ORDER BY settled_at LIMIT $2 FOR UPDATE OF c SKIP LOCKED
    """,
)

FORGET = sql(
    "payments.batched_forget_checkouts",
    """
    DELETE FROM checkouts c USING unnest($1::text[], $2::text[]) AS old (account_id, id)
     WHERE c.account_id = old.account_id AND c.id = old.id
    """,
)

_OLD = Chore("old_checkouts", ("account_id", "id"), _FORGOTTEN_AT_ONCE)


async def forget(db: Database) -> None:
    """Remove what ended unpaid so long ago, a batch at a time."""
    async with db.connection() as connection:
        horizon = await moment.now(connection) - timedelta(days=KEPT_DAYS)
    await _OLD.work_off(
        db,
        lambda connection, most: connection.fetch(OLD.text, horizon, most),
        lambda connection, old: connection.execute(FORGET.text, *columns(old, 2)),
    )
