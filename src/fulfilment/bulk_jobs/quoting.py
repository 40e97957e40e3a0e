"""Fresh quotes for the shipments of a preview: one rate request for each distinct parcel, within bounds.

A shipment that is not quoted counts with its stated price, so that the sum is then the least that booking takes.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import asyncpg
import msgspec

from fulfilment.aggregators import port
from fulfilment.aggregators.port import BookingRequest, CourierRate, ParcelAddress
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database import database_clock
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.settings import Settings
from fulfilment.shipments import courier_request, queries
from fulfilment.shipments.booking import booking
from fulfilment.shipping.courier_clients import CourierClients

# Only the first distinct parcels of a larger batch are quoted.
MAX_PARCELS = 40
MAX_CONCURRENT_REQUESTS = 4
# The preview uses the quotes that have arrived by then.
TIMEOUT_SECONDS = 10.0
# Shipments are read in small batches: each may hold 200 items.
_READ_BATCH_SIZE = 25


class Quotes(msgspec.Struct, frozen=True):
    """The amounts that booking takes, by shipment, and the errors that booking would meet.

    `oldest_at` is the time of the oldest quote, or None without one. `unquoted` counts the amounts that are the prices
    of drafts.
    """

    amounts: dict[str, int]
    errors: dict[str, ApiError]
    oldest_at: datetime | None
    unquoted: int


class _Parcel(msgspec.Struct):
    """One distinct parcel, by the route and the contents that decide its price, with the shipments that are alike."""

    request: BookingRequest
    couriers: set[str] = msgspec.field(default_factory=set)
    rows: list[dict[str, Any]] = msgspec.field(default_factory=list)
    rates: list[CourierRate] | None = None


async def fetch_quotes(
    operation: ExternalOperation, shipment_ids: Sequence[str], aggregators: CourierClients, settings: Settings
) -> Quotes:
    """Quote the shipments with the platform's account. Raises NotConfigured."""
    async with operation.read() as read:
        aggregator = (await aggregators.for_workspace(read)).aggregator
        parcels, unquoted_rows = await _group_parcels(read, shipment_ids)
    async with operation.db.connection() as connection:
        began_at = await database_clock.now(connection)
    semaphore = asyncio.Semaphore(MAX_CONCURRENT_REQUESTS)

    async def fetch_rates(parcel: _Parcel) -> None:
        async with semaphore:
            parcel.rates = await _fetch_rates(aggregator, parcel)

    tasks = [asyncio.ensure_future(fetch_rates(parcel)) for parcel in parcels]
    try:
        if tasks:
            await asyncio.wait(tasks, timeout=TIMEOUT_SECONDS)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return _sum_quotes(parcels, unquoted_rows, began_at, settings)


async def _group_parcels(read: Read, shipment_ids: Sequence[str]) -> tuple[list[_Parcel], list[dict[str, Any]]]:
    """The distinct parcels with their shipments, and the shipments beyond the bound."""
    parcels: dict[bytes, _Parcel] = {}
    unquoted_rows = []
    for at in range(0, len(shipment_ids), _READ_BATCH_SIZE):
        for row in await read.fetch_all(queries.FIND_ROWS, list(shipment_ids[at : at + _READ_BATCH_SIZE])):
            request = courier_request.build_booking_request(row)
            key = _parcel_key(request)
            if key not in parcels and len(parcels) >= MAX_PARCELS:
                unquoted_rows.append(_price_terms(row))
                continue
            parcel = parcels.setdefault(key, _Parcel(request))
            parcel.couriers.add(row["courier_code"])
            parcel.rows.append(_price_terms(row))
    return list(parcels.values()), unquoted_rows


async def _fetch_rates(aggregator: port.Aggregator, parcel: _Parcel) -> list[CourierRate] | None:
    """The rates of the parcel's couriers; None where the aggregator fails."""
    request = parcel.request
    try:
        return await aggregator.rates(
            request.origin, request.destination, request.items, sorted(parcel.couriers), request.insured_value
        )
    except port.AggregatorError:
        return None


def _sum_quotes(
    parcels: Sequence[_Parcel], unquoted_rows: Sequence[Mapping[str, Any]], began_at: datetime, settings: Settings
) -> Quotes:
    amounts = {row["id"]: row["stated"] for row in unquoted_rows}
    errors: dict[str, ApiError] = {}
    unquoted = len(unquoted_rows)
    for parcel in parcels:
        for row in parcel.rows:
            offers = booking.filter_rates(row, parcel.rates or [])
            unquoted += not offers
            try:
                amounts[row["id"]] = booking.compute_hold_amount(
                    row["stated"], offers, settings, insured=row["insured"]
                )
            except booking.PriceChanged as problem:
                errors[row["id"]] = problem
    has_quotes = any(one.rates is not None for one in parcels)
    return Quotes(amounts, errors, began_at if has_quotes else None, unquoted)


def _price_terms(row: asyncpg.Record) -> dict[str, Any]:
    terms = {name: row[name] for name in ("id", "courier_code", "courier_service_code", "insured")}
    # The items, on which the premium depends, are not stored.
    return {**terms, "stated": booking.get_stated_price(row)}


def _parcel_key(request: BookingRequest) -> bytes:
    """A key that is equal for parcels of the same price."""
    items = [(item.value, item.weight, item.quantity, item.length, item.width, item.height) for item in request.items]
    return msgspec.json.encode(
        (_location_key(request.origin), _location_key(request.destination), items, request.insured_value)
    )


def _location_key(place: ParcelAddress) -> tuple[Any, ...]:
    return place.area_id, place.postal_code, place.lat, place.lng
