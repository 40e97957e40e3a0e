"""Drafting of a shipment: it is stored and its stock allocated; no courier is called (specification, Shipments)."""

import contextlib
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import asyncpg
import msgspec

from fulfilment.aggregators.port import CatalogueService
from fulfilment.catalog.variants import find_variants
from fulfilment.infra import ids
from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.quotas.queries import SHIPMENT_CREATED
from fulfilment.shipments import courier_request as shipment_request
from fulfilment.shipments import events, queries
from fulfilment.shipments.drafting import queries as drafting_queries
from fulfilment.shipments.drafting.queries import DraftContext, NewDraft, ResolvedVariant
from fulfilment.shipments.schemas import NewShipment, Origin, Shipment
from fulfilment.shipping import address_checks, couriers, rates
from fulfilment.shipping import schemas as shipping_schemas
from fulfilment.shipping.courier_clients import CourierClients
from fulfilment.shipping.couriers import SelectedService
from fulfilment.shipping.localities import FillLocality, LocalityNotCached, LocatedAddress
from fulfilment.shipping.schemas import ShipmentItem
from fulfilment.stock import allocation
from fulfilment.stock.allocation import LockedStock

ARCHIVED_MESSAGE = "An archived variant cannot be shipped."

VariantsById = Mapping[str | None, ResolvedVariant]

_REQUIRED_CONTACT = address_checks.CONTACT
_PLACE_FIELDS = ("province", "city", "district", "village", "postal_code", "area_id", "lat", "lng")
_ORIGIN_FIELDS = tuple(name for name in Origin.__struct_fields__ if name != "postal")


def require_service(body: NewShipment, catalogue: Sequence[CatalogueService]) -> SelectedService:
    """The service of the shipment.

    Raises Validation where the catalogue has no such service, or has it as another type.
    """
    return couriers.require_service(body.courier_code, body.courier_service_code, body.courier_type, catalogue)


async def complete_places(
    operation: ExternalOperation, drafts: Iterable[NewShipment], aggregators: CourierClients
) -> None:
    """Fill in city, province and postal code of both addresses, as far as the aggregator has them.

    An address that contradicts itself is left as it is: `prepare_draft` refuses it. Raises NotConfigured.
    """
    endpoints: list[LocatedAddress] = []
    for body in drafts:
        with contextlib.suppress(Validation):
            address_checks.require_valid_address(body.destination, "destination.")
            address_checks.require_valid_address(body.origin, "origin.")
            endpoints += [body.destination, body.origin]
    if aggregators.localities.find_missing(endpoints):
        await aggregators.localities.fill_all(await couriers.find_account(operation, aggregators), endpoints)
    for endpoint in endpoints:
        aggregators.localities.fill(endpoint)


async def run_with_origin(
    operation: ExternalOperation,
    aggregators: CourierClients,
    attempt: Callable[[FillLocality], Awaitable[EncodedResponse]],
) -> EncodedResponse:
    """Run an attempt to draft, with a function that completes the configured origin.

    The origin is read within the transaction, where no aggregator may be called. So the first draft may be tried twice.
    """
    localities = aggregators.localities
    try:
        return await attempt(localities.fill_or_raise)
    except LocalityNotCached as problem:
        await localities.fill_all(await couriers.find_account(operation, aggregators), [problem.place])
        return await attempt(localities.fill)


async def create_draft(
    tx: Tx,
    body: NewShipment,
    service: SelectedService | None,
    fill: FillLocality,
    *,
    stock: LockedStock | None = None,
) -> Shipment:
    """Store a pending shipment, allocate its stock and emit its event, all or nothing.

    `service` is None where the catalogue is unavailable. `stock` has the levels where they are locked already.
    """
    context = await drafting_queries.load_context(tx, [body])
    draft = prepare_draft(body, service or SelectedService(), context, fill)
    await allocate_items(tx, draft.id, draft.lines, draft.warehouse_id, body.checkout_session_id, stock=stock)
    return await emit_created(tx, await queries.insert_shipment(tx, draft))


