"""Connection pool of PostgreSQL: asyncpg's pool behind a fair semaphore of tenants, and traced connections.

Timeouts keep a single bad statement from blocking all others (docs/decisions/0023-pool.md).
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, cast

import asyncpg
import structlog

from fulfilment.infra.database import server_session
from fulfilment.infra.database.deferred_releases import DeferredReleases
from fulfilment.infra.database.errors import CONNECTION_LOST, READ_ONLY, SERIALIZATION_CONFLICTS, UNAVAILABLE, PoolFull
from fulfilment.infra.database.heartbeat import ProcessHeartbeat
from fulfilment.infra.database.migrations import versions
from fulfilment.infra.database.server_session import CONNECT_TIMEOUT_SECONDS, ServerSession, session_settings
from fulfilment.infra.database.statements import STATEMENTS
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.limits.fair_semaphore import AcquireTimeout, FairSemaphore
from fulfilment.infra.models import Value
from fulfilment.infra.observability.metrics import catalogue, meters
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.observability.tracing.recording import CLIENT
from fulfilment.settings import Settings

__all__ = [
    "CONNECTION_LOST",
    "READ_ONLY",
    "SERIALIZATION_CONFLICTS",
    "UNAVAILABLE",
    "Database",
    "PoolFull",
    "session_settings",
]

# The server cancels a statement at its timeout. The client gives up this much later, where no response comes.
_ANSWER_MARGIN_SECONDS = 1.0
_IDLE_SECONDS = 600.0
# A connection is terminated where the cancellation of its statement is not confirmed in this time. It is shorter than
# the timeout of requests that wait for a connection.
CANCEL_TIMEOUT_SECONDS = 2.0
# A connection is replaced after so many statements, since the plans and caches of its session only grow.
_MAX_STATEMENTS = 500_000

# Session settings in which workers differ from the API (worker.py).
_WORKER_SETTINGS = ("lock_timeout", "plan_cache_mode")

# Exceptions after which a statement may still be running.
_INTERRUPTIONS = (asyncio.CancelledError, TimeoutError, GeneratorExit)
# Exceptions after which all connections are suspect: the server is gone, does not answer or has become a standby.
_SUSPICIOUS = (*CONNECTION_LOST, *READ_ONLY, TimeoutError)

_log = structlog.get_logger(__name__)


class TracedConnection:
    """A connection that records a tracing span for each statement."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Value:
        return getattr(self._connection, name)

    async def fetch(self, statement: str, *args: Any, **more: Any) -> Sequence[asyncpg.Record]:
        with recording.start_span(_name(statement), CLIENT):
            return await self._connection.fetch(statement, *args, **more)

    async def fetchrow(self, statement: str, *args: Any, **more: Any) -> asyncpg.Record | None:
        with recording.start_span(_name(statement), CLIENT):
            return await self._connection.fetchrow(statement, *args, **more)

    async def fetchval(self, statement: str, *args: Any, **more: Any) -> Value:
        with recording.start_span(_name(statement), CLIENT):
            return await self._connection.fetchval(statement, *args, **more)

    async def fetchmany(self, statement: str, args: Sequence[Sequence[Any]], **more: Any) -> Sequence[asyncpg.Record]:
        with recording.start_span(_name(statement), CLIENT, {"fulfilment.rows": len(args)}):
            return await self._connection.fetchmany(statement, args, **more)

    async def execute(self, statement: str, *args: Any, **more: Any) -> str:
        with recording.start_span(_name(statement), CLIENT):
            return await self._connection.execute(statement, *args, **more)


