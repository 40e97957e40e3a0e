"""Low stock is announced once per crossing and warehouse (specification, Outbound event types; decisions, 8)."""

import pytest

from tests.harness.database import events
from tests.harness.goods import (
    adjust,
    movements,
    new_product,
    new_variant,
    new_warehouse,
    stock,
)
from tests.harness.service import Client


def test_low_stock_is_told_once_per_crossing(merchant: Client):
    product = new_product(merchant)
    variant = new_variant(merchant, product, name="Large", sku="L", lowStockThreshold=5)["id"]
    warehouse = new_warehouse(merchant)["id"]
    for delta in (10, -5, -1, -1, 2, 5, -8, -1):
        assert adjust(merchant, variant, warehouse, delta).status == 200
    low = events(merchant, "stock.low")
    ledger = {movement["id"]: movement["number"] for movement in movements(merchant, variant)}
    assert [ledger[event.data["movementId"]] for event in low] == [3, 7]
    assert low[0].data == {
        "variantId": variant,
        "productId": product["id"],
        "sku": "L",
        "name": "Large",
        "warehouseId": warehouse,
        "quantity": 4,
        "threshold": 5,
        "movementId": low[0].data["movementId"],
    }
    everything = events(merchant, "stock.")
    assert sorted(event.sequence for event in everything) == list(range(1, 11))


def test_low_stock_of_a_variant_without_a_sku_has_its_products(merchant: Client):
    product = new_product(merchant, sku="KOPI-9")
    variant = new_variant(merchant, product, lowStockThreshold=5)["id"]
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    assert adjust(merchant, variant, warehouse, -1).status == 200
    (low,) = events(merchant, "stock.low")
    assert low.data["sku"] == "KOPI-9"
    assert [row["sku"] for row in merchant("GET", "/api/v1/stats/overview").data["lowStock"]] == ["KOPI-9"]


def test_low_stock_is_told_for_each_warehouse(merchant: Client):
    variant = new_variant(merchant, new_product(merchant), lowStockThreshold=5)["id"]
    for name in ("A", "B"):
        warehouse = new_warehouse(merchant, name)["id"]
        stock(merchant, variant, warehouse, 5)
        adjust(merchant, variant, warehouse, -1)
    assert len({event.data["warehouseId"] for event in events(merchant, "stock.low")}) == 2


@pytest.mark.parametrize("threshold", [None, 0])
def test_without_a_threshold_to_fall_below_nothing_is_low(merchant: Client, threshold: int | None):
    variant = new_variant(merchant, new_product(merchant), lowStockThreshold=threshold)["id"]
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    adjust(merchant, variant, warehouse, -5)
    assert events(merchant, "stock.low") == []


def test_a_level_that_begins_below_the_threshold_has_not_crossed_it(merchant: Client):
    variant = new_variant(merchant, new_product(merchant), lowStockThreshold=5)["id"]
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 3)
    assert events(merchant, "stock.low") == []
