"""From the outbox to the queue: one delivery per event and endpoint (specification, Who receives an event).

A batch is one transaction, so a crash repeats it; whatever was fanned out before is passed over.
"""

from collections.abc import Callable, Sequence

import asyncpg
import structlog

from fulfilment import clock
from fulfilment.alarm import Alarm
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.webhooks.queue.fan_out_queries import FAN_OUT, TAKE_OUTBOX

WORKSPACES_AT_ONCE = 20
EVENTS_OF_WORKSPACE_AT_ONCE = 200

_log = structlog.get_logger(__name__)

# An endpoint that was deleted while its delivery was being written; the next look does not find it any more.
_ENDPOINT_WENT = asyncpg.ForeignKeyViolationError


class FanOut:
    """One process's share of the work. `on_queued` is called after a commit that queued deliveries."""

    def __init__(self, db: Database, on_queued: Callable[[], None], poll_seconds: float):
        self.alarm = Alarm()
        self._db = db
        self._on_queued = on_queued
        self._poll_seconds = poll_seconds
        self._after = ""

    async def run(self) -> None:
        """For ever."""
        while True:
            if not await self.step():
                await self.alarm.wait(self._poll_seconds)

    async def step(self) -> int:
        """Fan some events out; how many."""
        began_at, rows = self._after, []
        try:
            async with self._db.transaction() as connection:
                rows = await self._take(connection)
                created = await _store(connection, rows) if rows else 0
        except (*COLLISIONS, _ENDPOINT_WENT) as problem:
            _log.info("fan_out_again", error=type(problem).__name__)
            return len(rows)
        except (*UNAVAILABLE, PoolFull):
            raise
        except Exception:
            _log.exception("fan_out_fault", events=len(rows))
            return await self._one_by_one(rows)
        if created:
            self._on_queued()
        # Having gone round from the middle, look at the beginning too before sleeping.
        return len(rows) or (1 if began_at else 0)

    async def _take(self, connection: asyncpg.Connection) -> Sequence[asyncpg.Record]:
        rows = await connection.fetch(TAKE_OUTBOX.text, self._after, WORKSPACES_AT_ONCE, EVENTS_OF_WORKSPACE_AT_ONCE)
        workspaces = {row["account_id"] for row in rows}
        self._after = max(workspaces) if len(workspaces) == WORKSPACES_AT_ONCE else ""
        return rows

    async def _one_by_one(self, rows: Sequence[asyncpg.Record]) -> int:
        """What spoils a batch stays in the outbox, to be seen in the log; the others go on."""
        done = 0
        for row in rows:
            try:
                async with self._db.transaction() as connection:
                    await _store(connection, [row])
                done += 1
            except (*UNAVAILABLE, PoolFull):
                raise
            except Exception:
                _log.exception("event_not_fanned_out", event_id=row["event_id"])
        self._on_queued()
        return done


async def _store(connection: asyncpg.Connection, rows: Sequence[asyncpg.Record]) -> int:
    columns = ([row[name] for row in rows] for name in ("account_id", "position", "event_id"))
    return await connection.fetchval(FAN_OUT.text, *columns, clock.now())
