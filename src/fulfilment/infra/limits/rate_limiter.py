"""Fixed-window rate limiter, for one process or distributed over all processes and nodes (decision 21).

A window begins with a subject's first request and lasts a minute; its whole limit may be used at once. Memory is
bounded: the least recently used subject is evicted.

Distributed windows: each process counts the requests that it admits, and reports them through one database row per
subject. One statement reports many subjects. A process admits at most LOCAL_PENDING_SHARE of the limit unreported, then
it reports first. All processes together therefore exceed the limit by at most that share for each further process. The
database's clock ends a window; processes measure only durations. While the database is unreachable, no request waits
for it, and each process uses its own count.
"""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

import asyncpg
import msgspec
import structlog

from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.database.statements import sql
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.observability.tracing import recording

WINDOW_SECONDS = 60
# The share of a limit that a subject may use in one process before the process reports it.
LOCAL_PENDING_SHARE = 1 / 20
REPORT_INTERVAL_SECONDS = 1.0
REPORT_BATCH_SIZE = 1_000
MAX_SUBJECTS = 32_768
_TIMEOUT_SECONDS = 2.0
# A standby during a fail-over refuses an unlogged table with FeatureNotSupportedError.
_DATABASE_UNAVAILABLE = (*UNAVAILABLE, *SERIALIZATION_CONFLICTS, PoolFull, asyncpg.FeatureNotSupportedError)

REPORT = sql(
    "windows.unscoped_report",
    """
    INSERT INTO request_windows AS known (subject, used, ends_at)
    SELECT subject, used, now() + left_seconds * interval '1 second'
      FROM unnest($1::text[], $2::bigint[], $3::float8[]) AS reported (subject, used, left_seconds)
     ORDER BY subject
        ON CONFLICT (subject) DO UPDATE
       SET used = excluded.used + CASE WHEN known.ends_at > now() THEN known.used ELSE 0 END,
           ends_at = CASE WHEN known.ends_at > now() THEN known.ends_at ELSE excluded.ends_at END
    RETURNING subject, used, extract(epoch FROM ends_at - now())::float8 AS left_seconds
    """,
)

_log = structlog.get_logger(__name__)


class RateLimited(ApiError):
    """The rate limit is exceeded. `Retry-After` has the seconds until the next window."""

    status, code, message = 429, "RATE_LIMITED", "Too many requests; slow down."


class RateLimitDecision(msgspec.Struct, frozen=True, gc=False):
    """Rate limit decision: the rest of the window. `wait_seconds` is the time to the next window if it is exceeded."""

    per_minute: int
    remaining: int
    reset_seconds: float
    wait_seconds: float = 0.0

    @property
    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Limit": str(self.per_minute),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(math.ceil(self.reset_seconds)),
        }

    def raise_if_exceeded(self) -> None:
        """Raise RateLimited if the limit was exceeded."""
        if self.wait_seconds:
            raise RateLimited(headers={**self.headers, "Retry-After": str(math.ceil(self.wait_seconds))})


class Window(msgspec.Struct, gc=False):
    """One subject's window in this process: the reported use of all processes, and the local use since.

    `in_flight` is in a report that is not yet answered, and `local_pending` is not reported yet.
    """

    ends_at: float
    reported: int = 0
    in_flight: int = 0
    local_pending: int = 0

    @property
    def used(self) -> int:
        return self.reported + self.in_flight + self.local_pending


def max_local_pending(limit: int) -> int:
    """The use that one process may admit before it must report it."""
    return max(1, math.floor(limit * LOCAL_PENDING_SHARE))


def _must_report(window: Window, limit: int, cost: int) -> bool:
    """True if the unreported use, with this cost, would exceed the share that a process may admit unreported."""
    unknown = window.in_flight + window.local_pending
    cost = min(cost, limit)
    return unknown > 0 and unknown + cost > max_local_pending(limit) and window.used + cost <= limit


class RateLimiter:
    """Rate limiter of one process, for many subjects. `now` is a clock in seconds that measures durations."""

    def __init__(self, max_subjects: int = MAX_SUBJECTS, now: Callable[[], float] = time.monotonic) -> None:
        self._max_subjects = max_subjects
        self._now = now
        self._windows: OrderedDict[Hashable, Window] = OrderedDict()

    def __contains__(self, subject: Hashable) -> bool:
        return subject in self._windows

    def __len__(self) -> int:
        return len(self._windows)

    def try_acquire(self, subject: Hashable, limit: int, cost: int = 1) -> RateLimitDecision:
        """Charge `cost` to the subject's `limit` per minute, or nothing if less is left.

        A cost above the limit is charged as the whole limit. A limit of 0 refuses nothing, but remembers the subject.
        """
        window = self._current(subject)
        left_seconds = window.ends_at - self._now()
        cost = min(cost, limit)
        left = limit - window.used
        if cost > left:
            return RateLimitDecision(limit, max(0, left), left_seconds, left_seconds)
        window.local_pending += cost
        return RateLimitDecision(limit, left - cost, left_seconds)

    def refund(self, subject: Hashable, limit: int, cost: int = 1) -> None:
        """Undo a granted acquisition."""
        window = self._current(subject)
        if window.used >= cost:
            window.local_pending -= cost

    def _current(self, subject: Hashable) -> Window:
        """The subject's window, a new one if the last has ended."""
        now = self._now()
        window = self._windows.get(subject)
        if window is None or window.ends_at <= now:
            window = self._windows[subject] = Window(now + WINDOW_SECONDS)
        self._windows.move_to_end(subject)
        if len(self._windows) > self._max_subjects:
            self._evict(next(iter(self._windows)))
        return window

    def _evict(self, subject: Hashable) -> None:
        del self._windows[subject]


