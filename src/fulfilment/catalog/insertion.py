"""Inserting many products and variants: one statement for all of each, however many they are."""

from collections.abc import Sequence

from fulfilment import ids
from fulfilment.catalog.records import Product, Variant
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx

INSERT_PRODUCTS = sql(
    "catalog.insert_products",
    """
    INSERT INTO products (account_id, id, name, sku, description, type, weight, length, width, height,
                          license_enabled, max_activations, external_source, external_ref, created_at, updated_at)
    SELECT $1, id, name, sku, description, type, weight, length, width, height, license_enabled, max_activations,
           external_source, external_ref, created_at, created_at
      FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[],
                  $10::bigint[], $11::boolean[], $12::bigint[], $13::text[], $14::text[], $15::timestamptz[])
           AS told (id, name, sku, description, type, weight, length, width, height, license_enabled,
                    max_activations, external_source, external_ref, created_at)
    """,
)

INSERT_VARIANTS = sql(
    "catalog.insert_variants",
    """
    INSERT INTO variants (account_id, id, product_id, name, sku, price_cents, cost_cents, low_stock_threshold, weight,
                          is_default)
    SELECT $1, told.*
      FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
                  $9::bigint[], $10::boolean[]) AS told
    """,
)

_PRODUCT_WRITTEN = (
    "id",
    "name",
    "sku",
    "description",
    "type",
    "weight",
    "length",
    "width",
    "height",
    "license_enabled",
    "max_activations",
    "external_source",
    "external_ref",
)
_VARIANT_WRITTEN = (
    "id",
    "product_id",
    "name",
    "sku",
    "price_cents",
    "cost_cents",
    "low_stock_threshold",
    "weight",
    "is_default",
)


async def insert(tx: Tx, products: Sequence[Product]) -> None:
    """Insert products that are nowhere yet, with the variants that they show: one default each, no sku twice."""
    if not products:
        return
    variants = [variant for product in products for variant in product.variants]
    created_at = [ids.moment_of(product.id) for product in products]
    await tx.one(INSERT_PRODUCTS, *_columns(products, _PRODUCT_WRITTEN), created_at)
    await insert_variants(tx, variants)


async def insert_variants(tx: Tx, variants: Sequence[Variant]) -> None:
    """Insert variants of products whose lock is held; none is a second default, and no sku is taken."""
    await tx.one(INSERT_VARIANTS, *_columns(variants, _VARIANT_WRITTEN))


def _columns(records: Sequence[object], names: Sequence[str]) -> list[list]:
    return [[getattr(record, name) for record in records] for name in names]
