"""Variants: a product always has one default while it has an active one (specification, Variant)."""

from typing import Any

from fulfilment import ids
from fulfilment.catalog import archiving, queries, search
from fulfilment.catalog.records import NewVariant, Variant, VariantChange
from fulfilment.db.tx import Tx
from fulfilment.fields import changes, from_row, wire_names
from fulfilment.http.errors import ApiError, NotFound, Validation

MOST_PER_PRODUCT = 1_000


class SkuTaken(ApiError):
    """Another variant of the product has this sku."""

    status, code, message = 409, "SKU_TAKEN", "Another variant of this product has this sku."


async def add(tx: Tx, product_id: str, given: NewVariant) -> Variant:
    """Add a variant; a new default demotes the former one in the same transaction."""
    await _lock_product(tx, product_id)
    if await queries.count_variants(tx, product_id) >= MOST_PER_PRODUCT:
        raise Validation(f"A product has at most {MOST_PER_PRODUCT} variants.")
    if given.is_default:
        await queries.demote_default(tx, product_id)
    row = await queries.insert_variant(tx, ids.new("var"), product_id, given)
    if row is None:
        raise SkuTaken(field="sku")
    if given.sku is not None:
        await search.index(tx, product_id)
    variant = from_row(Variant, row)
    tx.count_spread("variant", "active", +1)
    tx.emit("variant.created", variant.id, variant, variantId=variant.id)
    tx.audit("variant.created", "ProductVariant", variant.id, after=variant)
    return variant


async def change(tx: Tx, product_id: str, id: str, given: VariantChange) -> Variant:
    """Change what is given; promoting a variant to the default demotes its sibling in the same transaction."""
    row = await _lock_variant(tx, product_id, id)
    archiving.require_elsewhere(row, given.archived)
    changed = changes(row, given)
    values = {**row, **changed}
    if values["is_default"] and values["archived"]:
        raise Validation("An archived variant cannot be the default.", field="isDefault")
    if row["is_default"] and not values["is_default"]:
        raise Validation("Make another variant the default instead.", field="isDefault")
    if "sku" in changed and values["sku"] is not None and await queries.sku_is_taken(tx, product_id, values["sku"], id):
        raise SkuTaken(field="sku")
    if not changed:
        return from_row(Variant, row)
    if not changed.keys().isdisjoint({"is_default", "archived"}):
        await queries.lock_heirs(tx, product_id, id)
    if values["is_default"] and not row["is_default"]:
        await queries.demote_default(tx, product_id)
    await queries.update_variant(tx, values)
    if "archived" in changed:
        tx.count_spread("variant", "archived", -1)
        tx.count_spread("variant", "active", +1)
    await queries.promote_oldest(tx, product_id)
    if "sku" in changed:
        await search.index(tx, product_id)
    variant = from_row(Variant, await queries.find_variant(tx, product_id, id))
    names = wire_names(VariantChange, changed)
    before, after = ({names[name]: of[name] for name in changed} for of in (row, changed))
    tx.audit("variant.updated", "ProductVariant", id, before=before, after=after)
    return variant


async def archive(tx: Tx, product_id: str, id: str) -> None:
    """Archive a variant; the oldest active sibling of a default becomes the default in the same transaction."""
    row = await _lock_variant(tx, product_id, id)
    if row["archived"]:
        return
    await queries.lock_heirs(tx, product_id, id)
    archived = await queries.update_variant(tx, {**row, "archived": True, "is_default": False})
    await queries.promote_oldest(tx, product_id)
    tx.count_spread("variant", "active", -1)
    tx.count_spread("variant", "archived", +1)
    tx.emit("variant.archived", id, from_row(Variant, archived), variantId=id)
    tx.audit("variant.archived", "ProductVariant", id, before={"archived": False}, after={"archived": True})


async def _lock_product(tx: Tx, product_id: str) -> None:
    if await queries.lock_product(tx, product_id) is None:
        raise NotFound


async def _lock_variant(tx: Tx, product_id: str, id: str) -> Any:
    """The variant, under its product's lock: changes of siblings wait for each other."""
    await _lock_product(tx, product_id)
    row = await queries.find_variant(tx, product_id, id)
    if row is None:
        raise NotFound
    return row
