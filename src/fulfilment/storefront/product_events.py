"""Products and variants as a partner's storefront has them (decisions, section 9).

An event is folded into what the storefront has said so far, in whatever order it comes (`field_merge.py`); the catalog
is then brought to that (`product_sync.py`). What cannot stand there yet, a variant of an unknown product for one,
waits.
"""

from typing import Any

import msgspec

from fulfilment.catalog.products import require_same_type
from fulfilment.infra.database.transaction import Tx
from fulfilment.storefront import field_merge, mirrored_product, product_sync
from fulfilment.storefront.mirrored_product import MirroredProduct
from fulfilment.storefront.product_schemas import (
    PRODUCT_FIELDS,
    VARIANT_FIELDS,
    ProductCreatedData,
    ProductEventData,
    VariantCreatedData,
    VariantEventData,
    VariantFields,
    get_provided_values,
)
from fulfilment.storefront.schemas import Storefront, StorefrontEvent, StorefrontEventReply

_products = {True: msgspec.json.Decoder(ProductCreatedData), False: msgspec.json.Decoder(ProductEventData)}
_variants = {True: msgspec.json.Decoder(VariantCreatedData), False: msgspec.json.Decoder(VariantEventData)}


async def sync_product(tx: Tx, storefront: Storefront, event: StorefrontEvent) -> StorefrontEventReply:
    """Take in what an event says of a product, and of the variants that it lists. Raises Validation, SkuTaken."""
    data = event.decode_data(_products[event.type == "product.created"])
    version_key = field_merge.build_version_key(data.version, event.occurred_at, event.type, event.id)
    product = await mirrored_product.lock_product(tx, data.ref)
    values = get_provided_values(data, PRODUCT_FIELDS) | {field_merge.ARCHIVED: _is_archiving(event)}
    _require_type(product, values)
    is_newer = field_merge.merge(product.merged_fields, version_key, values)
    for index, variant in enumerate(data.variants or ()):
        is_newer |= _merge_variant(
            product, variant, f"{version_key}.{index:04d}", f"data.variants.{index}", is_archived=False
        )
    return await _apply_to_catalog(tx, storefront, event, product, is_newer=is_newer)


async def sync_variant(tx: Tx, storefront: Storefront, event: StorefrontEvent) -> StorefrontEventReply:
    """Take in what an event says of a variant. Raises Validation, SkuTaken."""
    data = event.decode_data(_variants[event.type == "variant.created"])
    version_key = field_merge.build_version_key(data.version, event.occurred_at, event.type, event.id)
    product = await mirrored_product.lock_product(tx, data.product_ref)
    is_newer = _merge_variant(product, data, version_key, "data.productRef", is_archived=_is_archiving(event))
    return await _apply_to_catalog(tx, storefront, event, product, is_newer=is_newer)


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


def _merge_variant(
    product: MirroredProduct, data: VariantFields, version_key: str, field: str, *, is_archived: bool
) -> bool:
    variant = product.get_or_add_variant(data.ref, version_key, field)
    is_earlier = version_key < variant.first_seen
    variant.first_seen = min(version_key, variant.first_seen)
    values = get_provided_values(data, VARIANT_FIELDS) | {field_merge.ARCHIVED: is_archived}
    is_newer = field_merge.merge(variant.merged_fields, version_key, values) or is_earlier
    variant.is_stored &= not is_newer
    return is_newer


def _require_type(product: MirroredProduct, values: dict[str, Any]) -> None:
    """What a product is is said once. Raises Validation."""
    if "type" in values and "type" in product.merged_fields:
        require_same_type(product.merged_fields["type"][1], values["type"], field="data.type")


async def _apply_to_catalog(
    tx: Tx, storefront: Storefront, event: StorefrontEvent, product: MirroredProduct, *, is_newer: bool
) -> StorefrontEventReply:
    if is_newer:
        await product_sync.apply_to_catalog(tx, storefront, event, product)
        await mirrored_product.store_product(tx, product)
    return StorefrontEventReply(applied=is_newer)
