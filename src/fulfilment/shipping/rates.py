"""Rate quotes: the prices of the enabled couriers for a parcel, cheapest first (specification, Rate row)."""

from collections.abc import Sequence

import asyncpg
import msgspec

from fulfilment.addresses import schemas
from fulfilment.aggregators.port import AggregatorError, ParcelAddress, ParcelItem
from fulfilment.infra.api.errors import NotConfigured, Validation
from fulfilment.infra.models import MAX_INTEGER
from fulfilment.shipping import couriers, origin
from fulfilment.shipping.courier_clients import CourierClient, CourierClients, as_api_error
from fulfilment.shipping.schemas import (
    Destination,
    Origin,
    ShipmentItem,
    ShippingRate,
    ShippingRateRequest,
    ShippingRates,
)


def build_pickup(origin: Origin) -> ParcelAddress:
    """The pick-up address of a parcel for the aggregator."""
    return ParcelAddress(
        contact_name=origin.contact_name,
        contact_phone=origin.contact_phone,
        address=origin.address,
        note=origin.note,
        postal_code=origin.postal,
        area_id=origin.area_id,
        lat=origin.lat,
        lng=origin.lng,
    )


def build_dropoff(destination: Destination) -> ParcelAddress:
    """The destination of a parcel for the aggregator."""
    return ParcelAddress(
        contact_name=destination.contact_name,
        contact_phone=destination.contact_phone,
        address=destination.address,
        note=destination.note,
        email=destination.email,
        postal_code=destination.postal_code,
        area_id=destination.area_id,
        lat=destination.lat,
        lng=destination.lng,
    )


def require_findable(place: ParcelAddress, side: str) -> None:
    """Raise Validation if the aggregator cannot find the address: it has only a postal code, which does not exist."""
    if place.postal_code and not place.can_be_found:
        raise Validation("There is no such postal code where the couriers deliver.", field=f"{side}.postalCode")


def build_parcel_items(items: Sequence[ShipmentItem]) -> list[ParcelItem]:
    """The lines of a parcel. Raises Validation if their total weight exceeds MAX_INTEGER."""
    _sum_amounts([item.weight * item.quantity for item in items], "weigh")
    return [
        ParcelItem(
            name=item.name,
            value=item.value,
            weight=item.weight,
            quantity=item.quantity,
            description=item.description,
            category=item.category,
            length=item.length,
            width=item.width,
            height=item.height,
            sku=item.sku,
        )
        for item in items
    ]


def sum_insured_value(items: Sequence[ShipmentItem]) -> int:
    """The insured value of a parcel: the sum of value × quantity. Raises Validation if it exceeds MAX_INTEGER."""
    return _sum_amounts([item.value * item.quantity for item in items], "are worth")


def _sum_amounts(amounts: Sequence[int], verb: str) -> int:
    total = sum(amounts)
    if total > MAX_INTEGER:
        raise Validation(f"The items {verb} more than {MAX_INTEGER} together.", field="items")
    return total


def require_origin(row: asyncpg.Record | None) -> Origin:
    """The origin in the workspace's row. Raises NotConfigured if none is set."""
    configured = origin.origin_from_row(row)
    if configured is None:
        raise NotConfigured("Set the shipping origin first.")
    return configured


async def quote_rates(
    aggregators: CourierClients, client: CourierClient, row: asyncpg.Record | None, body: ShippingRateRequest
) -> ShippingRates:
    """Quote the enabled couriers' rates. Raises NotConfigured, Validation, IntegrationError, IntegrationTimeout."""
    origin_place = build_pickup(require_origin(row))
    schemas.merge_aliases(body.destination, "postal_code", "postal", "destination.")
    destination = build_dropoff(body.destination)
    items = build_parcel_items(body.items)
    insured_value = sum_insured_value(body.items) if body.insurance else None
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
