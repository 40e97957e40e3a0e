"""The HTTP edge of shipping: origin, couriers, areas, rates and config (specification, Shipping)."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from msgspec import UNSET

from fulfilment.aggregators.port import Area
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import IntegrationError, NotConfigured, Validation
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth import partner_policy
from fulfilment.infra.auth.principal import as_principal
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.limits.request_limits import QUOTE
from fulfilment.infra.models import PageQuery
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.settings import Settings
from fulfilment.shipping import aggregator_config, courier_clients, couriers, origin, queries, rates
from fulfilment.shipping.courier_clients import CourierClients
from fulfilment.shipping.couriers import EVERY_COURIER, CourierChoice
from fulfilment.shipping.schemas import (
    AreaQuery,
    CourierService,
    OriginChange,
    ShippingConfigChange,
    ShippingConfigReply,
    ShippingOrigin,
    ShippingRateRequest,
    ShippingRates,
)

LIST = pagination.PageLimits(default=None, max_limit=500)

# The error code of these routes; other routes use VALIDATION (specification, Errors).
_CODE = "VALIDATION_ERROR"

ListRow = TypeVar("ListRow")

route = Routes(
    "Shipping", "Prerequisites of a shipment: the origin, couriers, areas, rates, and the aggregator's configuration."
)


@route.get("/shipping/origin", sdk_method="shipping.get_origin", validation_code=_CODE)
async def get_shipping_origin(read: Read) -> ShippingOrigin:
    """Show the shipping origin; all fields are null if none is set."""
    return origin.to_api(await queries.find_config(read))


@route.patch(
    "/shipping/origin",
    sdk_method="shipping.update_origin",
    validation_code=_CODE,
    right="shipping.configure",
    raises=(IntegrationError,),
)
async def update_shipping_origin(
    operation: ExternalOperation, change: OriginChange, aggregators: CourierClients
) -> EncodedResponse[ShippingOrigin]:
    """Set or change the shipping origin."""
    choice = await _parse_choice(operation, change, aggregators)

    async def save(tx: Tx) -> ShippingOrigin:
        return await origin.save_origin(tx, change, choice)

    return await operation.complete(save)


@route.get("/shipping/couriers", sdk_method="shipping.list_couriers", page=LIST, raises=(IntegrationError,))
async def list_couriers(read: Read, query: PageQuery, aggregators: CourierClients) -> Reply[list[CourierService]]:
    """List the courier catalogue: one row for each service of a courier."""
    services = await couriers.list_services(aggregators, await aggregators.for_lookup(read))
    rows = msgspec.convert(services, list[CourierService], from_attributes=True)
    return paginate(rows, query, lambda row: (row.courier_code, row.courier_service_code), parts=2)


@route.get("/shipping/areas", sdk_method="shipping.search_areas", page=LIST, raises=(IntegrationError,))
async def search_areas(read: Read, query: AreaQuery, aggregators: CourierClients) -> Reply[list[Area]]:
    """Search areas by name or postal code; about ten hits."""
    rows = await courier_clients.search_areas(aggregators, await aggregators.for_lookup(read), query.q)
    return paginate(rows, query, lambda row: (row.id,), parts=1)


@route.post(
    "/shipping/rates",
    sdk_method="shipping.quote_rates",
    validation_code=_CODE,
    right="shipping.quote",
    cost=QUOTE,
    raises=(IntegrationError, NotConfigured),
)
async def quote_rates(
    operation: ExternalOperation, parcel: ShippingRateRequest, aggregators: CourierClients
) -> ShippingRates | EncodedResponse[ShippingRates]:
    """Quote the rates of the enabled couriers for a parcel, cheapest first."""
    async with operation.read() as read:
        row = await queries.find_config(read)
        rates.require_origin(row)
        client = aggregators.for_config(read, row)
    quoted = await rates.quote_rates(aggregators, client, row, parcel)
    if operation.key is None:
        return quoted

    async def store_response(_tx: Tx) -> ShippingRates:
        return quoted

    return await operation.complete(store_response)


@route.get(
    "/shipping/config",
    sdk_method="shipping.get_config",
    right="shipping.read_configuration",
    raises=(IntegrationError, NotConfigured, Validation),
)
async def get_shipping_config(read: Read, aggregators: CourierClients, settings: Settings) -> ShippingConfigReply:
    """Show the aggregator config and the catalogue's courier codes."""
    config = await aggregator_config.get_config(read, settings)
    return ShippingConfigReply(config=config, couriers=await aggregator_config.list_courier_codes(aggregators, read))


@route.put(
    "/shipping/config",
    sdk_method="shipping.update_config",
    scope="admin",
    right="shipping.configure",
    raises=(IntegrationError, NotConfigured),
)
async def update_shipping_config(
    operation: ExternalOperation, change: ShippingConfigChange, aggregators: CourierClients, settings: Settings
) -> EncodedResponse[ShippingConfigReply]:
    """Change the aggregator config; omitted fields stay as they are."""
    partner_policy.require_may_send(as_principal(operation.actor), change)
    catalogue = await aggregator_config.fetch_catalogue(operation, change, aggregators)
    choice = aggregator_config.parse_courier_choice(change, catalogue)

    async def save(tx: Tx) -> Reply[ShippingConfigReply]:
        config = await aggregator_config.save_config(tx, change, choice, settings)
        # The webhook address is a secret, so the stored copy of the response is encrypted.
        reply = ShippingConfigReply(config=config, couriers=couriers.list_codes(catalogue))
        return Reply(reply, holds_secret=config.report_url is not None)

    return await operation.complete(save)


def paginate(
    rows: Sequence[ListRow], query: PageQuery, key: Callable[[ListRow], tuple[str, ...]], *, parts: int
) -> Reply:
    """The requested page of rows, or all rows without a limit; `key` identifies a row."""
    page = pagination.parse_page(query, LIST, parts=(str,) * parts)
    if page.after is not None:
        keys = [key(row) for row in rows]
        if page.after not in keys:
            raise Validation("This is not a cursor of this list.", field="cursor")
        rows = rows[keys.index(page.after) + 1 :]
    page_rows = rows[: page.limit]
    has_more = len(page_rows) < len(rows)
    cursor = pagination.cursor_after(*key(page_rows[-1])) if has_more else None
    return Reply(list(page_rows), meta={"cursor": cursor, "hasMore": has_more})


async def _parse_choice(
    operation: ExternalOperation, change: OriginChange, aggregators: CourierClients
) -> CourierChoice | None:
    """The couriers that the change enables, checked before a transaction is open."""
    if change.couriers is UNSET:
        return None
    if not change.couriers:
        return EVERY_COURIER
    return couriers.choose_couriers(change.couriers, await couriers.fetch_services(operation, aggregators), "couriers")