class Database:
    """The connection pool of one process. A connection is leased for one transaction or a few statements.

    Tenants (`fair_semaphore.current_tenant`) share the pool through a fair semaphore. A process starts and recovers in
    every state of the database: connections are opened at their first use, and again after an outage.
    """

    def __init__(
        self,
        settings: Settings,
        url: str,
        *,
        size: int | None = None,
        name: str = "api",
        uses_custom_plans: bool = False,
    ) -> None:
        self._url = url
        self._acquire_timeout = settings.database_pool_timeout_seconds
        self._command_timeout = settings.database_statement_timeout_seconds + _ANSWER_MARGIN_SECONDS
        own = {"application_name": versions.session_name(name)}
        if uses_custom_plans:
            own["plan_cache_mode"] = "force_custom_plan"
        self._session_settings = session_settings(settings) | own
        # Behind a pooler: the settings in which a worker differs from the role; empty for the API.
        self._overrides: dict[str, str] | None = None
        if settings.database_direct_url:
            differing = _WORKER_SETTINGS if uses_custom_plans else ()
            self._overrides = {name: self._session_settings[name] for name in differing}
        # The kind of process and its release.
        self._name = versions.session_name(name).removeprefix("fulfilment ")
        self._size = size or settings.database_pool_size
        # Every request needs the look-up of its caller, which runs as the system, so the system has a reserved permit.
        self._permits = FairSemaphore(self._size, reserved_for_system=1 if self._size > 1 else 0)
        self._pool: asyncpg.Pool | None = None
        self._releasing: set[asyncio.Task[None]] = set()
        self._heartbeat: ProcessHeartbeat | None = None
        # Releases of leases that were given up during an outage.
        self.deferred_releases = DeferredReleases()

    async def open(self) -> asyncpg.Pool:
        """Create the pool where it does not exist. It connects when a connection is first needed."""
        if self._pool is not None:
            return self._pool
        # With a minimum size of 0 this opens no connection, and so does not wait.
        self._pool = await asyncpg.create_pool(
            min_size=0,
            max_size=self._size,
            max_queries=_MAX_STATEMENTS,
            max_inactive_connection_lifetime=_IDLE_SECONDS,
            connect=lambda *_arguments, **_options: self._connect(),
            reset=_keep_session,
        )
        return self._pool

    def start_heartbeat(self) -> None:
        """Start the heartbeat, so that other processes respect the claims of this process."""
        is_pooled = self._overrides is not None
        self._heartbeat = ProcessHeartbeat(self._url, self._session_settings, self._name, is_pooled=is_pooled)
        self._heartbeat.start()

    @property
    def owner_id(self) -> int | None:
        """The id that marks the claims of this process; None while the process may count as dead."""
        return None if self._heartbeat is None else self._heartbeat.owner_id

    @property
    def stats(self) -> tuple[int, int, int]:
        """The numbers of leased connections, of idle connections, and of connections that may still be opened."""
        in_use, idle = self._size - self._permits.available, 0 if self._pool is None else self._pool.get_idle_size()
        return in_use, idle, max(0, self._size - in_use - idle)

    def connection(self) -> "_Lease":
        """Lease a connection on which each statement commits by itself. Raises PoolFull."""
        return _Lease(self)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[asyncpg.Connection]:
        """Lease a connection in a transaction, which commits at the end and rolls back after an exception."""
        with recording.start_span("transaction"):
            async with self.connection() as connection, connection.transaction():
                yield connection

    async def close(self) -> None:
        """Close the pool; wait for running statements for at most CONNECT_TIMEOUT_SECONDS."""
        await self.deferred_releases.close()
        if self._heartbeat is not None:
            await self._heartbeat.stop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CONNECT_TIMEOUT_SECONDS):
                # When cancelled, it terminates the connections that are still leased.
                if self._pool is not None:
                    await self._pool.close()

    @property
    def _opened(self) -> asyncpg.Pool:
        assert self._pool is not None, "the pool is not open"
        return self._pool

    async def _connect(self) -> ServerSession:
        return await server_session.connect(
            self._url, self._session_settings, self._overrides, command_timeout=self._command_timeout
        )

    async def _acquire(self, tenant_key: str) -> asyncpg.Connection:
        await self._acquire_permit(tenant_key)
        try:
            # The pool's proxy has all methods of a connection.
            return cast("asyncpg.Connection", await (self._pool or await self.open()).acquire())
        except BaseException:
            self._permits.release(tenant_key)
            raise

    async def _acquire_permit(self, tenant_key: str) -> None:
        if self._permits.try_acquire(tenant_key):
            return
        began = time.monotonic()
        try:
            await self._permits.acquire(tenant_key, self._acquire_timeout)
        except AcquireTimeout:
            if (meter := meters.current) is not None:
                meter.count(catalogue.POOL_REFUSALS, meter.process)
            raise PoolFull from None
        finally:
            if (meter := meters.current) is not None:
                meter.observe(catalogue.POOL_WAIT, time.monotonic() - began, meter.process)

    async def _release(
        self, connection: asyncpg.Connection, tenant_key: str, within_seconds: float | None = None
    ) -> None:
        """Return a connection to the pool and release its permit.

        The driver waits until an interrupted statement is cancelled, and terminates the connection where that is not
        confirmed in time.
        """
        try:
            if connection.is_in_transaction():
                connection.terminate()
            await self._opened.release(connection, timeout=within_seconds)
        except (*UNAVAILABLE, asyncpg.PostgresError) as problem:
            _log.debug("connection_not_kept", error=type(problem).__name__)
        finally:
            self._permits.release(tenant_key)

    def _release_later(self, connection: asyncpg.Connection, tenant_key: str) -> None:
        """Release a connection in the background, so that the interrupted task does not wait."""
        release = self._release(connection, tenant_key, CANCEL_TIMEOUT_SECONDS)
        task = asyncio.create_task(release, name="connection_release")
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)


class _Lease:
    """A connection leased for the duration of an `async with`."""

    __slots__ = ("_connection", "_db", "_tenant_key")

    def __init__(self, db: Database) -> None:
        self._db = db

    async def __aenter__(self) -> asyncpg.Connection:
        self._tenant_key = fair_semaphore.current_tenant.get()
        self._connection = connection = await self._db._acquire(self._tenant_key)
        if recording.current.get() is None:
            return connection
        return cast("asyncpg.Connection", TracedConnection(connection))

    async def __aexit__(self, kind: type[BaseException] | None, *_problem: object) -> None:
        if kind is not None and issubclass(kind, _SUSPICIOUS):
            await self._db._opened.expire_connections()
        if kind is None or not issubclass(kind, _INTERRUPTIONS):
            await self._db._release(self._connection, self._tenant_key)
        else:
            self._db._release_later(self._connection, self._tenant_key)


def _name(statement: str) -> str:
    """The name of a statement. Other statements get a generic name, since their text may contain data."""
    return _names().get(statement, "statement")


@cache
def _names() -> dict[str, str]:
    # All statements are registered before the first request.
    return {statement.text: statement.name for statement in STATEMENTS.values()}


async def _keep_session(_connection: asyncpg.Connection) -> None:
    """Reset nothing, since statements of the service leave no state in the session."""
