"""Product and variant events of a partner's storefront (decisions, section 9).

The last event of a product or a variant decides, and an older event that arrives late is dropped. The catalog's own
functions apply it. Variants that arrive before their product wait for it.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from fulfilment.catalog import products, queries
from fulfilment.catalog.schemas import NewProduct, NewVariant, Product, ProductChange
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.database.transaction import AuditLine, Tx
from fulfilment.infra.models import Row, changes
from fulfilment.storefront import mirrored_product, variant_sync
from fulfilment.storefront.mirrored_product import ARCHIVED, MirroredProduct
from fulfilment.storefront.product_schemas import (
    PRODUCT_FIELDS,
    VARIANT_FIELDS,
    ProductCreatedData,
    ProductEventData,
    VariantCreatedData,
    VariantEventData,
    get_provided_values,
)
from fulfilment.storefront.schemas import Storefront, StorefrontEvent, StorefrontEventReply, StorefrontSyncActor

PRODUCT_SYNCED = "storefront.product_synced"
MIRRORED_COUNTER = ("mirrored_product", "all")

_PRODUCT = "Product"

_products = {True: msgspec.json.Decoder(ProductCreatedData), False: msgspec.json.Decoder(ProductEventData)}
_variants = {True: msgspec.json.Decoder(VariantCreatedData), False: msgspec.json.Decoder(VariantEventData)}


async def sync_product(tx: Tx, storefront: Storefront, event: StorefrontEvent) -> StorefrontEventReply:
    """Apply an event of a product, and of the variants that it lists.

    Raises Validation, SkuTaken, and NotFound for an unknown product without a name.
    """
    data = event.decode_data(_products[event.type == "product.created"])
    version_key = mirrored_product.build_version_key(data.version, event.occurred_at, event.type, event.id)
    product = await mirrored_product.lock_product(tx, data.ref)
    values = get_provided_values(data, PRODUCT_FIELDS) | {ARCHIVED: _is_archiving(event)}
    is_newer = product.apply(version_key, values)
    if not (product.is_named or product.is_archived):
        raise NotFound("No such product; an event with its name makes it.", field="data.ref")
    for index, variant in enumerate(data.variants or ()):
        found = product.get_or_add_variant(variant.ref, f"data.variants.{index}")
        of_variant = get_provided_values(variant, VARIANT_FIELDS) | {ARCHIVED: False}
        is_newer |= found.apply(f"{version_key}.{index:04d}", of_variant)
    return await _apply(tx, storefront, event, product, is_newer=is_newer)


async def sync_variant(tx: Tx, storefront: Storefront, event: StorefrontEvent) -> StorefrontEventReply:
    """Apply an event of a variant.

    Raises Validation, SkuTaken, and NotFound for an unknown variant without a name.
    """
    data = event.decode_data(_variants[event.type == "variant.created"])
    version_key = mirrored_product.build_version_key(data.version, event.occurred_at, event.type, event.id)
    product = await mirrored_product.lock_product(tx, data.product_ref)
    variant = product.get_or_add_variant(data.ref, "data.productRef")
    values = get_provided_values(data, VARIANT_FIELDS) | {ARCHIVED: _is_archiving(event)}
    is_newer = variant.apply(version_key, values)
    if not (variant.is_named or variant.is_archived):
        raise NotFound("No such variant; an event with its name makes it.", field="data.ref")
    return await _apply(tx, storefront, event, product, is_newer=is_newer)


HANDLERS = {
    "product.created": sync_product,
    "product.updated": sync_product,
    "product.archived": sync_product,
    "variant.created": sync_variant,
    "variant.updated": sync_variant,
    "variant.archived": sync_variant,
}


def _is_archiving(event: StorefrontEvent) -> bool:
    return event.type.endswith(".archived")


async def _apply(
    tx: Tx, storefront: Storefront, event: StorefrontEvent, product: MirroredProduct, *, is_newer: bool
) -> StorefrontEventReply:
    if is_newer:
        if product.is_named:
            await _apply_to_catalog(tx, storefront, event, product)
        await mirrored_product.store_product(tx, product)
    return StorefrontEventReply(applied=is_newer)


async def _apply_to_catalog(tx: Tx, storefront: Storefront, event: StorefrontEvent, product: MirroredProduct) -> None:
    """Bring the catalog's product and variants to the mirrored state. Raises Validation, SkuTaken.

    The merchant's own changes of mirrored fields are overwritten; fields that the storefront never sent are left alone.
    Creation of a mirrored product or variant emits no event. Its changes and its archiving do.
    """
    # One audit entry per event replaces the catalog's entries for each part.
    earlier = len(tx.audits)
    created = await _create_product(tx, storefront, product) if product.id is None else None
    assert product.id is not None
    row = await queries.lock_product(tx, product.id)
    assert row is not None
    await variant_sync.apply_to_catalog(tx, product)
    await _update_product(tx, product, row)
    entries = tx.audits[earlier:]
    del tx.audits[earlier:]
    if created is not None or entries:
        _audit(tx, event, product, created, entries)


async def _create_product(tx: Tx, storefront: Storefront, product: MirroredProduct) -> Product:
    body = NewProduct(**product.get_values(PRODUCT_FIELDS))
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
    product.id, product.spare_variant_id = created.id, created.variants[0].id
    return created


async def _update_product(tx: Tx, product: MirroredProduct, row: Row) -> None:
    values = product.get_values(PRODUCT_FIELDS)
    products.require_same_type(row["type"], values.pop("type", row["type"]), field="data.type")
    change = ProductChange(**values) if product.is_archived else ProductChange(**values, archived=False)
    if changes(row, change):
        await products.update_product(tx, row["id"], change)
    if product.is_archived and not row["archived"]:
        await products.archive_product(tx, row["id"])


def _audit(
    tx: Tx, event: StorefrontEvent, product: MirroredProduct, created: Product | None, entries: list[AuditLine]
) -> None:
    """Write one audit entry: the change of the product, and the ids of changed variants."""
    assert product.id is not None
    of_product = [entry for entry in entries if entry.target_type == _PRODUCT]
    variant_ids = sorted({entry.target_id for entry in entries if entry.target_type != _PRODUCT})
    after: dict[str, Any] = {"externalRef": product.ref}
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
    tx.audit(PRODUCT_SYNCED, _PRODUCT, product.id, before=before or None, after=after, metadata=metadata)
