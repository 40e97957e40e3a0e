"""Expiry: by time alone, told of 24 hours ahead and when it comes, each once (decisions, section 8).

`announce_at` says when there is something to tell next. The sweep moves it on in the transaction that stores the event,
so that neither a second worker nor one that was killed tells anything twice, or not at all.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg

from fulfilment.db import moment, outbox
from fulfilment.db.chore import MOST_FAULTS, Chore
from fulfilment.db.pool import Database
from fulfilment.db.tx import Read, System, Tx
from fulfilment.deliveries import events, queries
from fulfilment.deliveries.records import shown
from fulfilment.http.errors import NotFound
from fulfilment.http.idempotency import MEMORY_HOURS

ANNOUNCED_AHEAD = timedelta(hours=24)
ANNOUNCE_EVERY_SECONDS = 5.0
BATCH = 200

_DUE = Chore("deliveries", ("account_id", "id"), BATCH)


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
    faults: Counter[str] = Counter()
    is_more = True
    while is_more:
        async with db.connection() as connection:
            now = await moment.now(connection)
            due = await connection.fetch(queries.WORKSPACES_WITH_DUE.text, now)
        workspaces = [row["account_id"] for row in due if faults[row["account_id"]] < MOST_FAULTS]
        is_more = any([await _announce_some(db, account_id, now, faults) for account_id in workspaces])


async def _announce_some(db: Database, account_id: str, now: datetime, faults: Counter[str]) -> bool:
    """A batch of one workspace; whether there may be more."""

    async def pick(connection: asyncpg.Connection, most: int) -> Sequence[asyncpg.Record]:
        return await queries.lock_due(Read(connection, System(account_id)), now, most)

    async def act(connection: asyncpg.Connection, due: Sequence[asyncpg.Record]) -> None:
        tx = Tx(connection, System(account_id))
        await tell(tx, due, now)
        await outbox.settle(connection, [(tx, None)], memory_hours=MEMORY_HOURS)

    is_more, has_faulted = await _DUE.step(db, pick, act, account_id)
    faults[account_id] += has_faulted
    return is_more


async def tell(tx: Tx, due: Sequence[asyncpg.Record], now: datetime) -> None:
    """Tell of these, which are due, the soonest expiry first."""
    await queries.move_on(tx, now, [row["id"] for row in due])
    for delivery in sorted((shown(row, now) for row in due), key=lambda delivery: delivery.expires_at):
        # Where nobody told of the coming expiry in time, the expiry is all there is to tell.
        events.tell(tx, "expired" if delivery.status == "expired" else "expiring", delivery)
