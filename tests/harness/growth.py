"""A schema that grows as the next release might have it grow: every table gets a column, filled in all its rows."""

import psycopg
from psycopg.sql import SQL, Identifier

COLUMN = "of_the_next_release"
_TABLES = """
    SELECT c.relname FROM pg_class c
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname
"""


def grow(url: str, column: str = COLUMN) -> int:
    """Add the column to each table, one transaction each, as migrations would. Returns how many tables there are."""
    with psycopg.connect(url, autocommit=True) as connection:
        tables = connection.execute(_TABLES).fetchall()
        for (table,) in tables:
            statement = SQL("ALTER TABLE {} ADD COLUMN {} text NOT NULL DEFAULT 'grown'")
            connection.execute(statement.format(Identifier(table), Identifier(column)))
        return len(tables)
