"""Unpacking a returned parcel: its goods are counted once, whatever else is done (decisions, section 13)."""

from typing import Any

import pytest

from tests.contract.document import CheckedClient, Document
from tests.harness.database import assert_ledger_law, events, execute, rows
from tests.harness.goods import (
    change,
    default_variant,
    fresh_key,
    movements,
    new_product,
    new_warehouse,
    quantity,
    reservations,
    stock,
)
from tests.harness.line import Line
from tests.harness.parallel import Call, send_together
from tests.harness.parcels import booked, cancel, item, new_shipment, shipment
from tests.harness.service import Answer, Client
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually

MOST = 2**53 - 1
LEGACY = "/api/v1/shipments"


@pytest.fixture
def warehouse(merchant: Client) -> str:
    return new_warehouse(merchant)["id"]


@pytest.fixture
def variant(merchant: Client, warehouse: str) -> str:
    """With 10 on the shelf."""
    made = default_variant(new_product(merchant))
    stock(merchant, made, warehouse, 10)
    return made


def returned(client: Client, courier: Courier, *items: dict[str, Any], **fields: Any) -> str:
    """A parcel that its courier brought back."""
    sent = booked(client, *items, **fields)
    courier.report(sent["aggregatorOrderId"], "returned")
    eventually(lambda: shipment(client, sent["id"])["status"] == "returned")
    return sent["id"]


def restock(client: Client, id: str, body: Any = None, key: str | None = None) -> Answer:
    return client("POST", f"{LEGACY}/{id}/restock", body, key)


def back(variant: str, quantity: int, damaged: Any = False) -> dict[str, Any]:
    return {"variantId": variant, "quantity": quantity, "damaged": damaged}


def test_without_items_all_of_it_goes_back_on_its_shelf(
    merchant: Client, courier: Courier, variant: str, warehouse: str
):
    id = returned(merchant, courier, item(variantId=variant, quantity=4))
    assert quantity(merchant, variant, warehouse) == 6
    answer = restock(merchant, id)
    assert answer.status == 200, answer.raw
    assert set(answer.data) == {"shipment", "restock"}
    restocked_shipment = shipment(merchant, id)
    assert (
        answer.data["restock"]
        == restocked_shipment["restock"]
        == {
            "restockedAt": restocked_shipment["restock"]["restockedAt"],
            "createdBy": merchant.account_id,
            "items": [{"variantId": variant, "warehouseId": warehouse, "quantity": 4, "damaged": 0}],
        }
    )
    assert (answer.data["shipment"]["status"], answer.data["shipment"]["id"]) == ("returned", id)
    newest = movements(merchant, variant)[-1]
    assert {name: newest[name] for name in ("delta", "reason", "note", "createdBy", "shipmentId", "quantityAfter")} == {
        "delta": 4,
        "reason": "refund_restock",
        "note": f"Shipment {id}",
        "createdBy": merchant.account_id,
        "shipmentId": id,
        "quantityAfter": 10,
    }
    assert_ledger_law(merchant)


def test_what_is_damaged_is_noted_and_not_put_back(merchant: Client, courier: Courier, variant: str, warehouse: str):
    id = returned(merchant, courier, item(variantId=variant, quantity=5))
    answer = CheckedClient(merchant, Document())(
        "POST", f"{LEGACY}/{id}/restock", {"items": [back(variant, 2), back(variant, 1, True)]}
    )
    (restock_record,) = answer.data["restock"]["items"]
    assert (restock_record["quantity"], restock_record["damaged"]) == (2, 1)
    assert quantity(merchant, variant, warehouse) == 7
    newest = movements(merchant, variant)[-1]
    assert (newest["delta"], newest["note"]) == (2, f"Shipment {id}; 1 damaged")
    assert sorted((each["quantity"], each["releasedAt"] is None) for each in reservations(merchant)) == [
        (2, False),
        (3, True),
    ]
    assert shipment(merchant, id)["restock"] == answer.data["restock"]
    assert_ledger_law(merchant)


def test_damaged_may_say_how_many_of_them(merchant: Client, courier: Courier, variant: str, warehouse: str):
    id = returned(merchant, courier, item(variantId=variant, quantity=5))
    assert restock(merchant, id, {"items": [back(variant, 4, 3.0)]}).status == 200
    assert quantity(merchant, variant, warehouse) == 6


