"""What a plan limits, apart from the rate of requests, and how it is counted (decisions, section 10)."""

from collections.abc import Awaitable, Callable

import msgspec

from fulfilment.billing import plans
from fulfilment.infra.database.transaction import Read
from fulfilment.quotas import queries

# How many there are, by the plan's limit and the shipment that is being booked, if one is; no more than are needed.
CountUsed = Callable[[Read, int, str | None], Awaitable[int]]


class Limit(msgspec.Struct, frozen=True):
    """One limit: its column in the table of plans, its name on the wire, and what to say where it is reached."""

    column: str
    field: str
    noun: str
    remedy: str
    count_used: CountUsed

    def for_plan(self, plan: str | None) -> int:
        """What the plan includes; -1 is without limit."""
        return getattr(plans.get_plan(plan), self.column)


async def _count_warehouses(read: Read, limit: int, booking: str | None) -> int:
    return await queries.count_warehouses(read, limit)


async def _count_licenses(read: Read, limit: int, booking: str | None) -> int:
    return await queries.count_licenses(read)


async def _count_api_keys(read: Read, limit: int, booking: str | None) -> int:
    return await queries.count_api_keys(read, limit)


async def _count_endpoints(read: Read, limit: int, booking: str | None) -> int:
    return await queries.count_endpoints(read, limit)


async def _count_orders(read: Read, limit: int, booking: str | None) -> int:
    nouns = (queries.SHIPMENT, queries.DELIVERY, queries.LICENSE)
    return await queries.count_used(read, nouns, limit, booking)


async def _count_shipments(read: Read, limit: int, booking: str | None) -> int:
    return await queries.count_used(read, (queries.SHIPMENT,), limit, booking)


_NEXT_MONTH = "Wait for the next month (UTC)"

WAREHOUSES = Limit("warehouses", "warehousesLimit", "active warehouses", "Archive one", _count_warehouses)
LICENSE_KEYS = Limit("license_keys", "licenseKeysLimit", "license keys", "Revoke one", _count_licenses)
API_KEYS = Limit("api_keys", "apiKeysLimit", "active API keys", "Revoke one", _count_api_keys)
ENDPOINTS = Limit("webhook_endpoints", "webhookEndpointsLimit", "webhook endpoints", "Remove one", _count_endpoints)
ORDERS = Limit("orders_per_month", "ordersLimit", "orders of this month", _NEXT_MONTH, _count_orders)
AGGREGATOR_SHIPMENTS = Limit(
    "aggregator_shipments_per_month",
    "biteshipShipmentsLimit",
    "courier bookings of this month",
    _NEXT_MONTH,
    _count_shipments,
)
