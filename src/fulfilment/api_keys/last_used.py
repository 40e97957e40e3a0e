"""`lastUsedAt` of API keys: collected in memory and written in batches every few seconds, not once per request.

A process measures how long ago a key was used, and the database subtracts that from its own clock. Otherwise a node
whose clock is ahead would date a use in the future, and later uses would not replace it.
"""

import asyncio
import time
from datetime import timedelta
from itertools import islice, takewhile

import structlog

from fulfilment.api_keys import queries
from fulfilment.infra.auth.authenticator import Authenticator
from fulfilment.infra.database.pool import UNAVAILABLE, Database, PoolFull
from fulfilment.infra.jobs import task_supervisor

FLUSH_INTERVAL_SECONDS = 2.0
# While the database is unavailable, a process remembers this many keys: those used last.
MAX_PENDING = 10_000
FLUSH_BATCH_SIZE = 1_000

_log = structlog.get_logger(__name__)

_UNAVAILABLE_ERRORS = (*UNAVAILABLE, PoolFull)


class LastUsedTracker:
    """Writes `lastUsedAt` of the keys used in this process. A write that fails is repeated later."""

    def __init__(self, db: Database, authenticator: Authenticator) -> None:
        self._db = db
        self._authenticator = authenticator
        self._used: dict[str, float] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = task_supervisor.start("key_use", self._run, expected=_UNAVAILABLE_ERRORS)

    async def stop(self) -> None:
        """Write the remaining uses, if the database is available."""
        await task_supervisor.stop(self._task)
        try:
            await self._flush()
        except Exception as problem:
            # A failure here must not prevent the process from closing its other resources.
            _log.warning("key_use_lost", keys=len(self._used), error=type(problem).__name__)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(FLUSH_INTERVAL_SECONDS)
            await self._flush()

    async def _flush(self) -> None:
        self._collect()
        while self._used:
            at, key_ids = self._oldest()
            async with self._db.connection() as connection:
                await connection.execute(
                    queries.UPDATE_LAST_USED.text, key_ids, timedelta(seconds=time.monotonic() - at)
                )
            for key_id in key_ids:
                del self._used[key_id]

    def _oldest(self) -> tuple[float, list[str]]:
        at = next(iter(self._used.values()))
        alike = takewhile(lambda key_id: self._used[key_id] == at, self._used)
        return at, list(islice(alike, FLUSH_BATCH_SIZE))

    def _collect(self) -> None:
        now = time.monotonic()
        used, self._authenticator.used_key_ids = self._authenticator.used_key_ids, {}
        for key_id in used:
            self._used.pop(key_id, None)
            self._used[key_id] = now
        for key_id in list(self._used)[:-MAX_PENDING]:
            del self._used[key_id]
