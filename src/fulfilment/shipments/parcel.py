"""A shipment's snapshots, as the aggregator wants them."""

import asyncpg
import msgspec

from fulfilment.aggregators.port import BookingRequest, Place
from fulfilment.fields import unbounded
from fulfilment.shipments.records import Origin
from fulfilment.shipping import parcel
from fulfilment.shipping.records import Destination, ShipmentItem

# What is stored may be longer than what is taken today.
origins = msgspec.json.Decoder(unbounded(Origin))
destinations = msgspec.json.Decoder(unbounded(Destination))
all_items = msgspec.json.Decoder(list[unbounded(ShipmentItem)])


def booking_request(row: asyncpg.Record) -> BookingRequest:
    """The order to book. Its reference is the shipment's id, so that a repeat finds the order that exists."""
    items = all_items.decode(row["items"])
    return BookingRequest(
        reference=row["id"],
        courier_code=row["courier_code"],
        courier_service_code=row["courier_service_code"],
        courier_type=row["courier_type"],
        origin=_pickup(origins.decode(row["origin_snapshot"])),
        destination=parcel.dropoff(destinations.decode(row["destination_snapshot"])),
        items=parcel.contents(items),
        insured_value=parcel.insured_value(items) if row["insured"] else None,
    )


def _pickup(origin: Origin) -> Place:
    return Place(
        contact_name=origin.contact_name or "",
        contact_phone=origin.contact_phone or "",
        address=origin.address or "",
        note=origin.note,
        email=origin.email,
        postal_code=origin.postal_code,
        area_id=origin.area_id,
        lat=origin.lat,
        lng=origin.lng,
    )
