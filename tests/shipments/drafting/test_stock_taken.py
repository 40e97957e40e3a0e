"""Stock that a shipment takes, and the warehouse it is taken from (decisions, section 5)."""

import pytest

from tests.harness.database import events
from tests.harness.goods import (
    default_variant,
    movements,
    new_product,
    new_variant,
    new_warehouse,
    quantity,
    reservations,
    stock,
    took,
)
from tests.harness.parcels import create, item, new_shipment, total
from tests.harness.service import Client


@pytest.fixture
def variant(merchant: Client) -> str:
    """A product's default variant."""
    return default_variant(new_product(merchant))


def test_what_is_taken_is_a_transfer_out_that_names_the_shipment(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    created = new_shipment(merchant, item(variantId=variant, quantity=2))
    movement = movements(merchant, variant)[-1]
    assert {
        name: movement[name] for name in ("delta", "reason", "note", "createdBy", "shipmentId", "quantityAfter")
    } == {
        "delta": -2,
        "reason": "transfer_out",
        "note": f"Shipment {created['id']}",
        "createdBy": None,
        "shipmentId": created["id"],
        "quantityAfter": 3,
    }
    assert quantity(merchant, variant, warehouse) == 3
    assert len(events(merchant, "stock.adjusted")) == 1


def test_a_product_stands_for_its_default_variant(merchant: Client):
    product, warehouse = new_product(merchant), new_warehouse(merchant)["id"]
    large = new_variant(merchant, product, isDefault=True)["id"]
    for each in (default_variant(product), large):
        stock(merchant, each, warehouse, 5)
    new_shipment(merchant, item(productId=product["id"], quantity=2))
    assert (quantity(merchant, large, warehouse), quantity(merchant, default_variant(product), warehouse)) == (3, 5)


def test_items_of_one_variant_are_taken_together(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    line = item(variantId=variant, quantity=3)
    assert create(merchant, line, line).error == (409, "STOCK_INSUFFICIENT")
    assert quantity(merchant, variant, warehouse) == 5
    new_shipment(merchant, item(variantId=variant, quantity=3), item(variantId=variant, quantity=2))
    assert took(merchant, variant) == {warehouse: 5}


def test_a_variant_without_a_level_is_not_tracked_and_never_refuses(merchant: Client, variant: str):
    new_warehouse(merchant)
    new_shipment(merchant, item(variantId=variant, quantity=1_000))
    assert movements(merchant, variant) == reservations(merchant) == []


def test_an_item_of_no_product_takes_nothing(merchant: Client):
    new_shipment(merchant, item())
    assert reservations(merchant) == []


def test_too_little_names_the_item_and_what_is_available(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    scarce = default_variant(new_product(merchant))
    stock(merchant, variant, warehouse, 5)
    stock(merchant, scarce, warehouse, 2)
    answer = create(merchant, item(), item(variantId=variant), item(variantId=scarce, quantity=3))
    assert (answer.error, answer.field) == ((409, "STOCK_INSUFFICIENT"), "items.2")
    assert "3 needed, 2 available in one place" in answer.json["error"]["message"]


def test_a_parcel_that_no_one_place_holds_names_what_the_nearest_lacks(merchant: Client, variant: str):
    main, second = new_warehouse(merchant)["id"], new_warehouse(merchant)["id"]
    others = [default_variant(new_product(merchant)) for _ in range(2)]
    stock(merchant, variant, main, 5)
    for other in others:
        stock(merchant, other, second, 5)
    stock(merchant, variant, second, 1)
    items = [item(variantId=each, quantity=3) for each in (*others, variant)]
    answer = create(merchant, *items)
    assert (answer.error, answer.field) == ((409, "STOCK_INSUFFICIENT"), "items.2")
    assert "3 needed, 1 available where the others are" in answer.json["error"]["message"]


def test_an_empty_level_is_tracked_and_refuses(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 1)
    new_shipment(merchant, item(variantId=variant))
    assert create(merchant, item(variantId=variant)).error == (409, "STOCK_INSUFFICIENT")
    assert total(merchant) == 1


def test_too_little_of_one_variant_takes_nothing_of_the_others(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    scarce = default_variant(new_product(merchant))
    stock(merchant, variant, warehouse, 5)
    stock(merchant, scarce, warehouse, 1)
    answer = create(merchant, item(variantId=variant), item(variantId=scarce, quantity=2))
    assert answer.error == (409, "STOCK_INSUFFICIENT")
    assert (quantity(merchant, variant, warehouse), quantity(merchant, scarce, warehouse)) == (5, 1)
    assert (events(merchant, "shipment."), total(merchant), reservations(merchant)) == ([], 0, [])


def test_the_default_warehouse_comes_before_older_ones(merchant: Client, variant: str):
    main, old, newest = (new_warehouse(merchant, name)["id"] for name in ("Main", "Old", "Newest"))
    for warehouse in (newest, old, main):
        stock(merchant, variant, warehouse, 1)
    for expected in ({main: 1}, {main: 1, old: 1}, {main: 1, old: 1, newest: 1}):
        new_shipment(merchant, item(variantId=variant))
        assert took(merchant, variant) == expected


def test_of_several_defaults_the_oldest_comes_first(merchant: Client, variant: str):
    names = (("First", True), ("Plain", False), ("Second", True))
    first, plain, second = (new_warehouse(merchant, name, isDefault=default)["id"] for name, default in names)
    for warehouse in (plain, second, first):
        stock(merchant, variant, warehouse, 1)
    for expected in ({first: 1}, {first: 1, second: 1}, {first: 1, second: 1, plain: 1}):
        new_shipment(merchant, item(variantId=variant))
        assert took(merchant, variant) == expected


def test_a_parcel_leaves_from_the_first_place_that_holds_all_of_it(merchant: Client, variant: str):
    other = default_variant(new_product(merchant))
    main, second = new_warehouse(merchant)["id"], new_warehouse(merchant)["id"]
    for each, where, units in ((variant, main, 9), (other, main, 1), (variant, second, 2), (other, second, 2)):
        stock(merchant, each, where, units)
    new_shipment(merchant, item(variantId=variant, quantity=2), item(variantId=other, quantity=2))
    assert took(merchant, variant) == took(merchant, other) == {second: 2}


def test_two_half_full_places_do_not_make_a_parcel(merchant: Client, variant: str):
    for name in ("A", "B"):
        stock(merchant, variant, new_warehouse(merchant, name)["id"], 2)
    assert create(merchant, item(variantId=variant, quantity=3)).error == (409, "STOCK_INSUFFICIENT")


def test_a_named_warehouse_is_the_only_one_asked(merchant: Client, variant: str):
    main, second = new_warehouse(merchant)["id"], new_warehouse(merchant)["id"]
    stock(merchant, variant, main, 5)
    stock(merchant, variant, second, 1)
    new_shipment(merchant, item(variantId=variant, warehouseId=second))
    assert took(merchant, variant) == {second: 1}
    answer = create(merchant, item(variantId=variant, warehouseId=second))
    assert answer.error == (409, "STOCK_INSUFFICIENT")


def test_stock_in_an_archived_warehouse_is_not_available(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    merchant("DELETE", f"/api/v1/warehouses/{warehouse}")
    assert create(merchant, item(variantId=variant)).error == (409, "STOCK_INSUFFICIENT")
    merchant("PATCH", f"/api/v1/warehouses/{warehouse}", {"archived": False})
    assert create(merchant, item(variantId=variant)).status == 201


def test_a_shipment_that_takes_a_level_below_its_threshold_raises_low_stock(merchant: Client):
    variant = new_variant(merchant, new_product(merchant), lowStockThreshold=5)["id"]
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 6)
    for _ in range(3):
        new_shipment(merchant, item(variantId=variant))
    (low,) = events(merchant, "stock.low")
    assert (low.data["quantity"], low.data["threshold"]) == (4, 5)
