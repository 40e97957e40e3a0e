"""How much each subject has used of its minute, over all processes and nodes together (docs/decisions/0060).

A window begins with a subject's first request and lasts a minute. Each process counts what it admits, and tells the
others through one row a subject, many subjects in one statement: of what it has not told yet it admits at most
LOCAL_PENDING_SHARE of the allowance, then it tells first. So all of them together admit at most that much beyond the
limit for each further process. The database's clock decides when a window is over; processes measure durations alone.

While the database is away nobody waits for it, and each process goes by what it knows.
"""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable

import asyncpg
import msgspec
import structlog

from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.database.statements import sql
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.limits import tenant
from fulfilment.infra.limits.rate_limiter import WINDOW_SECONDS, RateLimitDecision
from fulfilment.infra.observability.tracing import recording

# Of its allowance, so much a subject may use in one process before the others are told.
LOCAL_PENDING_SHARE = 1 / 20
REPORT_INTERVAL_SECONDS = 1.0
REPORT_BATCH_SIZE = 1_000
MAX_SUBJECTS = 32_768
_TIMEOUT_SECONDS = 2.0
# What a standby, that is about to take over, says of a table that is not logged is no fault either.
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


class Window(msgspec.Struct, gc=False):
    """One subject's minute as this process knows it: what all had used when it last asked, and its own since."""

    ends_at: float
    reported: int = 0
    in_flight: int = 0
    local_pending: int = 0

    @property
    def used(self) -> int:
        return self.reported + self.in_flight + self.local_pending


def max_local_pending(limit: int) -> int:
    """How much of an allowance one process admits before the others know of it."""
    return max(1, math.floor(limit * LOCAL_PENDING_SHARE))


def _must_report(window: Window, limit: int, cost: int) -> bool:
    """Whether what was not told of, with this, would be more than one process may admit by itself."""
    unknown = window.in_flight + window.local_pending
    cost = min(cost, limit)
    return unknown > 0 and unknown + cost > max_local_pending(limit) and window.used + cost <= limit


class SharedRateLimiter:
    """The windows of many subjects.

    With `tells_all` the others are told of everything within REPORT_INTERVAL_SECONDS, else only of who uses much;
    `name` is what the log calls the task that tells. `now` is a clock in seconds that only durations are measured by.
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
        self._db = db
        self._name = name
        self._reports_all = reports_all
        self._max_subjects = max_subjects
        self._now = now
        self._windows: OrderedDict[str, Window] = OrderedDict()
        # Those with something to tell; the first that has waited longest.
        self._unreported: dict[str, Window] = {}
        self._exchange: asyncio.Task[None] | None = None
        self._is_database_unavailable = False
        self._ticking: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._windows)

    def start(self) -> None:
        """Tell every now and then from now on."""
        self._ticking = task_supervisor.start(self._name, self._tick, expected=_DATABASE_UNAVAILABLE)

    async def stop(self) -> None:
        """Tell what is left, if the database is there."""
        await task_supervisor.stop(self._ticking)
        if self._exchange is not None:
            await self._exchange
        while self._unreported:
            await self._wait_for_exchange()
            if self._is_database_unavailable:
                return

    async def acquire(self, subject: str, limit: int, cost: int = 1) -> RateLimitDecision:
        """Take `cost` of the subject's `limit` a minute, or nothing where that much is not left.

        What costs more than the limit takes all of it.
        """
        while True:
            window = self._current(subject)
            if self._is_database_unavailable or not _must_report(window, limit, cost):
                return self._acquire(subject, window, limit, cost)
            self._unreported.setdefault(subject, window)
            await self._wait_for_exchange()

    def try_acquire(self, subject: str, limit: int, cost: int = 1) -> RateLimitDecision:
        """As `take`, without waiting for the others' word."""
        return self._acquire(subject, self._current(subject), limit, cost)

    def _acquire(self, subject: str, window: Window, limit: int, cost: int) -> RateLimitDecision:
        left_seconds = window.ends_at - self._now()
        cost = min(cost, limit)
        left = limit - window.used
        if cost > left:
            return RateLimitDecision(limit, max(0, left), left_seconds, left_seconds)
        window.local_pending += cost
        self._mark_unreported(subject, window, limit)
        return RateLimitDecision(limit, left - cost, left_seconds)

    def refund(self, subject: str, limit: int, cost: int = 1) -> None:
        """Undo a `take` that was granted."""
        window = self._current(subject)
        if window.used >= cost:
            window.local_pending -= cost
            self._mark_unreported(subject, window, limit)

    def _current(self, subject: str) -> Window:
        """The subject's window, a fresh one where the last is over."""
        now = self._now()
        window = self._windows.get(subject)
        if window is None or window.ends_at <= now:
            # What was not told of a window that is over concerns nobody any more.
            self._unreported.pop(subject, None)
            window = self._windows[subject] = Window(now + WINDOW_SECONDS)
        self._windows.move_to_end(subject)
        if len(self._windows) > self._max_subjects:
            evicted, _ = self._windows.popitem(last=False)
            self._unreported.pop(evicted, None)
        return window

    def _mark_unreported(self, subject: str, window: Window, limit: int) -> None:
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
        """Wait until one exchange, which may be under way already, has ended."""
        # Whoever gives up waiting must not end it for the others.
        await asyncio.shield(self._begin_exchange())

    def _begin_exchange(self) -> asyncio.Task[None]:
        if self._exchange is None or self._exchange.done():
            self._exchange = asyncio.create_task(self._report())
        return self._exchange

    async def _report(self) -> None:
        """Tell what was used here, and learn what was used altogether. Raises nothing."""
        tenant.current.set(tenant.SYSTEM)
        recording.current.set(None)
        batch = self._next_batch()
        if not batch:
            return
        asked_at = self._now()
        try:
            rows = await self._send(batch, asked_at)
        except Exception as problem:
            # Kept, to be told later: what an answer was lost of counts twice, for no longer than a minute.
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
            # Counted from before it was asked, so that whoever waits as long as told is not too early anywhere.
            window.ends_at = asked_at + row["left_seconds"]
        self._is_database_unavailable = False

    def _next_batch(self) -> dict[str, Window]:
        """What is told next, the longest waiting first."""
        now = self._now()
        batch: dict[str, Window] = {}
        while self._unreported and len(batch) < REPORT_BATCH_SIZE:
            subject = next(iter(self._unreported))
            window = self._unreported.pop(subject)
            if window.local_pending and window.ends_at > now:
                batch[subject] = window
                window.in_flight, window.local_pending = window.local_pending, 0
        return batch

    async def _send(self, batch: dict[str, Window], now: float) -> list[asyncpg.Record]:
        used = [window.in_flight for window in batch.values()]
        left_seconds = [window.ends_at - now for window in batch.values()]
        async with asyncio.timeout(_TIMEOUT_SECONDS), self._db.connection() as connection:
            return await connection.fetch(REPORT.text, list(batch), used, left_seconds)
