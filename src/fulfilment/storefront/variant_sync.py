"""Bringing the variants of a mirrored product to what its storefront said of them (`desired_variants.py`).

What nothing can be refused for is done all at once, and so are the skus, however many there are; a default and an
archived variant concern their siblings, and go one by one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from fulfilment.catalog import products, search, variants
from fulfilment.catalog import variants as catalog
from fulfilment.catalog.schemas import NewVariant, Variant, VariantChange
from fulfilment.catalog.variants import MAX_VARIANTS_PER_PRODUCT, SkuTaken
from fulfilment.infra import ids
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.loop_admission import TimeSlice
from fulfilment.infra.models import changed_fields, changes
from fulfilment.storefront import desired_variants
from fulfilment.storefront.desired_variants import DesiredVariant
from fulfilment.storefront.mirrored_product import MirroredProduct

FIND_VARIANTS = sql(
    "storefront.find_catalog_variants",
    "SELECT columns(variants) FROM variants WHERE account_id = $1 AND product_id = $2 ORDER BY id",
)

# Nobody else has any of them.
SET_SKUS = sql(
    "storefront.set_skus",
    """
    UPDATE variants v SET sku = told.sku FROM unnest($3::text[], $4::text[]) AS told (id, sku)
     WHERE v.account_id = $1 AND v.product_id = $2 AND v.id = told.id AND v.id = ANY ($3)
    """,
)

# Under the product's lock: nobody else changes any of them. Rows by id.
Rows = dict[str, dict[str, Any]]


async def apply_to_catalog(tx: Tx, product: MirroredProduct) -> None:
    """Make the catalog's variants what was said of them, under their product's lock.

    Raises SkuTaken, and Validation where there are too many.
    """
    desired = desired_variants.build_desired_variants(list(product.variants.values()))
    if not desired:
        return
    product_id = product.product_id
    assert product_id is not None
    rows: Rows = {row["id"]: dict(row) for row in await tx.fetch_all(FIND_VARIANTS, product_id)}
    skus = {None, *(row["sku"] for row in rows.values())}
    new = _assign_variant_ids(product, desired, rows)
    if len(rows) + len(new) > MAX_VARIANTS_PER_PRODUCT:
        raise Validation(f"A product has at most {MAX_VARIANTS_PER_PRODUCT} variants.", field="data.variants")
    await _lock_changing(tx, desired, rows)
    await _release_skus(tx, product_id, desired, rows)
    await _assign_skus(tx, product_id, desired, rows)
    await _update_variants(tx, product_id, desired, rows)
    await _insert_variants(tx, product_id, new)
    if {None, *(row["sku"] for row in rows.values()), *(wish.values.get("sku") for wish in new)} != skus:
        await search.reindex_product(tx, product_id)
    await _reconcile_default(tx, product_id, desired[0], rows)
    for variant in desired:
        if variant.is_archived and not _is_archived(rows, variant):
            await catalog.archive_variant(tx, product_id, variant.variant_id)


def _assign_variant_ids(
    product: MirroredProduct, desired: Sequence[DesiredVariant], rows: Rows
) -> list[DesiredVariant]:
    """Which are new. The first of them takes over the variant that the product began with, where that is left."""
    new = [wish for wish in desired if wish.variant.variant_id is None]
    if new and product.spare_variant_id in rows:
        first = new.pop(0).variant
        first.variant_id, first.is_stored = product.spare_variant_id, False
        product.spare_variant_id = None
    for variant in new:
        variant.variant.variant_id, variant.variant.is_stored = ids.new("var"), False
    return new


async def _lock_changing(tx: Tx, desired: Sequence[DesiredVariant], rows: Rows) -> None:
    """Lock every variant that will change, in the order of whoever holds several thresholds (stock/queries.py)."""
    existing = {variant.variant_id: variant for variant in desired if variant.variant_id in rows}
    if any(variant.is_archived != _is_archived(rows, variant) for variant in existing.values()):
        # Any of them may become the default next.
        locked_ids = set(rows)
    else:
        locked_ids = {
            id for id, variant in existing.items() if variant.is_default or changes(rows[id], _build_change(variant))
        }
        locked_ids |= {id for id, row in rows.items() if row["is_default"]}
    await tx.fetch_all(variants.LOCK_VARIANTS, sorted(locked_ids))


async def _release_skus(tx: Tx, product_id: str, desired: Sequence[DesiredVariant], rows: Rows) -> None:
    """Take skus from those that are to have others, so that two can swap theirs. Raises SkuTaken for a stranger's."""
    owners = {variant.values["sku"]: variant.variant_id for variant in desired if variant.values.get("sku") is not None}
    new_values = {variant.variant_id: variant.values for variant in desired}
    moving_ids = [id for id, row in rows.items() if owners.get(row["sku"], id) != id]
    for id in moving_ids:
        if "sku" not in new_values.get(id, ()):
            state = "archived variant" if rows[id]["archived"] else "variant"
            raise SkuTaken(f"The {state} {id}, which is not the storefront's, has this sku.", field="data.sku")
    await _set_skus(tx, product_id, rows, dict.fromkeys(moving_ids))


