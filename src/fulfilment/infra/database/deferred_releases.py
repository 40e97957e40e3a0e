"""Releases that wait for the database: what a process gave up while it was away is given back as soon as it answers.

A lease says for how long a row is left to the process that took it. A process that lives, and gives a row up because
the database does not answer, cannot say so at that moment; the row would wait until its lease ends. So the process
keeps the release, and makes up for it. A release that is still kept when its lease would have ended is dropped.
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
# Beyond it the oldest are left to their leases.
MAX_PENDING = 10_000
# A transaction may have begun a little before the statement in it that took the lease.
_SLACK_SECONDS = 1.0

_DATABASE_UNAVAILABLE = (*UNAVAILABLE, *SERIALIZATION_CONFLICTS, PoolFull)

# A row whose lease was taken in a span of time: `column` is when the lease ends, and the three parameters from `nth` on
# are those of `Span.arguments`.
CLAIMED_WITHIN = "{column} - ${lease}::interval BETWEEN now() - ${longest}::interval AND now() - ${shortest}::interval"

Release = Callable[[], Awaitable[object]]

_log = structlog.get_logger(__name__)


class ClaimWindow(msgspec.Struct, frozen=True):
    """The time in which a lease was taken, if it was: what another took before or after is not ours to release.

    Its ends are of the monotonic clock, since only their distance from now is told to the database.
    """

    began: float
    ended: float
    lease: timedelta

    @property
    def arguments(self) -> tuple[timedelta, timedelta, timedelta]:
        """The lease, and how long ago it was taken at the most and at the least."""
        now = time.monotonic()
        return self.lease, timedelta(seconds=now - self.began + _SLACK_SECONDS), timedelta(seconds=now - self.ended)


def claimed_within(column: str, nth: int) -> str:
    """The condition that a row's lease, which ends at `column`, was taken in the span of `$nth` and the next two."""
    return CLAIMED_WITHIN.format(column=column, lease=nth, longest=nth + 1, shortest=nth + 2)


class DeferredReleases:
    """The releases of one process."""

    def __init__(self) -> None:
        self._pending: deque[tuple[Release, float]] = deque(maxlen=MAX_PENDING)
        self._task: asyncio.Task[None] | None = None

    def schedule(self, release: Release, lease: timedelta) -> None:
        """Do this as soon as the database answers, and not later than the lease would have ended."""
        self._pending.append((release, time.monotonic() + lease.total_seconds()))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run_pending(), name="arrears")

    @asynccontextmanager
    async def claiming(
        self, lease: timedelta, release: Callable[[ClaimWindow], Awaitable[object]]
    ) -> AsyncIterator[None]:
        """A transaction that takes leases. Where its outcome is lost, `release` gives back the leases of its window.

        The commit may have succeeded, and this process does not know the rows.
        """
        began = time.monotonic()
        try:
            yield
        except _DATABASE_UNAVAILABLE:
            self.schedule(partial(release, ClaimWindow(began, time.monotonic(), lease)), lease)
            raise

    async def close(self) -> None:
        """Drop what is kept: what carried this process's number is released when the process is gone."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _run_pending(self) -> None:
        # The task serves all workspaces, not the one whose work was given up first.
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
                # One that cannot be released is left to its lease, and holds up none of the others.
                _log.exception("deferred_release_failed")
