"""Connections to PostgreSQL, bounded, shared fairly, with the timeouts that keep one bad statement from holding up all.

They are the service's own, with no pool of the driver's behind them: docs/decisions/0031-connections.md.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from fulfilment import party
from fulfilment.db import askers, release, session
from fulfilment.db.outage import COLLISIONS, DEMOTED, LOST, UNAVAILABLE, PoolFull
from fulfilment.db.pace import Pace
from fulfilment.db.presence import Presence
from fulfilment.db.session import CONNECT_TIMEOUT_SECONDS, Session, session_settings
from fulfilment.db.silence import LOOK_SECONDS, Watch
from fulfilment.db.traced import Traced
from fulfilment.metrics import catalogue, meters
from fulfilment.settings import Settings
from fulfilment.shares import NoPlace, Shares
from fulfilment.traces import recording

__all__ = ["COLLISIONS", "DEMOTED", "LOST", "UNAVAILABLE", "Database", "PoolFull", "session_settings"]

# The server ends a statement that takes too long; where even that does not come, it is not there any more.
_LONGEST_LOAN_STATEMENTS = 2
# What nobody used for so long is closed, and what is older: the plans that a session keeps would grow for ever.
_IDLE_SECONDS = 600.0
_OLD_SECONDS = 3_600.0

# What differs between a worker's sessions and those of the API (worker.py).
_OF_WORKERS = ("lock_timeout", "plan_cache_mode")

# Whoever ends so may have left a statement under way.
_INTERRUPTED = (asyncio.CancelledError, TimeoutError, GeneratorExit)


class Database:
    """Connections that are lent for one transaction, or one statement, at a time, in shares by `party.current`.

    It connects when it is first needed and again when the server was away, so that a process starts, and recovers,
    whatever the state of the database.
    """

    def __init__(
        self, settings: Settings, url: str, *, size: int | None = None, name: str = "api", plans_afresh: bool = False
    ):
        self._url = url
        self._wait_seconds = settings.database_pool_wait_seconds
        own = {"application_name": release.session_name(name)}
        if plans_afresh:
            own["plan_cache_mode"] = "force_custom_plan"
        self._session_settings = session_settings(settings) | own
        # Behind a pooler: what a worker wants otherwise than the role has it, for all others, that is nothing.
        self._told: dict[str, str] | None = None
        if settings.database_direct_url:
            differing = _OF_WORKERS if plans_afresh else ()
            self._told = {name: self._session_settings[name] for name in differing}
        # What it is, and its release.
        self._name = release.session_name(name).removeprefix("fulfilment ")
        self._size = size or settings.database_pool_size
        # Nobody is served before the look-up of who calls, which is the house's.
        self._shares = Shares(self._size, kept_for_house=1 if self._size > 1 else 0)
        self._pace = Pace(askers.current)
        # What came back and is sound, the latest last.
        self._at_hand: list[Session] = []
        self._mending: set[asyncio.Task] = set()
        self._presence: Presence | None = None
        limit_seconds = settings.database_statement_timeout_seconds * _LONGEST_LOAN_STATEMENTS
        # A pooler cannot be asked what became of a session of the server's: there the limit alone counts.
        ask = self._connect if self._told is None else None
        self._watch = Watch(limit_seconds, ask, self.flush, self._retire)

    async def open(self) -> None:
        """Watch over the connections from now on; none is made yet."""
        self._watch.begin()

    def announce(self) -> None:
        """Be known as alive from now on, so that what this process has under way is left to it."""
        is_pooled = self._told is not None
        self._presence = Presence(self._url, self._session_settings, self._name, is_pooled=is_pooled)
        self._presence.begin()

    @property
    def holder(self) -> int | None:
        """The number that marks what this process has under way; None while nobody could tell whether it lives."""
        return None if self._presence is None else self._presence.number

    @property
    def places(self) -> tuple[int, int, int]:
        """How many connections are lent, how many are at hand, and how many more there may be."""
        in_use, idle = self._size - self._shares.free, len(self._at_hand)
        return in_use, idle, max(0, self._size - in_use - idle)

    def connection(self) -> "_Loan":
        """Borrow a connection; each statement on it commits by itself. Raises PoolFull."""
        return _Loan(self)

    def reading(self) -> "_Reading":
        """Borrow a connection for one statement that only reads, which is paced by party. Raises PoolFull."""
        return _Reading(self)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[asyncpg.Connection]:
        """Borrow a connection with a transaction begun; leaving commits, an exception rolls back."""
        with recording.inside("transaction"):
            async with self.connection() as connection, connection.transaction():
                yield connection

    def flush(self) -> None:
        """Close what is at hand, and what is lent when it comes back: none of it is trusted any more."""
        while self._at_hand:
            self._at_hand.pop().terminate()
        for lent in self._watch.lent:
            lent.is_spent = True

    async def close(self) -> None:
        """Wait for what is running, but not for ever."""
        if self._presence is not None:
            await self._presence.end()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CONNECT_TIMEOUT_SECONDS):
                for _ in range(self._size):
                    await self._shares.take(party.HOUSE, CONNECT_TIMEOUT_SECONDS)
        self._watch.end()
        self.flush()
        for lent in self._watch.lent:
            lent.terminate()

    def _sound_one(self) -> Session | None:
        while self._at_hand:
            connection = self._at_hand.pop()
            if _is_sound(connection):
                return connection
            connection.terminate()
        return None

    async def _connect(self) -> Session:
        connection = await session.connect(self._url, self._session_settings, self._told)
        # Not all at once, which would be felt; the numbers of the server's processes are as good as random.
        connection.retires_at = time.monotonic() + _OLD_SECONDS * (1 + connection.pid % 64 / 64)
        return connection

    def _take_in(self, connection: Session, who: str) -> None:
        """Keep a sound connection at hand, and leave its place to the next."""
        self._watch.returned(connection)
        if _is_sound(connection):
            self._at_hand.append(connection)
        else:
            connection.terminate()
        self._shares.give_back(who)

    def _mend(self, connection: Session, who: str) -> None:
        """Take in a connection on which something was interrupted, as soon as it is known what came of that."""
        mending = asyncio.create_task(self._wait_until_quiet(connection, who))
        self._mending.add(mending)
        mending.add_done_callback(self._mending.discard)

    async def _wait_until_quiet(self, connection: Session, who: str) -> None:
        try:
            # Answered only when what was under way has ended.
            with contextlib.suppress(asyncpg.PostgresError):
                await connection.execute("SELECT", timeout=CONNECT_TIMEOUT_SECONDS)
        except UNAVAILABLE:
            connection.terminate()
        finally:
            self._take_in(connection, who)

    def _retire(self) -> None:
        """Close what has been at hand for too long, and have what is too old closed as well."""
        now = time.monotonic()
        for lent in self._watch.lent:
            lent.is_spent = lent.is_spent or now >= lent.retires_at
        kept = []
        for connection in self._at_hand:
            connection.idle_looks += 1
            if now < connection.retires_at and connection.idle_looks * LOOK_SECONDS < _IDLE_SECONDS:
                kept.append(connection)
            else:
                connection.terminate()
        self._at_hand = kept


class _Loan:
    """A borrowed connection for the length of an `async with`."""

    __slots__ = ("_connection", "_db", "_party")

    def __init__(self, db: Database):
        self._db = db

    async def __aenter__(self) -> asyncpg.Connection:
        db = self._db
        self._party = who = party.current.get()
        if not db._shares.take_now(who):
            began = time.monotonic()
            try:
                await db._shares.take(who, db._wait_seconds)
            except NoPlace:
                if (meter := meters.current) is not None:
                    meter.count(catalogue.POOL_REFUSALS, meter.process)
                raise PoolFull from None
            finally:
                if (meter := meters.current) is not None:
                    meter.observe(catalogue.POOL_WAIT, time.monotonic() - began, meter.process)
        connection = db._sound_one()
        if connection is None:
            try:
                connection = await db._connect()
            except BaseException:
                db._shares.give_back(who)
                raise
        self._connection = connection
        db._watch.lend(connection)
        return connection if recording.current.get() is None else Traced(connection)

    async def __aexit__(self, kind: type[BaseException] | None, *_problem: object) -> None:
        if kind is not None and issubclass(kind, DEMOTED):
            self._db.flush()
        if kind is None or not issubclass(kind, _INTERRUPTED):
            self._db._take_in(self._connection, self._party)
        else:
            self._db._mend(self._connection, self._party)


class _Reading(_Loan):
    """A loan that counts as one of its party's reads."""

    __slots__ = ("_reader", "_since")

    async def __aenter__(self) -> asyncpg.Connection:
        db = self._db
        self._reader = who = party.current.get()
        if not db._pace.begin_now(who):
            try:
                await db._pace.begin(who, db._wait_seconds)
            except NoPlace:
                raise PoolFull from None
        try:
            connection = await super().__aenter__()
        except BaseException:
            db._pace.give_up(who)
            raise
        self._since = time.monotonic()
        return connection

    async def __aexit__(self, kind: type[BaseException] | None, *problem: object) -> None:
        self._db._pace.end(self._reader, time.monotonic() - self._since)
        await super().__aexit__(kind, *problem)


def _is_sound(connection: Session) -> bool:
    return not (connection.is_spent or connection.is_closed() or connection.is_in_transaction())
