"""A parcel as the aggregator wants it: both ends, what is in it and what it is worth."""

from collections.abc import Sequence

from fulfilment.aggregators.port import ParcelAddress, ParcelItem
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.models import MAX_INTEGER
from fulfilment.shipping.schemas import Destination, Origin, ShipmentItem


def build_pickup(origin: Origin) -> ParcelAddress:
    """Where a parcel is picked up."""
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
    """Where a parcel goes."""
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
    """Raise Validation where the aggregator could never find it: its postal code is none there, and says it alone."""
    if place.postal_code and not place.can_be_found:
        raise Validation("There is no such postal code where the couriers deliver.", field=f"{side}.postalCode")


def build_parcel_items(items: Sequence[ShipmentItem]) -> list[ParcelItem]:
    """The lines of a parcel. Raises Validation where they weigh more than a number can say."""
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
    """What the parcel is worth: the sum of value × quantity. Raises Validation where no number can say it."""
    return _sum_amounts([item.value * item.quantity for item in items], "are worth")


def _sum_amounts(amounts: Sequence[int], verb: str) -> int:
    total = sum(amounts)
    if total > MAX_INTEGER:
        raise Validation(f"The items {verb} more than {MAX_INTEGER} together.", field="items")
    return total
