"""How long events and the delivery log are kept. What has had its time goes in small batches, each its own transaction.

A pending delivery stays, and so does an event that a delivery still needs. The numbering of events is never reset.
"""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import asyncpg
import msgspec
import structlog

from fulfilment.db import moment
from fulfilment.db.chore import MOST_FAULTS, Chore, columns, is_away
from fulfilment.db.pool import Database
from fulfilment.db.sql import Statement
from fulfilment.settings import Settings
from fulfilment.webhooks.retention_queries import (
    FORGET_DELIVERIES,
    FORGET_EVENTS,
    FORGET_HOURS,
    FORGET_RECOVERIES,
    HAVE_OLD_DELIVERIES,
    HAVE_OLD_EVENTS,
    NEXT_DELIVERY,
    NEXT_EVENT,
    NEXT_WORKSPACES,
    OLD_HOURS,
    OLD_RECOVERIES,
)

EVENTS_KEPT_DAYS = 30
# The longest window that is asked for begins with a full hour.
STATS_KEPT_DAYS = 31
FORGET_EVERY_SECONDS = 600
FORGOTTEN_AT_ONCE = 500
WORKSPACES_AT_ONCE = 500

# Whoever is just about to deliver again what is at the edge is not overtaken.
_GRACE = timedelta(hours=1)
_SMALLER = 8

_log = structlog.get_logger(__name__)


class Kind(msgspec.Struct, frozen=True):
    """What is removed by workspace: who has old ones, a batch of them, and the one that a batch begins with."""

    name: str
    having: Statement
    forget: Statement
    next: Statement


_LOG = Kind("webhook_delivery", HAVE_OLD_DELIVERIES, FORGET_DELIVERIES, NEXT_DELIVERY)
_EVENTS = Kind("event", HAVE_OLD_EVENTS, FORGET_EVENTS, NEXT_EVENT)
_HOUR = ("account_id", "endpoint_id", "hour", "outcome", "duration_bucket")
_STATS = (
    (Chore("webhook_hours", _HOUR, FORGOTTEN_AT_ONCE), OLD_HOURS, FORGET_HOURS, len(_HOUR)),
    (Chore("webhook_recoveries", ("account_id", "id"), FORGOTTEN_AT_ONCE), OLD_RECOVERIES, FORGET_RECOVERIES, 2),
)


def log_kept(settings: Settings) -> timedelta:
    """For how long the delivery log is kept."""
    return timedelta(days=settings.webhook_log_days)


def events_kept(settings: Settings) -> timedelta:
    """For how long events are kept: never shorter than the log, which shows them."""
    return max(timedelta(days=EVENTS_KEPT_DAYS), log_kept(settings))


async def forget(db: Database, settings: Settings) -> None:
    """Remove what has had its time, in every workspace."""
    async with db.connection() as connection:
        now = await moment.now(connection)
    horizon = now - log_kept(settings) - _GRACE
    await _in_turn([Walk(account_id, _LOG, 0, horizon) async for account_id in _having(db, _LOG.having, horizon)], db)
    horizon = now - events_kept(settings) - _GRACE
    found = [Walk(account_id, _EVENTS, "", horizon) async for account_id in _having(db, _EVENTS.having, horizon)]
    await _in_turn(found, db)
    for chore, pick, end, width in _STATS:
        await _forget_older(db, chore, pick, end, width, now - timedelta(days=STATS_KEPT_DAYS))


async def _in_turn(walks: list["Walk"], db: Database) -> None:
    """A batch of each workspace, and again, so that one with very much does not stand before the others."""
    while walks:
        walks = [walk for walk in walks if await walk.step(db)]


async def _having(db: Database, having: Statement, horizon: datetime) -> AsyncIterator[str]:
    """The workspaces whose oldest row is older than that, from a look at the oldest rows alone."""
    after, page = "", [""]
    while page:
        async with db.connection() as connection:
            page = [row["id"] for row in await connection.fetch(NEXT_WORKSPACES.text, after, WORKSPACES_AT_ONCE)]
            found: list[asyncpg.Record] = await connection.fetch(having.text, page, horizon)
        for row in found:
            yield row["account_id"]
        after = page[-1] if page else after


async def _forget_older(
    db: Database, chore: Chore, pick: Statement, end: Statement, width: int, horizon: datetime
) -> None:
    await chore.work_off(
        db,
        lambda connection, most: connection.fetch(pick.text, horizon, most),
        lambda connection, old: connection.execute(end.text, *columns(old, width)),
    )


class Walk(msgspec.Struct):
    """The way through what is old of one workspace, from the oldest on; `after` is how far it is."""

    account_id: str
    kind: Kind
    after: Any
    horizon: datetime
    most: int = msgspec.field(default_factory=lambda: FORGOTTEN_AT_ONCE)
    faults: int = 0

    async def step(self, db: Database) -> bool:
        """A batch; whether there may be more. What cannot be removed is passed over until the next time."""
        given = self.account_id, self.after, self.horizon, self.most
        try:
            async with db.connection() as connection:
                self.after = await connection.fetchval(self.kind.forget.text, *given)
            self.most = min(2 * self.most, FORGOTTEN_AT_ONCE)
        except Exception as problem:
            if is_away(problem):
                raise
            await self._narrow(db, problem)
        return self.after is not None and self.faults < MOST_FAULTS

    async def _narrow(self, db: Database, problem: Exception) -> None:
        """Fewer at once, down to the one that spoils it."""
        if self.most > 1:
            self.most = max(1, self.most // _SMALLER)
            return
        async with db.connection() as connection:
            spoilt = await connection.fetchrow(self.kind.next.text, self.account_id, self.after)
        named = {"account": self.account_id, "kind": self.kind.name, "id": spoilt and spoilt["id"]}
        _log.error("not_forgotten", **named, error=type(problem).__name__, exc_info=problem)
        self.after = spoilt and spoilt["after"]
        self.faults += 1
