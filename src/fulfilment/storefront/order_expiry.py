"""Checkouts that nobody paid: they end by time, and are forgotten.

Their reservations end by themselves (stock/reservation.py); this only marks the orders, so that a list by status is
right, and removes them in the end. What was paid stays.
"""

from datetime import timedelta

from fulfilment.infra.database import database_clock
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.storefront import order_queries

EXPIRE_INTERVAL_SECONDS = 15.0
CLEANUP_INTERVAL_SECONDS = 600.0
RETENTION_DAYS = 90
_EXPIRE_BATCH_SIZE = 500
_DELETE_BATCH_SIZE = 100

_KEY = ("account_id", "id")
_OVERDUE = BatchProcessor("storefront_checkouts", _KEY, _EXPIRE_BATCH_SIZE)
_OLD = BatchProcessor("old_storefront_checkouts", _KEY, _DELETE_BATCH_SIZE)


async def expire_checkouts(db: Database) -> None:
    """Mark the checkouts whose time is over, in small batches."""
    async with db.connection() as connection:
        now = await database_clock.now(connection)
    await _OVERDUE.drain(
        db,
        lambda connection, limit: connection.fetch(order_queries.FIND_OVERDUE.text, now, limit),
        lambda connection, overdue: connection.execute(order_queries.MARK_EXPIRED.text, *columns(overdue, 2), now),
    )


async def delete_expired(db: Database) -> None:
    """Remove the checkouts that nobody paid, long after they ended, with their lines."""
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(days=RETENTION_DAYS)
    await _OLD.drain(
        db,
        lambda connection, limit: connection.fetch(order_queries.FIND_OLD.text, horizon, limit),
        lambda connection, old: connection.execute(order_queries.DELETE_OLD.text, *columns(old, 2)),
    )
