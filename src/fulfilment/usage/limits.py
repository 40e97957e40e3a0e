"""What a plan limits, apart from the rate of requests, and how it is counted (decisions, section 10)."""

from collections.abc import Awaitable, Callable

import msgspec

from fulfilment import plans
from fulfilment.db.tx import Read
from fulfilment.usage import queries

# How many there are, by the plan's limit and the shipment that is being booked, if one is; no more than are needed.
Count = Callable[[Read, int, str | None], Awaitable[int]]


class Limit(msgspec.Struct, frozen=True):
    """One limit: its column in the table of plans, its name on the wire, and what to say where it is reached."""

    column: str
    field: str
    what: str
    remedy: str
    count: Count

    def of(self, plan: str | None) -> int:
        """What the plan includes; -1 is without limit."""
        return getattr(plans.of(plan), self.column)


async def _warehouses(read: Read, most: int, booking: str | None) -> int:
    return await queries.count_warehouses(read, most)


async def _licenses(read: Read, most: int, booking: str | None) -> int:
    return await queries.count_licenses(read)


async def _api_keys(read: Read, most: int, booking: str | None) -> int:
    return await queries.count_api_keys(read, most)


async def _endpoints(read: Read, most: int, booking: str | None) -> int:
    return await queries.count_endpoints(read, most)


async def _orders(read: Read, most: int, booking: str | None) -> int:
    nouns = (queries.SHIPMENT, queries.DELIVERY, queries.LICENSE)
    return await queries.count_used(read, nouns, most, booking)


async def _shipments(read: Read, most: int, booking: str | None) -> int:
    return await queries.count_used(read, (queries.SHIPMENT,), most, booking)


_NEXT_MONTH = "Wait for the next month (UTC)"

WAREHOUSES = Limit("warehouses", "warehousesLimit", "active warehouses", "Archive one", _warehouses)
LICENSE_KEYS = Limit("license_keys", "licenseKeysLimit", "license keys", "Revoke one", _licenses)
API_KEYS = Limit("api_keys", "apiKeysLimit", "active API keys", "Revoke one", _api_keys)
ENDPOINTS = Limit("webhook_endpoints", "webhookEndpointsLimit", "webhook endpoints", "Remove one", _endpoints)
ORDERS = Limit("orders_per_month", "ordersLimit", "orders of this month", _NEXT_MONTH, _orders)
AGGREGATOR_SHIPMENTS = Limit(
    "aggregator_shipments_per_month",
    "biteshipShipmentsLimit",
    "courier bookings of this month",
    _NEXT_MONTH,
    _shipments,
)
