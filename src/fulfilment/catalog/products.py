"""Products (specification, Product; decisions, section 5)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from fulfilment import clock, ids
from fulfilment.catalog import archiving, insertion, queries, search
from fulfilment.catalog.records import NewProduct, NewVariant, Product, ProductChange, Variant, is_license_enabled
from fulfilment.db.tx import Tx
from fulfilment.fields import changes, stamp, wire_names
from fulfilment.http.errors import NotFound, Validation
from fulfilment.spell import Spell

FIRST_VARIANT = "Default"


async def create(tx: Tx, given: NewProduct) -> Product:
    """Create a product with its Default variant, and tell of it."""
    product = begun(tx.account_id, given, [NewVariant(name=FIRST_VARIANT, is_default=True)])
    await insertion.insert_one(tx, product)
    _tell(tx, product)
    return product


async def create_all(tx: Tx, all_given: Sequence[NewProduct]) -> list[Product]:
    """The same of many, in as many round trips as of one."""
    spell = Spell()
    products: list[Product] = []
    for given in all_given:
        await spell.give_way()
        products.append(begun(tx.account_id, given, [NewVariant(name=FIRST_VARIANT, is_default=True)]))
    await insertion.insert(tx, products)
    for product in products:
        await spell.give_way()
        _tell(tx, product)
    return products


def _tell(tx: Tx, product: Product) -> None:
    tx.count_spread("product", "active", +1)
    tx.count_spread("variant", "active", +1)
    tx.emit("product.created", product.id, product, productId=product.id)
    tx.audit("product.created", "Product", product.id, after=product)


def begun(account_id: str, given: NewProduct, variants: Sequence[NewVariant]) -> Product:
    """A product as it will be shown, with ids of its own, before it is stored; one of `variants` is the default."""
    id = ids.new("prod")
    created_at = stamp(ids.moment_of(id))
    return Product(
        **{**asdict(given), "license_enabled": is_license_enabled(given)},
        id=id,
        account_id=account_id,
        archived=False,
        external_source=None,
        external_ref=None,
        created_at=created_at,
        updated_at=created_at,
        variants=[Variant(**asdict(new), id=ids.new("var"), product_id=id, archived=False) for new in variants],
    )


async def change(tx: Tx, id: str, given: ProductChange) -> Product:
    """Change what is given; an update that changes nothing emits nothing."""
    row = await _lock(tx, id)
    if given.type is not msgspec.UNSET:
        require_type(row["type"], given.type)
    archiving.require_elsewhere(row, given.archived)
    changed = changes(row, given)
    if not changed:
        return await shown(tx, id)
    product = await _update(tx, {**row, **changed})
    if "archived" in changed:
        tx.count_spread("product", "archived", -1)
        tx.count_spread("product", "active", +1)
    if not changed.keys().isdisjoint({"name", "sku"}):
        await search.store(tx, id, search.terms_of_shown(product))
    names = wire_names(ProductChange, changed)
    tx.emit("product.updated", id, product, productId=id, changed=list(names.values()))
    before, after = ({names[name]: of[name] for name in changed} for of in (row, changed))
    tx.audit("product.updated", "Product", id, before=before, after=after)
    return product


def require_type(present: str, given: str, field: str = "type") -> None:
    """Raise Validation where a product would become one of another type."""
    if given != present:
        raise Validation("The type of a product cannot change.", field=field)


async def archive(tx: Tx, id: str) -> None:
    """Archive a product; a second time does nothing."""
    row = await _lock(tx, id)
    if row["archived"]:
        return
    product = await _update(tx, {**row, "archived": True})
    tx.count_spread("product", "active", -1)
    tx.count_spread("product", "archived", +1)
    tx.emit("product.archived", id, product, productId=id)
    tx.audit("product.archived", "Product", id, before={"archived": False}, after={"archived": True})


async def shown(tx: Tx, id: str) -> Product:
    """A product as the API shows it."""
    return msgspec.json.decode(await queries.find_product(tx, id), type=Product)


async def _update(tx: Tx, values: Mapping[str, Any]) -> Product:
    return msgspec.json.decode(await queries.update_product(tx, values, clock.now()), type=Product)


async def _lock(tx: Tx, id: str) -> Any:
    row = await queries.lock_product(tx, id)
    if row is None:
        raise NotFound
    return row
