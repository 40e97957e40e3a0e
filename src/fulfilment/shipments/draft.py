"""Drafting a shipment: it is written down and its stock taken; no courier is called (specification, Shipments)."""

from collections.abc import Mapping, Sequence
from typing import Any

import asyncpg
import msgspec

from fulfilment import clock, ids
from fulfilment.aggregators.port import CourierService, Duration
from fulfilment.db.tx import Tx
from fulfilment.http.errors import NotFound, Validation
from fulfilment.shipments import doers, draft_queries, events, goods, queries
from fulfilment.shipments.draft_queries import Meant, NewDraft, Seen
from fulfilment.shipments.records import NewShipment, Origin, Shipment
from fulfilment.shipping import couriers, parcel
from fulfilment.shipping import records as shipping_records
from fulfilment.shipping.records import ShipmentItem
from fulfilment.stock import adjustment, allocation, allocation_queries
from fulfilment.stock.allocation import Taking
from fulfilment.usage.queries import SHIPMENT_CREATED

Known = Mapping[str | None, Meant]

_REQUIRED = ("contact_name", "contact_phone", "address")


def require_service(given: NewShipment, catalogue: Sequence[CourierService]) -> Duration | None:
    """How long its service takes, if the catalogue says so.

    Raises Validation where the catalogue has no such courier, or another type of its service.
    """
    couriers.require_service(given.courier_code, given.courier_service_code, given.courier_type, catalogue)
    return couriers.duration_of(given.courier_code, given.courier_service_code, catalogue)


async def create(tx: Tx, given: NewShipment, expected: Duration | None = None) -> Shipment:
    """Store a pending shipment, take its stock and tell of it, all or nothing."""
    seen = await draft_queries.see(tx, [given])
    new = prepare(given, expected, seen)
    if given.checkout_session_id is None:
        row = await _draw(tx, new, seen)
    else:
        # What the checkout has reserved is to be found, and used up, first.
        row = await draft_queries.draw(tx, new, [], clock.now())
        await goods.take(tx, new.id, new.lines, new.warehouse_id, given.checkout_session_id)
    return await tell(tx, row)


def place_in_convoy(given: NewShipment) -> tuple | None:
    """Drafts travel by the one variant whose levels they lock, or by none.

    Those of several go alone, and those of a product, whose variant is not known yet; and those of a checkout, which
    wait for whoever changes what that has reserved.
    """
    named = {item.variant_id for item in given.items}
    is_unclear = any(item.variant_id is None and item.product_id is not None for item in given.items)
    if is_unclear or given.checkout_session_id is not None or len(named - {None}) > 1:
        return None
    return (max(named - {None}, default=""),)


def prepare(given: NewShipment, expected: Duration | None, seen: Seen) -> NewDraft:
    """What is to be stored. Raises NotFound, Validation."""
    origin = _complete_origin(given.origin, seen.origin)
    products = seen.by_product
    if given.product_id is not None and given.product_id not in products:
        raise NotFound("No such product.", field="productId")
    parcel.require_way(given.destination)
    parcel.contents(given.items)
    parcel.insured_value(given.items)
    variants = _resolve(given.items, seen.by_id, products)
    warehouse_id = _named_warehouse(given.items, seen.warehouses)
    items = [_snapshot(item, variant) for item, variant in zip(given.items, variants, strict=True)]
    lines = [(variant and variant.id, item.quantity) for item, variant in zip(given.items, variants, strict=True)]
    return NewDraft(ids.new("ship"), given, origin, items, lines, warehouse_id, expected)


def place(new: NewDraft, levels: Sequence, reserved: Sequence) -> list[Taking]:
    """Where its stock is taken from. Raises StockInsufficient."""
    with goods.lack_named(new.lines):
        return allocation.choose_place(goods.wanted_of(new.lines), new.warehouse_id, levels, reserved)


