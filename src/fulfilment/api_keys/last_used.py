"""When keys were last used: written down within seconds, together, since it is not worth a write per request.

A process remembers how long ago that was, and the database by its own clock when: of two nodes with different clocks,
one would else have keys used in the future, and never again before.
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
# While nothing can be written, the keys used latest are remembered.
MAX_PENDING = 10_000
FLUSH_BATCH_SIZE = 1_000

_log = structlog.get_logger(__name__)

_UNAVAILABLE_ERRORS = (*UNAVAILABLE, PoolFull)


class LastUsedTracker:
    """Notes the keys that were used in this process, `lastUsedAt`; what cannot be noted now is noted later."""

    def __init__(self, db: Database, authenticator: Authenticator) -> None:
        self._db = db
        self._authenticator = authenticator
        self._used: dict[str, float] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = task_supervisor.start("key_use", self._run, expected=_UNAVAILABLE_ERRORS)

    async def stop(self) -> None:
        """Note what was used last, if the database is there."""
        await task_supervisor.stop(self._task)
        try:
            await self._flush()
        except Exception as problem:
            # It must not keep the process from closing the rest.
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
