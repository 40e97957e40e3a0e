"""Variants: a product always has one default while it has an active one (specification, Variant)."""

from fulfilment import ids
from fulfilment.catalog import queries
from fulfilment.catalog.records import NewVariant, Variant
from fulfilment.db.tx import Tx
from fulfilment.fields import from_row
from fulfilment.http.errors import ApiError, NotFound


class SkuTaken(ApiError):
    """Another variant of the product has this sku."""

    status, code, message = 409, "SKU_TAKEN", "Another variant of this product has this sku."


async def add(tx: Tx, product_id: str, given: NewVariant) -> Variant:
    """Add a variant; a new default demotes the former one in the same transaction."""
    if await queries.lock_product(tx, product_id) is None:
        raise NotFound
    if given.is_default:
        await queries.demote_default(tx, product_id)
    row = await queries.insert_variant(tx, ids.new("var"), product_id, given)
    if row is None:
        raise SkuTaken(field="sku")
    variant = from_row(Variant, row)
    tx.emit("variant.created", variant.id, variant, variantId=variant.id)
    tx.audit("variant.created", "ProductVariant", variant.id, after=variant)
    return variant
