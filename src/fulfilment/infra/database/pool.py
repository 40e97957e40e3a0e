"""Connections to PostgreSQL, bounded, shared fairly, with the timeouts that keep one bad statement from holding up all.

They are the service's own, with no pool of the driver's behind them: docs/decisions/0031-connections.md.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import asyncpg

from fulfilment.infra.database import server_session
from fulfilment.infra.database.deferred_releases import DeferredReleases
from fulfilment.infra.database.errors import CONNECTION_LOST, READ_ONLY, SERIALIZATION_CONFLICTS, UNAVAILABLE, PoolFull
from fulfilment.infra.database.heartbeat import ProcessHeartbeat
from fulfilment.infra.database.migrations import versions
from fulfilment.infra.database.server_session import CONNECT_TIMEOUT_SECONDS, ServerSession, session_settings
from fulfilment.infra.database.stalled_connections import LOOK_SECONDS, Watch
from fulfilment.infra.database.traced_connection import TracedConnection
from fulfilment.infra.limits import tenant
from fulfilment.infra.limits.fair_semaphore import AcquireTimeout, FairSemaphore
from fulfilment.infra.observability.metrics import catalogue, meters
from fulfilment.infra.observability.tracing import recording
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

# The server ends a statement that takes too long; where even that does not come, it is not there any more.
_MAX_LEASE_STATEMENTS = 2
# What nobody used for so long is closed, and what is older: the plans that a session keeps would grow for ever.
_IDLE_SECONDS = 600.0
_MAX_AGE_SECONDS = 3_600.0

# What differs between a worker's sessions and those of the API (worker.py).
_WORKER_SETTINGS = ("lock_timeout", "plan_cache_mode")

# Whoever ends so may have left a statement under way.
_INTERRUPTIONS = (asyncio.CancelledError, TimeoutError, GeneratorExit)


class Database:
    """Connections that are lent for one transaction, or one statement, at a time, in shares by `party.current`.

    It connects when it is first needed and again when the server was away, so that a process starts, and recovers,
    whatever the state of the database.
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
        self._wait_seconds = settings.database_pool_timeout_seconds
        own = {"application_name": versions.session_name(name)}
        if uses_custom_plans:
            own["plan_cache_mode"] = "force_custom_plan"
        self._session_settings = session_settings(settings) | own
        # Behind a pooler: what a worker wants otherwise than the role has it, for all others, that is nothing.
        self._overrides: dict[str, str] | None = None
        if settings.database_direct_url:
            differing = _WORKER_SETTINGS if uses_custom_plans else ()
            self._overrides = {name: self._session_settings[name] for name in differing}
        # What it is, and its release.
        self._name = versions.session_name(name).removeprefix("fulfilment ")
        self._size = size or settings.database_pool_size
        # Nobody is served before the look-up of who calls, which is the house's.
        self._permits = FairSemaphore(self._size, reserved_for_system=1 if self._size > 1 else 0)
        # What came back and is sound, the latest last.
        self._idle: list[ServerSession] = []
        self._reclaiming: set[asyncio.Task] = set()
        self._heartbeat: ProcessHeartbeat | None = None
        # Releases of what was given up while the server did not answer.
        self.deferred_releases = DeferredReleases()
        limit_seconds = settings.database_statement_timeout_seconds * _MAX_LEASE_STATEMENTS
        # A pooler cannot be asked what became of a session of the server's: there the limit alone counts.
        ask = self._connect if self._overrides is None else None
        self._watch = Watch(limit_seconds, ask, self.invalidate_all, self._retire)

    async def open(self) -> None:
        """Watch over the connections from now on; none is made yet."""
        self._watch.begin()

    def start_heartbeat(self) -> None:
        """Be known as alive from now on, so that what this process has under way is left to it."""
        is_pooled = self._overrides is not None
        self._heartbeat = ProcessHeartbeat(self._url, self._session_settings, self._name, is_pooled=is_pooled)
        self._heartbeat.start()

    @property
    def owner_id(self) -> int | None:
        """The number that marks what this process has under way; None while nobody could tell whether it lives."""
        return None if self._heartbeat is None else self._heartbeat.owner_id

    @property
    def stats(self) -> tuple[int, int, int]:
        """How many connections are lent, how many are at hand, and how many more there may be."""
        in_use, idle = self._size - self._permits.available, len(self._idle)
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

    def invalidate_all(self) -> None:
        """Close what is at hand, and what is lent when it comes back: none of it is trusted any more."""
        while self._idle:
            self._idle.pop().terminate()
        for leased in self._watch.leased:
            leased.is_invalidated = True

    async def close(self) -> None:
        """Wait for what is running, but not for ever."""
        await self.deferred_releases.close()
        if self._heartbeat is not None:
            await self._heartbeat.stop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CONNECT_TIMEOUT_SECONDS):
                for _ in range(self._size):
                    await self._permits.acquire(tenant.SYSTEM, CONNECT_TIMEOUT_SECONDS)
        self._watch.end()
        self.invalidate_all()
        for leased in self._watch.leased:
            leased.terminate()

    def _pop_idle(self) -> ServerSession | None:
        while self._idle:
            connection = self._idle.pop()
            if _is_usable(connection):
                return connection
            connection.terminate()
        return None

    async def _connect(self) -> ServerSession:
        connection = await server_session.connect(self._url, self._session_settings, self._overrides)
        # Not all at once, which would be felt; the numbers of the server's processes are as good as random.
        connection.retires_at = time.monotonic() + _MAX_AGE_SECONDS * (1 + connection.pid % 64 / 64)
        return connection

    def _release(self, connection: ServerSession, tenant_key: str) -> None:
        """Keep a sound connection at hand, and leave its place to the next."""
        self._watch.returned(connection)
        if _is_usable(connection):
            self._idle.append(connection)
        else:
            connection.terminate()
        self._permits.release(tenant_key)

    def _reclaim(self, connection: ServerSession, tenant_key: str) -> None:
        """Take in a connection on which something was interrupted, as soon as it is known what came of that."""
        reclaiming = asyncio.create_task(self._reclaim_when_idle(connection, tenant_key))
        self._reclaiming.add(reclaiming)
        reclaiming.add_done_callback(self._reclaiming.discard)

    async def _reclaim_when_idle(self, connection: ServerSession, tenant_key: str) -> None:
        try:
            # Answered only when what was under way has ended.
            with contextlib.suppress(asyncpg.PostgresError):
                await connection.execute("SELECT", timeout=CONNECT_TIMEOUT_SECONDS)
        except UNAVAILABLE:
            connection.terminate()
        finally:
            self._release(connection, tenant_key)

    def _retire(self) -> None:
        """Close what has been at hand for too long, and have what is too old closed as well."""
        now = time.monotonic()
        for leased in self._watch.leased:
            leased.is_invalidated = leased.is_invalidated or now >= leased.retires_at
        kept = []
        for connection in self._idle:
            connection.idle_checks += 1
            if now < connection.retires_at and connection.idle_checks * LOOK_SECONDS < _IDLE_SECONDS:
                kept.append(connection)
            else:
                connection.terminate()
        self._idle = kept


