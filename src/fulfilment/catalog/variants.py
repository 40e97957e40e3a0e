"""Variants: a product always has one default while it has an active one (specification, Variant)."""

from collections.abc import Mapping
from typing import Any

import asyncpg
from msgspec import UNSET
from msgspec.structs import asdict

from fulfilment.catalog import archiving, queries, search
from fulfilment.catalog.schemas import NewVariant, Variant, VariantChange
from fulfilment.infra import ids
from fulfilment.infra.api.errors import ApiError, NotFound, Validation
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import Row, changed_fields, changes, from_row, wire_names

MAX_VARIANTS_PER_PRODUCT = 1_000


class SkuTaken(ApiError):
    """Another variant of the product has this sku."""

    status, code, message = 409, "SKU_TAKEN", "Another variant of this product has this sku."

    @classmethod
    def from_owner(cls, *, is_archived: bool) -> "SkuTaken":
        """The refusal, which says where the other variant is archived: most lists do not show it then."""
        return cls("An archived variant of this product has this sku." if is_archived else None, field="sku")


async def create_variant(tx: Tx, product_id: str, body: NewVariant) -> Variant:
    """Add a variant; a new default demotes the former one in the same transaction."""
    if not await queries.lock_existing_product(tx, product_id):
        raise NotFound
    if body.is_default:
        await queries.clear_default(tx, product_id)
    id, terms = ids.new("var"), search.build_search_terms("", [body.sku])
    row = await queries.insert_variant(tx, id, product_id, body, max_variants=MAX_VARIANTS_PER_PRODUCT, terms=terms)
    if row["is_default"] is None:
        raise _insert_error(row)
    values = {**asdict(body), "is_default": row["is_default"]}
    variant = Variant(**values, id=id, product_id=product_id, archived=False)
    tx.add_to_sharded_counter("variant", "active", +1)
    tx.emit("variant.created", variant.id, variant, variantId=variant.id)
    tx.audit("variant.created", "ProductVariant", variant.id, after=variant)
    return variant


def _insert_error(row: Row) -> ApiError:
    if row["variants"] >= MAX_VARIANTS_PER_PRODUCT:
        return Validation(f"A product has at most {MAX_VARIANTS_PER_PRODUCT} variants.")
    return SkuTaken.from_owner(is_archived=row["sku_owner_is_archived"])


async def update_variant(tx: Tx, product_id: str, id: str, body: VariantChange) -> Variant:
    """Change what is given; promoting a variant to the default demotes its sibling in the same transaction."""
    row = await _lock_variant(tx, product_id, id, None if body.sku is UNSET else body.sku)
    archiving.require_not_archiving(row, body.archived)
    changed = changes(row, body)
    values = {**row, **changed}
    _require_valid_change(row, changed, values)
    if not changed:
        return from_row(Variant, row)
    affects_siblings = not changed.keys().isdisjoint({"is_default", "archived"})
    if affects_siblings:
        await queries.lock_default_candidates(tx, product_id, id)
    if values["is_default"] and not row["is_default"]:
        await queries.clear_default(tx, product_id)
    updated = await queries.store_variant(tx, values)
    if affects_siblings:
        await queries.set_oldest_as_default(tx, product_id)
        updated = await queries.find_variant(tx, product_id, id)
        assert updated is not None, "it is locked"
    if "archived" in changed:
        tx.add_to_sharded_counter("variant", "archived", -1)
        tx.add_to_sharded_counter("variant", "active", +1)
    if "sku" in changed:
        await search.reindex_product(tx, product_id)
    names = wire_names(VariantChange, changed)
    before, after = changed_fields(row, changed, names)
    tx.audit("variant.updated", "ProductVariant", id, before=before, after=after)
    return from_row(Variant, updated)


def _require_valid_change(row: Row, changed: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    if values["is_default"] and values["archived"]:
        raise Validation("An archived variant cannot be the default.", field="isDefault")
    if row["is_default"] and not values["is_default"]:
        raise Validation("Make another variant the default instead.", field="isDefault")
    if "sku" in changed and row["sku_owner_is_archived"] is not None:
        raise SkuTaken.from_owner(is_archived=row["sku_owner_is_archived"])


async def archive_variant(tx: Tx, product_id: str, id: str) -> None:
    """Archive a variant; the oldest active sibling of a default becomes the default in the same transaction."""
    row = await _lock_variant(tx, product_id, id)
    if row["archived"]:
        return
    await queries.lock_default_candidates(tx, product_id, id)
    archived = await queries.store_variant(tx, {**row, "archived": True, "is_default": False})
    await queries.set_oldest_as_default(tx, product_id)
    tx.add_to_sharded_counter("variant", "active", -1)
    tx.add_to_sharded_counter("variant", "archived", +1)
    tx.emit("variant.archived", id, from_row(Variant, archived), variantId=id)
    before, after = changed_fields(row, {"archived": True}, {"archived": "archived"})
    tx.audit("variant.archived", "ProductVariant", id, before=before, after=after)


async def _lock_variant(tx: Tx, product_id: str, id: str, sku: str | None = None) -> asyncpg.Record:
    """The variant, under its product's lock: changes of siblings wait for each other. And whether one has the sku."""
    if not await queries.lock_existing_product(tx, product_id):
        raise NotFound
    row = await queries.find_variant(tx, product_id, id, sku)
    if row is None:
        raise NotFound
    return row
