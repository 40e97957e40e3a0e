"""The schema: plain SQL files in `migrations/`, applied once each, in the order of their names.

yoyo reads the folder and keeps the book; two of its habits are not kept. Its lock is a row that a killed
process leaves behind, so an advisory lock stands in for it, which the server takes back by itself. And it
books a migration after committing it, so that a process killed in between would apply it twice; here both are
one transaction.
"""

import contextlib
import glob
import os
import socket
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from yoyo import read_migrations
from yoyo.backends.core.postgresql import PostgresqlPsycopgBackend
from yoyo.connections import parse_uri
from yoyo.migrations import Migration, default_migration_table

from fulfilment.db.refusal import DatabaseUnreachable, MigrationFailed, SchemaMismatch

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


class _Book(PostgresqlPsycopgBackend):
    """yoyo's book of what was applied, on a connection that we made and bound."""

    def __init__(self, url: str, connection: psycopg.Connection):
        self._given = connection
        super().__init__(parse_uri(url), default_migration_table)

    def connect(self, dburi: Any) -> psycopg.Connection:
        return self._given

    @contextlib.contextmanager
    def lock(self, timeout: float = 0) -> Iterator[None]:
        """Nothing to do: the advisory lock is held."""
        yield

    def get_log_data(self, migration: Migration | None = None, operation: str = "apply") -> dict[str, Any]:
        """As yoyo's, without asking a name server who we are, or the system for a user it may not know."""
        return {
            "id": str(uuid.uuid4()),
            "migration_id": migration.id if migration else None,
            "migration_hash": migration.hash if migration else None,
            "username": f"uid {os.geteuid()}",
            "hostname": socket.gethostname(),
            "created_at_utc": datetime.now(UTC).replace(tzinfo=None),
            "operation": operation,
        }

    def apply_once(self, migration: Migration) -> None:
        """Apply and book it, or neither. Raises MigrationFailed."""
        try:
            with self.transaction():
                # The server takes the text apart itself, so that function bodies need no second parser.
                self.connection.execute(Path(migration.path).read_text(encoding="utf-8"))
                self.log_migration(migration, "apply")
                self.mark_one(migration, log=False)
        except psycopg.Error as problem:
            raise MigrationFailed(f"Migration {migration.id} failed: {_first_line(problem)}") from problem


def migrate(url: str, folder: Path = FOLDER) -> list[str]:
    """Bring the schema up to date. Returns the names applied, oldest first; none if it was.

    Any number of nodes may call this at once; each migration is applied by one of them. Raises
    DatabaseUnreachable, SchemaMismatch (a newer schema, an older server) or MigrationFailed.
    """
    with _connected(url) as connection:
        _require_server(connection)
        with _turn(connection):
            known = sorted(read_migrations(glob.escape(str(folder))), key=lambda migration: migration.id)
            _require_none_newer(connection, [migration.id for migration in known])
            book = _Book(url, connection)
            applied = set(book.get_applied_migration_hashes())
            pending = [migration for migration in known if migration.hash not in applied]
            for migration in pending:
                book.apply_once(migration)
            return [migration.id for migration in pending]


def require_current(url: str, folder: Path = FOLDER) -> None:
    """Check that the schema is the code's; change nothing. Raises SchemaMismatch or DatabaseUnreachable."""
    with _connected(url) as connection:
        _require_server(connection)
        known = sorted(path.stem for path in folder.glob("*.sql"))
        _require_none_newer(connection, known)
        missing = sorted(set(known) - _applied(connection))
        if missing:
            raise SchemaMismatch(
                f"The database schema is older than this release (it lacks {missing[0]}); run: fulfilment migrate"
            )


def newest(folder: Path = FOLDER) -> str:
    """The name of the last migration that this release has."""
    return max(path.stem for path in folder.glob("*.sql"))


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
        raise DatabaseUnreachable(f"The database at {_shown(url)} cannot be reached: {_first_line(problem)}") from None
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


def _applied(connection: psycopg.Connection) -> set[str]:
    if connection.execute("SELECT to_regclass(%s)", [default_migration_table]).fetchone() == (None,):
        return set()
    rows = connection.execute(f"SELECT migration_id FROM {default_migration_table}")
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


def _first_line(problem: Exception) -> str:
    return next((line.strip() for line in str(problem).splitlines() if line.strip()), type(problem).__name__)
