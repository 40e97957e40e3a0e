"""What a booking is expected to cost (decisions, section 6)."""

import asyncpg
import msgspec

from fulfilment.aggregators import port
from fulfilment.aggregators.port import Duration
from fulfilment.http.errors import ApiError
from fulfilment.settings import Settings
from fulfilment.shipments import parcel
from fulfilment.shipping.aggregator_access import Connection
from fulfilment.shipping.aggregator_errors import as_api_error


class PriceChanged(ApiError):
    """The courier asks more than the shipment says, and the operator has such bookings refused."""

    status, code, message = 409, "PRICE_CHANGED", "The courier asks more by now; create the shipment with a new quote."


class Quotation(msgspec.Struct, frozen=True):
    """The `amount` to hold, and how long the courier says by now that the parcel takes, if it does."""

    amount: int
    expected: Duration | None = None


async def quote(row: asyncpg.Record, connection: Connection, settings: Settings) -> Quotation:
    """Hold the larger of the shipment's price and a fresh quote, so that nobody names their own price."""
    stated = row["price"] + row["insurance"]
    request = parcel.booking_request(row)
    try:
        rates = await connection.aggregator.rates(
            request.origin, request.destination, request.items, [request.courier_code], request.insured_value
        )
    except port.AggregatorError as problem:
        raise as_api_error(problem) from None
    offered = [rate for rate in rates if rate.courier_service_code == request.courier_service_code]
    quoted = [rate.price + (rate.insurance if row["insured"] else 0) for rate in offered]
    if quoted and min(quoted) > stated and settings.price_change_policy == "refuse":
        raise PriceChanged
    expected = next((rate.duration for rate in offered if rate.duration is not None), None)
    return Quotation(max(stated, *quoted) if quoted else stated, expected)