def test_where_all_is_damaged_nothing_moves(merchant: Client, courier: Courier, variant: str):
    id = returned(merchant, courier, item(variantId=variant, quantity=5))
    before = movements(merchant, variant)
    assert restock(merchant, id, {"items": [back(variant, 5, True)]}).status == 200
    assert movements(merchant, variant) == before
    (restock_record,) = shipment(merchant, id)["restock"]["items"]
    assert (restock_record["quantity"], restock_record["damaged"]) == (0, 5)


def test_each_warehouse_gets_back_what_it_gave(merchant: Client, courier: Courier, warehouse: str):
    second, made = new_warehouse(merchant)["id"], default_variant(new_product(merchant))
    stock(merchant, made, warehouse, 2)
    stock(merchant, made, second, 2)
    execute(
        merchant,
        """
        INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, checkout_session_id,
                                        expires_at, created_at)
        VALUES ($1, 'rsv_1', $2, $3, 2, 'cs_1', now() + interval '1 hour', now())
        """,
        merchant.account_id,
        made,
        second,
    )
    id = returned(merchant, courier, item(variantId=made, quantity=4), checkoutSessionId="cs_1")
    assert restock(merchant, id, {"items": [back(made, 4, 1)]}).status == 200
    assert quantity(merchant, made, warehouse) + quantity(merchant, made, second) == 3
    (one,) = {each["quantity"] for each in shipment(merchant, id)["restock"]["items"] if each["damaged"]}
    assert one == 1
    assert_ledger_law(merchant)


def test_it_is_audited_and_stock_that_a_shipment_moves_is_no_adjustment(
    merchant: Client, courier: Courier, variant: str
):
    id = returned(merchant, courier, item(variantId=variant, quantity=4))
    before = events(merchant, "stock.adjusted")
    answer = restock(merchant, id)
    assert events(merchant, "stock.adjusted") == before
    (entry,) = merchant("GET", "/api/v1/audit-log?action=shipment.").data["entries"]
    assert (entry["action"], entry["targetType"], entry["targetId"]) == ("shipment.restocked", "Shipment", id)
    assert entry["after"] == answer.data["restock"]


def test_a_second_time_is_refused_and_a_repeat_under_its_key_is_not(merchant: Client, courier: Courier, variant: str):
    id, key = returned(merchant, courier, item(variantId=variant, quantity=4)), fresh_key()
    first = restock(merchant, id, key=key)
    assert (restock(merchant, id, key=key).raw, first.status) == (first.raw, 200)
    assert restock(merchant, id).error == (409, "INVALID_STATE")
    assert restock(merchant, id, {"items": [back(variant, 1)]}).error == (409, "INVALID_STATE")
    assert sum(each["reason"] == "refund_restock" for each in movements(merchant, variant)) == 1


def test_what_is_not_returned_is_not_restocked(merchant: Client, courier: Courier, variant: str):
    sent = booked(merchant, item(variantId=variant))
    assert restock(merchant, sent["id"]).error == (409, "INVALID_STATE")
    cancel(merchant, sent["id"])
    assert restock(merchant, sent["id"]).error == (409, "INVALID_STATE")
    assert restock(merchant, new_shipment(merchant)["id"]).error == (409, "INVALID_STATE")


def test_a_shipment_of_nobody_or_of_another_workspace_is_unknown(merchant: Client, stranger: Client, courier: Courier):
    assert restock(merchant, "ship_nobodys").error == (404, "NOT_FOUND")
    assert restock(stranger, returned(merchant, courier)).error == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("items", "status", "field"),
    [
        ([back("var_unknown", 1)], 404, "items.0.variantId"),
        ([back("mine", 1), back("another", 1)], 400, "items.1.variantId"),
        ([back("mine", 3), back("mine", 3)], 400, "items.1.quantity"),
        ([back("mine", 6)], 400, "items.0.quantity"),
        ([back("mine", 2, 3)], 400, "items.0.damaged"),
        ([back("mine", 2, -1)], 400, "items.0.damaged"),
        ([back("mine", 0)], 400, "items.0.quantity"),
        ([back("mine", 2, "some")], 400, "items.0.damaged"),
        ([{"quantity": 1}], 400, "items.0.variantId"),
        ([], 400, "items"),
    ],
)
def test_what_did_not_come_along_cannot_come_back(
    merchant: Client, courier: Courier, variant: str, items: list[dict[str, Any]], status: int, field: str
):
    id = returned(merchant, courier, item(variantId=variant, quantity=5))
    before = movements(merchant, variant)
    named = {"mine": variant, "another": default_variant(new_product(merchant))}
    said = [{name: named.get(value, value) for name, value in each.items()} for each in items]
    answer = restock(merchant, id, {"items": said})
    assert (answer.status, answer.field) == (status, field)
    assert movements(merchant, variant) == before
    assert restock(merchant, id).status == 200


