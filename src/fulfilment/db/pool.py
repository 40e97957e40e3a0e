"""Connections to PostgreSQL, bounded, with the timeouts that keep one bad statement from holding up the rest."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from fulfilment.settings import Settings

_CONNECT_TIMEOUT_SECONDS = 5.0

# What asyncpg raises when the database is away, full, restarting or too slow; never what a statement did wrong.
UNAVAILABLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
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
    """A pool of connections that lends them out one transaction, or one statement, at a time."""

    def __init__(self, pool: asyncpg.Pool, wait_seconds: float):
        self._pool = pool
        self._wait_seconds = wait_seconds

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[asyncpg.Connection]:
        """Borrow a connection; each statement on it commits by itself. Raises PoolFull."""
        try:
            borrowed = await self._pool.acquire(timeout=self._wait_seconds)
        except TimeoutError:
            raise PoolFull from None
        try:
            yield borrowed
        finally:
            await self._pool.release(borrowed)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[asyncpg.Connection]:
        """Borrow a connection with a transaction begun; leaving commits, an exception rolls back."""
        async with self.connection() as connection, connection.transaction():
            yield connection

    async def close(self) -> None:
        """Wait for what is running, but not for ever."""
        try:
            await asyncio.wait_for(self._pool.close(), timeout=_CONNECT_TIMEOUT_SECONDS)
        except TimeoutError:
            self._pool.terminate()


async def _keep_session(_connection: asyncpg.Connection) -> None:
    """Our sessions hold no state, so the reset query at each release would be a round trip for nothing."""


async def open_database(settings: Settings, url: str, size: int | None = None, name: str = "api") -> Database:
    """Connect to `url` with the configured bounds."""
    size = size or settings.database_pool_size
    pool = await asyncpg.create_pool(
        url,
        min_size=min(2, size),
        max_size=size,
        timeout=_CONNECT_TIMEOUT_SECONDS,
        reset=_keep_session,
        max_inactive_connection_lifetime=0,
        server_settings={
            "application_name": f"fulfilment {name}",
            "timezone": "UTC",
            "jit": "off",
            "statement_timeout": str(int(settings.database_statement_timeout_seconds * 1_000)),
            "lock_timeout": str(int(settings.database_lock_timeout_seconds * 1_000)),
            "idle_in_transaction_session_timeout": "60000",
        },
    )
    return Database(pool, settings.database_pool_wait_seconds)
