"""Stock adjustments over a real socket (specification, Adjust rules; decisions, sections 5 and 8)."""

from typing import Any

import pytest

from tests.harness.database import events, rows
from tests.harness.goods import (
    adjust,
    change,
    default_variant,
    fresh_key,
    movements,
    new_product,
    new_warehouse,
    quantity,
    stock,
)
from tests.harness.service import Client

ADJUST = "/api/v1/stock/adjust"
MAX_INTEGER = 2**53 - 1
REASONS = (
    "manual_adjust",
    "initial_stock",
    "transfer_in",
    "transfer_out",
    "damaged",
    "returned_to_supplier",
    "refund_restock",
    "import",
)


def place(client: Client) -> tuple[str, str]:
    """A variant and a warehouse."""
    return default_variant(new_product(client)), new_warehouse(client)["id"]


def test_an_adjustment_answers_the_level_and_its_movement(merchant: Client):
    variant, warehouse = place(merchant)
    answer = adjust(merchant, variant, warehouse, 5, reason="initial_stock", note="Opening")
    assert answer.status == 200
    level, movement = answer.data["stock"], answer.data["movement"]
    assert level == {
        "variantId": variant,
        "warehouseId": warehouse,
        "quantity": 5,
        "updatedAt": movement["createdAt"],
    }
    assert movement == {
        "id": movement["id"],
        "variantId": variant,
        "warehouseId": warehouse,
        "delta": 5,
        "reason": "initial_stock",
        "note": "Opening",
        "createdBy": merchant.account_id,
        "shipmentId": None,
        "quantityAfter": 5,
        "number": 1,
        "createdAt": movement["createdAt"],
    }
    assert movement["id"].startswith("mv_")
    assert movements(merchant, variant) == [movement]


def test_the_numbers_of_a_level_rise_by_one_and_tell_every_past_quantity(merchant: Client):
    variant, warehouse = place(merchant)
    for delta in (10, -3, -7, 2):
        assert adjust(merchant, variant, warehouse, delta).status == 200
    ledger = movements(merchant, variant)
    assert [movement["number"] for movement in ledger] == [1, 2, 3, 4]
    assert [movement["quantityAfter"] for movement in ledger] == [10, 7, 0, 2]


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_moves_the_level_and_tells_of_it(merchant: Client, reason: str):
    variant, warehouse = place(merchant)
    assert adjust(merchant, variant, warehouse, 1, reason=reason).data["movement"]["reason"] == reason
    assert [event.data["reason"] for event in events(merchant, "stock.adjusted")] == [reason]


@pytest.mark.parametrize("field", ["variantId", "warehouseId", "delta", "reason"])
def test_a_missing_field_is_refused_by_its_name(merchant: Client, field: str):
    body = change(*place(merchant), 1)
    del body[field]
    answer = merchant("POST", ADJUST, body)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("delta", 0),
        ("delta", 1.5),
        ("delta", "1"),
        ("delta", None),
        ("delta", True),
        ("delta", MAX_INTEGER + 1),
        ("delta", -MAX_INTEGER - 1),
        ("reason", "stolen"),
        ("reason", None),
        ("note", 7),
        ("note", "a\0b"),
        ("variantId", "prod_00000000000000000000000000"),
        ("variantId", ""),
        ("variantId", None),
        ("warehouseId", ""),
        ("warehouseId", 5),
    ],
)
def test_a_field_that_makes_no_sense_is_refused_by_its_name(merchant: Client, field: str, value: Any):
    variant, warehouse = place(merchant)
    answer = merchant("POST", ADJUST, change(variant, warehouse, 1) | {field: value})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
    assert quantity(merchant, variant, warehouse) is None


def test_a_level_cannot_go_below_zero(merchant: Client):
    variant, warehouse = place(merchant)
    stock(merchant, variant, warehouse, 3)
    answer = adjust(merchant, variant, warehouse, -4)
    assert answer.error == (500, "NEGATIVE_STOCK")
    assert answer.json["data"] is None
    assert quantity(merchant, variant, warehouse) == 3
    assert len(movements(merchant, variant)) == len(events(merchant, "stock.")) == 1
    assert adjust(merchant, variant, warehouse, -3).data["stock"]["quantity"] == 0


def test_a_level_cannot_begin_below_zero(merchant: Client):
    variant, warehouse = place(merchant)
    assert adjust(merchant, variant, warehouse, -1).error == (500, "NEGATIVE_STOCK")
    assert quantity(merchant, variant, warehouse) is None


