"""Transfers over a real socket: one movement out and one in, or nothing (decisions, sections 2 and 5)."""

from typing import Any

import pytest

from tests.harness.database import assert_ledger_law, events
from tests.harness.goods import (
    default_variant,
    fresh_key,
    movements,
    new_product,
    new_variant,
    new_warehouse,
    quantity,
    stock,
)
from tests.harness.service import Answer, Client
from tests.stock.checkout import reserve

TRANSFER = "/api/v1/stock/transfer"
MAX_INTEGER = 2**53 - 1


@pytest.fixture
def places(merchant: Client) -> tuple[str, str]:
    return new_warehouse(merchant, "North")["id"], new_warehouse(merchant, "South")["id"]


@pytest.fixture
def variant(merchant: Client) -> str:
    return default_variant(new_product(merchant))


def transfer(client: Client, variant: str, places: tuple[str, str], units: Any, **fields: Any) -> Answer:
    body = {"variantId": variant, "fromWarehouseId": places[0], "toWarehouseId": places[1], "quantity": units}
    return client("POST", TRANSFER, body | fields)


def test_a_transfer_is_one_movement_out_and_one_in(merchant: Client, variant: str, places: tuple[str, str]):
    stock(merchant, variant, places[0], 5)
    answer = transfer(merchant, variant, places, 3, note="Restock")
    assert answer.status == 200
    ends = [answer.data["from"], answer.data["to"]]
    assert [(end["stock"]["warehouseId"], end["stock"]["quantity"]) for end in ends] == [(places[0], 2), (places[1], 3)]
    body = ("delta", "reason", "note", "createdBy", "shipmentId", "quantityAfter")
    assert [tuple(end["movement"][name] for name in body) for end in ends] == [
        (-3, "transfer_out", "Restock", merchant.account_id, None, 2),
        (3, "transfer_in", "Restock", merchant.account_id, None, 3),
    ]
    for end in ends:
        assert end["movement"] in movements(merchant, variant)
        assert end["stock"]["updatedAt"] == end["movement"]["createdAt"]
    assert_ledger_law(merchant)


def test_both_ends_are_told(merchant: Client, variant: str, places: tuple[str, str]):
    stock(merchant, variant, places[0], 5)
    reply = transfer(merchant, variant, places, 3).data
    emitted = [event.data for event in events(merchant, "stock.adjusted") if event.data["reason"] != "initial_stock"]
    expected = [reply[end]["movement"] | {"movementId": reply[end]["movement"]["id"]} for end in ("from", "to")]
    assert sorted(emitted, key=lambda data: data["delta"]) == expected


def test_what_a_transfer_takes_below_the_threshold_is_low(merchant: Client, places: tuple[str, str]):
    variant = new_variant(merchant, new_product(merchant), lowStockThreshold=5)["id"]
    stock(merchant, variant, places[0], 6)
    transfer(merchant, variant, places, 2)
    (low,) = events(merchant, "stock.low")
    assert (low.data["warehouseId"], low.data["quantity"]) == (places[0], 4)


@pytest.mark.parametrize("backwards", [False, True])
def test_more_than_there_is_moves_nothing(merchant: Client, variant: str, places: tuple[str, str], backwards: bool):
    source, target = reversed(places) if backwards else places
    stock(merchant, variant, source, 5)
    answer = transfer(merchant, variant, (source, target), 6)
    assert (answer.error, answer.field) == ((409, "STOCK_INSUFFICIENT"), "quantity")
    assert (quantity(merchant, variant, source), quantity(merchant, variant, target)) == (5, None)
    assert len(movements(merchant, variant)) == len(events(merchant, "stock.")) == 1


def test_what_is_reserved_stays_where_it_is(merchant: Client, variant: str, places: tuple[str, str]):
    stock(merchant, variant, places[0], 5)
    reserve(merchant, {variant: 3}, "cs_1")
    assert transfer(merchant, variant, places, 3).error == (409, "STOCK_INSUFFICIENT")
    assert transfer(merchant, variant, places, 2).status == 200
    assert transfer(merchant, variant, places, 1).error == (409, "STOCK_INSUFFICIENT")