class _Lease:
    """A borrowed connection for the length of an `async with`."""

    __slots__ = ("_connection", "_db", "_tenant_key")

    def __init__(self, db: Database) -> None:
        self._db = db

    async def __aenter__(self) -> asyncpg.Connection:
        db = self._db
        self._tenant_key = tenant_key = tenant.current.get()
        if not db._permits.try_acquire(tenant_key):
            began = time.monotonic()
            try:
                await db._permits.acquire(tenant_key, db._wait_seconds)
            except AcquireTimeout:
                if (meter := meters.current) is not None:
                    meter.count(catalogue.POOL_REFUSALS, meter.process)
                raise PoolFull from None
            finally:
                if (meter := meters.current) is not None:
                    meter.observe(catalogue.POOL_WAIT, time.monotonic() - began, meter.process)
        connection = db._pop_idle()
        if connection is None:
            try:
                connection = await db._connect()
            except BaseException:
                db._permits.release(tenant_key)
                raise
        self._connection = connection
        db._watch.lend(connection)
        if recording.current.get() is None:
            return connection
        # It does all that a connection does.
        return cast("asyncpg.Connection", TracedConnection(connection))

    async def __aexit__(self, kind: type[BaseException] | None, *_problem: object) -> None:
        if kind is not None and issubclass(kind, READ_ONLY):
            self._db.invalidate_all()
        if kind is None or not issubclass(kind, _INTERRUPTIONS):
            self._db._release(self._connection, self._tenant_key)
        else:
            self._db._reclaim(self._connection, self._tenant_key)


def _is_usable(connection: ServerSession) -> bool:
    return not (connection.is_invalidated or connection.is_closed() or connection.is_in_transaction())
