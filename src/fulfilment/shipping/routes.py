"""The HTTP edge of shipping (specification, Shipping)."""

import msgspec
from msgspec import UNSET

from fulfilment.aggregators.port import Area
from fulfilment.db.tx import Read, Tx
from fulfilment.fields import PageQuery
from fulfilment.http import on_behalf
from fulfilment.http.cost import QUOTE
from fulfilment.http.envelope import Reply
from fulfilment.http.route import Routes
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipping import aggregator_config, areas, couriers, excerpt, origin, queries, rates
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.shipping.couriers import EVERY, Choice
from fulfilment.shipping.records import (
    AreaQuery,
    CourierService,
    OriginChange,
    ShippingConfigChange,
    ShippingConfigReply,
    ShippingOrigin,
    ShippingRateRequest,
    ShippingRates,
)

route = Routes(
    "Shipping", "What a shipment needs first: the origin, couriers, areas, rates, and the aggregator's configuration."
)

# The contract's word for what is VALIDATION elsewhere (specification, Errors).
_CODE = "VALIDATION_ERROR"


@route.get("/shipping/origin", client="shipping.get_origin", validation_code=_CODE)
async def get_shipping_origin(read: Read) -> ShippingOrigin:
    """Show the shipping origin; everything is null while none is set."""
    return origin.shown(await queries.find_config(read))


@route.patch("/shipping/origin", client="shipping.update_origin", validation_code=_CODE, right="shipping.configure")
async def update_shipping_origin(saga: Saga, change: OriginChange, aggregators: Aggregators) -> ShippingOrigin:
    """Set or change the shipping origin."""
    choice = await _choice(saga, change, aggregators)

    async def save(tx: Tx) -> ShippingOrigin:
        return await origin.save(tx, change, choice)

    return await saga.finish(save)


async def _choice(saga: Saga, change: OriginChange, aggregators: Aggregators) -> Choice | None:
    """The couriers that the change enables, checked before any transaction is open."""
    if change.couriers is UNSET:
        return None
    if not change.couriers:
        return EVERY
    return couriers.choose(change.couriers, await couriers.services_for(saga, aggregators), "couriers")


@route.get("/shipping/couriers", client="shipping.list_couriers", page=excerpt.LIST)
async def list_couriers(read: Read, query: PageQuery, aggregators: Aggregators) -> list[CourierService]:
    """List the courier catalogue: one row for each courier and service."""
    found = await couriers.services(aggregators, await aggregators.lookup_connection(read))
    rows = msgspec.convert(found, list[CourierService], from_attributes=True)
    return excerpt.listed(rows, query, lambda row: (row.courier_code, row.courier_service_code), parts=2)


@route.get("/shipping/areas", client="shipping.search_areas", page=excerpt.LIST)
async def search_areas(read: Read, query: AreaQuery, aggregators: Aggregators) -> list[Area]:
    """Search areas by name or postal code; about ten hits."""
    rows = await areas.search(await aggregators.lookup_connection(read), query.q)
    return excerpt.listed(rows, query, lambda row: (row.id,), parts=1)


@route.post("/shipping/rates", client="shipping.quote_rates", validation_code=_CODE, right="shipping.quote", cost=QUOTE)
async def quote_rates(saga: Saga, parcel: ShippingRateRequest, aggregators: Aggregators) -> ShippingRates:
    """Quote what the enabled couriers ask for a parcel, cheapest first."""
    async with saga.read() as read:
        row = await queries.find_config(read)
        rates.require_origin(row)
        connection = aggregators.connection_by(read, row)
    quoted = await rates.quote(aggregators, connection, row, parcel)
    if saga.key is None:
        return quoted

    async def remember(_tx: Tx) -> ShippingRates:
        return quoted

    return await saga.finish(remember)


@route.get("/shipping/config", client="shipping.get_config", right="shipping.read_configuration")
async def get_shipping_config(read: Read, aggregators: Aggregators, settings: Settings) -> ShippingConfigReply:
    """Show the aggregator config and the catalogue's courier codes."""
    config = await aggregator_config.show(read, settings)
    return ShippingConfigReply(config=config, couriers=await aggregator_config.known_codes(aggregators, read))


@route.put("/shipping/config", client="shipping.update_config", scope="admin", right="shipping.configure")
async def update_shipping_config(
    saga: Saga, change: ShippingConfigChange, aggregators: Aggregators, settings: Settings
) -> ShippingConfigReply:
    """Change the aggregator config; what is left out stays as it is."""
    on_behalf.require_may_send(saga.actor, change)
    catalogue = await aggregator_config.catalogue_for(saga, change, aggregators)
    choice = aggregator_config.choice_of(change, catalogue)

    async def save(tx: Tx) -> Reply:
        config = await aggregator_config.save(tx, change, choice, settings)
        # The address for reports is as good as a secret, so a stored copy of the answer is encrypted.
        answer = ShippingConfigReply(config=config, couriers=couriers.codes(catalogue))
        return Reply(answer, holds_secret=config.report_url is not None)

    return await saga.finish(save)
