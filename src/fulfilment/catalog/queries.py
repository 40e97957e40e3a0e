"""The SQL of the catalog."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import asyncpg

from fulfilment import ids
from fulfilment.catalog.records import NewVariant, Product, Variant
from fulfilment.db.sql import Statement, sql
from fulfilment.db.tx import Read, Tx
from fulfilment.db.wire_json import object_of
from fulfilment.http.paging import Page, bytes_of, until_full


def its_variants(which: str = "true") -> str:
    """To be joined to a product, once for its row and for how large that is; empty for those not meant by `which`."""
    return f"""CROSS JOIN LATERAL (
        SELECT coalesce(json_agg({object_of(Variant, "v")} ORDER BY v.id), '[]') AS variants FROM variants v
         WHERE {which} AND v.account_id = p.account_id AND v.product_id = p.id) own"""


PRODUCT_ROW = object_of(Product, "p", variants="own.variants")
# A product with a thousand variants is as large as one with a long description.
PRODUCT_SIZE = bytes_of("p.description", "own.variants")

_LIST_PRODUCTS = """
    SELECT {row}, p.id AS position FROM (
        SELECT columns(products p) FROM {source} WHERE p.account_id = $1
         AND p.id < $2 {which} ORDER BY {order} DESC LIMIT $3
    ) p {variants} ORDER BY p.id DESC
"""
# Its own and its variants', newest first, merged one by one: many products may have the same.
_OF_SKU = """
    (SELECT DISTINCT id FROM (
        (SELECT id FROM products WHERE account_id = $1 AND sku = {0} AND id < $2 ORDER BY id DESC)
        UNION ALL
        (SELECT product_id FROM variants WHERE account_id = $1 AND sku = {0} AND product_id < $2
          ORDER BY product_id DESC)) s ORDER BY id DESC) s
    CROSS JOIN LATERAL (SELECT columns(products) FROM products WHERE account_id = $1 AND id = s.id OFFSET 0) p
"""


def _list_products(with_archived: bool, chosen: tuple[str, ...]) -> Statement:
    name = "catalog.list" + "_all" * with_archived + "_products" + "".join(f"_by_{name}" for name in chosen)
    value = {filtered: f"${nth}" for nth, filtered in enumerate(chosen, start=4)}
    which = "" if with_archived else "AND NOT p.archived "
    if "type" in value:
        which += f"AND p.type = {value['type']}"
    source, order = (_OF_SKU.format(value["sku"]), "s.id") if "sku" in value else ("products p", "p.id")
    row = until_full(PRODUCT_ROW, "row", size=PRODUCT_SIZE, order="p.id DESC")
    return sql(name, _LIST_PRODUCTS, row=row, variants=its_variants(), source=source, order=order, which=which)


# One statement for each combination of filters, so that each is planned for the index it needs.
_LISTS = {
    (with_archived, *chosen): _list_products(with_archived, chosen)
    for with_archived in (False, True)
    for chosen in ((), ("type",), ("sku",), ("type", "sku"))
}

FIND_PRODUCT = sql(
    "catalog.find_product",
    "SELECT {row} AS row FROM products p {variants} WHERE p.account_id = $1 AND p.id = $2",
    row=PRODUCT_ROW,
    variants=its_variants(),
)

LOCK_PRODUCT = sql(
    "catalog.lock_product",
    "SELECT columns(products) FROM products WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE",
)

# The same for who only wants to know whether it is there: one row, whatever there is.
HOLD_PRODUCT = sql(
    "catalog.hold_product",
    "SELECT (SELECT true FROM products WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE) AS is_there",
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
    row=PRODUCT_ROW,
    variants=its_variants(),
)

FIND_VARIANT = sql(
    "catalog.find_variant",
    """
    SELECT columns(variants v), EXISTS (SELECT FROM variants other
                         WHERE other.account_id = $1 AND other.product_id = $2 AND other.sku = $4 AND other.id <> $3)
                AS sku_is_taken
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
PROMOTE_OLDEST = sql(
    "catalog.promote_oldest",
    """
    UPDATE variants SET is_default = true
     WHERE account_id = $1 AND id = (SELECT id FROM variants
                                      WHERE account_id = $1 AND product_id = $2 AND NOT archived ORDER BY id LIMIT 1)
       AND NOT EXISTS (SELECT FROM variants WHERE account_id = $1 AND product_id = $2 AND is_default)
    """,
)

DEMOTE_DEFAULT = sql(
    "catalog.demote_default",
    "UPDATE variants SET is_default = false WHERE account_id = $1 AND product_id = $2 AND is_default",
)

