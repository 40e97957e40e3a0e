"""Look-up of couriers and localities for a storefront's order, before its transaction begins."""

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

# Longest wait of an event or a merchant for the courier catalogue.
CATALOGUE_TIMEOUT_SECONDS = 3.0


class CourierLookup(msgspec.Struct, frozen=True):
    """Couriers and localities from the aggregator; `services` is None where the catalogue is unavailable."""

    services: Sequence[CatalogueService] | None = None
    localities: LocalityCache = msgspec.field(default_factory=LocalityCache)


async def look_up_couriers(
    operation: ExternalOperation, aggregators: CourierClients, destination: Destination | None
) -> CourierLookup:
    """Fetch the courier catalogue and the localities of both addresses; nothing while the aggregator is unavailable."""
    services: Sequence[CatalogueService] | None = None
    with contextlib.suppress(IntegrationError, NotConfigured, TimeoutError):
        async with asyncio.timeout(CATALOGUE_TIMEOUT_SECONDS):
            services = await couriers.fetch_services(operation, aggregators)
            if destination is not None:
                account = await couriers.find_account(operation, aggregators)
                await aggregators.localities.fill_all(account, [destination, *await _find_origin(operation)])
    return CourierLookup(services, aggregators.localities)


async def _find_origin(operation: ExternalOperation) -> list[Origin]:
    """The pick-up address, if one is configured."""
    async with operation.read() as read:
        found = await origin.find_origin(read)
    if found is None:
        return []
    return [Origin(city=found.city, province=found.province, postal_code=found.postal, area_id=found.area_id)]
