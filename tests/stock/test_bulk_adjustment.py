"""Bulk adjustments over a real socket: an outcome and an event per row (decisions, section 2)."""

from typing import Any

import pytest

from tests.harness.database import assert_ledger_law, events
from tests.harness.goods import (
    adjust,
    change,
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

BULK = "/api/v1/stock/adjust/bulk"
BAD_ROWS: list[tuple[dict[str, Any], int, str, str | None]] = [
    ({"delta": -1}, 500, "NEGATIVE_STOCK", None),
    ({"delta": 0}, 400, "VALIDATION", "delta"),
    ({"delta": "1"}, 400, "VALIDATION", "delta"),
    ({"reason": "stolen"}, 400, "VALIDATION", "reason"),
    ({"note": "a\0b"}, 400, "VALIDATION", "note"),
    ({"variantId": "prod_1"}, 400, "VALIDATION", "variantId"),
    ({"warehouseId": "wh_00000000000000000000000000"}, 404, "NOT_FOUND", "warehouseId"),
]


@pytest.fixture
def shelf(merchant: Client) -> tuple[str, str]:
    return default_variant(new_product(merchant)), new_warehouse(merchant)["id"]


def send(client: Client, rows: list[Any], key: str | None = None, **fields: Any) -> Answer:
    return client("POST", BULK, {"adjustments": rows, **fields}, key)


def test_every_row_is_answered_as_it_would_have_been_alone(merchant: Client, shelf: tuple[str, str]):
    answer = send(merchant, [change(*shelf, 5, note="First"), change(*shelf, -2)])
    assert answer.status == 200
    first, second = answer.data["outcomes"]
    assert (first["index"], first["status"], second["index"], second["status"]) == (0, 200, 1, 200)
    alone = adjust(merchant, *shelf, 1).data
    assert {name: list(part) for name, part in first["data"].items()} == {name: list(alone[name]) for name in alone}
    ledger = movements(merchant, shelf[0])
    assert ledger[:2] == [first["data"]["movement"], second["data"]["movement"]]
    assert [movement["quantityAfter"] for movement in ledger] == [5, 3, 4]
    assert second["data"]["stock"]["quantity"] == 3


def test_rows_of_one_level_happen_in_the_order_given(merchant: Client, shelf: tuple[str, str]):
    outcomes = send(merchant, [change(*shelf, delta) for delta in (-1, 3, -3, -1, 2)]).data["outcomes"]
    assert [outcome["status"] for outcome in outcomes] == [500, 200, 200, 500, 200]
    assert quantity(merchant, *shelf) == 2


def test_every_movement_is_told(merchant: Client, shelf: tuple[str, str]):
    other = new_warehouse(merchant, "Other")["id"]
    rows = [change(*shelf, 5), change(shelf[0], other, 7), change(*shelf, -1)]
    outcomes = send(merchant, rows).data["outcomes"]
    expected = [outcome["data"]["movement"] for outcome in outcomes]
    told = events(merchant, "stock.adjusted")
    assert sorted((event.data["movementId"], event.sequence) for event in told) == sorted(
        (movement["id"], movement["number"]) for movement in expected
    )


def test_low_stock_is_told_once_per_crossing_within_a_request(merchant: Client):
    variant = new_variant(merchant, new_product(merchant), lowStockThreshold=5)["id"]
    warehouse = new_warehouse(merchant)["id"]
    send(merchant, [change(variant, warehouse, delta) for delta in (6, -2, -1, 4, -5)])
    assert [event.data["quantity"] for event in events(merchant, "stock.low")] == [4, 2]


@pytest.mark.parametrize(("fields", "status", "code", "field"), BAD_ROWS)
def test_a_refused_row_does_not_hold_the_others_up(
    merchant: Client, shelf: tuple[str, str], fields: dict[str, Any], status: int, code: str, field: str | None
):
    good = new_variant(merchant, new_product(merchant))["id"]
    bad = change(*shelf, 1) | fields
    outcomes = send(merchant, [change(good, shelf[1], 1), bad, change(good, shelf[1], 1)]).data["outcomes"]
    assert [(outcome["index"], outcome["status"]) for outcome in outcomes] == [(0, 200), (1, status), (2, 200)]
    error = outcomes[1]["error"]
    assert (error["code"], error.get("field")) == (code, field)
    assert "data" not in outcomes[1] and "error" not in outcomes[0]
    assert quantity(merchant, good, shelf[1]) == 2
    assert quantity(merchant, *shelf) is None


@pytest.mark.parametrize(("fields", "status", "code", "field"), BAD_ROWS)
def test_a_refused_row_of_an_atomic_request_undoes_all_of_them(
    merchant: Client, shelf: tuple[str, str], fields: dict[str, Any], status: int, code: str, field: str | None
):
    good = new_variant(merchant, new_product(merchant))["id"]
    answer = send(merchant, [change(good, shelf[1], 1), change(*shelf, 1) | fields], atomic=True)
    assert answer.error == (status, code)
    assert answer.field == "adjustments.1" + (f".{field}" if field else "")
    outcomes = answer.json["error"]["outcomes"]
    assert [(outcome["index"], outcome["status"]) for outcome in outcomes] == [(0, 424), (1, status)]
    assert [outcome["error"]["code"] for outcome in outcomes] == ["NOT_APPLIED", code]
    assert quantity(merchant, good, shelf[1]) is None
    assert events(merchant, "stock.") == []


def test_an_atomic_request_without_a_refused_row_does_everything(merchant: Client, shelf: tuple[str, str]):
    answer = send(merchant, [change(*shelf, 5), change(*shelf, -5)], atomic=True)
    assert [outcome["status"] for outcome in answer.data["outcomes"]] == [200, 200]
    assert quantity(merchant, *shelf) == 0


def test_a_row_that_is_no_object_is_refused_by_itself(merchant: Client, shelf: tuple[str, str]):
    outcomes = send(merchant, [None, 5, [], "x", {}, change(*shelf, 1)]).data["outcomes"]
    assert [outcome["status"] for outcome in outcomes] == [400] * 5 + [200]


@pytest.mark.parametrize("rows", [None, [], {}, "x"])
def test_without_rows_the_request_is_refused(merchant: Client, rows: Any):
    answer = send(merchant, rows)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "adjustments")


