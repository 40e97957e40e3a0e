"""The security log of one process: what was counted is written down every few seconds, in one statement."""

import asyncio
from datetime import datetime

import structlog

from fulfilment.infra.auth.failed_auth_log.queries import WRITE
from fulfilment.infra.auth.failed_auth_stats import FailedAuthStats
from fulfilment.infra.database import outbox
from fulfilment.infra.database.pool import UNAVAILABLE, Database, PoolFull
from fulfilment.infra.jobs import task_supervisor

EVERY_SECONDS = 5.0
AUDIT_NOT_WRITTEN = "AUDIT_NOT_WRITTEN"

_log = structlog.get_logger(__name__)

_AWAY = (*UNAVAILABLE, PoolFull)


class SecurityLog:
    """Writes down who was refused in this process, and how many audit entries could not be written."""

    def __init__(self, db: Database, refused: FailedAuthStats) -> None:
        self._db = db
        self._refused = refused
        self._hour: datetime | None = None
        self._writing: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._writing = task_supervisor.start("security_log", self._write_for_ever, expected=_AWAY)

    async def end(self) -> None:
        """Write down what was counted last, if the database is there."""
        await task_supervisor.stop(self._writing)
        try:
            await self.write()
        except Exception as problem:
            # It must not keep the process from closing the rest.
            _log.warning("security_log_lost", error=type(problem).__name__)

    async def _write_for_ever(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            await self.write()

    async def write(self) -> None:
        """Write down all that was counted. What cannot be written now is kept, and counted on."""
        unwritten = outbox.lost_audit_entries.drain()
        if unwritten:
            self._refused.count(AUDIT_NOT_WRITTEN, "", "", unwritten)
        taken = self._refused.drain()
        if not taken:
            return
        columns = [list(column) for column in zip(*((*row, count) for row, count in taken.items()), strict=True)]
        try:
            async with self._db.connection() as connection:
                hour = await connection.fetchval(WRITE.text, *columns)
        except BaseException:
            self._refused.restore(taken)
            raise
        if self._hour not in (None, hour):
            self._refused.start_hour()
        self._hour = hour