# Whoever holds the thresholds of several variants took them in this order (stock/queries.py).
LOCK_HEIRS = sql(
    "catalog.lock_heirs",
    """
    SELECT id FROM variants
     WHERE account_id = $1 AND product_id = $2
       AND (id = $3 OR is_default OR id = (SELECT id FROM variants
                                            WHERE account_id = $1 AND product_id = $2 AND id <> $3 AND NOT archived
                                            ORDER BY id LIMIT 1))
     ORDER BY id COLLATE "C" FOR NO KEY UPDATE
    """,
)

# Under the product's lock. `is_default` is null where nothing was inserted, and the rest says why not. Of a product
# none of whose variants is active, the new one becomes the default.
INSERT_VARIANT = sql(
    "catalog.insert_variant",
    """
    WITH there AS (
        SELECT count(*) AS variants, coalesce(bool_or(is_default), false) AS has_default,
               coalesce(bool_or(sku = $5), false) AS sku_is_taken
          FROM variants WHERE account_id = $1 AND product_id = $3
    ), inserted AS (
        INSERT INTO variants (account_id, id, product_id, name, sku, price_cents, cost_cents, low_stock_threshold,
                              weight, is_default)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 OR NOT has_default FROM there
         WHERE variants < $11 AND NOT sku_is_taken
        RETURNING is_default
    ), found_by AS (
        INSERT INTO product_terms (account_id, product_id, term, type, archived)
        SELECT $1, id, unnest($12::text[]), type, archived
          FROM products WHERE account_id = $1 AND id = $3 AND EXISTS (SELECT FROM inserted)
        ON CONFLICT DO NOTHING
    )
    SELECT there.variants, there.sku_is_taken, inserted.is_default FROM there LEFT JOIN inserted ON true
    """,
)


_PRODUCT_WRITTEN = (
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
_VARIANT_WRITTEN = (
    "name",
    "sku",
    "price_cents",
    "cost_cents",
    "low_stock_threshold",
    "weight",
    "is_default",
    "archived",
)


async def list_products(read: Read, page: Page, *, with_archived: bool, **filters: str | None) -> list[asyncpg.Record]:
    """Newest first, variants inlined, as JSON; `filters` are `type` and `sku` (its own or a variant's)."""
    given = {name: value for name, value in filters.items() if value is not None}
    statement = _LISTS[(with_archived, *given)]
    after = page.after[0] if page.after else ids.beyond("prod")
    return await read.all(statement, after, page.reach, *given.values())


async def find_product(read: Read, id: str) -> str | None:
    """One product with its variants, as JSON."""
    return await read.value(FIND_PRODUCT, id)


async def lock_product(tx: Tx, id: str) -> asyncpg.Record | None:
    """Changes to a product's variants wait for each other here, so that there is always one default."""
    return await tx.one(LOCK_PRODUCT, id)


async def hold_product(tx: Tx, id: str) -> bool:
    """Lock it likewise, and say whether it is there."""
    return (await tx.only(HOLD_PRODUCT, id))["is_there"] is not None


async def demote_default(tx: Tx, product_id: str) -> None:
    await tx.one(DEMOTE_DEFAULT, product_id)


async def update_product(tx: Tx, values: Mapping[str, Any], at: datetime) -> str:
    """Change a product under its lock, and answer it with its variants, as JSON."""
    return await tx.value(UPDATE_PRODUCT, values["id"], *(values[name] for name in _PRODUCT_WRITTEN), at)


async def find_variant(read: Read, product_id: str, id: str, sku: str | None = None) -> asyncpg.Record | None:
    """A variant of this very product, and whether a sibling has the sku; to be asked under the product's lock."""
    return await read.one(FIND_VARIANT, product_id, id, sku)


async def update_variant(tx: Tx, values: Mapping[str, Any]) -> asyncpg.Record:
    return await tx.one(UPDATE_VARIANT, values["id"], *(values[name] for name in _VARIANT_WRITTEN))


async def lock_heirs(tx: Tx, product_id: str, id: str) -> None:
    """Lock a variant, the default and who would be it next, before the first of them changes."""
    await tx.all(LOCK_HEIRS, product_id, id)


async def promote_oldest(tx: Tx, product_id: str) -> None:
    """Give a product that lost its default another one, if it has an active variant."""
    await tx.one(PROMOTE_OLDEST, product_id)


async def insert_variant(
    tx: Tx, id: str, product_id: str, given: NewVariant, *, most: int, terms: Sequence[str]
) -> asyncpg.Record:
    """Add one of at most so many, and what its product is found by from now on; or say why not."""
    return await tx.only(
        INSERT_VARIANT,
        id,
        product_id,
        given.name,
        given.sku,
        given.price_cents,
        given.cost_cents,
        given.low_stock_threshold,
        given.weight,
        given.is_default,
        most,
        terms,
    )
