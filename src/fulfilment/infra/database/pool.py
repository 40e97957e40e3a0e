"""The pool of connections to PostgreSQL: asyncpg's, behind a semaphore that tenants share fairly.

The timeouts that keep one bad statement from holding up all are those of docs/decisions/0023-pool.md.
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


class TracedConnection:
    """What a connection does, with its statements recorded."""

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


def _name(statement: str) -> str:
    """What the statement is called; one that is none of ours has no name, and its text is nobody's to read."""
    return _names().get(statement, "statement")


@cache
def _names() -> dict[str, str]:
    # All statements are known when the first request comes.
    return {statement.text: statement.name for statement in STATEMENTS.values()}


__all__ = [
    "CONNECTION_LOST",
    "READ_ONLY",
    "SERIALIZATION_CONFLICTS",
    "UNAVAILABLE",
    "Database",
    "PoolFull",
    "session_settings",
]

# The server ends a statement that takes too long; this much later it is given up without an answer.
_ANSWER_MARGIN_SECONDS = 1.0
_IDLE_SECONDS = 600.0
# A connection whose statement is not known to be cancelled by then is ended. It is less than a request waits for one.
CANCEL_TIMEOUT_SECONDS = 2.0
# A connection is replaced after so many statements, because the plans and caches of its session only grow.
_MAX_STATEMENTS = 500_000

# What differs between a worker's sessions and those of the API (worker.py).
_WORKER_SETTINGS = ("lock_timeout", "plan_cache_mode")

# After these a statement may still be under way.
_INTERRUPTIONS = (asyncio.CancelledError, TimeoutError, GeneratorExit)
# After these the other connections are suspected as well: the server that they lead to is gone, silent or a standby.
_SUSPICIOUS = (*CONNECTION_LOST, *READ_ONLY, TimeoutError)

_log = structlog.get_logger(__name__)


class Database:
    """The connections of one process, leased for one transaction or one statement at a time.

    Tenants (`tenant.current`) share them by a fair semaphore. A process starts and recovers in every state of the
    database: a connection is made at its first use, and again after an outage.
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
        # Behind a pooler: the settings in which a worker differs from the role, for all others none.
        self._overrides: dict[str, str] | None = None
        if settings.database_direct_url:
            differing = _WORKER_SETTINGS if uses_custom_plans else ()
            self._overrides = {name: self._session_settings[name] for name in differing}
        # The kind of the process, and its release.
        self._name = versions.session_name(name).removeprefix("fulfilment ")
        self._size = size or settings.database_pool_size
        # No request is served before its caller is looked up, which the system does.
        self._permits = FairSemaphore(self._size, reserved_for_system=1 if self._size > 1 else 0)
        self._pool: asyncpg.Pool | None = None
        self._releasing: set[asyncio.Task[None]] = set()
        self._heartbeat: ProcessHeartbeat | None = None
        # Releases of rows that were given up while the server did not answer.
        self.deferred_releases = DeferredReleases()

    async def open(self) -> asyncpg.Pool:
        """Create the pool, unless there is one; it connects when a connection is first needed."""
        if self._pool is not None:
            return self._pool
        # Nothing is awaited while it has no connection to make.
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
        """Be known as alive from now on, so that what this process has under way is left to it."""
        is_pooled = self._overrides is not None
        self._heartbeat = ProcessHeartbeat(self._url, self._session_settings, self._name, is_pooled=is_pooled)
        self._heartbeat.start()

    @property
    def owner_id(self) -> int | None:
        """The number that marks what this process has under way; None while others may take it for dead."""
        return None if self._heartbeat is None else self._heartbeat.owner_id

    @property
    def stats(self) -> tuple[int, int, int]:
        """How many connections are leased, how many are idle, and how many more there may be."""
        in_use, idle = self._size - self._permits.available, 0 if self._pool is None else self._pool.get_idle_size()
        return in_use, idle, max(0, self._size - in_use - idle)

    def connection(self) -> "_Lease":
        """Borrow a connection; each statement on it commits by itself. Raises PoolFull."""
        return _Lease(self)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[asyncpg.Connection]:
        """Borrow a connection with a transaction begun; leaving commits, an exception rolls back."""
        with recording.start_span("transaction"):
            async with self.connection() as connection, connection.transaction():
                yield connection

    async def close(self) -> None:
        """Wait for what is running, at most CONNECT_TIMEOUT_SECONDS."""
        await self.deferred_releases.close()
        if self._heartbeat is not None:
            await self._heartbeat.stop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CONNECT_TIMEOUT_SECONDS):
                # Cut short, it ends the connections that are still leased.
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
            # It does all that a connection does.
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
        """Return a connection to the pool, and its permit to the next tenant.

        The driver waits until an interrupted statement has been cancelled, and ends a connection of which that cannot
        be found out in time.
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
        """The same without having the interrupted task wait for it."""
        release = self._release(connection, tenant_key, CANCEL_TIMEOUT_SECONDS)
        task = asyncio.create_task(release, name="connection_release")
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)


class _Lease:
    """A borrowed connection for the length of an `async with`."""

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


async def _keep_session(_connection: asyncpg.Connection) -> None:
    """Reset nothing: no statement of the service leaves anything in its session."""