def test_a_thousand_rows_are_taken_and_one_more_is_refused(merchant: Client, shelf: tuple[str, str]):
    rows = [change(*shelf, 1)] * 1_000
    answer = send(merchant, [*rows, rows[0]])
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "adjustments")
    assert len(send(merchant, rows).data["outcomes"]) == 1_000
    assert quantity(merchant, *shelf) == len(events(merchant, "stock.adjusted")) == 1_000
    assert_ledger_law(merchant)


def test_a_foreign_warehouse_is_an_unknown_one(merchant: Client, stranger: Client, shelf: tuple[str, str]):
    (outcome,) = send(stranger, [change(*shelf, 1)]).data["outcomes"]
    assert (outcome["status"], outcome["error"]["field"]) == (404, "warehouseId")
    assert quantity(merchant, *shelf) is None


def test_the_same_rows_under_one_key_are_done_once(merchant: Client, shelf: tuple[str, str]):
    key, rows = fresh_key(), [change(*shelf, 5), change(*shelf, -6)]
    first, second = (send(merchant, rows, key) for _ in range(2))
    assert (first.status, first.raw, second.headers["idempotency-replayed"]) == (200, second.raw, "true")
    assert quantity(merchant, *shelf) == 5
    assert send(merchant, rows[:1], key).error == (422, "IDEMPOTENCY_KEY_REUSED")


def test_a_refused_atomic_request_leaves_its_key_free(merchant: Client, shelf: tuple[str, str]):
    key, rows = fresh_key(), [change(*shelf, 1), change(*shelf, -2)]
    assert send(merchant, rows, key, atomic=True).error == (500, "NEGATIVE_STOCK")
    stock(merchant, *shelf, 1)
    again = send(merchant, rows, key, atomic=True)
    assert (again.status, quantity(merchant, *shelf)) == (200, 0)
    assert send(merchant, rows, key, atomic=True).raw == again.raw


def test_a_refused_row_says_what_it_met(merchant: Client, shelf: tuple[str, str]):
    stock(merchant, *shelf, 5)
    other = default_variant(new_product(merchant))
    deltas = [-6, 10, -20, -15, -1]
    rows = [change(*shelf, delta) for delta in deltas] + [change(other, shelf[1], -1)]
    outcomes = send(merchant, rows).data["outcomes"]
    assert [outcome["status"] for outcome in outcomes] == [500, 200, 500, 200, 500, 500]
    met = [outcome["error"]["message"].split(": ")[1] for outcome in outcomes if outcome["status"] == 500]
    assert met == [
        "5 on hand, 6 to be taken.",
        "15 on hand, 20 to be taken.",
        "0 on hand, 1 to be taken.",
        "0 on hand, 1 to be taken.",
    ]
