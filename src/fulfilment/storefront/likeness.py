"""Bringing the catalog to what a storefront said of a product, by the catalog's own ways of changing it.

What the merchant changed of that directly is overwritten; what the storefront never said is left alone. A mirrored
product is not announced by `product.created`, nor its variants: its changes and its archiving are.
"""

from typing import Any

from msgspec.structs import replace

from fulfilment.catalog import insertion, products, queries
from fulfilment.catalog.records import NewProduct, NewVariant, Product, ProductChange
from fulfilment.db.sql import sql
from fulfilment.db.tx import AuditEntry, Tx
from fulfilment.fields import changes
from fulfilment.http.errors import Validation
from fulfilment.storefront import variants
from fulfilment.storefront.mirror_records import PRODUCT_FIELDS
from fulfilment.storefront.mirrored import MirroredProduct
from fulfilment.storefront.records import Event, Storefront
from fulfilment.storefront.registers import is_archived, values_of

SYNCED = "storefront.product_synced"
MIRRORED = ("mirrored_product", "all")

# What a product is searched for by has its type too.
CORRECT_TYPE = sql(
    "storefront.correct_type",
    """
    WITH corrected AS (
        UPDATE products SET type = $3, license_enabled = $4
         WHERE account_id = $1 AND id = $2
           AND NOT EXISTS (SELECT FROM variants v
                             JOIN stock_levels l ON l.account_id = v.account_id AND l.variant_id = v.id
                            WHERE v.account_id = $1 AND v.product_id = $2)
        RETURNING id
    ), found AS (
        UPDATE product_terms t SET type = $3 FROM corrected
         WHERE t.account_id = $1 AND t.product_id = $2 AND t.product_id = corrected.id
    )
    SELECT id FROM corrected
    """,
)

_PRODUCT = "Product"


async def bring(tx: Tx, storefront: Storefront, event: Event, product: MirroredProduct) -> None:
    """Make the product and its variants what was said of them. Raises Validation, SkuTaken."""
    if "name" not in product.said:
        return
    # One entry says what the event did, in place of those that the catalog writes for each part.
    earlier = len(tx.audits)
    born = None
    if product.product_id is None:
        born = await _create(tx, storefront, product)
    row = await queries.lock_product(tx, product.product_id)
    await variants.bring(tx, product)
    await _settle_type(tx, product, row)
    await _change(tx, product, row)
    entries = tx.audits[earlier:]
    del tx.audits[earlier:]
    if born is not None or entries:
        _audit(tx, event, product, born, entries)


async def _create(tx: Tx, storefront: Storefront, product: MirroredProduct) -> Product:
    given = NewProduct(**values_of(product.said, *PRODUCT_FIELDS))
    first = NewVariant(name=products.FIRST_VARIANT, is_default=True)
    made = replace(
        products.begun(tx.account_id, given, [first]), external_source=storefront.partner, external_ref=product.ref
    )
    await insertion.insert(tx, [made])
    tx.count_spread("product", "active", +1)
    tx.count_spread("variant", "active", +1)
    tx.count_spread(*MIRRORED, +1)
    product.product_id, product.spare_variant_id = made.id, made.variants[0].id
    return made


async def _settle_type(tx: Tx, product: MirroredProduct, row: Any) -> None:
    """What was told of without a type is thought physical until one is said, as long as nothing of it is in stock.

    Raises Validation.
    """
    type = values_of(product.said, "type").get("type", row["type"])
    if type == row["type"]:
        return
    is_licensed = values_of(product.said, "license_enabled").get("license_enabled", type == "license")
    if await tx.one(CORRECT_TYPE, product.product_id, type, is_licensed) is None:
        raise Validation("The type of a product that has stock cannot change.", field="data.type")
    shown = await products.shown(tx, product.product_id)
    tx.emit("product.updated", shown.id, shown, productId=shown.id, changed=["type"])
    tx.audit("product.updated", _PRODUCT, shown.id, before={"type": row["type"]}, after={"type": type})


async def _change(tx: Tx, product: MirroredProduct, row: Any) -> None:
    values = values_of(product.said, *PRODUCT_FIELDS)
    values.pop("type", None)
    archived = is_archived(product.said)
    change = ProductChange(**values) if archived else ProductChange(**values, archived=False)
    if changes(row, change):
        await products.change(tx, product.product_id, change)
    if archived and not row["archived"]:
        await products.archive(tx, product.product_id)


def _audit(tx: Tx, event: Event, product: MirroredProduct, born: Product | None, entries: list[AuditEntry]) -> None:
    """What became of the product, and which variants changed."""
    of_product = [entry for entry in entries if entry.target_type == _PRODUCT]
    touched = sorted({entry.target_id for entry in entries if entry.target_type != _PRODUCT})
    after: dict[str, Any] = {"externalRef": product.ref}
    before: dict[str, Any] = {}
    if born is not None:
        after |= {"name": born.name, "type": born.type}
    for entry in of_product:
        before = entry.before | before
        after |= entry.after
    if touched:
        after["variants"] = touched
    metadata = tx.actor.audit_metadata | {"eventType": event.type}
    tx.audit(SYNCED, _PRODUCT, product.product_id, before=before or None, after=after, metadata=metadata)