async def _draw(tx: Tx, new: NewDraft, seen: Seen) -> asyncpg.Record:
    """Store it with its stock, of which somebody may have reserved some, or used up what was reserved, just before the
    levels were locked.
    """
    levels, variants, at = seen.levels or (), sorted(goods.wanted_of(new.lines)), clock.now()
    takings = _place_whatever_is_reserved(new, levels, seen.reserved or ())
    if takings is None:
        takings = place(new, levels, await allocation_queries.active_reservations(tx, variants))
    row = await draft_queries.draw(tx, new, takings, at)
    if row is None:
        # Or one that it travels with has taken it.
        tx.leave_convoy()
        reserved = await allocation_queries.active_reservations(tx, variants)
        row = await draft_queries.draw(tx, new, place(new, levels, reserved), at)
        assert row is not None, "what is locked was changed"
    return row


def _place_whatever_is_reserved(new: NewDraft, levels: Sequence, reserved: Sequence) -> list[Taking] | None:
    """Where its stock is taken from, if that is the same though less should be reserved by now; else None.

    Raises StockInsufficient where nothing is reserved.
    """
    if not reserved:
        return place(new, levels, ())
    try:
        takings = place(new, levels, reserved)
    except allocation.StockInsufficient:
        return None
    return takings if takings == place(new, levels, ()) else None


async def tell(tx: Tx, row: asyncpg.Record) -> Shipment:
    """Count and tell of a draft that is stored, and of levels that it took below their threshold."""
    for movement, threshold in draft_queries.lows(row):
        await adjustment.warn_if_low(tx, movement, threshold)
    shipment = queries.shown(row)
    tx.count("shipment", "pending", +1)
    tx.use(SHIPMENT_CREATED)
    events.emit_created(tx, shipment)
    doers.note(tx, "created", shipment.id, status=shipment.status)
    return shipment


def _complete_origin(given: Origin, configured: shipping_records.Origin | None) -> Origin:
    """The given origin, with what it lacks taken from the configured one."""
    origin = {name: value for name, value in msgspec.structs.asdict(given).items() if value is not None}
    if configured is not None:
        for name in given.__struct_fields__:
            value = getattr(configured, "postal" if name == "postal_code" else name, None)
            if value is not None:
                origin.setdefault(name, value)
    for field in msgspec.structs.fields(Origin):
        if field.name in _REQUIRED and not origin.get(field.name):
            raise Validation("This is required while no shipping origin has it.", field=f"origin.{field.encode_name}")
    return Origin(**origin)


def _resolve(items: Sequence[ShipmentItem], by_id: Known, defaults: Known) -> list[Meant | None]:
    """The variant that each item means, None for one that names no product. Raises NotFound, Validation."""
    return [_meant(item, f"items.{nth}", by_id, defaults) for nth, item in enumerate(items)]


def _meant(item: ShipmentItem, where: str, by_id: Known, defaults: Known) -> Meant | None:
    if item.product_id is not None and item.product_id not in defaults:
        raise NotFound("No such product.", field=f"{where}.productId")
    if item.variant_id is not None:
        variant = by_id.get(item.variant_id)
        if variant is None or item.product_id not in (None, variant.product_id):
            raise NotFound("No such variant.", field=f"{where}.variantId")
        field = f"{where}.variantId"
    elif item.product_id is not None:
        variant, field = defaults[item.product_id], f"{where}.productId"
    else:
        return None
    if variant.type != "physical":
        raise Validation("Only physical products are shipped.", field=field)
    if variant.archived or variant.id is None:
        raise Validation(goods.ARCHIVED, field=field)
    return variant


def _named_warehouse(items: Sequence[ShipmentItem], known: Sequence[str]) -> str | None:
    """The one warehouse that the items name. Raises NotFound, or Validation where they name several."""
    named = {item.warehouse_id: nth for nth, item in reversed(list(enumerate(items))) if item.warehouse_id is not None}
    for id, nth in named.items():
        if id not in known:
            raise NotFound("No such warehouse.", field=f"items.{nth}.warehouseId")
    if len(named) > 1:
        raise Validation("A parcel leaves from one warehouse.", field=f"items.{max(named.values())}.warehouseId")
    return next(iter(named), None)


def _snapshot(item: ShipmentItem, variant: Meant | None) -> dict[str, Any]:
    shown = msgspec.to_builtins(item)
    if variant is not None:
        shown["variantId"] = variant.id
        shown["productId"] = variant.product_id
        shown["sku"] = item.sku or variant.sku
    return shown
