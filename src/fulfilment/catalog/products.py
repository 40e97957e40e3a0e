"""Products (specification, Product; decisions, section 5)."""

from collections.abc import Mapping, Sequence
from typing import Any

import asyncpg
import msgspec
from msgspec.structs import asdict

from fulfilment.catalog import archiving, insertion, queries, search
from fulfilment.catalog.schemas import NewProduct, NewVariant, Product, ProductChange, Variant, is_license_enabled
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.time_slice import TimeSlice
from fulfilment.infra.models import changed_fields, changes, format_timestamp, wire_names

DEFAULT_VARIANT_NAME = "Default"


async def create_product(tx: Tx, body: NewProduct) -> Product:
    """Create a product with its Default variant, and tell of it."""
    product = build_product(tx.account_id, body, [NewVariant(name=DEFAULT_VARIANT_NAME, is_default=True)])
    await insertion.insert_product(tx, product)
    _emit_created(tx, product)
    return product


async def create_products(tx: Tx, bodies: Sequence[NewProduct]) -> list[Product]:
    """The same of many, in as many round trips as of one."""
    time_slice = TimeSlice()
    products: list[Product] = []
    for body in bodies:
        await time_slice.yield_if_due()
        products.append(build_product(tx.account_id, body, [NewVariant(name=DEFAULT_VARIANT_NAME, is_default=True)]))
    await insertion.insert_products(tx, products)
    for product in products:
        await time_slice.yield_if_due()
        _emit_created(tx, product)
    return products


def _emit_created(tx: Tx, product: Product) -> None:
    tx.add_to_sharded_counter("product", "active", +1)
    tx.add_to_sharded_counter("variant", "active", +1)
    tx.emit("product.created", product.id, product, productId=product.id)
    tx.audit("product.created", "Product", product.id, after=product)


def build_product(account_id: str, body: NewProduct, variants: Sequence[NewVariant]) -> Product:
    """A product as it will be shown, with ids of its own, before it is stored; one of `variants` is the default."""
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
    """Change what is given; an update that changes nothing emits nothing."""
    row = await _lock_product(tx, id)
    if body.type is not msgspec.UNSET:
        require_same_type(row["type"], body.type)
    archiving.require_not_archiving(row, body.archived)
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
    """Raise Validation where a product would become one of another type."""
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
    """A product as the API shows it."""
    found = await queries.find_product(tx, id)
    assert found is not None, "it is locked"
    return msgspec.json.decode(found, type=Product)


async def _store_product(tx: Tx, values: Mapping[str, Any]) -> Product:
    return msgspec.json.decode(await queries.update_product(tx, values, clock.now()), type=Product)


async def _lock_product(tx: Tx, id: str) -> asyncpg.Record:
    row = await queries.lock_product(tx, id)
    if row is None:
        raise NotFound
    return row