def batch_key(body: NewShipment) -> tuple | None:
    """Batch key of a draft: concurrent drafts are sorted by the one variant whose stock levels they lock.

    Three kinds of drafts run alone: with several variants, with a product whose variant is not known yet, and of a
    checkout. The last kind waits for changes of its reservations.
    """
    variant_ids = {item.variant_id for item in body.items if item.variant_id is not None}
    is_unclear = any(item.variant_id is None and item.product_id is not None for item in body.items)
    if is_unclear or body.checkout_session_id is not None or len(variant_ids) > 1:
        return None
    return (max(variant_ids, default=""),)


def prepare_draft(body: NewShipment, service: SelectedService, context: DraftContext, fill: FillLocality) -> NewDraft:
    """The values to store. Raises NotFound, Validation."""
    address_checks.require_valid_address(body.destination, "destination.")
    address_checks.require_valid_address(body.origin, "origin.")
    origin = _complete_origin(body.origin, context.origin)
    _require_deliverable(body, origin, service)
    fill(origin)
    products = context.variants_by_product
    if body.product_id is not None and body.product_id not in products:
        raise NotFound("No such product.", field="productId")
    rates.build_parcel_items(body.items)
    rates.sum_insured_value(body.items)
    variants = _resolve_variants(body.items, context.variants_by_id, products)
    warehouse_id = _resolve_warehouse(body.items, context.warehouses)
    items = [_to_snapshot(item, variant) for item, variant in zip(body.items, variants, strict=True)]
    lines = [(variant and variant.id, item.quantity) for item, variant in zip(body.items, variants, strict=True)]
    return NewDraft(
        id=ids.new("ship"),
        body=body,
        origin=origin,
        items=items,
        eta=service.duration,
        lines=lines,
        warehouse_id=warehouse_id,
    )


async def emit_created(tx: Tx, row: asyncpg.Record) -> Shipment:
    """Count a stored draft, and emit its event."""
    shipment = queries.to_api(row)
    tx.add_to_counter("shipment", "pending", +1)
    tx.record_usage(SHIPMENT_CREATED)
    events.emit_created(tx, shipment)
    events.record_person_action(tx, "created", shipment.id, status=shipment.status)
    return shipment


async def allocate_items(
    tx: Tx,
    shipment_id: str,
    lines: Sequence[tuple[str | None, int]],
    warehouse_id: str | None,
    checkout_session_id: str | None,
    *,
    stock: LockedStock | None = None,
) -> None:
    """Allocate stock for the items, given as variant and quantity; the variant is None for an item outside the catalog.

    Raises StockInsufficient, whose `field` names the first item without enough stock (`items.1`).
    """
    if quantities := sum_quantities(lines):
        with name_missing_item(lines):
            await allocation.allocate_for_shipment(
                tx, shipment_id, quantities, warehouse_id, checkout_session_id, stock=stock
            )


async def require_active(read: Read, lines: Sequence[tuple[str | None, int]]) -> None:
    """Raise Validation, whose `field` names the first item with an archived variant or product."""
    variants = await find_variants(read, [variant_id for variant_id, _ in lines if variant_id is not None])
    for nth, (variant_id, _) in enumerate(lines):
        if variant_id in variants and variants[variant_id]["archived"]:
            raise Validation(ARCHIVED_MESSAGE, field=f"items.{nth}.variantId")


def sum_quantities(lines: Sequence[tuple[str | None, int]]) -> dict[str, int]:
    """The quantity of each variant, in the order of the items."""
    quantities: dict[str, int] = {}
    for variant_id, quantity in lines:
        if variant_id is not None:
            quantities[variant_id] = quantities.get(variant_id, 0) + quantity
    return quantities


@contextmanager
def name_missing_item(lines: Sequence[tuple[str | None, int]]) -> Iterator[None]:
    """Context manager: a StockInsufficient names the first item without enough stock."""
    try:
        yield
    except allocation.StockInsufficient as problem:
        problem.field = f"items.{[variant_id for variant_id, _ in lines].index(problem.variant_id)}"
        raise