class SharedRateLimiter(RateLimiter):
    """Distributed rate limiter, for many subjects over all processes.

    With `reports_all`, all use is reported within REPORT_INTERVAL_SECONDS. Otherwise only subjects with heavy use are
    reported. `name` is the name of the reporting task in the log.
    """

    def __init__(
        self,
        db: Database,
        *,
        name: str = "request_windows",
        reports_all: bool = True,
        max_subjects: int = MAX_SUBJECTS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(max_subjects, now)
        self._db = db
        self._name = name
        self._reports_all = reports_all
        # Windows with unreported use, the longest waiting first.
        self._unreported: dict[Hashable, Window] = {}
        self._exchange: asyncio.Task[None] | None = None
        self._is_database_unavailable = False
        self._ticking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task that reports every REPORT_INTERVAL_SECONDS."""
        self._ticking = task_supervisor.start(self._name, self._tick, expected=_DATABASE_UNAVAILABLE)

    async def stop(self) -> None:
        """Stop the task, and report the rest if the database is reachable."""
        await task_supervisor.stop(self._ticking)
        if self._exchange is not None:
            await self._exchange
        while self._unreported:
            await self._wait_for_exchange()
            if self._is_database_unavailable:
                return

    async def acquire(self, subject: str, limit: int, cost: int = 1) -> RateLimitDecision:
        """As `try_acquire`, after a report if this process has admitted too much unreported."""
        while True:
            window = self._current(subject)
            if self._is_database_unavailable or not _must_report(window, limit, cost):
                return self.try_acquire(subject, limit, cost)
            self._unreported[subject] = window
            await self._wait_for_exchange()

    def try_acquire(self, subject: Hashable, limit: int, cost: int = 1) -> RateLimitDecision:
        decision = super().try_acquire(subject, limit, cost)
        if not decision.wait_seconds:
            self._mark_unreported(subject, limit)
        return decision

    def refund(self, subject: Hashable, limit: int, cost: int = 1) -> None:
        super().refund(subject, limit, cost)
        self._mark_unreported(subject, limit)

    def _evict(self, subject: Hashable) -> None:
        super()._evict(subject)
        self._unreported.pop(subject, None)

    def _mark_unreported(self, subject: Hashable, limit: int) -> None:
        window = self._windows[subject]
        is_much = 2 * window.local_pending >= max_local_pending(limit)
        if is_much or self._reports_all:
            self._unreported[subject] = window
        if is_much and not self._is_database_unavailable:
            self._begin_exchange()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(REPORT_INTERVAL_SECONDS)
            if self._unreported:
                await self._wait_for_exchange()

    async def _wait_for_exchange(self) -> None:
        """Wait for one report to end, which may be running already."""
        # A cancelled request must not cancel the report for the others.
        await asyncio.shield(self._begin_exchange())

    def _begin_exchange(self) -> asyncio.Task[None]:
        if self._exchange is None or self._exchange.done():
            self._exchange = asyncio.create_task(self._report())
        return self._exchange

    async def _report(self) -> None:
        """Report the use of this process, and read the sums of all processes. Raises nothing."""
        fair_semaphore.current_tenant.set(fair_semaphore.SYSTEM)
        recording.current.set(None)
        batch = self._next_batch()
        if not batch:
            return
        asked_at = self._now()
        try:
            rows = await self._send(batch, asked_at)
        except Exception as problem:
            # Report it again later. If only the answer was lost, it counts twice, for a minute at most.
            for subject, window in batch.items():
                window.local_pending += window.in_flight
                window.in_flight = 0
                if self._windows.get(subject) is window:
                    self._unreported[subject] = window
            if not isinstance(problem, _DATABASE_UNAVAILABLE):
                _log.exception("rate_limit_sync_fault")
            elif not self._is_database_unavailable:
                _log.warning("rate_limit_sync_failed", error=type(problem).__name__)
            self._is_database_unavailable = True
            return
        for row in rows:
            window = batch[row["subject"]]
            window.reported, window.in_flight = row["used"], 0
            # Measured from before the report, so that no process refuses a client that has waited for Retry-After.
            window.ends_at = asked_at + row["left_seconds"]
        self._is_database_unavailable = False

    def _next_batch(self) -> dict[Hashable, Window]:
        """The next windows to report, the longest waiting first."""
        now = self._now()
        batch: dict[Hashable, Window] = {}
        while self._unreported and len(batch) < REPORT_BATCH_SIZE:
            subject = next(iter(self._unreported))
            window = self._unreported.pop(subject)
            if window.local_pending and window.ends_at > now:
                batch[subject] = window
                window.in_flight, window.local_pending = window.local_pending, 0
        return batch

    async def _send(self, batch: dict[Hashable, Window], now: float) -> list[asyncpg.Record]:
        used = [window.in_flight for window in batch.values()]
        left_seconds = [window.ends_at - now for window in batch.values()]
        async with asyncio.timeout(_TIMEOUT_SECONDS), self._db.connection() as connection:
            return await connection.fetch(REPORT.text, list(batch), used, left_seconds)
