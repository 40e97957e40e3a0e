"""Finding an aggregator area by name or postal code (specification, Area search row)."""

from fulfilment.aggregators.port import AggregatorError, Area
from fulfilment.shipping.aggregator_errors import as_api_error
from fulfilment.shipping.courier_clients import CourierClient, CourierClients


async def search_areas(aggregators: CourierClients, client: CourierClient, text: str) -> list[Area]:
    """About ten hits, the best first. Raises IntegrationError, IntegrationTimeout."""
    try:
        hits = await client.aggregator.areas(text)
    except AggregatorError as problem:
        raise as_api_error(problem) from None
    aggregators.localities.store_areas(hits)
    return hits
