"""Expiry: by time alone, told of 24 hours ahead and when it comes, each once (decisions, section 8).

`announce_at` says when there is something to tell next. The sweep moves it on in the transaction that stores the event,
so that neither a second worker nor one that was killed tells anything twice, or not at all.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg

from fulfilment.deliveries import events, queries
from fulfilment.deliveries.schemas import to_api
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.database import database_clock, outbox
from fulfilment.infra.database.batch_processor import MAX_FAILURES, BatchProcessor
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import Read, System, Tx
from fulfilment.infra.operations.idempotency import RETENTION_HOURS

EXPIRING_LEAD = timedelta(hours=24)
ANNOUNCE_INTERVAL_SECONDS = 5.0
BATCH_SIZE = 200

_DUE = BatchProcessor("deliveries", ("account_id", "id"), BATCH_SIZE)


def first_announcement(expires_at: datetime, now: datetime) -> datetime:
    """When a delivery that expires then is due for the first time: a day ahead, or at once where that is past."""
    return max(expires_at, now) - EXPIRING_LEAD


async def lock_delivery(tx: Tx, id: str) -> tuple[asyncpg.Record, datetime]:
    """Lock a delivery that is about to change, and the present moment. Raises NotFound.

    An expiry that has come, and that the sweep has not told of yet, is told of before anything can undo it.
    """
    row = await queries.lock(tx, id)
    if row is None:
        raise NotFound
    now = row["now"]
    if row["announce_at"] is not None and row["expires_at"] <= now:
        events.emit(tx, "expired", to_api(row, now))
        return await queries.update(tx, row, announce_at=None), now
    return row, now


async def announce_due(db: Database) -> None:
    """Tell of what is due, a few of each workspace in turn. A glance at an index where nothing is."""
    failures: Counter[str] = Counter()
    is_more = True
    while is_more:
        async with db.connection() as connection:
            now = await database_clock.now(connection)
            due = await connection.fetch(queries.WORKSPACES_WITH_DUE.text, now)
        workspaces = [row["account_id"] for row in due if failures[row["account_id"]] < MAX_FAILURES]
        is_more = any([await _announce_batch(db, account_id, now, failures) for account_id in workspaces])


async def _announce_batch(db: Database, account_id: str, now: datetime, failures: Counter[str]) -> bool:
    """A batch of one workspace; whether there may be more."""

    async def select(connection: asyncpg.Connection, most: int) -> Sequence[asyncpg.Record]:
        return await queries.lock_due(Read(connection, System(account_id)), now, most)

    async def process(connection: asyncpg.Connection, due: Sequence[asyncpg.Record]) -> None:
        tx = Tx(connection, System(account_id))
        await emit_due(tx, due, now)
        await outbox.flush(connection, [(tx, None)], retention_hours=RETENTION_HOURS)

    is_more, has_failed = await _DUE.run_batch(db, select, process, account_id)
    failures[account_id] += has_failed
    return is_more


async def emit_due(tx: Tx, due: Sequence[asyncpg.Record], now: datetime) -> None:
    """Tell of these, which are due, the soonest expiry first."""
    await queries.schedule_next_announcement(tx, now, [row["id"] for row in due])
    for delivery in sorted((to_api(row, now) for row in due), key=lambda delivery: delivery.expires_at):
        # Where nobody told of the coming expiry in time, the expiry is all there is to tell.
        events.emit(tx, "expired" if delivery.status == "expired" else "expiring", delivery)
