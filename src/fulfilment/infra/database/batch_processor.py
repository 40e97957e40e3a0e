"""Batch processor with poison-row isolation: processes due rows in batches, each in one transaction.

A batch that fails is retried with fewer rows, down to the single row that causes the failure. The processor logs this
row, blocks it with exponential back-off, and then retries it alone. Locked rows are skipped. A batch that takes too
long becomes smaller, so that no batch fails the same way for ever.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg
import structlog

from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.jobs.backoff import BackoffRegistry

# Errors that a row can cause, although a slow or locked database can cause them too.
ROW_ERRORS = (asyncpg.QueryCanceledError, asyncpg.LockNotAvailableError, *SERIALIZATION_CONFLICTS)
# A defect of all rows must not keep the worker busy: after so many failures the rest waits for the next run.
MAX_FAILURES = 20
_SHRINK_FACTOR = 8

# Selects and locks the given number of due rows, the longest due first, and skips rows locked by others.
Select = Callable[[asyncpg.Connection, int], Awaitable[Sequence[asyncpg.Record]]]
Process = Callable[[asyncpg.Connection, Sequence[asyncpg.Record]], Awaitable[Any]]

_log = structlog.get_logger(__name__)


class BatchProcessor:
    """A processor of one kind of row, identified by the columns `key`, with `batch_size` rows per batch.

    Where batches are per workspace, each workspace has its own reduced batch size after a failure.
    """

    def __init__(self, name: str, key: Sequence[str], batch_size: int) -> None:
        self._name = name
        self._key = key
        self._batch_size = batch_size
        # Only of workspaces whose last batch failed.
        self._reduced_sizes: dict[str, int] = {}
        self._backoff = BackoffRegistry()

    async def drain(self, db: Database, select: Select, process: Process) -> None:
        """Process all due rows. Raises the database's errors while it is unavailable."""
        failures = 0
        is_more = True
        while is_more and failures < MAX_FAILURES:
            # Each batch counts as a sign of life for the supervisor.
            task_supervisor.tick()
            is_more, has_failed = await self.run_batch(db, select, process)
            failures += has_failed

    async def run_batch(self, db: Database, select: Select, process: Process, workspace: str = "") -> tuple[bool, bool]:
        """Process one batch; returns whether there may be more rows, and whether a single row has failed."""
        blocked = self._backoff.blocked()
        size = self._reduced_sizes.get(workspace, self._batch_size)
        limit = size + len(blocked)
        batch: Sequence[asyncpg.Record] = []
        try:
            async with db.transaction() as connection:
                found = await select(connection, limit)
                waiting = [row for row in found if self._key_of(row) not in blocked]
                batch = self._choose_batch(waiting, size)
                if batch:
                    await process(connection, batch)
        except Exception as problem:
            if not batch or is_database_unavailable(problem):
                raise
            return True, self._bisect(workspace, batch, problem)
        for row in batch:
            self._backoff.record_success(self._key_of(row))
        self._set_size(workspace, 2 * size)
        return len(batch) < len(waiting) or len(found) == limit, False

    def _key_of(self, row: asyncpg.Record) -> tuple:
        return tuple(row[name] for name in self._key)

    def _set_size(self, workspace: str, size: int) -> None:
        if size < self._batch_size:
            self._reduced_sizes[workspace] = size
        else:
            self._reduced_sizes.pop(workspace, None)

    def _choose_batch(self, waiting: Sequence[asyncpg.Record], size: int) -> Sequence[asyncpg.Record]:
        """Rows without a failure, as one batch; without any, one row that has failed before."""
        untried = [row for row in waiting if not self._backoff.has_failed(self._key_of(row))]
        return untried[:size] or waiting[:1]

    def _bisect(self, workspace: str, batch: Sequence[asyncpg.Record], problem: Exception) -> bool:
        if len(batch) > 1:
            self._set_size(workspace, max(1, len(batch) // _SHRINK_FACTOR))
            return False
        failures = self._backoff.record_failure(self._key_of(batch[0]))
        named = dict(zip(self._key, self._key_of(batch[0]), strict=True))
        if isinstance(problem, ROW_ERRORS):
            _log.warning(
                "batch_row_retry_scheduled", processor=self._name, **named, tries=failures, error=type(problem).__name__
            )
        else:
            _log.error("batch_row_failed", processor=self._name, **named, tries=failures, exc_info=problem)
        return True


def columns(rows: Sequence[asyncpg.Record], width: int) -> list[list]:
    """The first columns of the rows, as array parameters of a statement."""
    return [[row[number] for row in rows] for number in range(width)]


def is_database_unavailable(problem: Exception) -> bool:
    """True where the database is unavailable or full, which no row has caused."""
    return isinstance(problem, (*UNAVAILABLE, PoolFull)) and not isinstance(problem, ROW_ERRORS)
