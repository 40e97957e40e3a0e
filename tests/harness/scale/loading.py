"""Filling a database: as fast as PostgreSQL can make up rows, indexes last where it is analysed."""

import time
from pathlib import Path

import psycopg

from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.database.statements import own_sql

ACCOUNT = "acc_" + "0" * 26
PRODUCTS_PER_VARIANT = 0.2
_SHIPMENTS_PER_VARIANT = 10
_SMALL = 1_000

_ROWS = tuple(
    Path(__file__).with_name(f"{name}.sql") for name in ("rows", "digital_rows", "webhook_rows", "other_rows")
)
SESSION = """
    SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET work_mem = '512MB';
    SET synchronous_commit = off; SET timezone = 'UTC'
"""
_INDEXES = """
    SELECT i.indrelid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
     ORDER BY 1, 2
"""
_MOVEMENTS_KEY = """
    SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
     WHERE conrelid = 'stock_movements'::regclass AND contype = 'p'
"""


def fill(url: str, variants: int, *, analysed: bool = True) -> str:
    """Migrate the database and give a workspace `variants` variants, and of all else to suit; say how it went.

    Without `analysed` the rows go one by one into the indexes and are never analysed, as in a young installation.
    """
    began = time.monotonic()
    migrate.migrate(url)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(SESSION)
        rebuild = _drop_indexes(connection) if analysed else []
        for statement in _statements(variants):
            connection.execute(own_sql(statement))
        for statement in rebuild:
            connection.execute(own_sql(statement))
        if analysed:
            connection.execute("VACUUM (ANALYZE)")
        connection.execute("CHECKPOINT")
        found = connection.execute("SELECT pg_size_pretty(pg_database_size(current_database()))").fetchone()
        assert found is not None
        (size,) = found
    counts = f"{variants:,} variants, {variants * 10:,} movements, {shipments_beside(variants):,} shipments"
    counts += f", {variants:,} of all else"
    return f"{counts}, {size}, loaded in {time.monotonic() - began:.0f} s."


def shipments_beside(variants: int) -> int:
    """How many shipments a workspace of that size has: ten million beside a million variants, else a thousand."""
    return variants * _SHIPMENTS_PER_VARIANT if variants > _SMALL else _SMALL


def _statements(variants: int) -> list[str]:
    text = "\n\n".join(path.read_text(encoding="utf-8").rstrip() for path in _ROWS)
    products, shipments = int(variants * PRODUCTS_PER_VARIANT), shipments_beside(variants)
    text = text.format(variants=variants, products=products, shipments=shipments)
    return [statement for statement in text.split(";\n\n") if statement.strip()]


def _drop_indexes(connection: psycopg.Connection) -> list[str]:
    """Statements that create the dropped indexes again. Among the primary keys only the largest table's is dropped."""
    rebuild = []
    for _table, index, definition in connection.execute(_INDEXES).fetchall():
        connection.execute(own_sql(f"DROP INDEX {index}"))
        rebuild.append(definition)
    found = connection.execute(_MOVEMENTS_KEY).fetchone()
    assert found is not None
    name, definition = found
    connection.execute(own_sql(f"ALTER TABLE stock_movements DROP CONSTRAINT {name}"))
    return [f"ALTER TABLE stock_movements ADD CONSTRAINT {name} {definition}", *rebuild]
