"""Expiry: by time alone, told of 24 hours ahead and when it comes, each once (decisions, section 8).

`announce_at` says when there is something to tell next. The sweep moves it on in the transaction that stores the event,
so that neither a second worker nor one that was killed tells anything twice, or not at all.
"""

from datetime import datetime, timedelta

import asyncpg

from fulfilment import clock
from fulfilment.db import outbox
from fulfilment.db.pool import Database
from fulfilment.db.tx import System, Tx
from fulfilment.deliveries import events, queries
from fulfilment.deliveries.records import Delivery, shown
from fulfilment.http.errors import NotFound
from fulfilment.http.idempotency import MEMORY_HOURS

ANNOUNCED_AHEAD = timedelta(hours=24)
ANNOUNCE_EVERY_SECONDS = 5.0
BATCH = 200


def first_announcement(expires_at: datetime, now: datetime) -> datetime:
    """When a delivery that expires then is due for the first time: a day ahead, or at once where that is past."""
    return max(expires_at, now) - ANNOUNCED_AHEAD


async def hold(tx: Tx, id: str, now: datetime) -> asyncpg.Record:
    """Lock a delivery that is about to change. Raises NotFound.

    An expiry that has come, and that the sweep has not told of yet, is told of before anything can undo it.
    """
    row = await queries.lock(tx, id)
    if row is None:
        raise NotFound
    if row["announce_at"] is not None and row["expires_at"] <= now:
        events.tell(tx, "expired", shown(row, now))
        return await queries.update(tx, row, announce_at=None)
    return row


async def announce(db: Database) -> None:
    """Tell of what is due, a few of each workspace in turn. A glance at an index where nothing is."""
    is_more = True
    while is_more:
        now = clock.now()
        async with db.connection() as connection:
            due = await connection.fetch(queries.WORKSPACES_WITH_DUE.text, now)
        told = [await _announce_some(db, row["account_id"], now) for row in due]
        is_more = BATCH in told


async def _announce_some(db: Database, account_id: str, now: datetime) -> int:
    async with db.transaction() as connection:
        tx = Tx(connection, System(account_id))
        told = await tell_due(tx, now)
        await outbox.settle(connection, [(tx, None)], memory_hours=MEMORY_HOURS)
    return len(told)


async def tell_due(tx: Tx, now: datetime) -> list[Delivery]:
    """Tell of what is due in one workspace, the soonest expiry first, as far as nobody else is at it."""
    due = [shown(row, now) for row in await queries.take_due(tx, now, BATCH)]
    due.sort(key=lambda delivery: delivery.expires_at)
    for delivery in due:
        # Where nobody told of the coming expiry in time, the expiry is all there is to tell.
        events.tell(tx, "expired" if delivery.status == "expired" else "expiring", delivery)
    return due
