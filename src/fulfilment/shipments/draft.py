"""Drafting a shipment: it is written down and its stock taken; no courier is called (specification, Shipments)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from fulfilment import ids
from fulfilment.aggregators.port import CourierService, Duration
from fulfilment.catalog import references
from fulfilment.db.tx import Tx
from fulfilment.http.errors import NotFound, Validation
from fulfilment.shipments import events, goods, queries
from fulfilment.shipments.records import NewShipment, Origin, Shipment
from fulfilment.shipping import couriers, parcel
from fulfilment.shipping import origin as shipping_origin
from fulfilment.shipping.records import Item
from fulfilment.stock import allocation_queries
from fulfilment.stock import queries as stock
from fulfilment.usage.queries import SHIPMENT_CREATED

_REQUIRED = ("contact_name", "contact_phone", "address")


def require_service(given: NewShipment, catalogue: Sequence[CourierService]) -> Duration | None:
    """How long its service takes, if the catalogue says so.

    Raises Validation where the catalogue has no such courier, or another type of its service.
    """
    couriers.require_service(given.courier_code, given.courier_service_code, given.courier_type, catalogue)
    return couriers.duration_of(given.courier_code, given.courier_service_code, catalogue)


async def create(tx: Tx, given: NewShipment, expected: Duration | None = None) -> Shipment:
    """Store a pending shipment, take its stock and tell of it, all or nothing."""
    shipment_id = ids.new("ship")
    now = ids.moment_of(shipment_id)
    origin = await _complete_origin(tx, given.origin)
    if given.product_id is not None and not await references.find_defaults(tx, [given.product_id]):
        raise NotFound("No such product.", field="productId")
    parcel.require_way(given.destination)
    parcel.contents(given.items)
    parcel.insured_value(given.items)
    variants = await _resolve(tx, given.items)
    warehouse_id = await _named_warehouse(tx, given.items)
    insured = given.insured if given.insured is not None else given.insurance > 0
    items = [_snapshot(item, variant) for item, variant in zip(given.items, variants, strict=True)]
    row = await queries.insert(tx, shipment_id, given, origin, items, insured=insured, at=now, expected=expected)
    lines = [(variant and variant["id"], item.quantity) for item, variant in zip(given.items, variants, strict=True)]
    await goods.take(tx, shipment_id, lines, warehouse_id, given.checkout_session_id)
    shipment = queries.shown(row)
    tx.count("shipment", "pending", +1)
    tx.use(SHIPMENT_CREATED)
    events.emit_created(tx, shipment)
    return shipment


async def lock_stock(tx: Tx, given: Sequence[NewShipment]) -> None:
    """Lock what several shipments may draw on in the one order, before the first draws: see stock/allocation.py."""
    items = [item for shipment in given for item in shipment.items]
    named = {item.variant_id for item in items if item.variant_id is not None}
    defaults = await references.find_defaults(tx, [item.product_id for item in items if item.product_id is not None])
    named |= {variant["id"] for variant in defaults.values() if variant["id"] is not None}
    if named:
        await allocation_queries.lock_levels(tx, sorted(named))


async def _complete_origin(tx: Tx, given: Origin) -> Origin:
    """The given origin, with what it lacks taken from the configured one."""
    origin = {name: value for name, value in msgspec.structs.asdict(given).items() if value is not None}
    if configured := await shipping_origin.find(tx):
        for name in given.__struct_fields__:
            value = getattr(configured, "postal" if name == "postal_code" else name, None)
            if value is not None:
                origin.setdefault(name, value)
    for field in msgspec.structs.fields(Origin):
        if field.name in _REQUIRED and not origin.get(field.name):
            raise Validation("This is required while no shipping origin has it.", field=f"origin.{field.encode_name}")
    return Origin(**origin)


async def _resolve(tx: Tx, items: Sequence[Item]) -> list[Any]:
    """The variant that each item means, None for one that names no product. Raises NotFound, Validation."""
    by_id = await references.find_variants(tx, [item.variant_id for item in items if item.variant_id is not None])
    defaults = await references.find_defaults(tx, [item.product_id for item in items if item.product_id is not None])
    return [_meant(item, f"items.{nth}", by_id, defaults) for nth, item in enumerate(items)]


def _meant(item: Item, where: str, by_id: dict, defaults: dict) -> Any:
    if item.product_id is not None and item.product_id not in defaults:
        raise NotFound("No such product.", field=f"{where}.productId")
    if item.variant_id is not None:
        variant = by_id.get(item.variant_id)
        if variant is None or item.product_id not in (None, variant["product_id"]):
            raise NotFound("No such variant.", field=f"{where}.variantId")
        field = f"{where}.variantId"
    elif item.product_id is not None:
        variant, field = defaults[item.product_id], f"{where}.productId"
    else:
        return None
    if variant["type"] != "physical":
        raise Validation("Only physical products are shipped.", field=field)
    if variant["archived"] or variant["id"] is None:
        raise Validation(goods.ARCHIVED, field=field)
    return variant


async def _named_warehouse(tx: Tx, items: Sequence[Item]) -> str | None:
    """The one warehouse that the items name. Raises NotFound, or Validation where they name several."""
    named = {item.warehouse_id: nth for nth, item in reversed(list(enumerate(items))) if item.warehouse_id is not None}
    if not named:
        return None
    known = await stock.known_warehouses(tx, named)
    for id, nth in named.items():
        if id not in known:
            raise NotFound("No such warehouse.", field=f"items.{nth}.warehouseId")
    if len(named) > 1:
        raise Validation("A parcel leaves from one warehouse.", field=f"items.{max(named.values())}.warehouseId")
    return next(iter(named))


def _snapshot(item: Item, variant: Any) -> dict[str, Any]:
    shown = msgspec.to_builtins(item)
    if variant is not None:
        shown["variantId"] = variant["id"]
        shown["productId"] = variant["product_id"]
        shown["sku"] = item.sku or variant["sku"]
    return shown
