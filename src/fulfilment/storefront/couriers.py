"""The couriers and places that a storefront's order needs to know of, looked up before its transaction begins."""

import asyncio
import contextlib
from collections.abc import Sequence

import msgspec

from fulfilment.aggregators.port import CatalogueService
from fulfilment.infra.api.errors import IntegrationError, NotConfigured
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.shipments.schemas import Origin
from fulfilment.shipping import couriers, origin
from fulfilment.shipping.courier_clients import CourierClients
from fulfilment.shipping.localities import LocalityCache
from fulfilment.shipping.schemas import Destination

# No longer does an event, or a merchant, wait for a catalogue that does not come.
CATALOGUE_TIMEOUT_SECONDS = 3.0


class CourierLookup(msgspec.Struct, frozen=True):
    """Couriers and places known to the aggregator; `services` is None where the catalogue could not be had."""

    services: Sequence[CatalogueService] | None = None
    localities: LocalityCache = msgspec.field(default_factory=LocalityCache)


async def look_up_couriers(
    operation: ExternalOperation, aggregators: CourierClients, destination: Destination | None
) -> CourierLookup:
    """The courier catalogue, and where both ends lie; nothing while the aggregator is away."""
    services: Sequence[CatalogueService] | None = None
    with contextlib.suppress(IntegrationError, NotConfigured, TimeoutError):
        async with asyncio.timeout(CATALOGUE_TIMEOUT_SECONDS):
            services = await couriers.fetch_services(operation, aggregators)
            if destination is not None:
                account = await couriers.find_account(operation, aggregators)
                await aggregators.localities.fill_all(account, [destination, *await _find_origin(operation)])
    return CourierLookup(services, aggregators.localities)


async def _find_origin(operation: ExternalOperation) -> list[Origin]:
    """The place that the parcel is picked up at, if one is configured."""
    async with operation.read() as read:
        found = await origin.find_origin(read)
    if found is None:
        return []
    return [Origin(city=found.city, province=found.province, postal_code=found.postal, area_id=found.area_id)]
