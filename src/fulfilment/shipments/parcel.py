"""A shipment's snapshots, as the aggregator wants them."""

from typing import Any

import asyncpg
import msgspec

from fulfilment.aggregators.port import BookingRequest, ParcelItem, Place


def booking_request(row: asyncpg.Record) -> BookingRequest:
    """The order to book. Its reference is the shipment's id, so that a repeat finds the order that exists."""
    items = parcel_items(row)
    return BookingRequest(
        reference=row["id"],
        courier_code=row["courier_code"],
        courier_service_code=row["courier_service_code"],
        courier_type=row["courier_type"],
        origin=place(row["origin_snapshot"]),
        destination=place(row["destination_snapshot"]),
        items=items,
        insured_value=insured_value(items) if row["insured"] else None,
    )


def parcel_items(row: asyncpg.Record) -> list[ParcelItem]:
    known = ParcelItem.__struct_fields__
    return [
        ParcelItem(**{name: value for name, value in item.items() if name in known})
        for item in msgspec.json.decode(row["items"])
    ]


def insured_value(items: list[ParcelItem]) -> int:
    """What is insured: value times quantity of everything in the parcel (decisions, section 6)."""
    return sum(item.value * item.quantity for item in items)


def place(snapshot: str) -> Place:
    """One end of the way."""
    given: dict[str, Any] = msgspec.json.decode(snapshot)
    return Place(
        contact_name=given.get("contactName") or "",
        contact_phone=given.get("contactPhone") or "",
        address=given.get("address") or "",
        note=given.get("note"),
        email=given.get("email"),
        postal_code=given.get("postalCode"),
        area_id=given.get("areaId"),
        lat=given.get("lat"),
        lng=given.get("lng"),
    )
