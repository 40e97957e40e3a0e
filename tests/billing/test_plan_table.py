"""The table of plans (decisions, section 10), written out once more, row by row."""

import pytest

from fulfilment.billing import plans

# Columns as in the decisions: free, starter, growth, scale.
TABLE = {
    "price_idr": (0, 299_000, 799_000, 1_999_000),
    "price_usd_cents": (0, 1_900, 4_900, 12_900),
    "orders_per_month": (50, 500, 5_000, -1),
    "warehouses": (1, 3, 10, -1),
    "license_keys": (0, 100, 5_000, -1),
    "api_keys": (2, 5, 25, -1),
    "webhook_endpoints": (1, 5, 25, -1),
    "requests_per_minute": (60, 600, 2_000, 5_000),
    "aggregator_shipments_per_month": (50, 500, 5_000, -1),
}


@pytest.mark.parametrize("limit", TABLE)
def test_each_plan_has_the_limits_of_the_table(limit: str) -> None:
    assert tuple(getattr(plan, limit) for plan in plans.PLANS) == TABLE[limit]


def test_a_plan_is_found_by_its_name() -> None:
    assert [plans.get_plan(name).name for name in ("free", "starter", "growth", "scale")] == [
        "free",
        "starter",
        "growth",
        "scale",
    ]


def test_a_workspace_without_a_plan_is_internal_and_costs_and_limits_nothing() -> None:
    internal = plans.get_plan(None)
    assert (internal.price_idr, internal.price_usd_cents) == (0, 0)
    limits = [name for name in TABLE if not name.startswith("price_")]
    assert {getattr(internal, name) for name in limits} == {-1}
