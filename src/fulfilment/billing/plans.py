"""Plans: the price and the limits of each (decisions, section 10)."""

from typing import Literal

import msgspec

UNLIMITED = -1

PlanId = Literal["free", "starter", "growth", "scale"]


class Plan(msgspec.Struct, frozen=True):
    """A plan. A limit of -1 means no limit. Prices are for a month, in rupiah and in US cents."""

    name: PlanId | None
    price_idr: int
    price_usd_cents: int
    orders_per_month: int
    warehouses: int
    license_keys: int
    api_keys: int
    webhook_endpoints: int
    requests_per_minute: int
    aggregator_shipments_per_month: int


FREE = Plan("free", 0, 0, 50, 1, 0, 2, 1, 60, 50)
STARTER = Plan("starter", 299_000, 1_900, 500, 3, 100, 5, 5, 600, 500)
GROWTH = Plan("growth", 799_000, 4_900, 5_000, 10, 5_000, 25, 25, 2_000, 5_000)
SCALE = Plan("scale", 1_999_000, 12_900, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, 5_000, UNLIMITED)

# The plan of the operator's own workspaces: not for sale, and without limits.
INTERNAL = Plan(None, 0, 0, *[UNLIMITED] * 7)

# The plans for sale, in the order of the catalogue.
PLANS = (FREE, STARTER, GROWTH, SCALE)
_BY_NAME: dict[str | None, Plan] = {plan.name: plan for plan in (*PLANS, INTERNAL)}


def requests_per_minute() -> dict[str | None, int]:
    """The rate limit of each plan by its name. None is the internal plan; -1 means no limit."""
    return {name: plan.requests_per_minute for name, plan in _BY_NAME.items()}


def get_plan(plan: str | None) -> Plan:
    """The plan that a workspace's `plan` names; None is internal."""
    return _BY_NAME[plan]
