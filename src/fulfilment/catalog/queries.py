"""SQL of the catalog: reading and updating. Inserts are in products.py, search is in search.py."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import asyncpg

from fulfilment.catalog.schemas import NewVariant, Product, Variant
from fulfilment.infra import ids
from fulfilment.infra.api.pagination import PageRequest, stop_when_full_sql, stored_bytes_sql
from fulfilment.infra.database.statements import Statement, json_object, sql
from fulfilment.infra.database.transaction import Read, Tx


def variants_join(condition: str = "true") -> str:
    """Lateral join of a product's variants, used for its row and for the row's size.

    It is empty for products that `condition` excludes.
    """
    return f"""CROSS JOIN LATERAL (
        SELECT coalesce(json_agg({json_object(Variant, "v")} ORDER BY v.id), '[]') AS variants FROM variants v
         WHERE {condition} AND v.account_id = p.account_id AND v.product_id = p.id) own"""


PRODUCT_JSON = json_object(Product, "p", variants="own.variants")
# The size of a row depends on the description and on the variants, of which there may be a thousand.
PRODUCT_SIZE = stored_bytes_sql("p.description", "own.variants")

_LIST_PRODUCTS = """
    SELECT {row}, p.id AS position FROM (
        SELECT columns(products p) FROM {source} WHERE p.account_id = $1
         AND p.id < $2 {condition} ORDER BY {order} DESC LIMIT $3
    ) p {variants} ORDER BY p.id DESC
"""
# Products by their own sku or a variant's, newest first, as a merge of two index scans: many products may share a sku.
_PRODUCTS_WITH_SKU = """
    (SELECT DISTINCT id FROM (
        (SELECT id FROM products WHERE account_id = $1 AND sku = {0} AND id < $2 ORDER BY id DESC)
        UNION ALL
        (SELECT product_id FROM variants WHERE account_id = $1 AND sku = {0} AND product_id < $2
          ORDER BY product_id DESC)) s ORDER BY id DESC) s
    CROSS JOIN LATERAL (SELECT columns(products) FROM products WHERE account_id = $1 AND id = s.id OFFSET 0) p
