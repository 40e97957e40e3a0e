"""Readiness checks of a process. Results are cached for a moment, and concurrent probes share one run."""

import asyncio
import shutil
from collections.abc import Callable, Sequence
from functools import cache
from time import monotonic

import asyncpg
import msgspec
import structlog

from fulfilment.infra import clock, process
from fulfilment.infra.database import database_clock, server_session
from fulfilment.infra.database.errors import UNAVAILABLE
from fulfilment.infra.database.migrations import migration_file, versions
from fulfilment.infra.database.migrations.migration_file import Migration
from fulfilment.infra.encryption import installation_check, keyring
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.observability.tracing import recording
from fulfilment.settings import Settings

CACHE_SECONDS = 1.0
# A probe is answered within this time, since most probes have a timeout of a second. Slower checks continue.
ANSWER_SECONDS = 0.8
CHECK_TIMEOUT_SECONDS = 5.0
# PostgreSQL writes its WAL in files of 16 MB, and stops where it cannot create the next file.
MIN_FREE_BYTES = 64 * 1_048_576

READ_ONLY = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool"

DATABASE, SCHEMA, KEYS, CLOCK, DISK, DRAIN = "database", "schema", "masterKeys", "clock", "disk", "draining"
_AWAY = "cannot be reached"
_LATE = "does not answer in time"
_UNKNOWN = "is not known while the database does not answer"

_log = structlog.get_logger(__name__)

_READY, _UNREADY = (20, "ready_again"), (30, "not_ready")


class Check(msgspec.Struct, frozen=True):
    """One condition of readiness."""

    name: str
    """The checked condition."""
    problem: str | None
    """The problem; null where there is none."""


class Readiness:
    """The readiness checks of one process.

    The database is checked on a separate connection, opened at the first probe. Therefore the result is correct even
    while requests use all connections of the pool. `more` are checks of the process itself, which must not wait.
    """

    def __init__(self, settings: Settings, url: str, more: Callable[[], Sequence[Check]] = list) -> None:
        self._url = url
        own = {"application_name": versions.session_name("probe")}
        self._session_settings = server_session.session_settings(settings) | own
        # Behind a pooler the connection uses it like all others.
        self._overrides: dict[str, str] | None = {} if settings.database_direct_url else None
        # Only the disk of an embedded database can be checked. Its URL has a local socket instead of a host, and its
        # folder exists.
        embedded = settings.data_path / "postgres"
        self._folder = embedded if "@/" in url.partition("?")[0] and embedded.is_dir() else None
        self._more = more
        self._connection: asyncpg.Connection | None = None
        self._cached: list[Check] = []
        self._cached_until = 0.0
        self._checking: asyncio.Task[None] | None = None
        self._was_ready = True

    async def check(self) -> list[Check]:
        """The results of all checks, within ANSWER_SECONDS."""
        if self._checking is None and monotonic() >= self._cached_until:
            self._checking = asyncio.create_task(self._run_checks())
        found = self._cached
        if self._checking is not None:
            done, _ = await asyncio.wait({self._checking}, timeout=ANSWER_SECONDS)
            found = self._cached if done else _without_database(_LATE)
        drain = Check(DRAIN, "is about to end" if process.is_draining() else None)
        return [*found, self._disk(), *self._more(), drain]

    async def close(self) -> None:
        """Stop the checks and close the connection."""
        if self._checking is not None:
            self._checking.cancel()
            await asyncio.wait({self._checking})
        self._disconnect()

    async def _run_checks(self) -> None:
        # The run serves all probes, not only the first.
        fair_semaphore.current_tenant.set(fair_semaphore.SYSTEM)
        recording.current.set(None)
        try:
            self._cached = await self._query()
        finally:
            self._checking = None
            self._cached_until = monotonic() + CACHE_SECONDS
        self._log_change([check.name for check in self._cached if check.problem])

    async def _query(self) -> list[Check]:
        try:
            async with asyncio.timeout(CHECK_TIMEOUT_SECONDS):
                if self._connection is None or self._connection.is_closed():
                    self._connection = await server_session.connect(self._url, self._session_settings, self._overrides)
                found = await _check_database(self._connection)
        except TimeoutError:
            found = _without_database(_LATE)
        except (*UNAVAILABLE, asyncpg.PostgresError) as problem:
            _log.debug("not_ready", error=type(problem).__name__)
            found = _without_database(_AWAY)
        except Exception:
            # An unexpected error must not count as ready.
            _log.exception("readiness_fault")
            found = _without_database(_AWAY)
        if found[0].problem:
            # After a fail-over the next check must connect to another server.
            self._disconnect()
        return found

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def _disk(self) -> Check:
        try:
            is_full = self._folder is not None and shutil.disk_usage(self._folder).free < MIN_FREE_BYTES
        except OSError:
            return Check(DISK, "cannot be read")
        return Check(DISK, "is full" if is_full else None)

    def _log_change(self, failing: list[str]) -> None:
        """Log a change of readiness, but not each probe."""
        if self._was_ready != (not failing):
            self._was_ready = not failing
            _log.log(*(_READY if self._was_ready else _UNREADY), failing=failing)


def failing(checks: Sequence[Check]) -> list[Check]:
    """The failed checks."""
    return [check for check in checks if check.problem]


def describe(checks: Sequence[Check]) -> str:
    """The failed checks in one line."""
    return "; ".join(f"{check.name} {check.problem}" for check in failing(checks))


async def _check_database(connection: asyncpg.Connection) -> list[Check]:
    is_read_only = await connection.fetchval(READ_ONLY)
    await database_clock.sync_process_clock(connection)
    return [
        Check(DATABASE, "is read-only" if is_read_only else None),
        Check(SCHEMA, await _incompatibility(connection)),
        Check(KEYS, await _keys(connection)),
        Check(CLOCK, _clock()),
    ]


def _clock() -> str | None:
    ahead = clock.ahead_seconds()
    if not clock.is_skewed():
        return None
    return f"is {abs(ahead):,.0f} s {'ahead of' if ahead > 0 else 'behind'} the database's"


async def _incompatibility(connection: asyncpg.Connection) -> str | None:
    done, oldest = [await _listed(connection, asked) for asked in (versions.APPLIED, versions.OLDEST)]
    return versions.incompatibility(_own_migrations(), done, oldest[0] if oldest else None)


async def _listed(connection: asyncpg.Connection, asked: str) -> list[str]:
    try:
        return [row[0] for row in await connection.fetch(asked)]
    except asyncpg.UndefinedTableError:
        return []


@cache
def _own_migrations() -> list[Migration]:
    """The migrations of this release; cached, since their files do not change."""
    return migration_file.load_all(migration_file.FOLDER)


async def _keys(connection: asyncpg.Connection) -> str | None:
    try:
        return await installation_check.unusable_keys(connection, keyring.keyring())
    except asyncpg.UndefinedTableError:
        return _UNKNOWN


def _without_database(problem: str) -> list[Check]:
    return [Check(DATABASE, problem), Check(SCHEMA, _UNKNOWN), Check(KEYS, _UNKNOWN), Check(CLOCK, _UNKNOWN)]
