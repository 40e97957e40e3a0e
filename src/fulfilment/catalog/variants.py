"""Variants: a product always has one default while it has an active one (specification, Variant)."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict

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
    if not await queries.hold_product(tx, product_id):
        raise NotFound
    if given.is_default:
        await queries.demote_default(tx, product_id)
    id, terms = ids.new("var"), search.terms_of("", [given.sku])
    row = await queries.insert_variant(tx, id, product_id, given, most=MOST_PER_PRODUCT, terms=terms)
    if row["is_default"] is None:
        raise _refusal(row)
    values = {**asdict(given), "is_default": row["is_default"]}
    variant = Variant(**values, id=id, product_id=product_id, archived=False)
    tx.count_spread("variant", "active", +1)
    tx.emit("variant.created", variant.id, variant, variantId=variant.id)
    tx.audit("variant.created", "ProductVariant", variant.id, after=variant)
    return variant


def _refusal(row: Any) -> ApiError:
    if row["variants"] >= MOST_PER_PRODUCT:
        return Validation(f"A product has at most {MOST_PER_PRODUCT} variants.")
    return SkuTaken(field="sku")


async def change(tx: Tx, product_id: str, id: str, given: VariantChange) -> Variant:
    """Change what is given; promoting a variant to the default demotes its sibling in the same transaction."""
    row = await _lock_variant(tx, product_id, id, None if given.sku is UNSET else given.sku)
    archiving.require_elsewhere(row, given.archived)
    changed = changes(row, given)
    values = {**row, **changed}
    _require_possible(row, changed, values)
    if not changed:
        return from_row(Variant, row)
    concerns_siblings = not changed.keys().isdisjoint({"is_default", "archived"})
    if concerns_siblings:
        await queries.lock_heirs(tx, product_id, id)
    if values["is_default"] and not row["is_default"]:
        await queries.demote_default(tx, product_id)
    updated = await queries.update_variant(tx, values)
    if concerns_siblings:
        await queries.promote_oldest(tx, product_id)
        updated = await queries.find_variant(tx, product_id, id)
    if "archived" in changed:
        tx.count_spread("variant", "archived", -1)
        tx.count_spread("variant", "active", +1)
    if "sku" in changed:
        await search.index(tx, product_id)
    names = wire_names(VariantChange, changed)
    before, after = ({names[name]: of[name] for name in changed} for of in (row, changed))
    tx.audit("variant.updated", "ProductVariant", id, before=before, after=after)
    return from_row(Variant, updated)


def _require_possible(row: Any, changed: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    if values["is_default"] and values["archived"]:
        raise Validation("An archived variant cannot be the default.", field="isDefault")
    if row["is_default"] and not values["is_default"]:
        raise Validation("Make another variant the default instead.", field="isDefault")
    if "sku" in changed and row["sku_is_taken"]:
        raise SkuTaken(field="sku")


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


async def _lock_variant(tx: Tx, product_id: str, id: str, sku: str | None = None) -> Any:
    """The variant, under its product's lock: changes of siblings wait for each other. And whether one has the sku."""
    if not await queries.hold_product(tx, product_id):
        raise NotFound
    row = await queries.find_variant(tx, product_id, id, sku)
    if row is None:
        raise NotFound
    return row
