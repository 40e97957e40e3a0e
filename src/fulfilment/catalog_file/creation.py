"""Creating the file's products: many at once, with events, audit entries and search terms as over the API.

A product is born with its variants. Its first variant is the one that every product gets; `product.created` shows them
all, and each further one has its own `variant.created`.
"""

from collections.abc import Sequence

from fulfilment.catalog import insertion, products
from fulfilment.catalog.records import NewProduct, NewVariant, Product, Variant
from fulfilment.catalog_file.rows import DEFAULT_NAME
from fulfilment.catalog_file.spool import FileProduct, FileVariant
from fulfilment.db.tx import Tx


async def create(tx: Tx, told: Sequence[FileProduct]) -> list[Product]:
    """Create products that are not there, each with its variants in the file's order."""
    created = [_product(tx.account_id, product) for product in told]
    await insertion.insert(tx, created)
    tx.count_spread("product", "active", len(created))
    tx.count_spread("variant", "active", sum(len(product.variants) for product in created))
    _tell(tx, created)
    return created


def _product(account_id: str, product: FileProduct) -> Product:
    # Where none says that it is the default, the first is.
    default = next((one for one in product.variants if one.said.get("is_default")), product.variants[0])
    variants = [new_variant(one, is_default=one is default) for one in product.variants]
    return products.begun(account_id, NewProduct(**product.said), variants)


def new_variant(variant: FileVariant, *, is_default: bool) -> NewVariant:
    """What the file says of a variant that is not there."""
    return NewVariant(**{"name": DEFAULT_NAME, **variant.said, "is_default": is_default})


def _tell(tx: Tx, created: Sequence[Product]) -> None:
    for product in created:
        tx.emit("product.created", product.id, product, productId=product.id)
        tx.audit("product.created", "Product", product.id, after=product)
        for variant in product.variants[1:]:
            _tell_of_variant(tx, variant)


def _tell_of_variant(tx: Tx, variant: Variant) -> None:
    tx.emit("variant.created", variant.id, variant, variantId=variant.id)
    tx.audit("variant.created", "ProductVariant", variant.id, after=variant)