"""


def _list_products(with_archived: bool, filters: tuple[str, ...]) -> Statement:
    name = "catalog.list" + "_all" * with_archived + "_products" + "".join(f"_by_{name}" for name in filters)
    parameters = {filtered: f"${nth}" for nth, filtered in enumerate(filters, start=4)}
    condition = "" if with_archived else "AND NOT p.archived "
    if "type" in parameters:
        condition += f"AND p.type = {parameters['type']}"
    source, order = (
        (_PRODUCTS_WITH_SKU.format(parameters["sku"]), "s.id") if "sku" in parameters else ("products p", "p.id")
    )
    row = stop_when_full_sql(PRODUCT_JSON, "row", size=PRODUCT_SIZE, order="p.id DESC")
    return sql(name, _LIST_PRODUCTS, row=row, variants=variants_join(), source=source, order=order, condition=condition)


# One statement for each combination of filters, so that each is planned for the index it needs.
_LIST_STATEMENTS = {
    (with_archived, *chosen): _list_products(with_archived, chosen)
    for with_archived in (False, True)
    for chosen in ((), ("type",), ("sku",), ("type", "sku"))
}

FIND_PRODUCT = sql(
    "catalog.find_product",
    "SELECT {row} AS row FROM products p {variants} WHERE p.account_id = $1 AND p.id = $2",
    row=PRODUCT_JSON,
    variants=variants_join(),
)

LOCK_PRODUCT = sql(
    "catalog.lock_product",
    "SELECT columns(products) FROM products WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE",
)

# Locks a product and returns one row, whose `is_found` is null if there is none.
LOCK_EXISTING_PRODUCT = sql(
    "catalog.lock_existing_product",
    "SELECT (SELECT true FROM products WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE) AS is_found",
)

UPDATE_PRODUCT = sql(
    "catalog.update_product",
    """
    WITH p AS (
        UPDATE products SET name = $3, sku = $4, description = $5, weight = $6, length = $7, width = $8, height = $9,
               license_enabled = $10, max_activations = $11, archived = $12, updated_at = $13
         WHERE account_id = $1 AND id = $2
        RETURNING columns(products)
    )
    SELECT {row} AS row FROM p {variants}
    """,
    row=PRODUCT_JSON,
    variants=variants_join(),
)

FIND_VARIANT = sql(
    "catalog.find_variant",
    """
    SELECT columns(variants v), (SELECT archived FROM variants other
                                 WHERE other.account_id = $1 AND other.product_id = $2 AND other.sku = $4
                                   AND other.id <> $3) AS sku_owner_is_archived
      FROM variants v WHERE v.account_id = $1 AND v.product_id = $2 AND v.id = $3
    """,
)

UPDATE_VARIANT = sql(
    "catalog.update_variant",
    """
    UPDATE variants SET name = $3, sku = $4, price_cents = $5, cost_cents = $6, low_stock_threshold = $7, weight = $8,
           is_default = $9, archived = $10
     WHERE account_id = $1 AND id = $2
    RETURNING columns(variants)
    """,
)

# The oldest active sibling; a product whose variants are all archived has no default until one is active again.
SET_OLDEST_AS_DEFAULT = sql(
    "catalog.set_oldest_as_default",
    """
    UPDATE variants SET is_default = true
     WHERE account_id = $1 AND id = (SELECT id FROM variants
                                      WHERE account_id = $1 AND product_id = $2 AND NOT archived ORDER BY id LIMIT 1)
       AND NOT EXISTS (SELECT FROM variants WHERE account_id = $1 AND product_id = $2 AND is_default)
    """,
)

CLEAR_DEFAULT = sql(
    "catalog.clear_default",
    "UPDATE variants SET is_default = false WHERE account_id = $1 AND product_id = $2 AND is_default",
)

# Every transaction locks several variants in this order (stock/queries.py).
LOCK_DEFAULT_CANDIDATES = sql(
    "catalog.lock_default_candidates",
    """
    SELECT id FROM variants
     WHERE account_id = $1 AND product_id = $2
       AND (id = $3 OR is_default OR id = (SELECT id FROM variants
                                            WHERE account_id = $1 AND product_id = $2 AND id <> $3 AND NOT archived
                                            ORDER BY id LIMIT 1))
     ORDER BY id COLLATE "C" FOR NO KEY UPDATE
    """,
)

# Runs under the product's lock. `is_default` is null if nothing was inserted; the other columns give the reason. The
# new variant becomes the default if no active variant is.
INSERT_VARIANT = sql(
    "catalog.insert_variant",
    """
    WITH existing AS (
        SELECT count(*) AS variants, coalesce(bool_or(is_default), false) AS has_default,
               bool_or(archived) FILTER (WHERE sku = $5) AS sku_owner_is_archived
          FROM variants WHERE account_id = $1 AND product_id = $3
    ), inserted AS (
        INSERT INTO variants (account_id, id, product_id, name, sku, price_cents, cost_cents, low_stock_threshold,
                              weight, is_default)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 OR NOT has_default FROM existing
         WHERE variants < $11 AND sku_owner_is_archived IS NULL
        RETURNING is_default
    ), search_tokens AS (
        INSERT INTO product_search_tokens (account_id, product_id, term, type, archived)
        SELECT $1, id, unnest($12::text[]), type, archived
          FROM products WHERE account_id = $1 AND id = $3 AND EXISTS (SELECT FROM inserted)
        ON CONFLICT DO NOTHING
    )
    SELECT existing.variants, existing.sku_owner_is_archived, inserted.is_default
      FROM existing LEFT JOIN inserted ON true
    """,
)


# In the order of the parameters, which are bound by position.
_UPDATED_COLUMNS = (
    "name",
    "sku",
    "description",
    "weight",
    "length",
    "width",
    "height",
    "license_enabled",
    "max_activations",
    "archived",
)
_VARIANT_COLUMNS = (
    "name",
    "sku",
    "price_cents",
    "cost_cents",
    "low_stock_threshold",
    "weight",
    "is_default",
    "archived",
)


async def list_products(
    read: Read, page: PageRequest, *, with_archived: bool, **filters: str | None
) -> list[asyncpg.Record]:
    """Products as JSON with their variants, newest first. `filters` are `type` and `sku` (its own or a variant's)."""
    given_filters = {name: value for name, value in filters.items() if value is not None}
    statement = _LIST_STATEMENTS[(with_archived, *given_filters)]
    after = page.after[0] if page.after else ids.upper_bound("prod")
    return await read.fetch_all(statement, after, page.fetch_limit, *given_filters.values())


async def find_product(read: Read, id: str) -> str | None:
    """One product with its variants, as JSON."""
    return await read.fetch_value(FIND_PRODUCT, id)


async def lock_product(tx: Tx, id: str) -> asyncpg.Record | None:
    """Lock a product. The lock serialises changes to its variants, so that there is always one default."""
    return await tx.fetch_optional(LOCK_PRODUCT, id)


async def lock_existing_product(tx: Tx, id: str) -> bool:
    """Lock a product likewise. False if there is none."""
    return (await tx.fetch_one(LOCK_EXISTING_PRODUCT, id))["is_found"] is not None


async def clear_default(tx: Tx, product_id: str) -> None:
    await tx.fetch_optional(CLEAR_DEFAULT, product_id)


async def update_product(tx: Tx, values: Mapping[str, Any], at: datetime) -> str:
    """Update a product under its lock, and return it with its variants, as JSON."""
    return await tx.fetch_value(UPDATE_PRODUCT, values["id"], *(values[name] for name in _UPDATED_COLUMNS), at)


async def find_variant(read: Read, product_id: str, id: str, sku: str | None = None) -> asyncpg.Record | None:
    """A variant of this product, and the state of a sibling that has the sku. The caller holds the product's lock."""
    return await read.fetch_optional(FIND_VARIANT, product_id, id, sku)


async def store_variant(tx: Tx, values: Mapping[str, Any]) -> asyncpg.Record:
    row = await tx.fetch_optional(UPDATE_VARIANT, values["id"], *(values[name] for name in _VARIANT_COLUMNS))
    assert row is not None, "it is locked"
    return row


async def lock_default_candidates(tx: Tx, product_id: str, id: str) -> None:
    """Lock a variant, the present default and the next one, before the first of them changes."""
    await tx.fetch_all(LOCK_DEFAULT_CANDIDATES, product_id, id)


async def set_oldest_as_default(tx: Tx, product_id: str) -> None:
    """Make the oldest active variant the default of a product that has none."""
    await tx.fetch_optional(SET_OLDEST_AS_DEFAULT, product_id)


async def insert_variant(
    tx: Tx, id: str, product_id: str, body: NewVariant, *, max_variants: int, terms: Sequence[str]
) -> asyncpg.Record:
    """Insert a variant with the search terms of its product. The row gives the reason if it was not inserted."""
    return await tx.fetch_one(
        INSERT_VARIANT,
        id,
        product_id,
        body.name,
        body.sku,
        body.price_cents,
        body.cost_cents,
        body.low_stock_threshold,
        body.weight,
        body.is_default,
        max_variants,
        terms,
    )
