"""Products (specification, Product; decisions, section 5)."""

import msgspec

from fulfilment import clock, ids
from fulfilment.catalog import queries
from fulfilment.catalog.records import NewProduct, Product, Variant
from fulfilment.db.tx import Tx
from fulfilment.fields import from_row, stamp


async def create(tx: Tx, given: NewProduct) -> Product:
    """Create a product with its Default variant, and tell of it."""
    now = clock.now()
    product_id = ids.new("prod")
    licenses = given.type == "license" if given.license_enabled is None else given.license_enabled
    row = await queries.insert_product(tx, product_id, ids.new("var"), given, licenses, now)
    product = Product(
        **{**msgspec.structs.asdict(given), "license_enabled": licenses},
        id=product_id,
        account_id=tx.account_id,
        archived=False,
        external_source=None,
        external_ref=None,
        created_at=stamp(now),
        updated_at=stamp(now),
        variants=[from_row(Variant, row)],
    )
    tx.emit("product.created", product_id, product, productId=product_id)
    tx.audit("product.created", "Product", product_id, after=product)
    return product
