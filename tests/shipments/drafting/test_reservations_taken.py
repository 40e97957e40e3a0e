"""Reservations in a new shipment, its own checkout's and those of others (decisions, section 5)."""

import pytest

from tests.harness.database import execute
from tests.harness.goods import (
    default_variant,
    new_product,
    new_warehouse,
    quantity,
    reservations,
    stock,
    took,
)
from tests.harness.parcels import create, item, new_shipment
from tests.harness.service import Client

RESERVE = """
    INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, checkout_session_id,
                                    expires_at, created_at)
    VALUES ($1, 'rsv_' || $2, $3, $4, $5, $6, now() + $7 * interval '1 minute', now())
"""


@pytest.fixture
def variant(merchant: Client) -> str:
    """A product's default variant."""
    return default_variant(new_product(merchant))


def reserve(
    client: Client, variant: str, warehouse: str, units: int, session: str, *, name: str = "R1", minutes: int = 60
) -> None:
    """As a checkout reserves; no route of the API does."""
    execute(client, RESERVE, client.account_id, name, variant, warehouse, units, session, minutes)


def test_each_taking_leaves_a_consumed_reservation(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    created = new_shipment(merchant, item(variantId=variant, quantity=2))
    (reservation,) = reservations(merchant)
    assert reservation["id"].startswith("rsv_")
    assert reservation["consumedAt"] == reservation["createdAt"]
    assert (reservation["shipmentId"], reservation["quantity"]) == (created["id"], 2)
    assert (reservation["variantId"], reservation["warehouseId"]) == (variant, warehouse)
    assert (reservation["releasedAt"], reservation["checkoutSessionId"]) == (None, None)


def test_what_others_reserved_is_not_available(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    reserve(merchant, variant, warehouse, 4, "cs_other")
    answer = create(merchant, item(variantId=variant, quantity=2), checkoutSessionId="cs_mine")
    assert answer.error == (409, "STOCK_INSUFFICIENT")
    assert create(merchant, item(variantId=variant, quantity=2)).error == (409, "STOCK_INSUFFICIENT")
    new_shipment(merchant, item(variantId=variant))
    assert quantity(merchant, variant, warehouse) == 4


def test_a_reservation_that_expired_holds_nothing(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    reserve(merchant, variant, warehouse, 5, "cs_other", minutes=-1)
    new_shipment(merchant, item(variantId=variant, quantity=5))
    assert quantity(merchant, variant, warehouse) == 0


def test_the_checkouts_own_reservation_is_consumed(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    reserve(merchant, variant, warehouse, 5, "cs_1")
    created = new_shipment(merchant, item(variantId=variant, quantity=5), checkoutSessionId="cs_1")
    (reservation,) = reservations(merchant)
    assert (reservation["id"], reservation["shipmentId"], reservation["quantity"]) == ("rsv_R1", created["id"], 5)
    assert reservation["consumedAt"] is not None
    assert quantity(merchant, variant, warehouse) == 0


def test_of_a_reservation_that_is_used_in_part_the_rest_stays_reserved(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    reserve(merchant, variant, warehouse, 5, "cs_1")
    new_shipment(merchant, item(variantId=variant, quantity=2), checkoutSessionId="cs_1")
    used, left = sorted(reservations(merchant), key=lambda reservation: reservation["consumedAt"] is None)
    assert (used["quantity"], left["quantity"]) == (2, 3)
    assert (left["consumedAt"], left["checkoutSessionId"], left["shipmentId"]) == (None, "cs_1", None)
    assert left["expiresAt"] == used["expiresAt"]
    assert create(merchant, item(variantId=variant)).error == (409, "STOCK_INSUFFICIENT")
    new_shipment(merchant, item(variantId=variant, quantity=3), checkoutSessionId="cs_1")
    assert quantity(merchant, variant, warehouse) == 0


def test_what_a_reservation_lacks_is_taken_from_what_is_available(merchant: Client, variant: str):
    main, second = new_warehouse(merchant)["id"], new_warehouse(merchant)["id"]
    stock(merchant, variant, main, 1)
    stock(merchant, variant, second, 3)
    reserve(merchant, variant, second, 2, "cs_1")
    new_shipment(merchant, item(variantId=variant, quantity=3), checkoutSessionId="cs_1")
    assert took(merchant, variant) == {second: 3}
    assert quantity(merchant, variant, main) == 1


def test_what_its_warehouse_does_not_have_is_taken_elsewhere(merchant: Client, variant: str):
    main, second = new_warehouse(merchant)["id"], new_warehouse(merchant)["id"]
    stock(merchant, variant, main, 1)
    stock(merchant, variant, second, 3)
    reserve(merchant, variant, second, 2, "cs_1")
    reserve(merchant, variant, second, 1, "cs_other", name="R2")
    new_shipment(merchant, item(variantId=variant, quantity=3), checkoutSessionId="cs_1")
    assert took(merchant, variant) == {second: 2, main: 1}


def test_other_items_leave_from_where_the_reserved_ones_do(merchant: Client, variant: str):
    main, second = new_warehouse(merchant)["id"], new_warehouse(merchant)["id"]
    other = default_variant(new_product(merchant))
    for warehouse in (main, second):
        stock(merchant, variant, warehouse, 3)
        stock(merchant, other, warehouse, 3)
    reserve(merchant, variant, second, 2, "cs_1")
    new_shipment(merchant, item(variantId=variant, quantity=2), item(variantId=other), checkoutSessionId="cs_1")
    assert (took(merchant, variant), took(merchant, other)) == ({second: 2}, {second: 1})


def test_what_is_taken_beside_a_reservation_names_the_checkout_too(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    reserve(merchant, variant, warehouse, 2, "cs_1")
    new_shipment(merchant, item(variantId=variant, quantity=3), checkoutSessionId="cs_1")
    new_shipment(merchant, item(variantId=variant, quantity=2), checkoutSessionId="cs_2")
    found = [(each["checkoutSessionId"], each["quantity"]) for each in reservations(merchant)]
    assert sorted(found) == [("cs_1", 1), ("cs_1", 2), ("cs_2", 2)]
    listed = merchant("GET", "/api/v1/stock/reservations?checkoutSessionId=cs_2").data["reservations"]
    assert [each["quantity"] for each in listed] == [2]


def test_too_little_says_what_is_reserved_and_available_to_this_checkout(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    reserve(merchant, variant, warehouse, 2, "cs_1")
    reserve(merchant, variant, warehouse, 2, "cs_other", name="R2")
    answer = create(merchant, item(variantId=variant, quantity=4), checkoutSessionId="cs_1")
    assert (answer.error, answer.field) == ((409, "STOCK_INSUFFICIENT"), "items.0")
    assert "4 needed, 3 available in one place" in answer.json["error"]["message"]


def test_a_checkout_that_reserved_nothing_takes_what_is_available(merchant: Client, variant: str):
    warehouse = new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 1)
    new_shipment(merchant, item(variantId=variant), checkoutSessionId="cs_1")
    assert took(merchant, variant) == {warehouse: 1}
