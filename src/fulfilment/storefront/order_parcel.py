"""The parcel of a paid order: its physical lines go into one shipment, as far as they can.

A line of which too little is there, or that nobody knows the weight of, stays behind; the others leave without it.
What stays behind for another reason than its stock is set aside for the merchant who mends it.
"""

import asyncio
import contextlib
from collections.abc import Mapping, Sequence

import msgspec

from fulfilment.aggregators.port import CourierService
from fulfilment.db.tx import Tx
from fulfilment.http.errors import ApiError, IntegrationError, NotConfigured, Validation
from fulfilment.http.saga import Saga
from fulfilment.shipments import draft
from fulfilment.shipments.records import NewShipment, Origin
from fulfilment.shipping import couriers
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.shipping.records import Destination, ShipmentItem
from fulfilment.stock import allocation, allocation_queries, reservation
from fulfilment.storefront import order_lines
from fulfilment.storefront.order_goods import Goods
from fulfilment.storefront.order_records import StorefrontOrder, StorefrontShipping

# What is paid for and was not sent yet is kept for so long for whoever mends the order.
ASIDE_MINUTES = 7 * 24 * 60
# Each try without what lacked costs as much as the first; what is lacking even by itself is known before.
MOST_TRIES = 8
# No longer does an event, or a merchant, wait for a catalogue that does not come.
CATALOGUE_SECONDS = 3.0

_SAID_OF_SHIPPING = frozenset(field.encode_name for field in msgspec.structs.fields(StorefrontShipping))

_Goods = Mapping[int, Goods]


async def services(saga: Saga, aggregators: Aggregators) -> Sequence[CourierService] | None:
    """The courier catalogue; None where it cannot be had, which holds up nobody who has paid."""
    try:
        async with asyncio.timeout(CATALOGUE_SECONDS):
            return await couriers.services_for(saga, aggregators)
    except (IntegrationError, NotConfigured, TimeoutError):
        return None


async def ship(tx: Tx, order: StorefrontOrder, goods: _Goods, known: Sequence[CourierService] | None) -> None:
    """Draft one shipment of all lines that can go, which takes what the checkout had set aside for them."""
    # All at once and in one order, whatever is then tried and kept aside.
    if named := order_lines.pieces([line for line in order.lines if line.status != "fulfilled"]):
        await allocation_queries.lock_levels(tx, sorted(named))
    left = _weighed(order, goods)
    left = await _in_stock(tx, order, left)
    for _ in range(MOST_TRIES):
        if not left:
            break
        left = await _try(tx, order, left, known)
    for place in left:
        problem = allocation.StockInsufficient("Too little is available of several lines together.")
        order_lines.fail(order.lines[place], problem, f"lines.{place}")
    await _keep_aside(tx, order)


def _weighed(order: StorefrontOrder, goods: _Goods) -> dict[int, Goods]:
    """Those whose weight is known."""
    left = dict(goods)
    for place, one in goods.items():
        if one.weight is None:
            problem = Validation("Neither the line nor the catalog says what this weighs.")
            order_lines.fail(order.lines[place], problem, f"lines.{place}.weight")
            del left[place]
    return left


async def _in_stock(tx: Tx, order: StorefrontOrder, goods: _Goods) -> dict[int, Goods]:
    """Those of which there may be enough."""
    wanted = _pieces(order, goods)
    lacking = await allocation.find_lacking(tx, wanted, order.checkout_session_id) if wanted else {}
    return _without(order, goods, lacking)


def _without(order: StorefrontOrder, goods: _Goods, lacking: Mapping[str | None, ApiError]) -> dict[int, Goods]:
    for place, one in goods.items():
        if one.variant_id in lacking:
            order_lines.fail(order.lines[place], lacking[one.variant_id], f"lines.{place}")
    return {place: one for place, one in goods.items() if one.variant_id not in lacking}


async def _try(
    tx: Tx, order: StorefrontOrder, goods: _Goods, known: Sequence[CourierService] | None
) -> dict[int, Goods]:
    """What is to be tried next: nothing, unless some of it lacked."""
    try:
        async with tx.attempt():
            new = _new_shipment(order, goods)
            expected = None if known is None else draft.require_service(new, known)
            shipment = await draft.create(tx, new, expected)
    except allocation.StockInsufficient as problem:
        return _without(order, goods, problem.lacking)
    except ApiError as problem:
        field = f"shipping.{problem.field}" if problem.field in _SAID_OF_SHIPPING else problem.field
        for place in goods:
            order_lines.fail(order.lines[place], problem, field)
        return {}
    for place in goods:
        order.lines[place].shipment_id = shipment.id
        order_lines.done(order.lines[place])
    return {}


def _new_shipment(order: StorefrontOrder, goods: _Goods) -> NewShipment:
    """Raises Validation where the storefront did not say how, or where to."""
    if order.shipping is None:
        raise Validation("The storefront did not say which courier the buyer chose.", field="shipping")
    if order.destination is None:
        raise Validation("The storefront did not say where the parcel goes.", field="destination")
    shipping = msgspec.convert(order.shipping, StorefrontShipping)
    items = [
        ShipmentItem(
            name=one.name,
            value=one.value,
            weight=one.weight,
            quantity=order.lines[place].quantity,
            product_id=one.product_id,
            variant_id=one.variant_id,
        )
        for place, one in goods.items()
    ]
    return NewShipment(
        **msgspec.structs.asdict(shipping),
        origin=Origin(),
        destination=msgspec.convert(order.destination, Destination),
        items=items,
        checkout_session_id=order.checkout_session_id,
        customer_id=order.customer["id"],
        customer_email=order.customer["email"],
        external_source=order.external_source,
        external_ref=order.external_ref,
    )


async def _keep_aside(tx: Tx, order: StorefrontOrder) -> None:
    """Let go of what the checkout has set aside but for what still waits, which is kept for a week.

    Of what there is too little, that is what there was of it; of what is to be mended, all of it where it is there.
    """
    failed = [line for line in order.lines if line.status == "failed" and line.type == "physical"]
    lacking = {line.variant_id for line in failed if line.error.code == allocation.StockInsufficient.code} - {None}
    mendable = order_lines.pieces([line for line in failed if line.variant_id not in lacking])
    await reservation.release(tx, order.checkout_session_id, but=lacking | mendable.keys())
    # Where not all of it is there, what there is of it stays set aside.
    with contextlib.suppress(allocation.StockInsufficient):
        if mendable:
            async with tx.attempt():
                await reservation.release(tx, order.checkout_session_id, but=lacking)
                await reservation.reserve(tx, mendable, order.checkout_session_id)
    if failed:
        await reservation.prolong(tx, order.checkout_session_id, ASIDE_MINUTES)


def _pieces(order: StorefrontOrder, goods: _Goods) -> dict[str, int]:
    return order_lines.pieces([order.lines[place] for place in goods])
