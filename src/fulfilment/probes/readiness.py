"""Whether a process can do its work now. Many may ask: what was found is kept for a moment, and looked for once."""

import asyncio
import shutil
from collections.abc import Callable, Sequence
from functools import cache
from time import monotonic

import asyncpg
import msgspec
import structlog

from fulfilment import draining, installation, party, secrets
from fulfilment.db import fit, migration, release, session
from fulfilment.db.migration import Migration
from fulfilment.db.outage import UNAVAILABLE
from fulfilment.settings import Settings
from fulfilment.traces import recording

KEPT_SECONDS = 1.0
# Who asks is told by then, and most of those who ask give up after a second. What is slower is looked for on.
ANSWER_SECONDS = 0.8
LOOK_SECONDS = 5.0
# PostgreSQL writes ahead in files of 16 MB, and stops for good where it cannot begin the next.
LEAST_FREE_BYTES = 64 * 1_048_576

READ_ONLY = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool"

DATABASE, SCHEMA, KEYS, DISK, DRAIN = "database", "schema", "masterKeys", "disk", "draining"
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

    def __init__(self, settings: Settings, url: str, more: Callable[[], Sequence[Check]] = list):
        self._url = url
        own = {"application_name": release.session_name("probe")}
        self._session_settings = session.session_settings(settings) | own
        # Behind a pooler it is asked as all others are.
        self._told: dict[str, str] | None = {} if settings.database_direct_url else None
        # Whose disk an external database writes on is not for us to see; an embedded one, which is spoken to by a
        # socket of this machine, may have left its folder.
        embedded = settings.data_path / "postgres"
        self._folder = embedded if "@/" in url.partition("?")[0] and embedded.is_dir() else None
        self._more = more
        self._connection: asyncpg.Connection | None = None
        self._found: list[Check] = []
        self._kept_until = 0.0
        self._looking: asyncio.Task[None] | None = None
        self._was_ready = True

    async def look(self) -> list[Check]:
        """Every check, within ANSWER_SECONDS."""
        if self._looking is None and monotonic() >= self._kept_until:
            self._looking = asyncio.create_task(self._look())
        found = self._found
        if self._looking is not None:
            done, _ = await asyncio.wait({self._looking}, timeout=ANSWER_SECONDS)
            found = self._found if done else _without_database(_LATE)
        drain = Check(DRAIN, "is about to end" if draining.is_on() else None)
        return [*found, self._disk(), *self._more(), drain]

    async def close(self) -> None:
        """Ask no more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait({self._looking})
        self._let_go()

    async def _look(self) -> None:
        # Whoever asked first is not the one for whom it is done.
        party.current.set(party.HOUSE)
        recording.current.set(None)
        try:
            self._found = await self._ask()
        finally:
            self._looking = None
            self._kept_until = monotonic() + KEPT_SECONDS
        self._tell([check.name for check in self._found if check.problem])

    async def _ask(self) -> list[Check]:
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                if self._connection is None or self._connection.is_closed():
                    self._connection = await session.connect(self._url, self._session_settings, self._told)
                found = await _of_database(self._connection)
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
            self._let_go()
        return found

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def _disk(self) -> Check:
        try:
            is_full = self._folder is not None and shutil.disk_usage(self._folder).free < LEAST_FREE_BYTES
        except OSError:
            return Check(DISK, "cannot be read")
        return Check(DISK, "is full" if is_full else None)

    def _tell(self, failing: list[str]) -> None:
        """A line in the log when it changes, not at each question."""
        if self._was_ready != (not failing):
            self._was_ready = not failing
            _log.log(*(_READY if self._was_ready else _UNREADY), failing=failing)


_READY, _UNREADY = (20, "ready_again"), (30, "not_ready")


def failing(checks: Sequence[Check]) -> list[Check]:
    """Those that are why the process is not ready."""
    return [check for check in checks if check.problem]


def told(checks: Sequence[Check]) -> str:
    """In one line what is wrong."""
    return "; ".join(f"{check.name} {check.problem}" for check in failing(checks))


async def _of_database(connection: asyncpg.Connection) -> list[Check]:
    is_read_only = await connection.fetchval(READ_ONLY)
    return [
        Check(DATABASE, "is read-only" if is_read_only else None),
        Check(SCHEMA, await _misfit(connection)),
        Check(KEYS, await _keys(connection)),
    ]


async def _misfit(connection: asyncpg.Connection) -> str | None:
    done, oldest = [await _listed(connection, asked) for asked in (fit.APPLIED, fit.OLDEST)]
    return fit.misfit(_own_migrations(), done, oldest[0] if oldest else None)


async def _listed(connection: asyncpg.Connection, asked: str) -> list[str]:
    try:
        return [row[0] for row in await connection.fetch(asked)]
    except asyncpg.UndefinedTableError:
        return []


@cache
def _own_migrations() -> list[Migration]:
    """They are files of the release, which stay as they are."""
    return migration.known(migration.FOLDER)


async def _keys(connection: asyncpg.Connection) -> str | None:
    try:
        return await installation.unusable_keys(connection, secrets.keyring())
    except asyncpg.UndefinedTableError:
        return _UNKNOWN


def _without_database(problem: str) -> list[Check]:
    return [Check(DATABASE, problem), Check(SCHEMA, _UNKNOWN), Check(KEYS, _UNKNOWN)]
