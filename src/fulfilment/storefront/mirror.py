"""Products and variants as a partner's storefront has them (decisions, section 9).

An event is folded into what the storefront has said so far, in whatever order it comes (`registers.py`); the catalog
is then brought to that (`likeness.py`). What cannot stand there yet, a variant of an unknown product for one, waits.
"""

from typing import Any

import msgspec

from fulfilment.catalog.products import require_type
from fulfilment.db.tx import Tx
from fulfilment.storefront import likeness, mirrored, registers
from fulfilment.storefront.mirror_records import (
    PRODUCT_FIELDS,
    VARIANT_FIELDS,
    ProductCreated,
    ProductTold,
    VariantCreated,
    VariantSaid,
    VariantTold,
    said,
)
from fulfilment.storefront.mirrored import MirroredProduct
from fulfilment.storefront.records import Event, Storefront, StorefrontEventReply

_products = {True: msgspec.json.Decoder(ProductCreated), False: msgspec.json.Decoder(ProductTold)}
_variants = {True: msgspec.json.Decoder(VariantCreated), False: msgspec.json.Decoder(VariantTold)}


async def sync_product(tx: Tx, storefront: Storefront, event: Event) -> StorefrontEventReply:
    """Take in what an event says of a product, and of the variants that it lists. Raises Validation, SkuTaken."""
    told = event.read(_products[event.type == "product.created"])
    at = registers.position(told.version, event.occurred_at, event.type, event.id)
    product = await mirrored.lock(tx, told.ref)
    values = said(told, PRODUCT_FIELDS) | {registers.ARCHIVED: _archives(event)}
    _require_type(product, values)
    is_newer = registers.fold(product.said, at, values)
    for nth, variant in enumerate(told.variants or ()):
        is_newer |= _fold_variant(product, variant, f"{at}.{nth:04d}", f"data.variants.{nth}", is_archived=False)
    return await _bring(tx, storefront, event, product, is_newer=is_newer)


async def sync_variant(tx: Tx, storefront: Storefront, event: Event) -> StorefrontEventReply:
    """Take in what an event says of a variant. Raises Validation, SkuTaken."""
    told = event.read(_variants[event.type == "variant.created"])
    at = registers.position(told.version, event.occurred_at, event.type, event.id)
    product = await mirrored.lock(tx, told.product_ref)
    is_newer = _fold_variant(product, told, at, "data.productRef", is_archived=_archives(event))
    return await _bring(tx, storefront, event, product, is_newer=is_newer)


HANDLERS = {
    "product.created": sync_product,
    "product.updated": sync_product,
    "product.archived": sync_product,
    "variant.created": sync_variant,
    "variant.updated": sync_variant,
    "variant.archived": sync_variant,
}


def _archives(event: Event) -> bool:
    return event.type.endswith(".archived")


def _fold_variant(product: MirroredProduct, told: VariantSaid, at: str, field: str, *, is_archived: bool) -> bool:
    variant = product.variant(told.ref, at, field)
    is_earlier = at < variant.born
    variant.born = min(at, variant.born)
    values = said(told, VARIANT_FIELDS) | {registers.ARCHIVED: is_archived}
    is_newer = registers.fold(variant.said, at, values) or is_earlier
    variant.is_stored &= not is_newer
    return is_newer


def _require_type(product: MirroredProduct, values: dict[str, Any]) -> None:
    """What a product is is said once. Raises Validation."""
    if "type" in values and "type" in product.said:
        require_type(product.said["type"][1], values["type"], field="data.type")


async def _bring(
    tx: Tx, storefront: Storefront, event: Event, product: MirroredProduct, *, is_newer: bool
) -> StorefrontEventReply:
    if is_newer:
        await likeness.bring(tx, storefront, event, product)
        await mirrored.store(tx, product)
    return StorefrontEventReply(applied=is_newer)
