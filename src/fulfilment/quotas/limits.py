"""Quotas of a plan, and how the use of each is counted (decisions, section 10).

The workspace's row is locked from the count until the commit, so concurrent requests cannot exceed the quota. Without
a limit, nothing is locked or counted.
"""

import math
from collections.abc import Awaitable, Callable

import msgspec

from fulfilment.billing import plans
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.transaction import Actor, Read, Tx
from fulfilment.quotas import queries

# Counts the use. Arguments: the plan's limit, at which counting may stop, and the shipment that is being booked, if
# any.
CountUsed = Callable[[Read, int, str | None], Awaitable[int]]


class Limit(msgspec.Struct, frozen=True):
    """One quota: its attribute of a plan, its field in the API, the words of its error, and its counter."""

    column: str
    field: str
    noun: str
    remedy: str
    count_used: CountUsed

    def for_plan(self, plan: str | None) -> int:
        """The plan's maximum; -1 means unlimited."""
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


class PlanLimitReached(ApiError):
    """The plan's quota is used up. Existing resources stay, even where they exceed it."""

    status, code, message = 403, "PLAN_LIMIT", "The plan does not include one more."

    def __init__(self, plan: str, limit: Limit) -> None:
        maximum = limit.for_plan(plan)
        message = (
            f"{maximum} of {maximum} {limit.noun} of the plan {plan} are taken. "
            f"{limit.remedy}, or choose a larger plan."
        )
        super().__init__(
            message if maximum else f"The plan {plan} has no {limit.noun}. Choose another.", field=limit.field
        )


async def require_quota(tx: Tx, *limits: Limit, booking: str | None = None) -> None:
    """Check that the quotas allow one more, and hold that until the transaction ends. Raises PlanLimitReached.

    `booking` is the shipment that is being booked, whose own booking under way is not counted twice.
    """
    free, error = await find_remaining(tx, *limits, booking=booking)
    if error is not None and free < 1:
        raise error


async def find_remaining(tx: Tx, *limits: Limit, booking: str | None = None) -> tuple[float, PlanLimitReached | None]:
    """The remaining quota until the transaction ends, or infinity, and the error for exceeding it.

    Only requests are limited. Exempt are the operator's commands, the service's own work, and goods already paid for.
    """
    unlimited = (math.inf, None)
    limiting = list_limiting_plans(tx, *limits)
    plan = await queries.lock_if_limited(tx, limiting) if limiting else None
    if plan is None:
        return unlimited
    lowest = unlimited
    for limit in limits:
        maximum = limit.for_plan(plan)
        if maximum == plans.UNLIMITED:
            continue
        free = maximum - await limit.count_used(tx, maximum, booking)
        if free < lowest[0]:
            lowest = (max(free, 0), PlanLimitReached(plan, limit))
    return lowest


def list_limiting_plans(tx: Tx, *limits: Limit) -> list[str]:
    """The plans with one of these limits; none where the actor is exempt.

    A statement that adds a resource may also check whether the workspace is on one of them. If so, `require_quota` must
    be called.
    """
    if tx.is_exempt_from_limits or not isinstance(tx.actor, Principal):
        return []
    return _list_plans_with(*limits)


def is_limited(actor: Actor, *limits: Limit) -> bool:
    """True where the actor's workspace was on a plan with one of these limits when its key was looked up."""
    return isinstance(actor, Principal) and actor.plan in _list_plans_with(*limits)


def _list_plans_with(*limits: Limit) -> list[str]:
    names = [plan.name for plan in plans.PLANS if plan.name is not None]
    return [name for name in names if any(limit.for_plan(name) != plans.UNLIMITED for limit in limits)]