def test_a_refused_adjustment_leaves_its_idempotency_key_free(merchant: Client):
    variant, warehouse = place(merchant)
    key = fresh_key()
    body = change(variant, warehouse, -1)
    assert merchant("POST", ADJUST, body, key=key).error == (500, "NEGATIVE_STOCK")
    stock(merchant, variant, warehouse, 1)
    again = merchant("POST", ADJUST, body, key=key)
    assert (again.status, again.data["stock"]["quantity"]) == (200, 0)
    assert merchant("POST", ADJUST, body, key=key).raw == again.raw


def test_a_level_holds_what_fits_into_53_bits_and_no_more(merchant: Client):
    variant, warehouse = place(merchant)
    stock(merchant, variant, warehouse, MAX_INTEGER)
    answer = adjust(merchant, variant, warehouse, 1)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "delta")
    assert quantity(merchant, variant, warehouse) == MAX_INTEGER
    assert adjust(merchant, variant, warehouse, -MAX_INTEGER).data["stock"]["quantity"] == 0


def test_an_unknown_variant_makes_a_level(merchant: Client):
    warehouse = new_warehouse(merchant)["id"]
    answer = adjust(merchant, "var_00000000000000000000000000", warehouse, 2)
    assert (answer.status, answer.data["stock"]["quantity"]) == (200, 2)


def test_a_foreign_variant_makes_the_callers_own_level(merchant: Client, stranger: Client):
    variant, warehouse = place(merchant)
    stock(merchant, variant, warehouse, 9)
    own = new_warehouse(stranger)["id"]
    assert adjust(stranger, variant, own, 2).data["stock"]["quantity"] == 2
    assert quantity(merchant, variant, warehouse) == 9
    assert quantity(stranger, variant, own) == 2


@pytest.mark.parametrize("delta", [1, -1])
def test_an_unknown_or_foreign_warehouse_is_not_found(merchant: Client, stranger: Client, delta: int):
    variant, foreign = place(stranger)
    stock(stranger, variant, foreign, 5)
    answer = adjust(merchant, variant, foreign, delta)
    never = adjust(merchant, variant, "wh_00000000000000000000000000", delta)
    assert answer.error == never.error == (404, "NOT_FOUND")
    assert answer.field == never.field == "warehouseId"
    assert quantity(stranger, variant, foreign) == 5


def test_an_archived_warehouse_may_be_adjusted(merchant: Client):
    variant, warehouse = place(merchant)
    assert merchant("DELETE", f"/api/v1/warehouses/{warehouse}").data == {"archived": True}
    assert adjust(merchant, variant, warehouse, 2).data["stock"]["quantity"] == 2


def test_an_adjustment_is_told_with_the_quantity_after_it(merchant: Client):
    variant, warehouse = place(merchant)
    made = [adjust(merchant, variant, warehouse, delta).data["movement"] for delta in (5, -2)]
    told = events(merchant, "stock.")
    assert [event.type for event in told] == ["svc.stock.adjusted.v1"] * 2
    assert [event.sequence for event in told] == [1, 2]
    assert len({event.subject for event in told}) == 1
    assert [event.data for event in told] == [movement | {"movementId": movement["id"]} for movement in made]


def test_each_level_has_a_sequence_of_its_own(merchant: Client):
    variant, warehouse = place(merchant)
    other = new_warehouse(merchant, "Other")["id"]
    for where in (warehouse, other, warehouse):
        stock(merchant, variant, where, 1)
    assert sorted((event.data["warehouseId"], event.sequence) for event in events(merchant, "stock.")) == sorted(
        [(warehouse, 1), (warehouse, 2), (other, 1)]
    )


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_a_movement_cannot_be_changed_or_deleted(merchant: Client, method: str):
    variant, warehouse = place(merchant)
    stock(merchant, variant, warehouse, 1)
    (movement,) = movements(merchant, variant)
    body = None if method == "DELETE" else {"delta": 5}
    assert merchant(method, f"/api/v1/stock/movements/{movement['id']}", body).status in (404, 405)
    assert movements(merchant, variant) == [movement]


def test_an_adjustment_is_not_in_the_audit_log(merchant: Client):
    stock(merchant, *place(merchant), 1)
    actions = rows(merchant, "SELECT action FROM audit_entries WHERE account_id = $1")
    assert {row["action"] for row in actions} == {"api_key.created", "product.created"}


def test_a_refusal_says_what_is_on_hand(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    assert "0 on hand, 1 to be taken" in adjust(merchant, variant, warehouse, -1).json["error"]["message"]
    stock(merchant, variant, warehouse, 3)
    assert "3 on hand, 5 to be taken" in adjust(merchant, variant, warehouse, -5).json["error"]["message"]
    assert "3 on hand" in adjust(merchant, variant, warehouse, 2**53 - 1).json["error"]["message"]
