"""Products: creating, changing and archiving them (specification, Product; decisions, section 5).

One statement inserts products, their variants and their search terms. Foreign keys are checked at its end.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import asyncpg
import msgspec
from msgspec.structs import asdict

from fulfilment.catalog import queries, schemas, search
from fulfilment.catalog.schemas import NewProduct, NewVariant, Product, ProductChange, Variant, is_license_enabled
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.loop_admission import TimeSlice
from fulfilment.infra.models import changed_fields, changes, format_timestamp, wire_names

DEFAULT_VARIANT_NAME = "Default"

# For one product: faster than the statement for lists below.
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

# In the order of the parameters, which are bound by position.
_INSERTED_COLUMNS = (
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


async def create_product(tx: Tx, body: NewProduct) -> Product:
    """Create a product with its Default variant, and emit `product.created`."""
    product = build_product(tx.account_id, body, [NewVariant(name=DEFAULT_VARIANT_NAME, is_default=True)])
    await insert_product(tx, product)
    _emit_created(tx, product)
    return product


async def create_products(tx: Tx, bodies: Sequence[NewProduct]) -> list[Product]:
    """Create many products, in as many round trips as one."""
    time_slice = TimeSlice()
    products: list[Product] = []
    for body in bodies:
        await time_slice.yield_if_due()
        products.append(build_product(tx.account_id, body, [NewVariant(name=DEFAULT_VARIANT_NAME, is_default=True)]))
    await insert_products(tx, products)
    for product in products:
        await time_slice.yield_if_due()
        _emit_created(tx, product)
    return products


def build_product(account_id: str, body: NewProduct, variants: Sequence[NewVariant]) -> Product:
    """A product with new ids, before it is stored; one of `variants` is the default."""
    id = ids.new("prod")
    created_at = format_timestamp(ids.moment_of(id))
    return Product(
        **{**asdict(body), "license_enabled": is_license_enabled(body)},
        id=id,
        account_id=account_id,
        archived=False,
        external_source=None,
        external_ref=None,
        created_at=created_at,
        updated_at=created_at,
        variants=[
            Variant(**asdict(new_variant), id=ids.new("var"), product_id=id, archived=False) for new_variant in variants
        ],
    )


async def update_product(tx: Tx, id: str, body: ProductChange) -> Product:
    """Apply the given fields. An update that changes nothing emits nothing."""
    row = await _lock_product(tx, id)
    if body.type is not msgspec.UNSET:
        require_same_type(row["type"], body.type)
    schemas.require_not_archiving(row, body.archived)
    changed = changes(row, body)
    if not changed:
        return await get_product(tx, id)
    product = await _store_product(tx, {**row, **changed})
    if "archived" in changed:
        tx.add_to_sharded_counter("product", "archived", -1)
        tx.add_to_sharded_counter("product", "active", +1)
    if not changed.keys().isdisjoint({"name", "sku"}):
        await search.store_search_terms(tx, id, search.product_search_terms(product))
    names = wire_names(ProductChange, changed)
    tx.emit("product.updated", id, product, productId=id, changed=list(names.values()))
    before, after = changed_fields(row, changed, names)
    tx.audit("product.updated", "Product", id, before=before, after=after)
    return product


def require_same_type(current_type: str, new_type: str, field: str = "type") -> None:
    """Raise Validation if the type of a product would change."""
    if new_type != current_type:
        raise Validation("The type of a product cannot change.", field=field)


async def archive_product(tx: Tx, id: str) -> None:
    """Archive a product; a second time does nothing."""
    row = await _lock_product(tx, id)
    if row["archived"]:
        return
    product = await _store_product(tx, {**row, "archived": True})
    tx.add_to_sharded_counter("product", "active", -1)
    tx.add_to_sharded_counter("product", "archived", +1)
    tx.emit("product.archived", id, product, productId=id)
    before, after = changed_fields(row, {"archived": True}, {"archived": "archived"})
    tx.audit("product.archived", "Product", id, before=before, after=after)


async def get_product(tx: Tx, id: str) -> Product:
    """A locked product as its API model."""
    found = await queries.find_product(tx, id)
    assert found is not None, "it is locked"
    return msgspec.json.decode(found, type=Product)


async def insert_product(tx: Tx, product: Product) -> None:
    """Insert a new product with its only variant, of which only the name is set."""
    (variant,) = product.variants
    values = (getattr(product, name) for name in _INSERTED_COLUMNS)
    terms = search.product_search_terms(product)
    await tx.fetch_one(INSERT_PRODUCT, *values, ids.moment_of(product.id), variant.id, variant.name, terms)


async def insert_products(tx: Tx, products: Sequence[Product]) -> None:
    """Insert new products with their variants. Each product has one default and no sku twice."""
    if not products:
        return
    created_at = [ids.moment_of(product.id) for product in products]
    variants = [variant for product in products for variant in product.variants]
    terms = [(product.id, term, product.type) for product in products for term in search.product_search_terms(product)]
    await tx.fetch_optional(
        INSERT_PRODUCTS,
        *_transpose(products, _INSERTED_COLUMNS),
        created_at,
        *_transpose(variants, _VARIANT_COLUMNS),
        *([term[nth] for term in terms] for nth in range(3)),
    )


async def insert_variants(tx: Tx, variants: Sequence[Variant]) -> None:
    """Insert variants of locked products. None is a second default, and no sku is taken."""
    await tx.fetch_optional(INSERT_VARIANTS, *_transpose(variants, _VARIANT_COLUMNS))


def _emit_created(tx: Tx, product: Product) -> None:
    tx.add_to_sharded_counter("product", "active", +1)
    tx.add_to_sharded_counter("variant", "active", +1)
    tx.emit("product.created", product.id, product, productId=product.id)
    tx.audit("product.created", "Product", product.id, after=product)


async def _store_product(tx: Tx, values: Mapping[str, Any]) -> Product:
    return msgspec.json.decode(await queries.update_product(tx, values, clock.now()), type=Product)


async def _lock_product(tx: Tx, id: str) -> asyncpg.Record:
    row = await queries.lock_product(tx, id)
    if row is None:
        raise NotFound
    return row


def _transpose(records: Sequence[object], names: Sequence[str]) -> list[list]:
    """A list per field. A field without any value has an empty list, since `unnest` pads shorter lists with nulls."""
    columns = ([getattr(record, name) for record in records] for name in names)
    return [column if column.count(None) < len(column) else [] for column in columns]
