"""Finding an aggregator area by name or postal code (specification, Area search row)."""

from fulfilment.aggregators.port import AggregatorError, Area
from fulfilment.shipping.aggregator_access import Connection
from fulfilment.shipping.aggregator_errors import as_api_error


async def search(connection: Connection, text: str) -> list[Area]:
    """About ten hits, the best first. Raises IntegrationError, IntegrationTimeout."""
    try:
        return await connection.aggregator.areas(text)
    except AggregatorError as problem:
        raise as_api_error(problem) from None
