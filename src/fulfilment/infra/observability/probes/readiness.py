"""Whether a process can do its work now. Many may ask: what was found is kept for a moment, and looked for once."""

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
# Who asks is told by then, and most of those who ask give up after a second. What is slower is looked for on.
ANSWER_SECONDS = 0.8
CHECK_TIMEOUT_SECONDS = 5.0
# PostgreSQL writes ahead in files of 16 MB, and stops for good where it cannot begin the next.
MIN_FREE_BYTES = 64 * 1_048_576

READ_ONLY = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool"

DATABASE, SCHEMA, KEYS, CLOCK, DISK, DRAIN = "database", "schema", "masterKeys", "clock", "disk", "draining"
_AWAY = "cannot be reached"
_LATE = "does not answer in time"
_UNKNOWN = "is not known while the database does not answer"

_log = structlog.get_logger(__name__)


class Check(msgspec.Struct, frozen=True):
    """One thing that a process needs in order to be ready."""

    name: str
    """What was looked at."""
    problem: str | None
    """What is wrong with it; null where nothing is."""


class Readiness:
    """What one process answers to whoever asks whether it is ready.

    The database is asked on a connection of its own, which exists from the first question on: so the answer is true
    also while requests hold every other. `more` are checks of the process itself, which must not wait.
    """

    def __init__(self, settings: Settings, url: str, more: Callable[[], Sequence[Check]] = list) -> None:
        self._url = url
        own = {"application_name": versions.session_name("probe")}
        self._session_settings = server_session.session_settings(settings) | own
        # Behind a pooler it is asked as all others are.
        self._overrides: dict[str, str] | None = {} if settings.database_direct_url else None
        # Whose disk an external database writes on is not for us to see; an embedded one, which is spoken to by a
        # socket of this machine, may have left its folder.
        embedded = settings.data_path / "postgres"
        self._folder = embedded if "@/" in url.partition("?")[0] and embedded.is_dir() else None
        self._more = more
        self._connection: asyncpg.Connection | None = None
        self._cached: list[Check] = []
        self._cached_until = 0.0
        self._checking: asyncio.Task[None] | None = None
        self._was_ready = True

    async def check(self) -> list[Check]:
        """Every check, within ANSWER_SECONDS."""
        if self._checking is None and monotonic() >= self._cached_until:
            self._checking = asyncio.create_task(self._run_checks())
        found = self._cached
        if self._checking is not None:
            done, _ = await asyncio.wait({self._checking}, timeout=ANSWER_SECONDS)
            found = self._cached if done else _without_database(_LATE)
        drain = Check(DRAIN, "is about to end" if process.is_draining() else None)
        return [*found, self._disk(), *self._more(), drain]

    async def close(self) -> None:
        """Ask no more."""
        if self._checking is not None:
            self._checking.cancel()
            await asyncio.wait({self._checking})
        self._disconnect()

    async def _run_checks(self) -> None:
        # Whoever asked first is not the one for whom it is done.
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
            # Whatever it is, whoever asks is not told that all is well.
            _log.exception("readiness_fault")
            found = _without_database(_AWAY)
        if found[0].problem:
            # By the next time another server may be the one that is written to.
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
        """A line in the log when it changes, not at each question."""
        if self._was_ready != (not failing):
            self._was_ready = not failing
            _log.log(*(_READY if self._was_ready else _UNREADY), failing=failing)


_READY, _UNREADY = (20, "ready_again"), (30, "not_ready")


def failing(checks: Sequence[Check]) -> list[Check]:
    """Those that are why the process is not ready."""
    return [check for check in checks if check.problem]


def describe(checks: Sequence[Check]) -> str:
    """In one line what is wrong."""
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
    """They are files of the release, which stay as they are."""
    return migration_file.load_all(migration_file.FOLDER)


async def _keys(connection: asyncpg.Connection) -> str | None:
    try:
        return await installation_check.unusable_keys(connection, keyring.keyring())
    except asyncpg.UndefinedTableError:
        return _UNKNOWN


def _without_database(problem: str) -> list[Check]:
    return [Check(DATABASE, problem), Check(SCHEMA, _UNKNOWN), Check(KEYS, _UNKNOWN), Check(CLOCK, _UNKNOWN)]
