"""Retention of a storefront's data: old events, rotated secrets, and unpaid checkouts."""

from datetime import timedelta

from fulfilment.infra.database import database_clock
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.storefront import order_queries

EVENT_RETENTION = timedelta(days=90)
CLEANUP_INTERVAL_SECONDS = 60
DELETE_BATCH_SIZE = 1_000

EXPIRE_INTERVAL_SECONDS = 15.0
ORDER_CLEANUP_INTERVAL_SECONDS = 600.0
RETENTION_DAYS = 90
_EXPIRE_BATCH_SIZE = 500
_DELETE_BATCH_SIZE = 100

FIND_OLD_EVENTS = sql(
    "storefront.unscoped_old_events",
    """
    SELECT account_id, id, type FROM storefront_events
     WHERE received_at <= $1 ORDER BY received_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

DELETE_EVENTS = sql(
    "storefront.batched_delete_events",
    """
    DELETE FROM storefront_events e USING unnest($1::text[], $2::text[], $3::text[]) AS old (account_id, id, type)
     WHERE e.account_id = old.account_id AND e.id = old.id AND e.type = old.type
    """,
)

FIND_EXPIRED_SECRETS = sql(
    "storefront.unscoped_old_secrets",
    """
    SELECT account_id FROM storefronts
     WHERE previous_until <= now() ORDER BY previous_until LIMIT $1 FOR UPDATE SKIP LOCKED
    """,
)

CLEAR_PREVIOUS_SECRETS = sql(
    "storefront.batched_clear_previous_secrets",
    """
    UPDATE storefronts SET previous_secret = NULL, previous_until = NULL
     WHERE account_id = ANY ($1::text[]) AND previous_until <= now()
    """,
)

_EVENTS = BatchProcessor("storefront_events", ("account_id", "id", "type"), DELETE_BATCH_SIZE)
_SECRETS = BatchProcessor("storefront_secrets", ("account_id",), DELETE_BATCH_SIZE)

_KEY = ("account_id", "id")
_OVERDUE = BatchProcessor("storefront_checkouts", _KEY, _EXPIRE_BATCH_SIZE)
_OLD = BatchProcessor("old_storefront_checkouts", _KEY, _DELETE_BATCH_SIZE)


async def delete_expired(db: Database) -> None:
    """Delete old events and rotated secrets whose overlap has ended, a batch at a time."""
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - EVENT_RETENTION
    await _EVENTS.drain(
        db,
        lambda connection, limit: connection.fetch(FIND_OLD_EVENTS.text, horizon, limit),
        lambda connection, old: connection.execute(DELETE_EVENTS.text, *columns(old, 3)),
    )
    await _SECRETS.drain(
        db,
        lambda connection, limit: connection.fetch(FIND_EXPIRED_SECRETS.text, limit),
        lambda connection, old: connection.execute(CLEAR_PREVIOUS_SECRETS.text, *columns(old, 1)),
    )


async def expire_checkouts(db: Database) -> None:
    """Mark checkouts that were not paid in time as expired, in small batches."""
    async with db.connection() as connection:
        now = await database_clock.now(connection)
    await _OVERDUE.drain(
        db,
        lambda connection, limit: connection.fetch(order_queries.FIND_OVERDUE.text, now, limit),
        lambda connection, overdue: connection.execute(order_queries.MARK_EXPIRED.text, *columns(overdue, 2), now),
    )


async def expire_orders(db: Database) -> None:
    """Delete expired checkouts after 90 days, with their lines."""
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(days=RETENTION_DAYS)
    await _OLD.drain(
        db,
        lambda connection, limit: connection.fetch(order_queries.FIND_OLD.text, horizon, limit),
        lambda connection, old: connection.execute(order_queries.DELETE_OLD.text, *columns(old, 2)),
    )
