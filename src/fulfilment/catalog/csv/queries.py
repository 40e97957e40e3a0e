"""The SQL of CSV import and export: the workspace's products, and the record of imported ones."""

from collections.abc import Collection, Sequence

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx

# Without this lock, two imports into one workspace could both find a level missing and both fill it. The lock belongs
# to the transaction, since a pooler may give the session to another client.
ACQUIRE_IMPORT_LOCK = sql(
    "catalog_file.acquire_import_lock", "SELECT pg_advisory_xact_lock(hashtextextended('import into ' || $1::text, 0))"
)

WORKSPACE_EXISTS = sql("catalog_file.workspace_exists", "SELECT true FROM accounts WHERE id = $1")

LIST_WAREHOUSES = sql(
    "catalog_file.list_warehouses", "SELECT id, name, archived FROM warehouses WHERE account_id = $1 ORDER BY id"
)

# A batch's rows are looked up one by one, here and below. PostgreSQL has no statistics yet of tables that are being
# filled, and would plan a join over the whole workspace.
FIND_IMPORTED = sql(
    "catalog_file.find_imported",
    """
    SELECT i.* FROM unnest($2::text[]) AS input (ref)
     CROSS JOIN LATERAL (
        SELECT ref, product_id, hash FROM imported_products
         WHERE account_id = $1 AND ref = input.ref OFFSET 0) i
    """,
)

FIND_BY_IDS = sql(
    "catalog_file.find_by_ids",
    """
    SELECT p.id, i.ref FROM products p
      LEFT JOIN imported_products i ON i.account_id = p.account_id AND i.product_id = p.id
     WHERE p.account_id = $1 AND p.id = ANY ($2::text[])
    """,
)

FIND_PRODUCTS = sql(
    "catalog_file.find_products",
    "SELECT columns(products) FROM products WHERE account_id = $1 AND id = ANY ($2::text[])",
)

FIND_VARIANTS = sql(
    "catalog_file.find_variants",
    """
    SELECT v.*, i.key, i.hash FROM unnest($2::text[]) AS input (id)
     CROSS JOIN LATERAL (SELECT columns(variants) FROM variants
                          WHERE account_id = $1 AND product_id = input.id OFFSET 0) v
      LEFT JOIN LATERAL (
        SELECT key, hash FROM imported_variants WHERE account_id = $1 AND variant_id = v.id OFFSET 0) i ON true
     ORDER BY v.product_id, v.id
    """,
)

# The initial quantity of a level is its first movement.
FIND_LEVELS = sql(
    "catalog_file.find_levels",
    """
    SELECT l.variant_id, l.warehouse_id, l.quantity,
           CASE m.reason WHEN 'initial_stock' THEN m.delta END AS initial_quantity
      FROM unnest($2::text[]) AS input (id)
      CROSS JOIN LATERAL (
        SELECT variant_id, warehouse_id, quantity FROM stock_levels
         WHERE account_id = $1 AND variant_id = input.id OFFSET 0) l
      LEFT JOIN LATERAL (
        SELECT reason, delta FROM stock_movements
         WHERE account_id = $1 AND variant_id = l.variant_id AND warehouse_id = l.warehouse_id AND number = 1
         LIMIT 1) m ON true
    """,
)

STORE_IMPORTED_PRODUCTS = sql(
    "catalog_file.store_imported_products",
    """
    INSERT INTO imported_products (account_id, ref, product_id, hash)
    SELECT $1, ref, product_id, hash FROM unnest($2::text[], $3::text[], $4::bytea[]) AS input (ref, product_id, hash)
    ON CONFLICT (account_id, ref) DO UPDATE SET hash = excluded.hash
    """,
)

STORE_IMPORTED_VARIANTS = sql(
    "catalog_file.store_imported_variants",
    """
    INSERT INTO imported_variants (account_id, variant_id, product_id, key, hash)
    SELECT $1, variant_id, product_id, key, hash
      FROM unnest($2::text[], $3::text[], $4::text[], $5::bytea[]) AS input (variant_id, product_id, key, hash)
    ON CONFLICT (account_id, variant_id) DO UPDATE SET key = excluded.key, hash = excluded.hash
    """,
)

LIST_PRODUCTS = sql(
    "catalog_file.list_products",
    """
    SELECT columns(products p), i.ref FROM products p LEFT JOIN LATERAL (
        SELECT ref FROM imported_products WHERE account_id = p.account_id AND product_id = p.id OFFSET 0
    ) i ON true
     WHERE p.account_id = $1 AND p.id > $2 AND NOT p.archived ORDER BY p.id LIMIT $3
    """,
)


async def acquire_import_lock(read: Read) -> None:
    """Wait until no other import loads a batch into the workspace. The lock ends with the transaction."""
    await read.fetch_optional(ACQUIRE_IMPORT_LOCK)


async def workspace_exists(read: Read) -> bool:
    return bool(await read.fetch_value(WORKSPACE_EXISTS))


async def list_warehouses(read: Read) -> Sequence[asyncpg.Record]:
    """The workspace's warehouses, archived ones included, the oldest first."""
    return await read.fetch_all(LIST_WAREHOUSES)


async def find_imported(read: Read, refs: Collection[str]) -> Sequence[asyncpg.Record]:
    """The products that earlier imports stored under these references."""
    return await read.fetch_all(FIND_IMPORTED, list(refs))


async def find_by_ids(read: Read, ids: Collection[str]) -> Sequence[asyncpg.Record]:
    """Products by their ids, with the reference of an earlier import."""
    return await read.fetch_all(FIND_BY_IDS, list(ids)) if ids else []


async def find_products(read: Read, ids: Collection[str]) -> Sequence[asyncpg.Record]:
    return await read.fetch_all(FIND_PRODUCTS, list(ids)) if ids else []


async def find_variants(read: Read, product_ids: Collection[str]) -> Sequence[asyncpg.Record]:
    """Every variant of the products, archived ones included, with the key and the hash of its last import."""
    return await read.fetch_all(FIND_VARIANTS, list(product_ids)) if product_ids else []


async def find_levels(read: Read, variant_ids: Collection[str]) -> Sequence[asyncpg.Record]:
    """Every level of the variants; `initial_quantity` is null if its first movement was not initial stock."""
    return await read.fetch_all(FIND_LEVELS, list(variant_ids)) if variant_ids else []


async def store_imported_products(tx: Tx, rows: Sequence[tuple[str, str, bytes]]) -> None:
    """Record products as imported; each row is (ref, product id, hash)."""
    if rows:
        await tx.fetch_optional(STORE_IMPORTED_PRODUCTS, *(list(column) for column in zip(*rows, strict=True)))


async def store_imported_variants(tx: Tx, rows: Sequence[tuple[str, str, str, bytes]]) -> None:
    """Record variants as imported; each row is (variant id, product id, key, hash)."""
    if rows:
        await tx.fetch_optional(STORE_IMPORTED_VARIANTS, *(list(column) for column in zip(*rows, strict=True)))


async def list_products(read: Read, after: str, limit: int) -> Sequence[asyncpg.Record]:
    """The next products that are not archived, the oldest first."""
    return await read.fetch_all(LIST_PRODUCTS, after, limit)
