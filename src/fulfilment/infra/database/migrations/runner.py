"""Runner of a migration, and its history: applied once, atomically, and without long waits for other transactions."""

import time

import psycopg
import structlog
from psycopg.sql import SQL, Identifier

from fulfilment.infra.database.errors import MigrationFailed, SchemaMismatch, first_line
from fulfilment.infra.database.migrations import versions
from fulfilment.infra.database.migrations.migration_file import Migration, Mode
from fulfilment.infra.database.statements import own_sql

_HISTORY = """
    CREATE TABLE schema_migrations (
        name        text PRIMARY KEY,
        applied_at  timestamptz NOT NULL DEFAULT clock_timestamp()
    )
"""
_OLDEST_RELEASE = """
    CREATE TABLE schema_release (
        is_only  boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        oldest   text NOT NULL
    )
"""
_RECORD = "INSERT INTO schema_migrations (name) VALUES (%s)"
_RAISE_FLOOR = """
    INSERT INTO schema_release (oldest) VALUES (%s)
        ON CONFLICT (is_only) DO UPDATE SET oldest = excluded.oldest
"""
# The history of releases 0.1.0 and 0.2.0, whose schema has other tables.
_FORMER_HISTORY = "_yoyo_migration"

# A change of the schema that waits for a lock blocks all later requests for it. So it gives up after a short time, lets
# them pass, and tries again.
LOCK_TIMEOUT_SECONDS = 2
LOCK_ATTEMPTS = 5
LOCK_PAUSE_SECONDS = 1.0
STATEMENT_TIMEOUT_SECONDS = 600
BATCH_PAUSE_SECONDS = 0.01

_log = structlog.get_logger(__name__)

_INVALID = """
    SELECT NOT i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relname = %s AND c.relnamespace = current_schema()::regnamespace
"""

# Transactions that CREATE INDEX CONCURRENTLY waits for, as far as this role may see them.
_OPEN = """
    SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
"""


def apply(connection: psycopg.Connection, migration: Migration) -> None:
    """Apply and record a migration, or do neither. Raises MigrationFailed."""
    ways = {Mode.TRANSACTION: _in_transaction, Mode.NO_TRANSACTION: _without_transaction, Mode.BATCHED: _in_batches}
    try:
        for attempt in range(1, LOCK_ATTEMPTS + 1):
            try:
                return ways[migration.mode](connection, migration)
            except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
                if attempt == LOCK_ATTEMPTS:
                    raise
            time.sleep(LOCK_PAUSE_SECONDS)
    except psycopg.Error as problem:
        raise MigrationFailed(f"Migration {migration.name} failed: {first_line(problem)}") from problem


def create_tables(connection: psycopg.Connection) -> None:
    """Create the two tables where they do not exist yet."""
    if not _exists(connection, "schema_migrations"):
        connection.execute(_HISTORY)
    if not _exists(connection, "schema_release"):
        connection.execute(_OLDEST_RELEASE)


def require_upgradable(connection: psycopg.Connection) -> None:
    """Raise SchemaMismatch for a database of release 0.2.0 or older."""
    if _exists(connection, _FORMER_HISTORY):
        raise SchemaMismatch(
            "This database was made by release 0.2.0 or older, and release 0.3.0 begins with a new schema. "
            "Name an empty database in FULFILMENT_DATABASE_URL, or an empty folder in FULFILMENT_DATA_DIR; "
            "products and stock move with `fulfilment export` of the old release and `fulfilment import` of this one."
        )


def applied(connection: psycopg.Connection) -> set[str]:
    """The names of the migrations that were applied."""
    if not _exists(connection, "schema_migrations"):
        return set()
    return {name for (name,) in connection.execute(versions.APPLIED)}


def oldest_compatible_release(connection: psycopg.Connection) -> str | None:
    """The oldest release that can use the schema; None: no migration was applied yet."""
    if not _exists(connection, "schema_release"):
        return None
    row = connection.execute(versions.OLDEST).fetchone()
    return None if row is None else row[0]


def record(connection: psycopg.Connection, migration: Migration) -> None:
    """Record a migration in the transaction that applies it, and the oldest release that can use the schema."""
    connection.execute(_RECORD, [migration.name])
    noted = oldest_compatible_release(connection)
    if noted is None or versions.is_older(noted, migration.oldest):
        connection.execute(_RAISE_FLOOR, [migration.oldest])


def set_timeouts(
    connection: psycopg.Connection,
    lock_seconds: float | None = None,
    statement_seconds: float = STATEMENT_TIMEOUT_SECONDS,
) -> None:
    """Set the lock timeout and the statement timeout; 0 means none."""
    lock_seconds = LOCK_TIMEOUT_SECONDS if lock_seconds is None else lock_seconds
    connection.execute(own_sql(f"SET lock_timeout = {round(lock_seconds * 1_000)}"))
    connection.execute(own_sql(f"SET statement_timeout = {round(statement_seconds * 1_000)}"))


def _exists(connection: psycopg.Connection, table: str) -> bool:
    return connection.execute("SELECT to_regclass(%s)", [table]).fetchone() != (None,)


def _in_transaction(connection: psycopg.Connection, migration: Migration) -> None:
    set_timeouts(connection)
    with connection.transaction():
        # The server splits the text into statements itself, so that function bodies need no parser here.
        connection.execute(own_sql(migration.text))
        record(connection, migration)


def _without_transaction(connection: psycopg.Connection, migration: Migration) -> None:
    """Build or drop an index concurrently with writes. An interrupted run is repeated."""
    name = migration.index
    # It waits for all earlier transactions, and blocks no other.
    set_timeouts(connection, 0, 0)
    if name is None:
        connection.execute(own_sql(migration.text))
    else:
        _build_index(connection, migration, name)
    set_timeouts(connection)
    with connection.transaction():
        record(connection, migration)


def _build_index(connection: psycopg.Connection, migration: Migration, name: str) -> None:
    """Build an index, after dropping the invalid index that an interrupted build leaves."""
    found = connection.execute(_INVALID, [name]).fetchone()
    if found == (True,):
        connection.execute(SQL("DROP INDEX CONCURRENTLY {}").format(Identifier(name)))
    if found != (False,):
        counted = connection.execute(_OPEN).fetchone()
        assert counted is not None
        if (open_ones := counted[0]) > 0:
            _log.info("building_index", index=name, waiting_for=f"open transactions: {open_ones}")
        connection.execute(own_sql(migration.text))


def _in_batches(connection: psycopg.Connection, migration: Migration) -> None:
    """Repeat the statement until it finds no row, each time in its own transaction, so that progress is kept."""
    set_timeouts(connection)
    while connection.execute(own_sql(migration.statement)).rowcount > 0:
        time.sleep(BATCH_PAUSE_SECONDS)
    with connection.transaction():
        record(connection, migration)
