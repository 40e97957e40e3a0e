"""How much each subject has used of its minute, over all processes and nodes together (docs/decisions/0060).

A window begins with a subject's first request and lasts a minute. Each process counts what it admits, and tells the
others through one row a subject, many subjects in one statement: of what it has not told yet it admits at most
SHARE_UNTOLD of the allowance, then it tells first. So all of them together admit at most that much beyond the limit for
each further process. What decides when a window is over is the database's clock; processes measure durations alone.

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

from fulfilment import background, party
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.db.sql import sql
from fulfilment.http.rate_limit import WINDOW_SECONDS, Allowance
from fulfilment.traces import recording

# Of its allowance, so much a subject may use in one process before the others are told.
SHARE_UNTOLD = 1 / 20
TELL_SECONDS = 1.0
TOLD_AT_ONCE = 1_000
MOST_SUBJECTS = 32_768
_TIMEOUT_SECONDS = 2.0
# What a standby, that is about to take over, says of a table that is not logged is no fault either.
_AWAY = (*UNAVAILABLE, *COLLISIONS, PoolFull, asyncpg.FeatureNotSupportedError)

TELL = sql(
    "windows.unscoped_tell",
    """
    INSERT INTO request_windows AS known (subject, used, ends_at)
    SELECT subject, used, now() + left_seconds * interval '1 second'
      FROM unnest($1::text[], $2::bigint[], $3::float8[]) AS told (subject, used, left_seconds)
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
    known: int = 0
    being_told: int = 0
    untold: int = 0

    @property
    def used(self) -> int:
        return self.known + self.being_told + self.untold


def most_untold(limit: int) -> int:
    """How much of an allowance one process admits before the others know of it."""
    return max(1, math.floor(limit * SHARE_UNTOLD))


def _must_tell(window: Window, limit: int, cost: int) -> bool:
    """Whether what was not told of, with this, would be more than one process may admit by itself."""
    unknown = window.being_told + window.untold
    cost = min(cost, limit)
    return unknown > 0 and unknown + cost > most_untold(limit) and window.used + cost <= limit


class Windows:
    """The windows of many subjects.

    With `tells_all` the others are told of everything within TELL_SECONDS, else only of who uses much; `name` is what
    the log calls the task that tells. `now` is a clock in seconds that only durations are measured by.
    """

    def __init__(
        self,
        db: Database,
        *,
        name: str = "request_windows",
        tells_all: bool = True,
        most_subjects: int = MOST_SUBJECTS,
        now: Callable[[], float] = time.monotonic,
    ):
        self._db = db
        self._name = name
        self._tells_all = tells_all
        self._most_subjects = most_subjects
        self._now = now
        self._windows: OrderedDict[str, Window] = OrderedDict()
        # Those with something to tell; the first that has waited longest.
        self._telling: dict[str, Window] = {}
        self._exchange: asyncio.Task[None] | None = None
        self._is_away = False
        self._ticking: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._windows)

    def begin(self) -> None:
        """Tell every now and then from now on."""
        self._ticking = background.begin(self._name, self._tick, expected=_AWAY)

    async def end(self) -> None:
        """Tell what is left, if the database is there."""
        await background.end(self._ticking)
        if self._exchange is not None:
            await self._exchange
        while self._telling:
            await self._exchanged()
            if self._is_away:
                return

    async def take(self, subject: str, limit: int, cost: int = 1) -> Allowance:
        """Take `cost` of the subject's `limit` a minute, or nothing where that much is not left.

        What costs more than the limit takes all of it.
        """
        while True:
            window = self._current(subject)
            if self._is_away or not _must_tell(window, limit, cost):
                return self._take(subject, window, limit, cost)
            self._telling.setdefault(subject, window)
            await self._exchanged()

    def take_now(self, subject: str, limit: int, cost: int = 1) -> Allowance:
        """As `take`, without waiting for the others' word."""
        return self._take(subject, self._current(subject), limit, cost)

    def _take(self, subject: str, window: Window, limit: int, cost: int) -> Allowance:
        left_seconds = window.ends_at - self._now()
        cost = min(cost, limit)
        left = limit - window.used
        if cost > left:
            return Allowance(limit, max(0, left), left_seconds, left_seconds)
        window.untold += cost
        self._note(subject, window, limit)
        return Allowance(limit, left - cost, left_seconds)

    def give_back(self, subject: str, limit: int, cost: int = 1) -> None:
        """Undo a `take` that was granted."""
        window = self._current(subject)
        if window.used >= cost:
            window.untold -= cost
            self._note(subject, window, limit)

    def _current(self, subject: str) -> Window:
        """The subject's window, a fresh one where the last is over."""
        now = self._now()
        window = self._windows.get(subject)
        if window is None or window.ends_at <= now:
            # What was not told of a window that is over concerns nobody any more.
            self._telling.pop(subject, None)
            window = self._windows[subject] = Window(now + WINDOW_SECONDS)
        self._windows.move_to_end(subject)
        if len(self._windows) > self._most_subjects:
            forgotten, _ = self._windows.popitem(last=False)
            self._telling.pop(forgotten, None)
        return window

    def _note(self, subject: str, window: Window, limit: int) -> None:
        is_much = 2 * window.untold >= most_untold(limit)
        if is_much or self._tells_all:
            self._telling[subject] = window
        if is_much and not self._is_away:
            self._begin_exchange()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TELL_SECONDS)
            if self._telling:
                await self._exchanged()

    async def _exchanged(self) -> None:
        """Wait until one exchange, which may be under way already, has ended."""
        # Whoever gives up waiting must not end it for the others.
        await asyncio.shield(self._begin_exchange())

    def _begin_exchange(self) -> asyncio.Task[None]:
        if self._exchange is None or self._exchange.done():
            self._exchange = asyncio.create_task(self._tell())
        return self._exchange

    async def _tell(self) -> None:
        """Tell what was used here, and learn what was used altogether. Raises nothing."""
        party.current.set(party.HOUSE)
        recording.current.set(None)
        told = self._gather()
        if not told:
            return
        asked_at = self._now()
        try:
            rows = await self._answer(told, asked_at)
        except Exception as problem:
            # Kept, to be told later: what an answer was lost of counts twice, for no longer than a minute.
            for subject, window in told.items():
                window.untold += window.being_told
                window.being_told = 0
                if self._windows.get(subject) is window:
                    self._telling[subject] = window
            if not isinstance(problem, _AWAY):
                _log.exception("request_windows_fault")
            elif not self._is_away:
                _log.warning("request_windows_apart", error=type(problem).__name__)
            self._is_away = True
            return
        for row in rows:
            window = told[row["subject"]]
            window.known, window.being_told = row["used"], 0
            # Counted from before it was asked, so that whoever waits as long as told is not too early anywhere.
            window.ends_at = asked_at + row["left_seconds"]
        self._is_away = False

    def _gather(self) -> dict[str, Window]:
        """What is told next, the longest waiting first."""
        now = self._now()
        told: dict[str, Window] = {}
        while self._telling and len(told) < TOLD_AT_ONCE:
            subject = next(iter(self._telling))
            window = self._telling.pop(subject)
            if window.untold and window.ends_at > now:
                told[subject] = window
                window.being_told, window.untold = window.untold, 0
        return told

    async def _answer(self, told: dict[str, Window], now: float) -> list[asyncpg.Record]:
        used = [window.being_told for window in told.values()]
        left_seconds = [window.ends_at - now for window in told.values()]
        async with asyncio.timeout(_TIMEOUT_SECONDS), self._db.connection() as connection:
            return await connection.fetch(TELL.text, list(told), used, left_seconds)
