"""What a booking is expected to cost (decisions, section 6)."""

from collections.abc import Sequence

import asyncpg
import msgspec

from fulfilment.aggregators import port
from fulfilment.aggregators.port import CourierRate, Duration
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.models import Row
from fulfilment.settings import Settings
from fulfilment.shipments import courier_request
from fulfilment.shipping.courier_clients import CourierClient, as_api_error


class PriceChanged(ApiError):
    """The courier asks more than the shipment says, and the operator has such bookings refused."""

    status, code, message = 409, "PRICE_CHANGED", "The courier asks more by now; create the shipment with a new quote."


class PriceQuote(msgspec.Struct, frozen=True):
    """The `compute_hold_amount` to hold, and how long the courier says by now that the parcel takes, if it does."""

    amount: int
    eta: Duration | None = None


async def fetch_quote(row: asyncpg.Record, courier_client: CourierClient, settings: Settings) -> PriceQuote:
    """Hold the larger of the shipment's price and a fresh quote, so that nobody names their own price."""
    request = courier_request.build_booking_request(row)
    try:
        rates = await courier_client.aggregator.rates(
            request.origin, request.destination, request.items, [request.courier_code], request.insured_value
        )
    except port.AggregatorError as problem:
        raise as_api_error(problem) from None
    matching_rates = filter_rates(row, rates)
    eta = next((rate.duration for rate in matching_rates if rate.duration is not None), None)
    return PriceQuote(compute_hold_amount(get_stated_price(row), matching_rates, settings, insured=row["insured"]), eta)


def get_stated_price(row: Row) -> int:
    """The price of a shipment as it was drafted, with its premium."""
    return row["price"] + courier_request.compute_premium(row)


def filter_rates(row: Row, rates: Sequence[CourierRate]) -> list[CourierRate]:
    """The rates of the shipment's own service."""
    service = (row["courier_code"].lower(), row["courier_service_code"])
    return [rate for rate in rates if (rate.courier_code.lower(), rate.courier_service_code) == service]


def compute_hold_amount(
    stated_price: int, matching_rates: Sequence[CourierRate], settings: Settings, *, insured: bool
) -> int:
    """The amount that a booking holds: the larger of the stated price and the quotes. Raises PriceChanged."""
    quotes = [rate.price + (rate.insurance if insured else 0) for rate in matching_rates]
    if quotes and min(quotes) > stated_price and settings.price_change_policy == "refuse":
        raise PriceChanged
    return max([stated_price, *quotes])