def test_an_expired_reservation_holds_nothing_back(merchant: Client, variant: str, places: tuple[str, str]):
    stock(merchant, variant, places[0], 5)
    reserve(merchant, {variant: 3}, "cs_1", minutes=-1)
    assert transfer(merchant, variant, places, 5).status == 200


def test_a_variant_that_was_never_stocked_has_nothing_to_move(merchant: Client, variant: str, places: tuple[str, str]):
    assert transfer(merchant, variant, places, 1).error == (409, "STOCK_INSUFFICIENT")


def test_an_unknown_or_foreign_variant_is_not_found(merchant: Client, stranger: Client, places: tuple[str, str]):
    foreign = default_variant(new_product(stranger))
    for unknown in (foreign, "var_00000000000000000000000000", "x"):
        answer = transfer(merchant, unknown, places, 1)
        assert (answer.error, answer.field) == ((404, "NOT_FOUND"), "variantId")


def test_a_level_of_an_unknown_variant_can_be_moved(merchant: Client, places: tuple[str, str]):
    stock(merchant, "var_of_another_system", places[0], 2)
    assert transfer(merchant, "var_of_another_system", places, 2).status == 200


@pytest.mark.parametrize(("end", "field"), [(0, "fromWarehouseId"), (1, "toWarehouseId")])
def test_an_unknown_or_foreign_warehouse_is_not_found(
    merchant: Client, stranger: Client, variant: str, places: tuple[str, str], end: int, field: str
):
    stock(merchant, variant, places[0], 5)
    for unknown in (new_warehouse(stranger)["id"], "wh_00000000000000000000000000"):
        ends = (unknown, places[1]) if end == 0 else (places[0], unknown)
        answer = transfer(merchant, variant, ends, 1)
        assert (answer.error, answer.field) == ((404, "NOT_FOUND"), field)


def test_a_transfer_needs_two_warehouses(merchant: Client, variant: str, places: tuple[str, str]):
    answer = transfer(merchant, variant, (places[0], places[0]), 1)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "toWarehouseId")


@pytest.mark.parametrize("units", [0, -1, 1.5, "1", None, MAX_INTEGER + 1])
def test_a_quantity_that_makes_no_sense_is_refused(merchant: Client, variant: str, places: tuple[str, str], units: Any):
    answer = transfer(merchant, variant, places, units)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "quantity")


def test_a_level_that_would_overflow_refuses_the_transfer(merchant: Client, variant: str, places: tuple[str, str]):
    stock(merchant, variant, places[0], 1)
    stock(merchant, variant, places[1], MAX_INTEGER)
    answer = transfer(merchant, variant, places, 1)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "quantity")
    assert quantity(merchant, variant, places[0]) == 1


def test_an_archived_warehouse_can_be_emptied_and_not_filled(merchant: Client, variant: str, places: tuple[str, str]):
    stock(merchant, variant, places[0], 5)
    merchant("DELETE", f"/api/v1/warehouses/{places[0]}")
    assert transfer(merchant, variant, places, 5).status == 200
    answer = transfer(merchant, variant, places[::-1], 5)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "toWarehouseId")
    assert quantity(merchant, variant, places[1]) == 5


def test_the_same_transfer_under_one_key_happens_once(merchant: Client, variant: str, places: tuple[str, str]):
    stock(merchant, variant, places[0], 5)
    body = {"variantId": variant, "fromWarehouseId": places[0], "toWarehouseId": places[1], "quantity": 2}
    key = fresh_key()
    first, second = (merchant("POST", TRANSFER, body, key=key) for _ in range(2))
    assert first.raw == second.raw
    assert quantity(merchant, variant, places[0]) == 3


@pytest.mark.parametrize("wanted", [3, 9])
def test_too_little_says_what_is_available(merchant: Client, variant: str, places: tuple[str, str], wanted: int):
    north, south = places
    new = default_variant(new_product(merchant))
    stock(merchant, new, north, 5)
    reserve(merchant, {new: 3}, "cs_1", warehouse_id=north)
    given = {"variantId": new, "fromWarehouseId": north, "toWarehouseId": south, "quantity": wanted}
    answer = merchant("POST", TRANSFER, given)
    assert (answer.error, answer.field) == ((409, "STOCK_INSUFFICIENT"), "quantity")
    assert f"{wanted} wanted, 2 available" in answer.json["error"]["message"]
