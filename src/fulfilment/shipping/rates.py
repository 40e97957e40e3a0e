"""Rate quotes: what the enabled couriers ask for a parcel, cheapest first (specification, Rate row)."""

import asyncpg
import msgspec

from fulfilment.addresses import postal_codes
from fulfilment.aggregators.port import AggregatorError
from fulfilment.infra.api.errors import NotConfigured
from fulfilment.shipping import courier_request, couriers, origin
from fulfilment.shipping.aggregator_errors import as_api_error
from fulfilment.shipping.courier_clients import CourierClient, CourierClients
from fulfilment.shipping.schemas import Origin, ShippingRate, ShippingRateRequest, ShippingRates


def require_origin(row: asyncpg.Record | None) -> Origin:
    """The origin in the workspace's row. Raises NotConfigured while none is set."""
    configured = origin.origin_from_row(row)
    if configured is None:
        raise NotConfigured("Set the shipping origin first.")
    return configured


async def quote_rates(
    aggregators: CourierClients, client: CourierClient, row: asyncpg.Record | None, body: ShippingRateRequest
) -> ShippingRates:
    """Ask the enabled couriers. Raises NotConfigured, Validation, IntegrationError, IntegrationTimeout."""
    origin_place = courier_request.build_pickup(require_origin(row))
    postal_codes.merge_aliases(body.destination, "postal_code", "postal", "destination.")
    destination = courier_request.build_dropoff(body.destination)
    items = courier_request.build_parcel_items(body.items)
    insured_value = courier_request.sum_insured_value(body.items) if body.insurance else None
    catalogue = await couriers.list_services(aggregators, client)
    assert row is not None, "it has an origin"
    courier_codes = couriers.filter_enabled(
        row["enabled_couriers"], catalogue, has_coordinates=destination.has_coordinates
    )
    try:
        quoted = await client.aggregator.rates(origin_place, destination, items, courier_codes, insured_value)
    except AggregatorError as problem:
        raise as_api_error(problem) from None
    quoted = sorted(quoted, key=lambda rate: (rate.price, rate.courier_code, rate.courier_service_code))
    rates = [msgspec.convert(rate, ShippingRate, from_attributes=True) for rate in quoted]
    return ShippingRates(rates=rates, count=len(rates), has_coords=destination.has_coordinates)
