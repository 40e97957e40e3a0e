"""Deferred releases: leases that a process gave up during an outage are released as soon as the database answers.

A lease reserves a row for the process that claimed it. While the database does not answer, a process cannot release
the lease of a row that it gives up. The row would wait until the lease ends, so the process keeps the release and
retries it. A release is dropped when its lease would have ended.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial

import msgspec
import structlog

from fulfilment.infra.database.errors import SERIALIZATION_CONFLICTS, UNAVAILABLE, PoolFull
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.observability.tracing import recording

RETRY_SECONDS = 0.25
# Beyond this number the oldest releases are dropped, and their leases end by themselves.
MAX_PENDING = 10_000
# A transaction may have begun a little before its statement that claimed the lease.
_SLACK_SECONDS = 1.0

_DATABASE_UNAVAILABLE = (*UNAVAILABLE, *SERIALIZATION_CONFLICTS, PoolFull)

# Condition that a row's lease, which ends at `column`, was claimed in a ClaimWindow.
CLAIMED_WITHIN = "{column} - ${lease}::interval BETWEEN now() - ${longest}::interval AND now() - ${shortest}::interval"

Release = Callable[[], Awaitable[object]]

_log = structlog.get_logger(__name__)


class ClaimWindow(msgspec.Struct, frozen=True):
    """The period in which a lease may have been claimed. Leases claimed outside it belong to other processes.

    Its ends are times of the monotonic clock, since the database receives only their distance from now.
    """

    began: float
    ended: float
    lease: timedelta

    @property
    def arguments(self) -> tuple[timedelta, timedelta, timedelta]:
        """The duration of the lease, and the longest and the shortest time since it was claimed."""
        now = time.monotonic()
        return self.lease, timedelta(seconds=now - self.began + _SLACK_SECONDS), timedelta(seconds=now - self.ended)


def claimed_within(column: str, nth: int) -> str:
    """SQL condition that a row's lease, which ends at `column`, was claimed in a window: `$nth` and the next two."""
    return CLAIMED_WITHIN.format(column=column, lease=nth, longest=nth + 1, shortest=nth + 2)


class DeferredReleases:
    """Queue of the pending releases of one process."""

    def __init__(self) -> None:
        self._pending: deque[tuple[Release, float]] = deque(maxlen=MAX_PENDING)
        self._task: asyncio.Task[None] | None = None

    def schedule(self, release: Release, lease: timedelta) -> None:
        """Run the release as soon as the database answers, unless the lease would have ended by then."""
        self._pending.append((release, time.monotonic() + lease.total_seconds()))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run_pending(), name="arrears")

    @asynccontextmanager
    async def claiming(
        self, lease: timedelta, release: Callable[[ClaimWindow], Awaitable[object]]
    ) -> AsyncIterator[None]:
        """Context of a transaction that claims leases; after an unknown outcome it schedules `release` for the window.

        The commit may have succeeded, and this process does not know the rows.
        """
        began = time.monotonic()
        try:
            yield
        except _DATABASE_UNAVAILABLE:
            self.schedule(partial(release, ClaimWindow(began, time.monotonic(), lease)), lease)
            raise

    async def close(self) -> None:
        """Drop pending releases: rows with this process's owner id are released when its heartbeat ends."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _run_pending(self) -> None:
        # The task serves all workspaces, not only the workspace that started it.
        fair_semaphore.current_tenant.set(fair_semaphore.SYSTEM)
        recording.current.set(None)
        while self._pending:
            release, until = self._pending.popleft()
            try:
                await release()
            except _DATABASE_UNAVAILABLE:
                if time.monotonic() < until:
                    self._pending.append((release, until))
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                # A failed release is dropped, so that it does not delay the others; its lease ends by itself.
                _log.exception("deferred_release_failed")
