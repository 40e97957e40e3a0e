"""Catalogue of the plans for sale (specification, Billing objects): each limit of billing/plans.py in words."""

from typing import Final

from fulfilment.billing import plans
from fulfilment.billing.plans import UNLIMITED, Plan, PlanId
from fulfilment.billing.schemas import PlanOffer, StandingPlan

INTERNAL: Final = "internal"
_INTERNAL_NAME = "Internal"

# Each limit of a plan, with the singular and the plural of its unit.
_FEATURES = (
    ("orders_per_month", "order a month", "orders a month"),
    ("aggregator_shipments_per_month", "courier booking a month", "courier bookings a month"),
    ("warehouses", "active warehouse", "active warehouses"),
    ("license_keys", "license key", "license keys"),
    ("api_keys", "API key", "API keys"),
    ("webhook_endpoints", "webhook endpoint", "webhook endpoints"),
    ("requests_per_minute", "request a minute", "requests a minute"),
)


def list_offers() -> list[PlanOffer]:
    """Every plan for sale, the smallest first."""
    return [
        PlanOffer(
            id=plan.name, name=plan_name(plan.name), price=plan.price_idr, currency="IDR", features=_features(plan)
        )
        for plan in plans.PLANS
        if plan.name is not None
    ]


def plan_id(plan: PlanId | None) -> StandingPlan:
    """The plan's name in the API; a workspace of the operator's own (None) is on `internal`."""
    return plan or INTERNAL


def plan_name(plan: str | None) -> str:
    """The plan's display name."""
    return plan.capitalize() if plan else _INTERNAL_NAME


def plan_price(plan: str, currency: str) -> int:
    """The monthly price, in the currency's minor unit."""
    plan_row = plans.get_plan(plan)
    return plan_row.price_idr if currency == "IDR" else plan_row.price_usd_cents


def _features(plan: Plan) -> list[str]:
    return [_describe_limit(getattr(plan, column), one, several) for column, one, several in _FEATURES]


def _describe_limit(limit: int, one: str, several: str) -> str:
    if limit == UNLIMITED:
        return f"Unlimited {several}"
    if limit == 0:
        return f"No {several}"
    return f"{limit:,} {one if limit == 1 else several}"
