"""The book of what was applied to the schema, and of who can live with it.

Both tables are for every release there will be, so they keep their shape. `_yoyo_migration` is as the library made it
that kept the book of release 0.1.0, which still finds in it what it does not know and refuses to run. `schema_release`
has one row: the oldest release that can live with the schema as it is.
"""

import hashlib

import psycopg

from fulfilment.db import fit, release
from fulfilment.db.migration import Migration

_BOOK = """
    CREATE TABLE IF NOT EXISTS _yoyo_migration (
        migration_hash varchar(64) PRIMARY KEY,
        migration_id varchar(255),
        applied_at_utc timestamp
    )
"""
_FLOOR = """
    CREATE TABLE IF NOT EXISTS schema_release (
        is_it boolean PRIMARY KEY DEFAULT true CHECK (is_it),
        oldest text NOT NULL
    )
"""
_ENTER = """
    INSERT INTO _yoyo_migration (migration_hash, migration_id, applied_at_utc)
    VALUES (%s, %s, clock_timestamp() AT TIME ZONE 'UTC')
"""
_RAISE = """
    INSERT INTO schema_release (oldest) VALUES (%s)
        ON CONFLICT (is_it) DO UPDATE SET oldest = excluded.oldest
"""


def lay_out(connection: psycopg.Connection) -> None:
    """Make the two tables where they are not there yet."""
    if not _is_there(connection, "_yoyo_migration"):
        connection.execute(_BOOK)
    if not _is_there(connection, "schema_release"):
        connection.execute(_FLOOR)


def applied(connection: psycopg.Connection) -> set[str]:
    """The names of the migrations that were applied."""
    if not _is_there(connection, "_yoyo_migration"):
        return set()
    return {name for (name,) in connection.execute(fit.APPLIED)}


def oldest(connection: psycopg.Connection) -> str | None:
    """The oldest release that can live with the schema; None: it is from before releases were noted."""
    if not _is_there(connection, "schema_release"):
        return None
    row = connection.execute(fit.OLDEST).fetchone()
    return None if row is None else row[0]


def enter(connection: psycopg.Connection, migration: Migration) -> None:
    """Book a migration, in the transaction that applies it; whom it leaves behind is noted too."""
    name_hash = hashlib.sha256(migration.name.encode()).hexdigest()
    connection.execute(_ENTER, [name_hash, migration.name])
    noted = oldest(connection)
    if noted is None or release.is_older(noted, migration.oldest):
        connection.execute(_RAISE, [migration.oldest])


def _is_there(connection: psycopg.Connection, table: str) -> bool:
    return connection.execute("SELECT to_regclass(%s)", [table]).fetchone() != (None,)
