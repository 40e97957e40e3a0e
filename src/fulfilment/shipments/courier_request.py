"""Requests to the aggregator, built from a shipment's snapshots."""

import msgspec

from fulfilment.aggregators.port import BookingRequest, ParcelAddress
from fulfilment.infra.models import Row, without_bounds
from fulfilment.shipments.schemas import Origin
from fulfilment.shipping import rates
from fulfilment.shipping.schemas import Destination, ShipmentItem

# Stored snapshots may exceed the limits of today's requests.
origin_decoder = msgspec.json.Decoder(without_bounds(Origin))
destination_decoder = msgspec.json.Decoder(without_bounds(Destination))
items_decoder = msgspec.json.Decoder(list[without_bounds(ShipmentItem)])


def compute_premium(row: Row) -> int:
    """The premium to charge: 0 where the parcel is not insured, or nothing in it has a value."""
    return row["insurance"] if row["insured"] and compute_insured_value(row) else 0


def compute_insured_value(row: Row) -> int:
    """The insured value: the sum of the items' values."""
    return rates.sum_insured_value(items_decoder.decode(row["items"]))


def parse_places(row: Row) -> dict[str, ParcelAddress]:
    """The addresses of the parcel, by the shipment's names `destination` and `origin`."""
    return {
        "destination": rates.build_dropoff(destination_decoder.decode(row["destination_snapshot"])),
        "origin": build_pickup(origin_decoder.decode(row["origin_snapshot"])),
    }


def build_booking_request(row: Row) -> BookingRequest:
    """The booking. Its reference is the shipment's id, so that a repeat finds the existing order."""
    items = items_decoder.decode(row["items"])
    return BookingRequest(
        reference=row["id"],
        courier_code=row["courier_code"],
        courier_service_code=row["courier_service_code"],
        courier_type=row["courier_type"],
        origin=build_pickup(origin_decoder.decode(row["origin_snapshot"])),
        destination=rates.build_dropoff(destination_decoder.decode(row["destination_snapshot"])),
        items=rates.build_parcel_items(items),
        insured_value=rates.sum_insured_value(items) if row["insured"] else None,
    )


def build_pickup(origin: Origin) -> ParcelAddress:
    """The pick-up address."""
    return ParcelAddress(
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
