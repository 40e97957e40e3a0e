"""From the outbox to the queue: one delivery per event and endpoint (specification, Who receives an event).

A batch is one transaction, so a crash repeats it; whatever was fanned out before is passed over. What spoils a batch is
looked for, and holds up nobody else: a workspace whose endpoints are locked rests, one whose events take too long is
taken fewer at once, and an event that cannot be fanned out goes behind the others, further each time.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from time import monotonic

import asyncpg
import structlog

from fulfilment import background, clock
from fulfilment.alarm import Alarm
from fulfilment.db.chore import is_away
from fulfilment.db.pool import COLLISIONS, Database
from fulfilment.metrics import recorder
from fulfilment.rests import Rests
from fulfilment.webhooks.queue import fan_out_traces
from fulfilment.webhooks.queue.fan_out_queries import FAN_OUT, POSTPONE, TAKE_OUTBOX, TAKE_POSTPONED
from fulfilment.webhooks.queue.outlook import Outlook

WORKSPACES_AT_ONCE = 20
EVENTS_OF_WORKSPACE_AT_ONCE = 200
POSTPONED_EVERY_SECONDS = 1.0
_SMALLER = 8

_log = structlog.get_logger(__name__)

# What is over by the next time: two that met, or an endpoint that was deleted while its delivery was being written.
_AGAIN = (*COLLISIONS, asyncpg.ForeignKeyViolationError)


class FanOut:
    """One process's share of the work. `on_queued` is called after a commit that queued deliveries."""

    def __init__(self, db: Database, on_queued: Callable[[], None], poll_seconds: float):
        self.alarm = Alarm()
        self._db = db
        self._on_queued = on_queued
        self._poll_seconds = poll_seconds
        self._outlook = Outlook()
        self._after_postponed = ""
        self._postponed_at = monotonic()
        # Workspaces whose endpoints were locked, and how many events are taken of those of which it took too long.
        self._rests = Rests()
        self._fewer: dict[str, int] = {}

    async def run(self) -> None:
        """For ever."""
        while True:
            background.turned()
            found = await self.step()
            recorder.note_turn("fan_out")
            if not found:
                await self.alarm.wait(self._poll_seconds)

    async def step(self) -> int:
        """Fan some events out; how many."""
        if monotonic() - self._postponed_at >= POSTPONED_EVERY_SECONDS:
            await self.try_postponed()
        async with self._db.connection() as connection:
            await self._outlook.look(connection)
        spans = self._outlook.turn(WORKSPACES_AT_ONCE, self._fewer, EVENTS_OF_WORKSPACE_AT_ONCE, self._rests.resting())
        return await self._fan_out(spans) if spans else 0

    async def _fan_out(self, spans: Sequence[tuple]) -> int:
        rows: Sequence[asyncpg.Record] = []
        try:
            async with self._db.transaction() as connection:
                found = await connection.fetch(TAKE_OUTBOX.text, *_columns(spans))
                taken = [row for row in found if row["position"] is not None]
                rows = sorted(taken, key=itemgetter("account_id", "position"))
                traced = await fan_out_traces.begin(connection, rows)
                created = await _store(connection, rows) if rows else 0
        except _AGAIN as problem:
            _log.info("fan_out_again", error=type(problem).__name__)
            return len(rows)
        except Exception as problem:
            if is_away(problem) or not rows:
                raise
            return await self._apart(rows)
        fan_out_traces.end(traced)
        self._mend(rows)
        if created:
            self._on_queued()
        is_worth_while = self._outlook.note(found, self._rests.resting())
        return len(rows) or int(is_worth_while)

    async def try_postponed(self) -> None:
        """Try again what could not be fanned out, each by itself, one of each workspace."""
        self._postponed_at = monotonic()
        given = self._after_postponed, WORKSPACES_AT_ONCE, 1, list(self._rests.resting())
        async with self._db.connection() as connection:
            rows = await connection.fetch(TAKE_POSTPONED.text, *given)
        self._after_postponed = _last(rows)
        for row in rows:
            if row["position"] is not None:
                await self._try([row])

    def _most(self, account_id: str) -> int:
        return self._fewer.get(account_id, EVENTS_OF_WORKSPACE_AT_ONCE)

    def _mend(self, rows: Sequence[asyncpg.Record]) -> None:
        """What went well is trusted with more again."""
        for account_id in {row["account_id"] for row in rows} if self._fewer else ():
            if (most := 2 * self._most(account_id)) < EVENTS_OF_WORKSPACE_AT_ONCE:
                self._fewer[account_id] = most
            else:
                self._fewer.pop(account_id, None)

    async def _apart(self, rows: Sequence[asyncpg.Record]) -> int:
        """Each workspace by itself; how many events were fanned out, or will be dealt with by themselves."""
        return sum([await self._try(some) for some in _by_workspace(rows)])

    async def _try(self, rows: Sequence[asyncpg.Record]) -> int:
        """Some events of a workspace; how many of them are done, or worth another try at once."""
        account_id = rows[0]["account_id"]
        try:
            async with self._db.transaction() as connection:
                spans = await fan_out_traces.begin(connection, rows)
                await _store(connection, rows)
        except asyncpg.LockNotAvailableError:
            _log.warning("fan_out_waits", account=account_id, tries=self._rests.fault(account_id))
            return 0
        except _AGAIN as problem:
            _log.info("fan_out_again", error=type(problem).__name__)
            return len(rows)
        except Exception as problem:
            if is_away(problem):
                raise
            return await self._narrow(rows, problem)
        fan_out_traces.end(spans)
        self._rests.mend(account_id)
        self._on_queued()
        return len(rows)

    async def _narrow(self, rows: Sequence[asyncpg.Record], problem: Exception) -> int:
        """Too much at once is taken in parts later; else, and of one alone, each event shows by itself what it is."""
        if len(rows) == 1:
            await self._postpone(rows[0], problem)
            return 0
        if isinstance(problem, asyncpg.QueryCanceledError):
            self._fewer[rows[0]["account_id"]] = max(1, len(rows) // _SMALLER)
            return len(rows)
        return sum([await self._try([row]) for row in rows])

    async def _postpone(self, row: asyncpg.Record, problem: Exception) -> None:
        """It stays in the outbox, to be seen in the log, and is tried again by itself."""
        async with self._db.connection() as connection:
            faults = await connection.fetchval(POSTPONE.text, row["account_id"], row["position"])
        named = {"account": row["account_id"], "event_id": row["event_id"], "tries": faults}
        _log.error("event_not_fanned_out", **named, exc_info=problem)


def _last(rows: Sequence[asyncpg.Record]) -> str:
    """After whom to look on; nobody where these were all."""
    is_full = len({row["account_id"] for row in rows}) == WORKSPACES_AT_ONCE
    return rows[-1]["account_id"] if is_full else ""


def _by_workspace(rows: Iterable[asyncpg.Record]) -> list[list[asyncpg.Record]]:
    """As they were taken: those of one workspace stand together."""
    return [list(some) for _, some in groupby(rows, lambda row: row["account_id"])]


def _columns(spans: Sequence[tuple]) -> list[list]:
    return [list(column) for column in zip(*spans, strict=True)]


async def _store(connection: asyncpg.Connection, rows: Sequence[asyncpg.Record]) -> int:
    columns = ([row[name] for row in rows] for name in ("account_id", "position", "event_id"))
    return await connection.fetchval(FAN_OUT.text, *columns, clock.now())
