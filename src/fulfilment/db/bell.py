"""Wakes the workers when events were committed.

A NOTIFY inside a transaction takes a lock that makes commits wait for each other, so the bell is rung after the
commit, by itself, and at most once per interval however many commits there were. A ring that is lost costs a worker's
poll.
"""

import asyncio

import asyncpg
import structlog

from fulfilment import party
from fulfilment.db.outbox import CHANNEL, RING
from fulfilment.db.pool import UNAVAILABLE, Database, PoolFull
from fulfilment.traces import recording

log = structlog.get_logger(__name__)

_INTERVAL_SECONDS = 0.02


class Bell:
    """Rings the outbox channel, coalescing what happens meanwhile."""

    def __init__(self, db: Database):
        self._db = db
        self._ringing: asyncio.Task | None = None
        self._again = False

    def ring(self) -> None:
        """Wake the workers soon; costs the caller nothing."""
        self._again = True
        if self._ringing is None:
            self._ringing = asyncio.create_task(self._ring())

    async def _ring(self) -> None:
        # It rings for all, whoever was the first to ask for it.
        party.current.set(party.HOUSE)
        recording.current.set(None)
        try:
            while self._again:
                self._again = False
                try:
                    async with self._db.connection() as connection:
                        await connection.execute(RING.text, CHANNEL)
                except (*UNAVAILABLE, PoolFull, asyncpg.PostgresError) as problem:
                    log.info("bell_not_rung", error=type(problem).__name__)
                await asyncio.sleep(_INTERVAL_SECONDS)
        finally:
            self._ringing = None
