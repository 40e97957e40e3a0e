"""Creating the file's products: many at once, with events, audit entries and search terms as over the API.

A product is born with its variants. Its first variant is the one that every product gets; `product.created` shows them
all, and each further one has its own `variant.created`.
"""

from collections.abc import Iterator, Sequence

import msgspec

from fulfilment import ids
from fulfilment.catalog import queries as catalog
from fulfilment.catalog import search
from fulfilment.catalog.records import NewProduct, NewVariant, Product, Variant
from fulfilment.catalog_file.rows import DEFAULT_NAME
from fulfilment.catalog_file.spool import FileProduct, FileVariant
from fulfilment.db.tx import Tx


async def create(tx: Tx, products: Sequence[FileProduct]) -> list[Product]:
    """Create products that are not there, each with its variants in the file's order."""
    named = [(ids.new("prod"), [ids.new("var") for _ in product.variants]) for product in products]
    await catalog.insert_products(
        tx,
        [
            catalog.product_arguments(product_id, variant_ids[0], NewProduct(**product.said))
            for product, (product_id, variant_ids) in zip(products, named, strict=True)
        ],
    )
    first, further = [], []
    for product, (product_id, variant_ids) in zip(products, named, strict=True):
        arguments = list(_variants(product, product_id, variant_ids))
        first.append(arguments[0])
        # A product has one default at most at any moment, and its first other variant would become one without it.
        further += sorted(arguments[1:], key=lambda variant: not variant[-1])
    await tx.each(catalog.UPDATE_VARIANT, [(id, *values, False) for id, _, *values in first])
    await tx.each(catalog.INSERT_VARIANT, further)
    rows = await tx.each(catalog.FIND_PRODUCT, [(product_id,) for product_id, _ in named])
    created = [msgspec.json.decode(row["row"], type=Product) for row in rows]
    tx.count_spread("product", "active", len(created))
    tx.count_spread("variant", "active", sum(len(product.variants) for product in created))
    await _tell(tx, created)
    return created


def _variants(product: FileProduct, product_id: str, variant_ids: Sequence[str]) -> Iterator[tuple]:
    """Id, product and fields of each variant; where none says that it is the default, the first is."""
    default = next((one for one in product.variants if one.said.get("is_default")), product.variants[0])
    for id, variant in zip(variant_ids, product.variants, strict=True):
        new = new_variant(variant, is_default=variant is default)
        yield (
            id,
            product_id,
            new.name,
            new.sku,
            new.price_cents,
            new.cost_cents,
            new.low_stock_threshold,
            new.weight,
            new.is_default,
        )


def new_variant(variant: FileVariant, *, is_default: bool) -> NewVariant:
    """What the file says of a variant that is not there."""
    return NewVariant(**{"name": DEFAULT_NAME, **variant.said, "is_default": is_default})


async def _tell(tx: Tx, created: Sequence[Product]) -> None:
    await search.store_first(
        tx,
        {
            product.id: search.terms_of(product.name, [product.sku, *(variant.sku for variant in product.variants)])
            for product in created
        },
    )
    for product in created:
        tx.emit("product.created", product.id, product, productId=product.id)
        tx.audit("product.created", "Product", product.id, after=product)
        for variant in product.variants[1:]:
            _tell_of_variant(tx, variant)


def _tell_of_variant(tx: Tx, variant: Variant) -> None:
    tx.emit("variant.created", variant.id, variant, variantId=variant.id)
    tx.audit("variant.created", "ProductVariant", variant.id, after=variant)
