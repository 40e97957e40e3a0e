"""Creating the file's products: many at once, with events, audit entries and search terms as over the API.

A product is born with its variants. Its first variant is the one that every product gets; `product.created` shows them
all, and each further one has its own `variant.created`.
"""

from collections.abc import Sequence

from fulfilment.catalog import insertion, products
from fulfilment.catalog.csv.rows import DEFAULT_NAME
from fulfilment.catalog.csv.staging import FileProduct, FileVariant
from fulfilment.catalog.schemas import NewProduct, NewVariant, Product, Variant
from fulfilment.infra.database.transaction import Tx


async def create_products(tx: Tx, file_products: Sequence[FileProduct]) -> list[Product]:
    """Create products that are not there, each with its variants in the file's order."""
    created = [_build_product(tx.account_id, product) for product in file_products]
    await insertion.insert_products(tx, created)
    tx.add_to_sharded_counter("product", "active", len(created))
    tx.add_to_sharded_counter("variant", "active", sum(len(product.variants) for product in created))
    _emit_products_created(tx, created)
    return created


def _build_product(account_id: str, product: FileProduct) -> Product:
    # Where none says that it is the default, the first is.
    default = next((one for one in product.variants if one.fields.get("is_default")), product.variants[0])
    variants = [build_new_variant(one, is_default=one is default) for one in product.variants]
    return products.build_product(account_id, NewProduct(**product.fields), variants)


def build_new_variant(variant: FileVariant, *, is_default: bool) -> NewVariant:
    """What the file says of a variant that is not there."""
    return NewVariant(**{"name": DEFAULT_NAME, **variant.fields, "is_default": is_default})


def _emit_products_created(tx: Tx, created: Sequence[Product]) -> None:
    for product in created:
        tx.emit("product.created", product.id, product, productId=product.id)
        tx.audit("product.created", "Product", product.id, after=product)
        for variant in product.variants[1:]:
            _emit_variant_created(tx, variant)


def _emit_variant_created(tx: Tx, variant: Variant) -> None:
    tx.emit("variant.created", variant.id, variant, variantId=variant.id)
    tx.audit("variant.created", "ProductVariant", variant.id, after=variant)
