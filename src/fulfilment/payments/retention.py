"""Forgetting checkouts that nobody paid: who would have bought, with name and address, is nobody's to know for ever.

What was paid stays. So does the page of a subscription that is not over: some ways to pay bring the money after the
page has counted as expired.
"""

from datetime import timedelta

from fulfilment.infra.database import database_clock
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql

RETENTION_DAYS = 90
CLEANUP_INTERVAL_SECONDS = 600.0
_CLEANUP_BATCH_SIZE = 100

LIST_EXPIRED = sql(
    "payments.unscoped_list_expired_checkouts",
    """
    SELECT account_id, id FROM checkouts c
     WHERE state IN ('failed', 'expired') AND settled_at <= $1
       AND NOT EXISTS (SELECT FROM subscriptions s
                        WHERE s.account_id = c.account_id AND s.id = c.subscription_id AND s.status <> 'canceled')
     ORDER BY settled_at LIMIT $2 FOR UPDATE OF c SKIP LOCKED
    """,
)

DELETE_EXPIRED = sql(
    "payments.batched_delete_expired_checkouts",
    """
    DELETE FROM checkouts c USING unnest($1::text[], $2::text[]) AS old (account_id, id)
     WHERE c.account_id = old.account_id AND c.id = old.id
    """,
)

_CLEANUP = BatchProcessor("old_checkouts", ("account_id", "id"), _CLEANUP_BATCH_SIZE)


async def delete_expired(db: Database) -> None:
    """Remove what ended unpaid so long ago, a batch at a time."""
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(days=RETENTION_DAYS)
    await _CLEANUP.drain(
        db,
        lambda connection, most: connection.fetch(LIST_EXPIRED.text, horizon, most),
        lambda connection, old: connection.execute(DELETE_EXPIRED.text, *columns(old, 2)),
    )
