"""Parcel of a paid order: its physical lines go into one shipment, as far as possible.

A line without enough stock or without a known weight stays behind, and the others are shipped. The stock of lines that
stay behind is reserved for a week, until the merchant retries the order.
"""

import contextlib
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from fulfilment.infra.api import body
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.database.transaction import Tx
from fulfilment.shipments.drafting import draft
from fulfilment.shipments.schemas import NewShipment, Origin
from fulfilment.shipping.schemas import Destination, ShipmentItem
from fulfilment.stock import allocation, reservation
from fulfilment.stock.allocation import LockedStock
from fulfilment.storefront import line_resolution
from fulfilment.storefront.couriers import CourierLookup
from fulfilment.storefront.line_resolution import ResolvedItem
from fulfilment.storefront.order_schemas import StorefrontOrder, StorefrontShipping

# The reservation for a paid order that waits for the merchant to correct it.
EXTENDED_RESERVATION_MINUTES = 7 * 24 * 60
_LACKS = allocation.StockInsufficient.code

_SHIPPING_FIELDS = frozenset(field.encode_name for field in msgspec.structs.fields(StorefrontShipping))

_Items = Mapping[int, ResolvedItem]
Record = TypeVar("Record", bound=msgspec.Struct)


async def draft_shipment(tx: Tx, order: StorefrontOrder, items: _Items, courier_lookup: CourierLookup) -> None:
    """Draft one shipment of all lines that can go. It uses the stock that the checkout had reserved."""
    # All levels are locked at once, in one order, including those reserved at the end.
    quantities = line_resolution.count_pieces([line for line in order.lines if line.status != "fulfilled"])
    stock = await allocation.lock_stock(tx, quantities, [order.checkout_session_id])
    weighed = _drop_unweighed(order, items)
    if remaining := _drop_out_of_stock(order, weighed, stock):
        await _create_shipment(tx, order, remaining, courier_lookup, stock)
    await _extend_reservation(tx, order)


def _drop_unweighed(order: StorefrontOrder, items: _Items) -> dict[int, ResolvedItem]:
    """The items of known weight; the lines of the others are marked as failed."""
    remaining = dict(items)
    for index, item in items.items():
        if item.weight is None:
            problem = Validation("Neither the line nor the catalog says what this weighs.")
            line_resolution.mark_failed(order.lines[index], problem, f"lines.{index}.weight")
            del remaining[index]
    return remaining


def _drop_out_of_stock(order: StorefrontOrder, items: _Items, stock: LockedStock) -> dict[int, ResolvedItem]:
    """The items with enough stock for all of them; the lines of the others are marked as failed."""
    quantities = line_resolution.count_pieces([order.lines[index] for index in items])
    shortages = stock.find_shortages(quantities, order.checkout_session_id)
    remaining: dict[int, ResolvedItem] = {}
    for index, item in items.items():
        if item.variant_id in shortages:
            line_resolution.mark_failed(order.lines[index], shortages[item.variant_id], f"lines.{index}")
        else:
            remaining[index] = item
    return remaining


async def _create_shipment(
    tx: Tx, order: StorefrontOrder, items: _Items, courier_lookup: CourierLookup, stock: LockedStock
) -> None:
    try:
        async with tx.savepoint():
            new = _build_shipment(order, items)
            courier_lookup.localities.fill(new.destination)
            service = None if courier_lookup.services is None else draft.require_service(new, courier_lookup.services)
            shipment = await draft.create_draft(tx, new, service, courier_lookup.localities.fill, stock=stock)
    except ApiError as problem:
        field = f"shipping.{problem.field}" if problem.field in _SHIPPING_FIELDS else problem.field
        for index in items:
            line_resolution.mark_failed(order.lines[index], problem, field)
        return
    for index in items:
        order.lines[index].shipment_id = shipment.id
        line_resolution.mark_fulfilled(order.lines[index])


def _build_shipment(order: StorefrontOrder, resolved_items: _Items) -> NewShipment:
    """The shipment to draft. Raises Validation where the storefront sent no shipping service or no destination."""
    if order.shipping is None:
        raise Validation("The storefront did not say which courier the buyer chose.", field="shipping")
    if order.destination is None:
        raise Validation("The storefront did not say where the parcel goes.", field="destination")
    shipping = _convert_stored(order.shipping, StorefrontShipping, "shipping")
    customer = line_resolution.customer_of(order)
    return NewShipment(
        **msgspec.structs.asdict(shipping),
        origin=Origin(),
        destination=_convert_stored(order.destination, Destination, "destination"),
        items=[_item(item, order.lines[index].quantity) for index, item in resolved_items.items()],
        checkout_session_id=order.checkout_session_id,
        customer_id=customer["id"],
        customer_email=customer["email"],
        external_source=order.external_source,
        external_ref=order.external_ref,
    )


def _item(goods: ResolvedItem, quantity: int) -> ShipmentItem:
    """One item of the parcel, of known weight."""
    assert goods.weight is not None
    return ShipmentItem(
        name=goods.name,
        value=goods.value,
        weight=goods.weight,
        quantity=quantity,
        product_id=goods.product_id,
        variant_id=goods.variant_id,
    )


def _convert_stored(stored: dict[str, Any], shape: type[Record], where: str) -> Record:
    """Convert a stored part of the order. Raises Validation where it is no longer valid."""
    try:
        return msgspec.convert(stored, shape)
    except msgspec.ValidationError as problem:
        error = body.translate_error(problem, shape)
        raise Validation(str(error), field=f"{where}.{error.field or ''}".rstrip(".")) from None


async def _extend_reservation(tx: Tx, order: StorefrontOrder) -> None:
    """Release the checkout's reservations except for failed lines, which stay reserved for a week.

    A line without enough stock keeps what it had. Other failed lines are reserved in full where there is enough stock.
    """
    failed = [line for line in order.lines if line.status == "failed" and line.type == "physical"]
    problems = [(line.variant_id, line.error) for line in failed]
    lacking = {id for id, problem in problems if id is not None and problem is not None and problem.code == _LACKS}
    mendable = line_resolution.count_pieces([line for line in failed if line.variant_id not in lacking])
    await reservation.release(tx, order.checkout_session_id, except_variants=lacking | mendable.keys())
    # Without enough stock, the earlier reservation stays.
    with contextlib.suppress(allocation.StockInsufficient):
        if mendable:
            async with tx.savepoint():
                await reservation.release(tx, order.checkout_session_id, except_variants=lacking)
                await reservation.reserve(tx, mendable, order.checkout_session_id)
    if failed:
        await reservation.extend(tx, order.checkout_session_id, EXTENDED_RESERVATION_MINUTES)
