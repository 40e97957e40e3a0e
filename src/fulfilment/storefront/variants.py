"""Bringing the variants of a mirrored product to what its storefront said of them (`wishes.py`).

What nothing can be refused for is done all at once, and so are the skus, however many there are; a default and an
archived variant concern their siblings, and go one by one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from fulfilment import ids
from fulfilment.catalog import insertion, revision, search
from fulfilment.catalog import variants as catalog
from fulfilment.catalog.records import NewVariant, Variant, VariantChange
from fulfilment.catalog.variants import MOST_PER_PRODUCT, SkuTaken
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.fields import changes
from fulfilment.http.errors import Validation
from fulfilment.spell import Spell
from fulfilment.storefront import wishes
from fulfilment.storefront.mirrored import MirroredProduct
from fulfilment.storefront.wishes import Wish

FIND = sql(
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


async def bring(tx: Tx, product: MirroredProduct) -> None:
    """Make the catalog's variants what was said of them, under their product's lock.

    Raises SkuTaken, and Validation where there are too many.
    """
    wanted = wishes.of(list(product.variants.values()))
    if not wanted:
        return
    rows: Rows = {row["id"]: dict(row) for row in await tx.all(FIND, product.product_id)}
    skus = {None, *(row["sku"] for row in rows.values())}
    new = _claim(product, wanted, rows)
    if len(rows) + len(new) > MOST_PER_PRODUCT:
        raise Validation(f"A product has at most {MOST_PER_PRODUCT} variants.", field="data.variants")
    await _lock(tx, wanted, rows)
    await _release_skus(tx, product.product_id, wanted, rows)
    await _give_skus(tx, product.product_id, wanted, rows)
    await _change(tx, product.product_id, wanted, rows)
    await _add(tx, product.product_id, new)
    if {None, *(row["sku"] for row in rows.values()), *(wish.values.get("sku") for wish in new)} != skus:
        await search.index(tx, product.product_id)
    await _settle_default(tx, product.product_id, wanted[0], rows)
    for wish in wanted:
        if wish.is_archived and not _is_archived(rows, wish):
            await catalog.archive(tx, product.product_id, wish.variant.variant_id)


def _claim(product: MirroredProduct, wanted: Sequence[Wish], rows: Rows) -> list[Wish]:
    """Which are new. The first of them takes over the variant that the product began with, where that is left."""
    new = [wish for wish in wanted if wish.variant.variant_id is None]
    if new and product.spare_variant_id in rows:
        first = new.pop(0).variant
        first.variant_id, first.is_stored = product.spare_variant_id, False
        product.spare_variant_id = None
    for wish in new:
        wish.variant.variant_id, wish.variant.is_stored = ids.new("var"), False
    return new


async def _lock(tx: Tx, wanted: Sequence[Wish], rows: Rows) -> None:
    """Lock every variant that will change, in the order of whoever holds several thresholds (stock/queries.py)."""
    there = {wish.variant.variant_id: wish for wish in wanted if wish.variant.variant_id in rows}
    if any(wish.is_archived != _is_archived(rows, wish) for wish in there.values()):
        # Any of them may become the default next.
        concerned = set(rows)
    else:
        concerned = {id for id, wish in there.items() if wish.is_default or changes(rows[id], _as_change(wish))}
        concerned |= {id for id, row in rows.items() if row["is_default"]}
    await tx.all(revision.LOCK_VARIANTS, sorted(concerned))


async def _release_skus(tx: Tx, product_id: str, wanted: Sequence[Wish], rows: Rows) -> None:
    """Take skus from those that are to have others, so that two can swap theirs. Raises SkuTaken for a stranger's."""
    owners = {wish.values["sku"]: wish.variant.variant_id for wish in wanted if wish.values.get("sku") is not None}
    told = {wish.variant.variant_id: wish.values for wish in wanted}
    taken = [id for id, row in rows.items() if owners.get(row["sku"], id) != id]
    for id in taken:
        if "sku" not in told.get(id, ()):
            raise SkuTaken(f"The variant {id}, which is not the storefront's, has this sku.", field="data.sku")
    await _set_skus(tx, product_id, rows, dict.fromkeys(taken))


async def _give_skus(tx: Tx, product_id: str, wanted: Sequence[Wish], rows: Rows) -> None:
    """Give those that are there the skus that they are to have."""
    told = {wish.variant.variant_id: wish.values["sku"] for wish in wanted if "sku" in wish.values}
    await _set_skus(
        tx, product_id, rows, {id: told[id] for id in sorted(told.keys() & rows.keys()) if told[id] != rows[id]["sku"]}
    )


async def _set_skus(tx: Tx, product_id: str, rows: Rows, told: Mapping[str, str | None]) -> None:
    if not told:
        return
    await tx.all(SET_SKUS, product_id, list(told), list(told.values()))
    for id, sku in told.items():
        tx.audit("variant.updated", "ProductVariant", id, before={"sku": rows[id]["sku"]}, after={"sku": sku})
        rows[id]["sku"] = sku


async def _change(tx: Tx, product_id: str, wanted: Sequence[Wish], rows: Rows) -> None:
    plain: dict[str, tuple[str, VariantChange]] = {}
    for wish in wanted:
        row = rows.get(wish.variant.variant_id)
        change = _as_change(wish)
        if row is None or not changes(row, change):
            continue
        if revision.is_plain(row, change):
            plain[row["id"]] = (product_id, change)
        else:
            await catalog.change(tx, product_id, row["id"], change)
    if plain:
        is_done = await revision.revise(tx, plain)
        assert is_done, "variants changed under their product's lock"


def _as_change(wish: Wish) -> VariantChange:
    return VariantChange(**wish.values) if wish.is_archived else VariantChange(**wish.values, archived=False)


async def _add(tx: Tx, product_id: str, new: Sequence[Wish]) -> None:
    """Insert what is not there yet, all at once; nothing announces it."""
    if not new:
        return
    spell = Spell()
    added = []
    for wish in new:
        await spell.give_way()
        given = structs.asdict(NewVariant(**wish.values))
        added.append(Variant(**given, id=wish.variant.variant_id, product_id=product_id, archived=False))
    await insertion.insert_variants(tx, added)
    tx.count_spread("variant", "active", len(added))
    for variant in added:
        tx.audit("variant.created", "ProductVariant", variant.id, after=variant)


async def _settle_default(tx: Tx, product_id: str, wish: Wish, rows: Rows) -> None:
    """Make the first of all the default, if any is to be and it is not yet."""
    id = wish.variant.variant_id
    if wish.is_default and not rows.get(id, {}).get("is_default"):
        await catalog.change(tx, product_id, id, VariantChange(is_default=True))


def _is_archived(rows: Rows, wish: Wish) -> bool:
    return rows.get(wish.variant.variant_id, {}).get("archived", False)
