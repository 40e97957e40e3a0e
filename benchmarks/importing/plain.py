"""The floor: what an import left in one workspace, inserted into another by plain statements of many rows."""

import time

import asyncpg

# In an order in which each row finds what it refers to, with the order in which the import wrote its rows.
TABLES = {
    "products": "id",
    "variants": "id",
    "product_search_tokens": "product_id, term",
    "stock_levels": "variant_id",
    "stock_movements": "variant_id",
    "event_sequences": "subject",
    "events": "id",
    "outbox": "position",
    "audit_entries": "target_id",
    "imported_products": "product_id",
    "imported_variants": "variant_id",
}
_BATCHES = 20
_WRITTEN = """
    SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''
       AND attname <> 'account_id'
"""


async def insert_again(db: asyncpg.Connection, source: str, target: str) -> float:
    """Insert all that `source` has into `target`, in as many transactions as an import takes; the seconds it took."""
    columns = {table: await db.fetchval(_WRITTEN, table) for table in TABLES}
    for table, order in TABLES.items():
        await db.execute(f"DROP TABLE IF EXISTS pg_temp.staged_{table}")
        # Columns of the very types, so that nothing but the insertion is left to be done.
        await db.execute(f"""
            CREATE TEMPORARY TABLE staged_{table} AS
            SELECT {columns[table]}, ntile({_BATCHES}) OVER (ORDER BY {order}) AS batch
              FROM {table} WHERE account_id = '{source}' ORDER BY {order}
        """)
        await db.execute(f"CREATE INDEX ON staged_{table} (batch)")
        await db.execute(f"ANALYZE staged_{table}")
    began = time.perf_counter()
    for batch in range(1, _BATCHES + 1):
        async with db.transaction():
            for table in TABLES:
                await db.execute(f"""
                    INSERT INTO {table} (account_id, {columns[table]})
                    SELECT '{target}', {columns[table]} FROM staged_{table} WHERE batch = {batch}
                """)
    return time.perf_counter() - began
