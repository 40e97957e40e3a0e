"""The schema: plain SQL files in `migrations/`, applied once each, in the order of their names.

yoyo reads the folder and keeps the book; two of its habits are not kept. Its lock is a row that a killed
process leaves behind, so an advisory lock stands in for it, which the server takes back by itself. And it
books a migration after committing it, so that a process killed in between would apply it twice; here both are
one transaction.
"""

import contextlib
import glob
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from fulfilment.db import statistics
from fulfilment.db.refusal import DatabaseUnreachable, MigrationFailed, SchemaMismatch, first_line

# yoyo's table of what was applied.
_BOOK = "_yoyo_migration"
FOLDER = Path(__file__).parent / "migrations"
OLDEST_SERVER_VERSION = 15
CONNECT_TIMEOUT_SECONDS = 10
# How long a node waits for another one that is migrating.
TURN_TIMEOUT_SECONDS = 600
# A change that waits for a lock holds up everyone behind it, so it gives up and may be tried again.
LOCK_TIMEOUT_SECONDS = 10
STATEMENT_TIMEOUT_SECONDS = 600

# Any number will do, as long as it stays: nodes of different releases must meet at the same lock.
_ADVISORY_LOCK = 7_203_146_119


def migrate(url: str, folder: Path = FOLDER) -> list[str]:
    """Bring the schema up to date. Returns the names applied, oldest first; none if it was.

    Any number of nodes may call this at once; each migration is applied by one of them. Raises
    DatabaseUnreachable, SchemaMismatch (a newer schema, an older server) or MigrationFailed.
    """
    with _connected(url) as connection:
        _require_server(connection)
        with _turn(connection):
            known = _known(folder)
            _require_none_newer(connection, known)
            applied = _catch_up(url, connection, folder) if _missing(connection, known) else []
            # Also where nothing was pending: a backup brings the tables back, and not what was told of them.
            _tell_planner(connection)
            return applied


def _catch_up(url: str, connection: psycopg.Connection, folder: Path) -> list[str]:
    # Most starts have nothing to catch up with, and do without yoyo.
    from yoyo import read_migrations

    from fulfilment.db.book import Book

    book = Book(url, connection)
    applied = set(book.get_applied_migration_hashes())
    known = sorted(read_migrations(glob.escape(str(folder))), key=lambda migration: migration.id)
    pending = [migration for migration in known if migration.hash not in applied]
    for migration in pending:
        book.apply_once(migration)
    return [migration.id for migration in pending]


def _tell_planner(connection: psycopg.Connection) -> None:
    try:
        statistics.tell(connection)
    except psycopg.Error as problem:
        raise MigrationFailed(f"The statistics of the tables could not be set: {first_line(problem)}") from problem


def require_current(url: str, folder: Path = FOLDER) -> None:
    """Check that the schema is the code's; change nothing. Raises SchemaMismatch or DatabaseUnreachable."""
    with _connected(url) as connection:
        _require_server(connection)
        known = _known(folder)
        _require_none_newer(connection, known)
        if missing := _missing(connection, known):
            raise SchemaMismatch(
                f"The database schema is older than this release (it lacks {missing[0]}); run: fulfilment migrate"
            )


def newest(folder: Path = FOLDER) -> str:
    """The name of the last migration that this release has."""
    return _known(folder)[-1]


def reachable(url: str) -> None:
    """Check that a usable server answers at `url`. Raises DatabaseUnreachable or SchemaMismatch."""
    with _connected(url) as connection:
        _require_server(connection)


@contextlib.contextmanager
def _connected(url: str) -> Iterator[psycopg.Connection]:
    if not url.startswith(("postgresql://", "postgres://")):
        raise DatabaseUnreachable("FULFILMENT_DATABASE_URL must begin with postgresql:// .")
    try:
        connection = psycopg.connect(
            url,
            autocommit=True,
            connect_timeout=CONNECT_TIMEOUT_SECONDS,
            application_name="fulfilment migrate",
        )
    except (psycopg.ProgrammingError, UnicodeError):
        # The driver's own words would repeat the address, password and all.
        raise DatabaseUnreachable("FULFILMENT_DATABASE_URL is not an address that can be understood.") from None
    except psycopg.Error as problem:
        raise DatabaseUnreachable(f"The database at {_shown(url)} cannot be reached: {first_line(problem)}") from None
    with connection:
        yield connection


def _require_server(connection: psycopg.Connection) -> None:
    major = connection.info.server_version // 10_000
    if major < OLDEST_SERVER_VERSION:
        raise SchemaMismatch(f"PostgreSQL {major} is too old: {OLDEST_SERVER_VERSION} or newer is needed.")


@contextlib.contextmanager
def _turn(connection: psycopg.Connection) -> Iterator[None]:
    """Our turn to migrate. The lock belongs to the connection, so a killed process cannot keep it."""
    connection.execute(f"SET lock_timeout = '{TURN_TIMEOUT_SECONDS}s'")
    connection.execute(f"SET statement_timeout = '{TURN_TIMEOUT_SECONDS + 1}s'")
    try:
        connection.execute("SELECT pg_advisory_lock(%s)", [_ADVISORY_LOCK])
    except psycopg.errors.LockNotAvailable:
        raise MigrationFailed(f"Another node has been migrating for {TURN_TIMEOUT_SECONDS} s.") from None
    try:
        connection.execute(f"SET lock_timeout = '{LOCK_TIMEOUT_SECONDS}s'")
        connection.execute(f"SET statement_timeout = '{STATEMENT_TIMEOUT_SECONDS}s'")
        yield
    finally:
        if not connection.broken:
            connection.execute("SELECT pg_advisory_unlock(%s)", [_ADVISORY_LOCK])


def _known(folder: Path) -> list[str]:
    """The names of this release's migrations, oldest first."""
    return sorted(path.stem for path in folder.glob("*.sql"))


def _missing(connection: psycopg.Connection, known: list[str]) -> list[str]:
    """Those that the schema lacks, oldest first."""
    return sorted(set(known) - _applied(connection))


def _applied(connection: psycopg.Connection) -> set[str]:
    if connection.execute("SELECT to_regclass(%s)", [_BOOK]).fetchone() == (None,):
        return set()
    rows = connection.execute(f"SELECT migration_id FROM {_BOOK}")
    return {name for (name,) in rows}


def _require_none_newer(connection: psycopg.Connection, known: list[str]) -> None:
    newer = sorted(_applied(connection) - set(known))
    if newer:
        raise SchemaMismatch(
            f"The database schema is newer than this release (it has {newer[-1]}); install the newer release."
        )


def _shown(url: str) -> str:
    """The address without its password."""
    try:
        parts = urlsplit(url)
        return f"{parts.hostname or 'the local socket'}:{parts.port or 5432}{parts.path}"
    except ValueError:
        return "FULFILMENT_DATABASE_URL"
