"""Synchronisation of a mirrored product's variants with the catalog.

A SKU belongs to one variant, and one active variant is the default: the last of several that claim it. Changes that
cannot be refused take one statement, and so do the SKUs. Defaults and archiving affect sibling variants, so they change
one by one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from fulfilment.catalog import products, queries, search
from fulfilment.catalog import variants as bulk_update
from fulfilment.catalog import variants as catalog
from fulfilment.catalog.schemas import NewVariant, Variant, VariantChange
from fulfilment.catalog.variants import MAX_VARIANTS_PER_PRODUCT, SkuTaken
from fulfilment.infra import ids
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.loop_admission import TimeSlice
from fulfilment.infra.models import changes
from fulfilment.storefront.mirrored_product import Mirrored, MirroredProduct

FIND_VARIANTS = sql(
    "storefront.find_catalog_variants",
    "SELECT columns(variants) FROM variants WHERE account_id = $1 AND product_id = $2 ORDER BY id",
)

_FIELDS = ("name", "sku", "price_cents", "cost_cents", "low_stock_threshold", "weight")

# The catalog's variants by id. The lock on the product keeps other requests from changing them.
Rows = dict[str, dict[str, Any]]
# The target of each variant by id: the values of the fields that the storefront sent.
Desired = dict[str, dict[str, Any]]


async def apply_to_catalog(tx: Tx, product: MirroredProduct) -> None:
    """Bring the catalog's variants to the mirrored state, under their product's lock.

    Raises SkuTaken, and Validation where there are too many.
    """
    named = sorted((one for one in product.variants.values() if one.is_named), key=lambda one: (one.version, one.ref))
    if not named:
        return
    product_id = product.id
    assert product_id is not None
    rows: Rows = {row["id"]: dict(row) for row in await tx.fetch_all(FIND_VARIANTS, product_id)}
    variants = _assign_ids(product, named, rows)
    desired = _build_desired(variants)
    new = {id: values for id, values in desired.items() if id not in rows}
    if len(rows) + len(new) > MAX_VARIANTS_PER_PRODUCT:
        raise Validation(f"A product has at most {MAX_VARIANTS_PER_PRODUCT} variants.", field="data.variants")
    default_id = _find_latest(variants, "is_default").get(True)
    if default_id in rows and rows[default_id]["is_default"]:
        default_id = None
    archived = [id for id, one in variants.items() if one.is_archived and not (id in rows and rows[id]["archived"])]
    await _lock_changing(tx, {id: desired[id] for id in desired if id in rows}, rows, {default_id, *archived})
    skus = {row["sku"] for row in rows.values()}
    await _change_skus(tx, product_id, desired, rows)
    await _update_variants(tx, product_id, desired, rows)
    await _insert_variants(tx, product_id, new)
    if {None, *(row["sku"] for row in rows.values()), *(one.get("sku") for one in new.values())} != {None, *skus}:
        await search.reindex_product(tx, product_id)
    if default_id is not None:
        await catalog.update_variant(tx, product_id, default_id, VariantChange(is_default=True))
    for id in archived:
        await catalog.archive_variant(tx, product_id, id)


def _assign_ids(product: MirroredProduct, named: Sequence[Mirrored], rows: Rows) -> dict[str, Mirrored]:
    """The mirrored variants by id. The first new one takes over the product's spare variant, where it still exists."""
    variants: dict[str, Mirrored] = {}
    for variant in named:
        if variant.id is None:
            is_spare_left = product.spare_variant_id in rows
            variant.id = product.spare_variant_id if is_spare_left else ids.new("var")
            product.spare_variant_id = None if is_spare_left else product.spare_variant_id
            variant.is_changed = True
        assert variant.id is not None
        variants[variant.id] = variant
    return variants


def _build_desired(variants: Mapping[str, Mirrored]) -> Desired:
    """The target values of each variant. A variant keeps its SKU until another variant claims it."""
    owners = _find_latest(variants, "sku")
    desired: Desired = {}
    for id, variant in variants.items():
        desired[id] = variant.get_values(_FIELDS)
        if owners.get(variant.get("sku"), id) != id:
            desired[id]["sku"] = None
        if not variant.is_archived:
            desired[id]["archived"] = False
    return desired


def _find_latest(variants: Mapping[str, Mirrored], field: str) -> dict[Any, str]:
    """The variant with each value of a field.

    An active variant wins over an archived one, then the last one to get the value.
    """
    claims = [
        (not one.is_archived, one.said[field][0], one.ref, one.said[field][1], id)
        for id, one in variants.items()
        if field in one.said and (field == "sku" or not one.is_archived)
    ]
    return {value: id for *_, value, id in sorted(claims, key=lambda claim: claim[:3]) if value is not None}


async def _lock_changing(tx: Tx, existing: Desired, rows: Rows, affecting: set[str | None]) -> None:
    """Lock every variant that will change, in the order of ids, before any stock level (stock/queries.py)."""
    changing = {id for id, values in existing.items() if changes(rows[id], VariantChange(**values))}
    if affecting - {None} or any(rows[id]["archived"] for id in changing):
        # Any variant may become the next default.
        changing = set(rows)
    await tx.fetch_all(bulk_update.LOCK_VARIANTS, sorted(changing))


async def _change_skus(tx: Tx, product_id: str, desired: Desired, rows: Rows) -> None:
    """Clear lost SKUs before new ones are set, so that two variants can swap theirs.

    Raises SkuTaken where a variant of the merchant's own has the SKU.
    """
    owners = {values["sku"]: id for id, values in desired.items() if values.get("sku") is not None}
    losing = [id for id, row in rows.items() if owners.get(row["sku"], id) != id]
    for id in losing:
        if "sku" not in desired.get(id, ()):
            state = "archived variant" if rows[id]["archived"] else "variant"
            raise SkuTaken(f"The {state} {id}, which is not the storefront's, has this sku.", field="data.sku")
    await bulk_update.set_skus(tx, product_id, rows, dict.fromkeys(losing))
    gained = {id: desired[id]["sku"] for id in sorted(desired) if id in rows and "sku" in desired[id]}
    await bulk_update.set_skus(tx, product_id, rows, {id: sku for id, sku in gained.items() if sku != rows[id]["sku"]})


async def _update_variants(tx: Tx, product_id: str, desired: Desired, rows: Rows) -> None:
    plain: dict[str, tuple[str, VariantChange]] = {}
    for id, values in desired.items():
        change = VariantChange(**values)
        if id not in rows or not changes(rows[id], change):
            continue
        if bulk_update.is_simple_update(rows[id], change):
            plain[id] = (product_id, change)
        else:
            await catalog.update_variant(tx, product_id, id, change)
    if plain:
        is_done = await bulk_update.update_variants(tx, plain)
        assert is_done, "variants changed under their product's lock"


async def _insert_variants(tx: Tx, product_id: str, new: Desired) -> None:
    """Insert the new variants in one statement; no event announces them."""
    if not new:
        return
    time_slice = TimeSlice()
    added = []
    for id, values in new.items():
        await time_slice.yield_if_due()
        body = structs.asdict(NewVariant(**{name: values[name] for name in _FIELDS if name in values}))
        added.append(Variant(**body, id=id, product_id=product_id, archived=False))
    await products.insert_variants(tx, added)
    # All siblings may be archived.
    await queries.set_oldest_as_default(tx, product_id)
    tx.add_to_sharded_counter("variant", "active", len(added))
    for variant in added:
        tx.audit("variant.created", "ProductVariant", variant.id, after=variant)
