"""Databases with the same kinds of rows, of which PostgreSQL knows nothing, or knows something else each time."""

import subprocess
from pathlib import Path

import psycopg

from fulfilment.infra.database.embedded.server import EmbeddedServer
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.database.statements import own_sql
from tests.harness.scale import loading

_OF_WORKSPACES = """
    SELECT c.relname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attname = 'account_id'
"""
_WORKSPACES = 300
# A table with fewer rows of each workspace is left alone: a workspace has one row in it, or a few.
_A_FEW = 50
_LARGEST = f"""
    SELECT account_id FROM {{table}} GROUP BY 1 HAVING count(*) >= {_A_FEW} ORDER BY count(*) DESC LIMIT 1
"""
_SHARE_OUT = f"""
    UPDATE {{table}} SET account_id = 'acc_' || lpad((abs(hashtext(ctid::text)) % {_WORKSPACES})::text, 26, '0')
"""


def restore(server: EmbeddedServer, source: str, name: str, folder: Path) -> None:
    """A copy as a backup leaves it: the rows are there, what was known of them is not."""
    dump = folder / f"{source}.dump"
    whole = [
        server.bin / "pg_dump",
        "--format=custom",
        f"--file={dump}",
        "--no-statistics",
        server.database_url(source),
    ]
    back = [server.bin / "pg_restore", f"--dbname={server.database_url(name)}", dump]
    for command in (whole, back):
        subprocess.run(command, check=True, capture_output=True, timeout=100)
    migrate.migrate(server.database_url(name))


def analyse(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM (ANALYZE)")


def share_out(url: str) -> None:
    """Share the rows of the largest workspace out to three hundred, delete all other rows, and analyse."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(loading.SESSION)
        for (table,) in connection.execute(_OF_WORKSPACES).fetchall():
            largest = connection.execute(own_sql(_LARGEST.format(table=table))).fetchone()
            if largest:
                connection.execute(own_sql(f"DELETE FROM {table} WHERE account_id <> %s"), largest)
                connection.execute(own_sql(_SHARE_OUT.format(table=table)))
        connection.execute("VACUUM (FULL)")
        connection.execute("VACUUM (ANALYZE)")