def test_a_parcel_that_took_nothing_from_stock_is_restocked_without_a_movement(merchant: Client, courier: Courier):
    id = returned(merchant, courier)
    assert restock(merchant, id).data["restock"]["items"] == []
    assert restock(merchant, id).error == (409, "INVALID_STATE")


def test_rebooking_what_was_restocked_takes_anew(merchant: Client, courier: Courier, variant: str, warehouse: str):
    id = returned(merchant, courier, item(variantId=variant, quantity=4))
    restock(merchant, id, {"items": [back(variant, 3), back(variant, 1, True)]})
    assert quantity(merchant, variant, warehouse) == 9
    new = merchant("POST", f"{LEGACY}/{id}/rebook").data["shipment"]
    assert quantity(merchant, variant, warehouse) == 5
    newest = movements(merchant, variant)[-1]
    assert (newest["delta"], newest["reason"], newest["shipmentId"]) == (-4, "transfer_out", new["id"])
    cancel(merchant, new["id"])
    assert quantity(merchant, variant, warehouse) == 9
    assert_ledger_law(merchant)


def test_where_too_little_is_left_of_it_rebooking_names_the_item(
    merchant: Client, courier: Courier, variant: str, warehouse: str
):
    id = returned(merchant, courier, item(), item(variantId=variant, quantity=10))
    restock(merchant, id, {"items": [back(variant, 10, 1)]})
    answer = merchant("POST", f"{LEGACY}/{id}/rebook")
    assert (answer.error, answer.field) == ((409, "STOCK_INSUFFICIENT"), "items.1")
    assert "10 needed, 9 available" in answer.json["error"]["message"]
    assert (quantity(merchant, variant, warehouse), shipment(merchant, id)["status"]) == (9, "returned")


def test_the_goods_of_a_replaced_one_are_with_its_replacement(merchant: Client, courier: Courier, variant: str):
    id = returned(merchant, courier, item(variantId=variant, quantity=4))
    new = merchant("POST", f"{LEGACY}/{id}/rebook").data["shipment"]
    answer = restock(merchant, id)
    assert answer.error == (409, "INVALID_STATE")
    assert new["id"] in answer.json["error"]["message"]


def test_an_archived_variant_is_not_taken_anew(merchant: Client, courier: Courier, variant: str, warehouse: str):
    id = returned(merchant, courier, item(), item(variantId=variant, quantity=4))
    restock(merchant, id)
    product = merchant("GET", "/api/v1/products").data["products"][0]
    merchant("DELETE", f"/api/v1/products/{product['id']}")
    answer = merchant("POST", f"{LEGACY}/{id}/rebook")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "items.1.variantId")
    assert quantity(merchant, variant, warehouse) == 10
    merchant("PATCH", f"/api/v1/products/{product['id']}", {"archived": False})
    assert merchant("POST", f"{LEGACY}/{id}/rebook").status == 201


def test_while_a_rebooking_is_unclear_nothing_is_restocked(
    merchant: Client, courier: Courier, line: Line, recover: Any, variant: str, warehouse: str
):
    sent = booked(merchant, item(variantId=variant, quantity=4))
    with line.trouble("lose", ("POST", f"/v1/orders/{sent['aggregatorOrderId']}/cancel")):
        assert merchant("POST", f"{LEGACY}/{sent['id']}/rebook").status == 504
    courier.report(sent["aggregatorOrderId"], "returned")
    eventually(lambda: shipment(merchant, sent["id"])["status"] == "returned")
    assert restock(merchant, sent["id"]).error == (409, "IDEMPOTENCY_IN_PROGRESS")
    assert quantity(merchant, variant, warehouse) == 6
    recover()
    # The courier would not cancel what it has brought back: nothing was rebooked.
    assert restock(merchant, sent["id"]).status == 200
    assert quantity(merchant, variant, warehouse) == 10


