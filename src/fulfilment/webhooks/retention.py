"""How long events and the delivery log are kept. What has had its time goes in small batches, each its own transaction.

A pending delivery stays, and so does an event that a delivery still needs. The numbering of events is never reset.
"""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import asyncpg

from fulfilment import clock
from fulfilment.db.pool import Database
from fulfilment.settings import Settings
from fulfilment.webhooks.retention_queries import (
    FORGET_DELIVERIES,
    FORGET_EVENTS,
    FORGET_HOURS,
    FORGET_RECOVERIES,
    HAVE_OLD_DELIVERIES,
    HAVE_OLD_EVENTS,
    NEXT_WORKSPACES,
)

EVENTS_KEPT_DAYS = 30
# The longest window that is asked for begins with a full hour.
STATS_KEPT_DAYS = 31
FORGET_EVERY_SECONDS = 600
FORGOTTEN_AT_ONCE = 500
WORKSPACES_AT_ONCE = 500

# Whoever is just about to deliver again what is at the edge is not overtaken.
_GRACE = timedelta(hours=1)


def log_kept(settings: Settings) -> timedelta:
    """For how long the delivery log is kept."""
    return timedelta(days=settings.webhook_log_days)


def events_kept(settings: Settings) -> timedelta:
    """For how long events are kept: never shorter than the log, which shows them."""
    return max(timedelta(days=EVENTS_KEPT_DAYS), log_kept(settings))


async def forget(db: Database, settings: Settings) -> None:
    """Remove what has had its time, in every workspace."""
    now = clock.now()
    async for account_id in _having(db, HAVE_OLD_DELIVERIES.text, horizon := now - log_kept(settings) - _GRACE):
        await _forget_deliveries(db, account_id, horizon)
    async for account_id in _having(db, HAVE_OLD_EVENTS.text, horizon := now - events_kept(settings) - _GRACE):
        await _forget_events(db, account_id, horizon)
    for statement in (FORGET_HOURS.text, FORGET_RECOVERIES.text):
        await _forget_older(db, statement, now - timedelta(days=STATS_KEPT_DAYS))


async def _having(db: Database, statement: str, horizon: datetime) -> AsyncIterator[str]:
    """The workspaces whose oldest row is older than that, from a look at the oldest rows alone."""
    after, page = "", [""]
    while page:
        async with db.connection() as connection:
            page = [row["id"] for row in await connection.fetch(NEXT_WORKSPACES.text, after, WORKSPACES_AT_ONCE)]
            found: list[asyncpg.Record] = await connection.fetch(statement, page, horizon)
        for row in found:
            yield row["account_id"]
        after = page[-1] if page else after


async def _forget_deliveries(db: Database, account_id: str, horizon: datetime) -> None:
    after: int | None = 0
    while after is not None:
        async with db.connection() as connection:
            after = await connection.fetchval(FORGET_DELIVERIES.text, account_id, after, horizon, FORGOTTEN_AT_ONCE)


async def _forget_older(db: Database, statement: str, horizon: datetime) -> None:
    forgotten = FORGOTTEN_AT_ONCE
    while forgotten == FORGOTTEN_AT_ONCE:
        async with db.connection() as connection:
            forgotten = await connection.fetchval(statement, horizon, FORGOTTEN_AT_ONCE)


async def _forget_events(db: Database, account_id: str, horizon: datetime) -> None:
    after: str | None = ""
    while after is not None:
        async with db.connection() as connection:
            after = await connection.fetchval(FORGET_EVENTS.text, account_id, after, horizon, FORGOTTEN_AT_ONCE)
