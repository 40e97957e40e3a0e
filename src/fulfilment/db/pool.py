"""Connections to PostgreSQL, bounded, with the timeouts that keep one bad statement from holding up the rest."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import asyncpg

from fulfilment.db.presence import Presence
from fulfilment.db.silence import Watch
from fulfilment.settings import Settings

_CONNECT_TIMEOUT_SECONDS = 5.0
# The server ends a statement that takes too long; where even that does not come, it is not there any more.
_LONGEST_LOAN_STATEMENTS = 2

# What asyncpg raises when the database is away, full, restarting or too slow; never what a statement did wrong.
UNAVAILABLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    # Between the server's last words on an idle connection and its end, the driver takes its own state for a mistake.
    asyncpg.InternalClientError,
    asyncpg.TooManyConnectionsError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.QueryCanceledError,
    asyncpg.LockNotAvailableError,
    asyncpg.DiskFullError,
    asyncpg.OutOfMemoryError,
    asyncpg.ReadOnlySQLTransactionError,
)

# Two transactions met and one must begin again; nothing of it was kept.
COLLISIONS = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)


class PoolFull(Exception):
    """No connection came free in time."""


class Database:
    """A pool of connections that lends them out one transaction, or one statement, at a time.

    It connects when it is first needed and again when the server was away, so that a process starts, and recovers,
    whatever the state of the database.
    """

    def __init__(
        self, settings: Settings, url: str, *, size: int | None = None, name: str = "api", plans_afresh: bool = False
    ):
        self._settings = settings
        self._url = url
        self._size = size or settings.database_pool_size
        self._name = name
        self._plans_afresh = plans_afresh
        # Lent out or waited for; who waits; and what came back and is sound, the latest last. The pool counts what is
        # at hand as taken.
        self._taken = 0
        self._waiting: deque[asyncio.Future] = deque()
        self._at_hand: list[asyncpg.Connection] = []
        self._longest_wait = settings.database_pool_wait_seconds + _CONNECT_TIMEOUT_SECONDS
        self._pool: asyncpg.Pool | None = None
        self._presence: Presence | None = None
        self.watch = Watch(settings.database_statement_timeout_seconds * _LONGEST_LOAN_STATEMENTS)

    async def open(self) -> None:
        """Prepare the pool; nothing is connected yet."""
        self._pool = await asyncpg.create_pool(
            self._url,
            min_size=0,
            max_size=self._size,
            timeout=_CONNECT_TIMEOUT_SECONDS,
            reset=_keep_session,
            max_inactive_connection_lifetime=0,
            server_settings=self._session_settings(),
        )
        self.watch.begin()

    def announce(self) -> None:
        """Be known as alive from now on, so that what this process has under way is left to it."""
        self._presence = Presence(self._url, self._session_settings())
        self._presence.begin()

    @property
    def holder(self) -> int | None:
        """The number that marks what this process has under way; None while nobody could tell whether it lives."""
        return None if self._presence is None else self._presence.number

    def _session_settings(self) -> dict[str, str]:
        own = {"application_name": f"fulfilment {self._name}"}
        if self._plans_afresh:
            own["plan_cache_mode"] = "force_custom_plan"
        return session_settings(self._settings) | own

    def connection(self) -> AbstractAsyncContextManager[asyncpg.Connection]:
        """Borrow a connection; each statement on it commits by itself. Raises PoolFull."""
        return _Loan(self)

    async def borrow(self) -> asyncpg.Connection:
        """Take a connection, to be given back whatever happens. `connection` does both."""
        self._taken += 1
        may_connect = self._taken <= self._size
        try:
            connection = None if may_connect else await self._handed_over()
            may_connect = True
            while connection is None and self._at_hand:
                connection = self._at_hand.pop()
                if not _is_usable(connection):
                    await self._pool.release(connection)
                    connection = None
            return connection or await self._pool.acquire(timeout=self._longest_wait)
        except BaseException as problem:
            self._taken -= 1
            if may_connect:
                self._keep(None)
            if isinstance(problem, TimeoutError):
                raise PoolFull from None
            raise

    async def give_back(self, connection: asyncpg.Connection, after: type[BaseException] | None = None) -> None:
        """Keep a sound connection at hand for the next, which the pool itself does at some cost.

        `after` is the kind of exception that ended the loan.
        """
        if after is None and _is_usable(connection):
            self._taken -= 1
            self._keep(connection)
            return
        try:
            await _end_transaction(connection, is_cancelled=after is asyncio.CancelledError)
            await self._pool.release(connection)
        finally:
            # Not before: whoever came meanwhile would take the place of the one to whom it is passed on here, and one
            # of the two would wait in the pool for a connection that its neighbour keeps at hand.
            self._taken -= 1
            self._keep(None)

    async def _handed_over(self) -> asyncpg.Connection | None:
        """What the next to give back passes on: its connection, or None for the right to a new one."""
        loop = asyncio.get_running_loop()
        waiter = loop.create_future()
        self._waiting.append(waiter)
        limit = loop.call_later(self._settings.database_pool_wait_seconds, _give_up, waiter)
        try:
            return await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled() and waiter.exception() is None:
                self._keep(waiter.result())
            raise
        finally:
            limit.cancel()

    def _keep(self, connection: asyncpg.Connection | None) -> None:
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(connection)
                return
        if connection is not None:
            self._at_hand.append(connection)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[asyncpg.Connection]:
        """Borrow a connection with a transaction begun; leaving commits, an exception rolls back."""
        async with self.connection() as connection, connection.transaction():
            yield connection

    async def close(self) -> None:
        """Wait for what is running, but not for ever."""
        if self._presence is not None:
            await self._presence.end()
        self.watch.end()
        if self._pool is None:
            return
        while self._at_hand:
            await self._pool.release(self._at_hand.pop())
        try:
            await asyncio.wait_for(self._pool.close(), timeout=_CONNECT_TIMEOUT_SECONDS)
        except TimeoutError:
            self._pool.terminate()


def _is_usable(connection: asyncpg.Connection) -> bool:
    try:
        return not connection.is_closed() and not connection.is_in_transaction()
    except asyncpg.InterfaceError:
        # The pool took it back by itself when the server ended it.
        return False


async def _end_transaction(connection: asyncpg.Connection, *, is_cancelled: bool) -> None:
    """Whoever is cancelled while beginning or committing may leave one open, which the driver takes for a fault."""
    try:
        if is_cancelled:
            # Answered only when what was under way has ended.
            with contextlib.suppress(asyncpg.PostgresError, TimeoutError):
                await connection.execute("SELECT", timeout=_CONNECT_TIMEOUT_SECONDS)
        if connection.is_in_transaction():
            connection.terminate()
    except (asyncpg.InterfaceError, OSError):
        # It is closed already.
        return


def _give_up(waiter: asyncio.Future) -> None:
    if not waiter.done():
        waiter.set_exception(PoolFull())


class _Loan:
    """A borrowed connection for the length of an `async with`."""

    __slots__ = ("_connection", "_db")

    def __init__(self, db: Database):
        self._db = db

    async def __aenter__(self) -> asyncpg.Connection:
        self._connection = await self._db.borrow()
        self._db.watch.lent(self._connection)
        return self._connection

    async def __aexit__(self, kind: type[BaseException] | None, *_problem: object) -> None:
        self._db.watch.returned(self._connection)
        await self._db.give_back(self._connection, kind)


def session_settings(settings: Settings) -> dict[str, str]:
    """What every session of the service sets on the server."""
    return {
        "timezone": "UTC",
        "jit": "off",
        # Plans are kept: one that was made while a table was small must not read it from end to end when it is large.
        "enable_seqscan": "off",
        # One plan for all values: every statement has an index that leads to its rows, and planning takes longer than
        # finding them does. Left to itself PostgreSQL plans the lists of large workspaces, and only these, each time.
        "plan_cache_mode": "force_generic_plan",
        "statement_timeout": str(int(settings.database_statement_timeout_seconds * 1_000)),
        "lock_timeout": str(int(settings.database_lock_timeout_seconds * 1_000)),
        "idle_in_transaction_session_timeout": "60000",
    }


async def _keep_session(_connection: asyncpg.Connection) -> None:
    """Our sessions hold no state, so the reset query at each release would be a round trip for nothing."""