def _require_deliverable(body: NewShipment, origin: Origin, service: SelectedService) -> None:
    """Raise Validation for a shipment that no courier could accept, before any stock is allocated."""
    address_checks.require_not_blank(body.destination, address_checks.CONTACT, "destination.")
    address_checks.require_not_blank(origin, address_checks.CONTACT, "origin.")
    for nth, item in enumerate(body.items):
        address_checks.require_not_blank(item, ("name",), f"items.{nth}.")
    endpoints = {
        "destination": rates.build_dropoff(body.destination),
        "origin": shipment_request.build_pickup(origin),
    }
    for side, place in endpoints.items():
        rates.require_findable(place, side)
    if service.needs_coordinates:
        couriers.require_coordinates(endpoints)


def _complete_origin(requested: Origin, configured: shipping_schemas.Origin | None) -> Origin:
    """The given origin, completed from the configured one."""
    origin = {name: value for name in _ORIGIN_FIELDS if (value := getattr(requested, name)) is not None}
    if configured is not None:
        for name in _missing_fields(requested, configured):
            value = getattr(configured, "postal" if name == "postal_code" else name, None)
            if value is not None:
                origin.setdefault(name, value)
    for field in msgspec.structs.fields(Origin):
        if field.name in _REQUIRED_CONTACT and not origin.get(field.name):
            raise Validation("This is required while no shipping origin has it.", field=f"origin.{field.encode_name}")
    return Origin(**origin)


def _missing_fields(requested: Origin, configured: shipping_schemas.Origin) -> list[str]:
    """The fields to take from the configured origin, without its place where the given origin is elsewhere."""
    codes = {"postal_code": configured.postal, "area_id": configured.area_id}
    is_elsewhere = any(getattr(requested, name) not in (None, "", code) for name, code in codes.items())
    missing = [name for name in _ORIGIN_FIELDS if not (is_elsewhere and name in _PLACE_FIELDS)]
    if None in (configured.lat, configured.lng) or requested.lat is not None:
        # One coordinate is useless alone, and wrong together with a coordinate of another place.
        return [name for name in missing if name not in ("lat", "lng")]
    return missing


def _resolve_variants(
    items: Sequence[ShipmentItem], variants_by_id: VariantsById, defaults_by_product: Mapping[str, ResolvedVariant]
) -> list[ResolvedVariant | None]:
    """The variant of each item; None for an item without a product. Raises NotFound, Validation."""
    return [
        _resolve_variant(item, f"items.{nth}", variants_by_id, defaults_by_product) for nth, item in enumerate(items)
    ]


def _resolve_variant(
    item: ShipmentItem, path: str, variants_by_id: VariantsById, defaults_by_product: Mapping[str, ResolvedVariant]
) -> ResolvedVariant | None:
    if item.product_id is not None and item.product_id not in defaults_by_product:
        raise NotFound("No such product.", field=f"{path}.productId")
    if item.variant_id is not None:
        variant = variants_by_id.get(item.variant_id)
        if variant is None or item.product_id not in (None, variant.product_id):
            raise NotFound("No such variant.", field=f"{path}.variantId")
        field = f"{path}.variantId"
    elif item.product_id is not None:
        variant, field = defaults_by_product[item.product_id], f"{path}.productId"
    else:
        return None
    if variant.type != "physical":
        raise Validation("Only physical products are shipped.", field=field)
    if variant.archived or variant.id is None:
        raise Validation(ARCHIVED_MESSAGE, field=field)
    return variant


def _resolve_warehouse(items: Sequence[ShipmentItem], known_ids: Sequence[str]) -> str | None:
    """The one warehouse of the items, if any. Raises NotFound, or Validation where they name several."""
    item_numbers = {
        item.warehouse_id: nth for nth, item in reversed(list(enumerate(items))) if item.warehouse_id is not None
    }
    for id, nth in item_numbers.items():
        if id not in known_ids:
            raise NotFound("No such warehouse.", field=f"items.{nth}.warehouseId")
    if len(item_numbers) > 1:
        raise Validation("A parcel leaves from one warehouse.", field=f"items.{max(item_numbers.values())}.warehouseId")
    return next(iter(item_numbers), None)


def _to_snapshot(item: ShipmentItem, variant: ResolvedVariant | None) -> dict[str, Any]:
    snapshot = msgspec.to_builtins(item)
    if variant is not None:
        snapshot["variantId"] = variant.id
        snapshot["productId"] = variant.product_id
        snapshot["sku"] = item.sku or variant.sku
    return snapshot