@pytest.mark.parametrize("is_cancelled", [True, False])
def test_a_level_at_its_bound_takes_back_what_it_can(
    merchant: Client, courier: Courier, variant: str, warehouse: str, is_cancelled: bool
):
    parcel = item(variantId=variant, quantity=4)
    id = new_shipment(merchant, parcel)["id"] if is_cancelled else returned(merchant, courier, parcel)
    for _ in range(2):
        stock(merchant, variant, warehouse, (MOST - 9) // 2)
    left = MOST - quantity(merchant, variant, warehouse)
    assert 0 < left < 4
    answer = cancel(merchant, id) if is_cancelled else restock(merchant, id)
    assert answer.status == 200, answer.raw
    assert quantity(merchant, variant, warehouse) == MOST
    assert movements(merchant, variant)[-1]["delta"] == left
    assert_ledger_law(merchant)


# Races


def test_of_many_at_once_one_restocks(merchant: Client, courier: Courier, variant: str, warehouse: str):
    id = returned(merchant, courier, item(variantId=variant, quantity=4))
    answers = send_together([Call(merchant, "POST", f"{LEGACY}/{id}/restock") for _ in range(12)])
    assert sorted(answer.status for answer in answers) == [200] + [409] * 11
    assert quantity(merchant, variant, warehouse) == 10
    assert_ledger_law(merchant)


def test_restocked_and_rebooked_at_once_every_piece_is_counted_once(
    merchant: Client, courier: Courier, variant: str, warehouse: str
):
    for _ in range(4):
        id = returned(merchant, courier, item(variantId=variant, quantity=4))
        adjusting = Call(merchant, "POST", "/api/v1/stock/adjust", change(variant, warehouse, 1))
        calls = [Call(merchant, "POST", f"{LEGACY}/{id}/{what}") for what in ("restock", "rebook") * 3]
        answers = send_together([*calls, adjusting, adjusting])
        assert [answer.status for answer in answers[1:6:2]].count(201) == 1
        new = next(answer.data["shipment"] for answer in answers if answer.status == 201)
        # Whichever came first, the goods are with the replacement now, and nowhere else.
        held = rows(
            merchant,
            "SELECT shipment_id, quantity FROM stock_reservations WHERE account_id = $1 AND state = 'consumed'",
        )
        assert [(row["shipment_id"], row["quantity"]) for row in held] == [(new["id"], 4)]
        assert cancel(merchant, new["id"]).status == 200
        assert {answer.status for answer in answers[6:]} == {200}
        assert quantity(merchant, variant, warehouse) == sum(each["delta"] for each in movements(merchant, variant))
    assert quantity(merchant, variant, warehouse) == 10 + 4 * 2
    assert_ledger_law(merchant)


def test_a_late_report_beside_restocking_gives_nothing_back_twice(
    merchant: Client, courier: Courier, variant: str, warehouse: str
):
    for late in ("cancelled", "delivered", "returned"):
        id = returned(merchant, courier, item(variantId=variant, quantity=4))
        order = courier.orders(id)[0]["id"]
        before = len(shipment(merchant, id)["events"])
        courier.report(order, late)
        answers = send_together([Call(merchant, "POST", f"{LEGACY}/{id}/restock") for _ in range(3)])
        assert sorted(answer.status for answer in answers) == [200, 409, 409]
        eventually(lambda before=before, id=id: len(shipment(merchant, id)["events"]) > before)
        assert (shipment(merchant, id)["status"], quantity(merchant, variant, warehouse)) == ("returned", 10)
    assert_ledger_law(merchant)


def test_restocking_beside_the_report_of_the_return_counts_once(
    merchant: Client, courier: Courier, variant: str, warehouse: str
):
    for _ in range(3):
        sent = booked(merchant, item(variantId=variant, quantity=4))
        courier.report(sent["aggregatorOrderId"], "returned")
        answers = send_together([Call(merchant, "POST", f"{LEGACY}/{sent['id']}/restock") for _ in range(6)])
        assert {answer.error for answer in answers if answer.status != 200} <= {(409, "INVALID_STATE")}
        eventually(lambda sent=sent: shipment(merchant, sent["id"])["status"] == "returned")
        restock(merchant, sent["id"])
        assert quantity(merchant, variant, warehouse) == 10
    assert_ledger_law(merchant)
