"""Checkouts that nobody paid: they end by time, and are forgotten.

Their reservations end by themselves (stock/reservation.py); this only marks the orders, so that a list by status is
right, and removes them in the end. What was paid stays.
"""

from datetime import timedelta

from fulfilment.db import moment
from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database
from fulfilment.storefront import order_queries

END_EVERY_SECONDS = 15.0
FORGET_EVERY_SECONDS = 600.0
KEPT_DAYS = 90
_BATCH = 500
_FORGOTTEN_AT_ONCE = 100

_KEY = ("account_id", "id")
_OVERDUE = Chore("storefront_checkouts", _KEY, _BATCH)
_OLD = Chore("old_storefront_checkouts", _KEY, _FORGOTTEN_AT_ONCE)


async def end(db: Database) -> None:
    """Mark the checkouts whose time is over, in small batches."""
    async with db.connection() as connection:
        now = await moment.now(connection)
    await _OVERDUE.work_off(
        db,
        lambda connection, most: connection.fetch(order_queries.OVERDUE.text, now, most),
        lambda connection, over: connection.execute(order_queries.MARK_EXPIRED.text, *columns(over, 2), now),
    )


async def forget(db: Database) -> None:
    """Remove the checkouts that nobody paid, long after they ended, with their lines."""
    async with db.connection() as connection:
        horizon = await moment.now(connection) - timedelta(days=KEPT_DAYS)
    await _OLD.work_off(
        db,
        lambda connection, most: connection.fetch(order_queries.OLD.text, horizon, most),
        lambda connection, old: connection.execute(order_queries.FORGET.text, *columns(old, 2)),
    )
