"""Variants: a product with an active variant always has one default (specification, Variant; decisions, section 5).

Names, prices, thresholds and weights of many variants change in one statement. A sku, a default or an archived variant
concerns its siblings, so these changes run one by one.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import asyncpg
from msgspec import UNSET
from msgspec.structs import asdict

from fulfilment.catalog import queries, schemas, search
from fulfilment.catalog.schemas import NewVariant, Variant, VariantChange
from fulfilment.infra import ids
from fulfilment.infra.api.errors import ApiError, NotFound, Validation
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import Row, changed_fields, changes, from_row, wire_names

SIMPLE_FIELDS = ("name", "price_cents", "cost_cents", "low_stock_threshold", "weight")

MAX_VARIANTS_PER_PRODUCT = 1_000

# The lock of a product serialises changes to its variants.
LOCK_PRODUCTS = sql(
    "catalog.lock_products_of_variants",
    """
    SELECT p.id FROM products p
     WHERE p.account_id = $1 AND p.id = ANY ($2::text[]) ORDER BY p.id COLLATE "C" FOR NO KEY UPDATE
    """,
)

# Every transaction locks several variants in this order (stock/queries.py).
LOCK_VARIANTS = sql(
    "catalog.lock_variants_for_update",
    """
    SELECT columns(variants) FROM variants
     WHERE account_id = $1 AND id = ANY ($2::text[]) ORDER BY id COLLATE "C" FOR NO KEY UPDATE
    """,
)

UPDATE_VARIANTS = sql(
    "catalog.update_variants",
    """
    UPDATE variants v SET name = input.name, price_cents = input.price_cents, cost_cents = input.cost_cents,
           low_stock_threshold = input.low_stock_threshold, weight = input.weight
      FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
           AS input (id, name, price_cents, cost_cents, low_stock_threshold, weight)
     WHERE v.account_id = $1 AND v.id = input.id AND v.id = ANY ($2)
    """,
)

# No sibling has any of these skus.
SET_SKUS = sql(
    "catalog.set_skus",
    """
    UPDATE variants v SET sku = told.sku FROM unnest($3::text[], $4::text[]) AS told (id, sku)
     WHERE v.account_id = $1 AND v.product_id = $2 AND v.id = told.id AND v.id = ANY ($3)
    """,
)

FIND_VARIANTS = sql(
    "catalog.find_variants",
    """
    SELECT v.id, v.product_id, v.sku, v.archived OR p.archived AS archived, v.is_default, p.type
      FROM variants v JOIN products p ON p.account_id = v.account_id AND p.id = v.product_id
     WHERE v.account_id = $1 AND v.id = ANY ($2::text[])
    """,
)

FIND_DEFAULTS = sql(
    "catalog.find_defaults",
    """
    SELECT p.id AS product_id, p.archived, p.type, v.id, v.sku
      FROM products p
      LEFT JOIN variants v ON v.account_id = p.account_id AND v.product_id = p.id AND v.is_default AND NOT v.archived
     WHERE p.account_id = $1 AND p.id = ANY ($2::text[])
    """,
)


class SkuTaken(ApiError):
    """Another variant of the product has this sku."""

    status, code, message = 409, "SKU_TAKEN", "Another variant of this product has this sku."

    @classmethod
    def from_owner(cls, *, is_archived: bool) -> "SkuTaken":
        """The error, which names an archived owner of the sku: most lists do not show it."""
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


async def update_variant(tx: Tx, product_id: str, id: str, body: VariantChange) -> Variant:
    """Apply the given fields. A variant promoted to the default demotes its sibling in the same transaction."""
    row = await _lock_variant(tx, product_id, id, None if body.sku is UNSET else body.sku)
    schemas.require_not_archiving(row, body.archived)
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


def is_simple_update(row: Row, change: VariantChange) -> bool:
    """True if only simple fields would change: those that concern no sibling."""
    return changes(row, change).keys() <= set(SIMPLE_FIELDS)


async def update_variants(tx: Tx, updates: Mapping[str, tuple[str, VariantChange]]) -> bool:
    """Apply simple updates to variants, and audit each as `update_variant` does.

    A key of `updates` is a variant's id; a value is its product's id and the change.

    False, with nothing done, if another transaction changed a variant so that its update is not simple any more.
    """
    await lock_products(tx, {product_id for product_id, _ in updates.values()})
    rows = {row["id"]: row for row in await tx.fetch_all(LOCK_VARIANTS, sorted(updates))}
    if not all(is_simple_update(rows[id], change) for id, (_, change) in updates.items()):
        return False
    changed = {
        id: changed_values for id, (_, change) in updates.items() if (changed_values := changes(rows[id], change))
    }
    values = [[{**rows[id], **found}[name] for id, found in changed.items()] for name in SIMPLE_FIELDS]
    await tx.fetch_all(UPDATE_VARIANTS, list(changed), *values)
    for id, changed_values in changed.items():
        names = wire_names(VariantChange, changed_values)
        before, after = changed_fields(rows[id], changed_values, names)
        tx.audit("variant.updated", "ProductVariant", id, before=before, after=after)
    return True


async def lock_products(tx: Tx, ids: Collection[str]) -> None:
    """Lock several products in the order of their ids, which prevents deadlocks."""
    await tx.fetch_all(LOCK_PRODUCTS, sorted(ids))


async def set_skus(
    tx: Tx, product_id: str, rows: Mapping[str, dict[str, Any]], new_skus: Mapping[str, str | None]
) -> None:
    """Set the skus of variants of a locked product, and audit each. No sibling has any of them. Changes `rows` too."""
    if not new_skus:
        return
    await tx.fetch_all(SET_SKUS, product_id, list(new_skus), list(new_skus.values()))
    for id, sku in new_skus.items():
        before, after = changed_fields(rows[id], {"sku": sku}, {"sku": "sku"})
        tx.audit("variant.updated", "ProductVariant", id, before=before, after=after)
        rows[id]["sku"] = sku


async def find_variants(read: Read, ids: Sequence[str]) -> dict[str, asyncpg.Record]:
    """Variants by id, with `archived` (its product's too) and the product's `type`."""
    return {row["id"]: row for row in await read.fetch_all(FIND_VARIANTS, list(ids))} if ids else {}


async def find_defaults(read: Read, product_ids: Sequence[str]) -> dict[str, asyncpg.Record]:
    """Products by id, with `type`, `archived` and their active default variant (`id` null where there is none)."""
    return (
        {row["product_id"]: row for row in await read.fetch_all(FIND_DEFAULTS, list(product_ids))}
        if product_ids
        else {}
    )


async def _lock_variant(tx: Tx, product_id: str, id: str, sku: str | None = None) -> asyncpg.Record:
    """Lock the product, which serialises changes of siblings, and return the variant.

    It includes the state of a sibling that has `sku`. Raises NotFound.
    """
    if not await queries.lock_existing_product(tx, product_id):
        raise NotFound
    row = await queries.find_variant(tx, product_id, id, sku)
    if row is None:
        raise NotFound
    return row


def _insert_error(row: Row) -> ApiError:
    if row["variants"] >= MAX_VARIANTS_PER_PRODUCT:
        return Validation(f"A product has at most {MAX_VARIANTS_PER_PRODUCT} variants.")
    return SkuTaken.from_owner(is_archived=row["sku_owner_is_archived"])


def _require_valid_change(row: Row, changed: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    if values["is_default"] and values["archived"]:
        raise Validation("An archived variant cannot be the default.", field="isDefault")
    if row["is_default"] and not values["is_default"]:
        raise Validation("Make another variant the default instead.", field="isDefault")
    if "sku" in changed and row["sku_owner_is_archived"] is not None:
        raise SkuTaken.from_owner(is_archived=row["sku_owner_is_archived"])
