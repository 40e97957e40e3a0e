"""Debounced NOTIFY: wakes the workers after events were committed.

A NOTIFY inside a transaction takes a lock that serialises commits. Therefore the notification is sent after the commit,
on its own, and at most once per interval. After a lost notification a worker finds the events with its next poll.
"""

import asyncio

import asyncpg
import structlog

from fulfilment.infra.database.outbox import CHANNEL, NOTIFY
from fulfilment.infra.database.pool import UNAVAILABLE, Database, PoolFull
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.observability.tracing import recording

log = structlog.get_logger(__name__)

_INTERVAL_SECONDS = 0.02


class WorkerNotifier:
    """Sends notifications on the outbox channel and coalesces requests within an interval."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._task: asyncio.Task | None = None
        self._again = False

    def notify(self) -> None:
        """Wake the workers soon, without waiting."""
        self._again = True
        if self._task is None:
            self._task = asyncio.create_task(self._notify_until_quiet())

    async def _notify_until_quiet(self) -> None:
        # The task notifies for all tenants, not only for the first caller.
        fair_semaphore.current_tenant.set(fair_semaphore.SYSTEM)
        recording.current.set(None)
        try:
            while self._again:
                self._again = False
                try:
                    async with self._db.connection() as connection:
                        await connection.execute(NOTIFY.text, CHANNEL)
                except (*UNAVAILABLE, PoolFull, asyncpg.PostgresError) as problem:
                    log.info("worker_notify_failed", error=type(problem).__name__)
                await asyncio.sleep(_INTERVAL_SECONDS)
        finally:
            self._task = None
