"""Inserting products with their variants and the terms they are found by: one statement, for one or for many.

What refers to what is checked when all of it is there, at the end of the statement.
"""

from collections.abc import Sequence

from fulfilment.catalog import search
from fulfilment.catalog.schemas import Product, Variant
from fulfilment.infra import ids
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx

# One by itself; in lists, as below, it would take half as long again.
INSERT_PRODUCT = sql(
    "catalog.insert_product",
    """
    WITH inserted AS (
        INSERT INTO products (account_id, id, name, sku, description, type, weight, length, width, height,
                              license_enabled, max_activations, external_source, external_ref, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)
    ), with_default AS (
        INSERT INTO variants (account_id, id, product_id, name, is_default) VALUES ($1, $16, $2, $17, true)
    ), search_tokens AS (
        INSERT INTO product_search_tokens (account_id, product_id, term, type, archived)
        SELECT $1, $2, unnest($18::text[]), $6, false
    )
    SELECT true
    """,
)

_INSERT_VARIANTS = """
    INSERT INTO variants (account_id, id, product_id, name, sku, price_cents, cost_cents, low_stock_threshold, weight,
                          is_default)
    SELECT $1, input.*
      FROM unnest({0}::text[], {1}::text[], {2}::text[], {3}::text[], {4}::bigint[], {5}::bigint[], {6}::bigint[],
                  {7}::bigint[], {8}::boolean[]) AS input
"""

INSERT_VARIANTS = sql("catalog.insert_variants", _INSERT_VARIANTS.format(*(f"${nth}" for nth in range(2, 11))))

INSERT_PRODUCTS = sql(
    "catalog.insert_products",
    """
    WITH inserted AS (
        INSERT INTO products (account_id, id, name, sku, description, type, weight, length, width, height,
                              license_enabled, max_activations, external_source, external_ref, created_at, updated_at)
        SELECT $1, id, name, sku, description, type, weight, length, width, height, license_enabled, max_activations,
               external_source, external_ref, created_at, created_at
          FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
                      $9::bigint[], $10::bigint[], $11::boolean[], $12::bigint[], $13::text[], $14::text[],
                      $15::timestamptz[])
               AS input (id, name, sku, description, type, weight, length, width, height, license_enabled,
                        max_activations, external_source, external_ref, created_at)
    ), with_variants AS ({variants}), search_tokens AS (
        INSERT INTO product_search_tokens (account_id, product_id, term, type, archived)
        SELECT $1, product_id, term, type, false
          FROM unnest($25::text[], $26::text[], $27::text[]) AS input (product_id, term, type)
    )
    SELECT true
    """,
    variants=_INSERT_VARIANTS.format(*(f"${nth}" for nth in range(16, 25))),
)

_PRODUCT_COLUMNS = (
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
_VARIANT_COLUMNS = (
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


async def insert_product(tx: Tx, product: Product) -> None:
    """Insert a product that is nowhere yet, with the one variant that it begins with; of that only the name is told."""
    (variant,) = product.variants
    values = (getattr(product, name) for name in _PRODUCT_COLUMNS)
    terms = search.product_search_terms(product)
    await tx.fetch_one(INSERT_PRODUCT, *values, ids.moment_of(product.id), variant.id, variant.name, terms)


async def insert_products(tx: Tx, products: Sequence[Product]) -> None:
    """Insert products that are nowhere yet, with the variants that they show: one default each, no sku twice."""
    if not products:
        return
    created_at = [ids.moment_of(product.id) for product in products]
    variants = [variant for product in products for variant in product.variants]
    terms = [(product.id, term, product.type) for product in products for term in search.product_search_terms(product)]
    await tx.fetch_optional(
        INSERT_PRODUCTS,
        *_transpose(products, _PRODUCT_COLUMNS),
        created_at,
        *_transpose(variants, _VARIANT_COLUMNS),
        *([term[nth] for term in terms] for nth in range(3)),
    )


async def insert_variants(tx: Tx, variants: Sequence[Variant]) -> None:
    """Insert variants of products whose lock is held; none is a second default, and no sku is taken."""
    await tx.fetch_optional(INSERT_VARIANTS, *_transpose(variants, _VARIANT_COLUMNS))


def _transpose(records: Sequence[object], names: Sequence[str]) -> list[list]:
    """The fields in lists; an empty one where none has a value, since `unnest` fills up with nulls what is shorter."""
    columns = ([getattr(record, name) for record in records] for name in names)
    return [column if column.count(None) < len(column) else [] for column in columns]
