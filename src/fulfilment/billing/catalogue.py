"""The plans as they are offered (specification, Billing objects): each limit of plans.py as words."""

from fulfilment import plans
from fulfilment.billing.records import PlanOffer
from fulfilment.plans import UNLIMITED, Plan

INTERNAL = "internal"
_NOT_SOLD = "Internal"

# The columns of a plan, with what to call one and several of what it limits.
_FEATURES = (
    ("orders_per_month", "order a month", "orders a month"),
    ("aggregator_shipments_per_month", "courier booking a month", "courier bookings a month"),
    ("warehouses", "active warehouse", "active warehouses"),
    ("license_keys", "license key", "license keys"),
    ("api_keys", "API key", "API keys"),
    ("webhook_endpoints", "webhook endpoint", "webhook endpoints"),
    ("requests_per_minute", "request a minute", "requests a minute"),
)


def offer() -> list[PlanOffer]:
    """Every plan, the smallest first."""
    return [
        PlanOffer(id=plan.name, name=name_of(plan.name), price=plan.price_idr, currency="IDR", features=_features(plan))
        for plan in plans.PLANS
    ]


def id_of(plan: str | None) -> str:
    """What a plan is called on the wire; a workspace of the operator's own has none."""
    return plan or INTERNAL


def name_of(plan: str | None) -> str:
    """What people call it."""
    return plan.capitalize() if plan else _NOT_SOLD


def price_of(plan: str, currency: str) -> int:
    """What a month costs, in the currency's minor unit."""
    found = plans.of(plan)
    return found.price_idr if currency == "IDR" else found.price_usd_cents


def _features(plan: Plan) -> list[str]:
    return [_feature(getattr(plan, column), one, several) for column, one, several in _FEATURES]


def _feature(most: int, one: str, several: str) -> str:
    if most == UNLIMITED:
        return f"Unlimited {several}"
    if most == 0:
        return f"No {several}"
    return f"{most:,} {one if most == 1 else several}"
