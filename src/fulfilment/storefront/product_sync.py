"""Bringing the catalog to what a storefront said of a product, by the catalog's own ways of changing it.

What the merchant changed of that directly is overwritten; what the storefront never said is left alone. A mirrored
product is not announced by `product.created`, nor its variants: its changes and its archiving are.
"""

from typing import Any

from msgspec.structs import replace

from fulfilment.catalog import products, queries
from fulfilment.catalog.schemas import NewProduct, NewVariant, Product, ProductChange
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import AuditLine, Tx
from fulfilment.infra.models import Row, changed_fields, changes
from fulfilment.storefront import variant_sync
from fulfilment.storefront.field_merge import get_values, is_archived
from fulfilment.storefront.mirrored_product import MirroredProduct
from fulfilment.storefront.product_schemas import PRODUCT_FIELDS
from fulfilment.storefront.schemas import Storefront, StorefrontEvent, StorefrontSyncActor

PRODUCT_SYNCED = "storefront.product_synced"
MIRRORED_COUNTER = ("mirrored_product", "all")

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
        UPDATE product_search_tokens t SET type = $3 FROM corrected
         WHERE t.account_id = $1 AND t.product_id = $2 AND t.product_id = corrected.id
    )
    SELECT id FROM corrected
    """,
)

_PRODUCT = "Product"


async def apply_to_catalog(tx: Tx, storefront: Storefront, event: StorefrontEvent, product: MirroredProduct) -> None:
    """Make the product and its variants what was said of them. Raises Validation, SkuTaken."""
    if "name" not in product.merged_fields:
        return
    # One entry says what the event did, in place of those that the catalog writes for each part.
    earlier = len(tx.audits)
    created, product_id = None, product.product_id
    if product_id is None:
        created = await _create(tx, storefront, product)
        product_id = created.id
    row = await queries.lock_product(tx, product_id)
    assert row is not None
    await variant_sync.apply_to_catalog(tx, product)
    await _reconcile_type(tx, product, row)
    await _update_product(tx, product, row)
    entries = tx.audits[earlier:]
    del tx.audits[earlier:]
    if created is not None or entries:
        _audit(tx, event, product_id, product.ref, created, entries)


async def _create(tx: Tx, storefront: Storefront, product: MirroredProduct) -> Product:
    body = NewProduct(**get_values(product.merged_fields, *PRODUCT_FIELDS))
    first = NewVariant(name=products.DEFAULT_VARIANT_NAME, is_default=True)
    created = replace(
        products.build_product(tx.account_id, body, [first]),
        external_source=storefront.partner,
        external_ref=product.ref,
    )
    await products.insert_products(tx, [created])
    tx.add_to_sharded_counter("product", "active", +1)
    tx.add_to_sharded_counter("variant", "active", +1)
    tx.add_to_sharded_counter(*MIRRORED_COUNTER, +1)
    product.product_id, product.spare_variant_id = created.id, created.variants[0].id
    return created


async def _reconcile_type(tx: Tx, product: MirroredProduct, row: Row) -> None:
    """What was told of without a type is thought physical until one is said, as long as nothing of it is in stock.

    Raises Validation.
    """
    type = get_values(product.merged_fields, "type").get("type", row["type"])
    if type == row["type"]:
        return
    is_licensed = get_values(product.merged_fields, "license_enabled").get("license_enabled", type == "license")
    if await tx.fetch_optional(CORRECT_TYPE, product.product_id, type, is_licensed) is None:
        raise Validation("The type of a product that has stock cannot change.", field="data.type")
    updated = await products.get_product(tx, row["id"])
    tx.emit("product.updated", updated.id, updated, productId=updated.id, changed=["type"])
    before, after = changed_fields(row, {"type": type}, {"type": "type"})
    tx.audit("product.updated", _PRODUCT, updated.id, before=before, after=after)


async def _update_product(tx: Tx, product: MirroredProduct, row: Row) -> None:
    values = get_values(product.merged_fields, *PRODUCT_FIELDS)
    values.pop("type", None)
    archived = is_archived(product.merged_fields)
    change = ProductChange(**values) if archived else ProductChange(**values, archived=False)
    if changes(row, change):
        await products.update_product(tx, row["id"], change)
    if archived and not row["archived"]:
        await products.archive_product(tx, row["id"])


def _audit(
    tx: Tx, event: StorefrontEvent, product_id: str, ref: str, created: Product | None, entries: list[AuditLine]
) -> None:
    """What became of the product, and which variants changed."""
    of_product = [entry for entry in entries if entry.target_type == _PRODUCT]
    variant_ids = sorted({entry.target_id for entry in entries if entry.target_type != _PRODUCT})
    after: dict[str, Any] = {"externalRef": ref}
    before: dict[str, Any] = {}
    if created is not None:
        after |= {"name": created.name, "type": created.type}
    for entry in of_product:
        before = entry.before | before
        after |= entry.after
    if variant_ids:
        after["variants"] = variant_ids
    assert isinstance(tx.actor, StorefrontSyncActor)
    metadata = tx.actor.audit_metadata | {"eventType": event.type}
    tx.audit(PRODUCT_SYNCED, _PRODUCT, product_id, before=before or None, after=after, metadata=metadata)
