"""Rate quotes: what the enabled couriers ask for a parcel, cheapest first (specification, Rate row)."""

import asyncpg
import msgspec

from fulfilment.aggregators.port import AggregatorError
from fulfilment.http.errors import NotConfigured
from fulfilment.shipping import couriers, origin, parcel
from fulfilment.shipping.aggregator_access import Aggregators, Connection
from fulfilment.shipping.aggregator_errors import as_api_error
from fulfilment.shipping.records import Origin, ShippingRate, ShippingRateRequest, ShippingRates


def require_origin(row: asyncpg.Record | None) -> Origin:
    """The origin in the workspace's row. Raises NotConfigured while none is set."""
    configured = origin.of_row(row)
    if configured is None:
        raise NotConfigured("Set the shipping origin first.")
    return configured


async def quote(
    aggregators: Aggregators, connection: Connection, row: asyncpg.Record | None, given: ShippingRateRequest
) -> ShippingRates:
    """Ask the enabled couriers. Raises NotConfigured, Validation, IntegrationError, IntegrationTimeout."""
    origin_place = parcel.pickup(require_origin(row))
    destination = parcel.dropoff(given.destination)
    items = parcel.contents(given.items)
    insured_value = parcel.insured_value(given.items) if given.insurance else None
    catalogue = await couriers.services(aggregators, connection)
    asked = couriers.enabled(row["enabled_couriers"], catalogue, has_coordinates=destination.has_coordinates)
    try:
        quoted = await connection.aggregator.rates(origin_place, destination, items, asked, insured_value)
    except AggregatorError as problem:
        raise as_api_error(problem) from None
    quoted = sorted(quoted, key=lambda rate: (rate.price, rate.courier_code, rate.courier_service_code))
    rates = [msgspec.convert(rate, ShippingRate, from_attributes=True) for rate in quoted]
    return ShippingRates(rates=rates, count=len(rates), has_coords=destination.has_coordinates)