async def _assign_skus(tx: Tx, product_id: str, desired: Sequence[DesiredVariant], rows: Rows) -> None:
    """Give those that are there the skus that they are to have."""
    new_skus = {variant.variant_id: variant.values["sku"] for variant in desired if "sku" in variant.values}
    await _set_skus(
        tx,
        product_id,
        rows,
        {id: new_skus[id] for id in sorted(new_skus.keys() & rows.keys()) if new_skus[id] != rows[id]["sku"]},
    )


async def _set_skus(tx: Tx, product_id: str, rows: Rows, new_skus: Mapping[str, str | None]) -> None:
    if not new_skus:
        return
    await tx.fetch_all(SET_SKUS, product_id, list(new_skus), list(new_skus.values()))
    for id, sku in new_skus.items():
        before, after = changed_fields(rows[id], {"sku": sku}, {"sku": "sku"})
        tx.audit("variant.updated", "ProductVariant", id, before=before, after=after)
        rows[id]["sku"] = sku


async def _update_variants(tx: Tx, product_id: str, desired: Sequence[DesiredVariant], rows: Rows) -> None:
    plain: dict[str, tuple[str, VariantChange]] = {}
    for variant in desired:
        row = rows.get(variant.variant_id)
        change = _build_change(variant)
        if row is None or not changes(row, change):
            continue
        if variants.is_simple_update(row, change):
            plain[row["id"]] = (product_id, change)
        else:
            await catalog.update_variant(tx, product_id, row["id"], change)
    if plain:
        is_done = await variants.update_variants(tx, plain)
        assert is_done, "variants changed under their product's lock"


def _build_change(variant: DesiredVariant) -> VariantChange:
    return VariantChange(**variant.values) if variant.is_archived else VariantChange(**variant.values, archived=False)


async def _insert_variants(tx: Tx, product_id: str, new: Sequence[DesiredVariant]) -> None:
    """Insert what is not there yet, all at once; nothing announces it."""
    if not new:
        return
    time_slice = TimeSlice()
    added = []
    for desired in new:
        await time_slice.yield_if_due()
        body = structs.asdict(NewVariant(**desired.values))
        added.append(Variant(**body, id=desired.variant_id, product_id=product_id, archived=False))
    await products.insert_variants(tx, added)
    tx.add_to_sharded_counter("variant", "active", len(added))
    for variant in added:
        tx.audit("variant.created", "ProductVariant", variant.id, after=variant)


async def _reconcile_default(tx: Tx, product_id: str, variant: DesiredVariant, rows: Rows) -> None:
    """Make the first of all the default, if any is to be and it is not yet."""
    id = variant.variant_id
    if variant.is_default and not rows.get(id, {}).get("is_default"):
        await catalog.update_variant(tx, product_id, id, VariantChange(is_default=True))


def _is_archived(rows: Rows, variant: DesiredVariant) -> bool:
    return rows.get(variant.variant_id, {}).get("archived", False)
