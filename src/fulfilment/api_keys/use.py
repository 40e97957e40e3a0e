"""When keys were last used: written down within seconds, together, since it is not worth a write per request.

A process remembers how long ago that was, and the database by its own clock when: of two nodes with different clocks,
one would else have keys used in the future, and never again before.
"""

import asyncio
import time
from datetime import timedelta
from itertools import islice, takewhile

import structlog

from fulfilment import background
from fulfilment.api_keys import queries
from fulfilment.db.pool import UNAVAILABLE, Database, PoolFull
from fulfilment.http.callers import Callers

EVERY_SECONDS = 2.0
# While nothing can be written, the keys used latest are remembered.
MOST_REMEMBERED = 10_000
NOTED_AT_ONCE = 1_000

_log = structlog.get_logger(__name__)

_AWAY = (*UNAVAILABLE, PoolFull)


class KeyUse:
    """Notes the keys that were used in this process, `lastUsedAt`; what cannot be noted now is noted later."""

    def __init__(self, db: Database, callers: Callers):
        self._db = db
        self._callers = callers
        self._used: dict[str, float] = {}
        self._noting: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._noting = background.begin("key_use", self._note_for_ever, expected=_AWAY)

    async def end(self) -> None:
        """Note what was used last, if the database is there."""
        await background.end(self._noting)
        try:
            await self._note()
        except Exception as problem:
            # It must not keep the process from closing the rest.
            _log.warning("key_use_lost", keys=len(self._used), error=type(problem).__name__)

    async def _note_for_ever(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            await self._note()

    async def _note(self) -> None:
        self._gather()
        while self._used:
            at, noted = self._oldest()
            async with self._db.connection() as connection:
                await connection.execute(queries.NOTE_USE.text, noted, timedelta(seconds=time.monotonic() - at))
            for key_id in noted:
                del self._used[key_id]

    def _oldest(self) -> tuple[float, list[str]]:
        at = next(iter(self._used.values()))
        alike = takewhile(lambda key_id: self._used[key_id] == at, self._used)
        return at, list(islice(alike, NOTED_AT_ONCE))

    def _gather(self) -> None:
        now = time.monotonic()
        used, self._callers.used = self._callers.used, {}
        for key_id in used:
            self._used.pop(key_id, None)
            self._used[key_id] = now
        for key_id in list(self._used)[:-MOST_REMEMBERED]:
            del self._used[key_id]
