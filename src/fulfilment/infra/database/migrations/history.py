"""The migration history: each migration that was applied to the schema, and the oldest release that can use it.

Both tables keep their shape in every release. `schema_release` has one row.
"""

import psycopg

from fulfilment.infra.database.errors import SchemaMismatch
from fulfilment.infra.database.migrations import versions
from fulfilment.infra.database.migrations.migration_file import Migration

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


def create_tables(connection: psycopg.Connection) -> None:
    """Create the two tables where they do not exist yet."""
    if not _exists(connection, "schema_migrations"):
        connection.execute(_HISTORY)
    if not _exists(connection, "schema_release"):
        connection.execute(_OLDEST_RELEASE)


def require_upgradable(connection: psycopg.Connection) -> None:
    """Refuse a database of release 0.2.0 or older by name. Raises SchemaMismatch."""
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


def _exists(connection: psycopg.Connection, table: str) -> bool:
    return connection.execute("SELECT to_regclass(%s)", [table]).fetchone() != (None,)
