"""Cancelling shipments on both paths (specification, States; decisions, section 6)."""

from typing import Any

import pytest

from tests.harness.database import events, execute
from tests.harness.goods import default_variant, fresh_key, movements, new_product, new_warehouse, quantity, stock
from tests.harness.line import DONE, OF_CANCELLATIONS, Line
from tests.harness.parcels import (
    FUNDS,
    PRICE,
    booked,
    cancel,
    confirm,
    credit,
    item,
    ledger,
    new_shipment,
    shipment,
    total,
)
from tests.harness.service import Answer, Client
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually

LEGACY = "/api/v1/shipments"
NEW = "/api/v1/shipping/shipments"
PATHS = pytest.mark.parametrize("path", [LEGACY, NEW])


def cancelled(answer: Answer, path: str) -> tuple[dict[str, Any], int]:
    """The shipment and what was refunded, whichever way the path says it."""
    assert answer.status == 200, answer.raw
    if path == LEGACY:
        assert set(answer.data) == {"shipment", "refunded"}
        return answer.data["shipment"], answer.data["refunded"]
    data = dict(answer.data)
    return data, data.pop("refunded")


@PATHS
def test_a_pending_shipment_is_cancelled_without_a_courier(merchant: Client, courier: Courier, line: Line, path: str):
    created = new_shipment(merchant)
    before = len(line.seen)
    ended, refunded = cancelled(cancel(merchant, created["id"], path=path), path)
    assert line.seen[before:] == []
    assert (ended["status"], refunded) == ("cancelled", 0)
    assert {n: v for n, v in ended.items() if n not in ("status", "updatedAt")} == {
        n: v for n, v in created.items() if n not in ("status", "updatedAt")
    }
    assert (total(merchant, "pending"), total(merchant, "cancelled"), total(merchant)) == (0, 1, 1)


@PATHS
def test_a_booked_shipment_is_cancelled_with_its_courier_and_refunded(merchant: Client, courier: Courier, path: str):
    sent = booked(merchant)
    ended, refunded = cancelled(cancel(merchant, sent["id"], path=path), path)
    assert (ended["status"], refunded) == ("cancelled", PRICE)
    (order,) = courier.orders(sent["id"])
    assert order["status"] == "cancelled"
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE), ("shipment_refund", PRICE)]
    assert credit(merchant) == (FUNDS, 0)
    assert total(merchant, "cancelled") == 1


def test_the_reason_reaches_the_courier_and_the_event(merchant: Client, courier: Courier):
    sent = booked(merchant)
    cancel(merchant, sent["id"], body={"reason": "Out of beans"})
    (order,) = courier.orders(sent["id"])
    assert order["cancellation_reason"] == "Out of beans"
    (event,) = events(merchant, "shipment.cancelled")
    assert (event.data["reason"], event.data["creditRefunded"], event.data["shipmentId"]) == (
        "Out of beans",
        PRICE,
        sent["id"],
    )
    assert event.data["status"] == "cancelled"


@pytest.mark.parametrize("body", [None, {}, {"reason": None}, {"reason": ""}, {"reason": " \t"}])
def test_without_a_reason_the_merchant_cancelled(merchant: Client, body: Any):
    created = new_shipment(merchant)
    cancel(merchant, created["id"], body=body)
    (event,) = events(merchant, "shipment.cancelled")
    assert (event.data["reason"], event.data["creditRefunded"]) == ("Merchant cancelled", 0)


@pytest.mark.parametrize("reason", [7, "x" * 1_001])
def test_a_reason_that_makes_no_sense_is_refused(merchant: Client, reason: Any):
    created = new_shipment(merchant)
    answer = cancel(merchant, created["id"], body={"reason": reason})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "reason")


@PATHS
def test_what_was_taken_is_restocked_once(merchant: Client, path: str):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    created = new_shipment(merchant, item(variantId=variant, quantity=2))
    cancel(merchant, created["id"], path=path)
    back = movements(merchant, variant)[-1]
    assert {name: back[name] for name in ("delta", "reason", "note", "createdBy", "shipmentId", "quantityAfter")} == {
        "delta": 2,
        "reason": "refund_restock",
        "note": f"Shipment {created['id']}",
        "createdBy": None,
        "shipmentId": created["id"],
        "quantityAfter": 5,
    }
    (reservation,) = merchant("GET", "/api/v1/stock/reservations").data["reservations"]
    assert reservation["consumedAt"] is not None
    assert reservation["releasedAt"] is not None
    assert cancel(merchant, created["id"], path=path).error == (409, "INVALID_STATE")
    assert quantity(merchant, variant, warehouse) == 5
    assert len(events(merchant, "stock.adjusted")) == 1


def test_stock_goes_back_to_a_warehouse_that_is_archived_by_now(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    created = new_shipment(merchant, item(variantId=variant, quantity=2))
    merchant("DELETE", f"/api/v1/warehouses/{warehouse}")
    assert cancel(merchant, created["id"]).status == 200
    assert movements(merchant, variant)[-1]["quantityAfter"] == 5


@PATHS
def test_a_cancelled_shipment_is_not_cancelled_again(merchant: Client, courier: Courier, path: str):
    sent = booked(merchant)
    cancel(merchant, sent["id"], path=path)
    assert cancel(merchant, sent["id"], path=path).error == (409, "INVALID_STATE")
    assert credit(merchant) == (FUNDS, 0)
    assert len(events(merchant, "shipment.cancelled")) == 1


@PATHS
def test_a_repeat_under_its_key_answers_the_same_bytes(merchant: Client, path: str):
    sent, key = booked(merchant), fresh_key()
    first = cancel(merchant, sent["id"], path=path, key=key)
    again = cancel(merchant, sent["id"], path=path, key=key)
    assert (again.status, again.raw) == (200, first.raw)
    assert again.headers["idempotency-replayed"] == "true"
    assert credit(merchant) == (FUNDS, 0)


@PATHS
@pytest.mark.parametrize("status", ["delivered", "returned"])
def test_an_ended_shipment_is_not_cancelled(merchant: Client, courier: Courier, path: str, status: str):
    sent = booked(merchant)
    courier.report(sent["aggregatorOrderId"], status)
    eventually(lambda: shipment(merchant, sent["id"])["status"] == status)
    assert cancel(merchant, sent["id"], path=path).error == (409, "INVALID_STATE")
    assert credit(merchant) == (FUNDS - PRICE, 0)


@PATHS
def test_what_the_courier_has_collected_it_refuses_to_cancel(merchant: Client, courier: Courier, path: str):
    sent, key = booked(merchant), fresh_key()
    courier.report(sent["aggregatorOrderId"], "picked")
    eventually(lambda: shipment(merchant, sent["id"])["status"] == "picked_up")
    answer = cancel(merchant, sent["id"], path=path, key=key)
    assert answer.error == (409, "INVALID_STATE")
    assert shipment(merchant, sent["id"])["status"] == "picked_up"
    assert credit(merchant) == (FUNDS - PRICE, 0)
    assert events(merchant, "shipment.cancelled") == []
    assert cancel(merchant, sent["id"], path=path, key=key).error == (409, "INVALID_STATE")


def test_a_refusal_of_the_courier_leaves_everything_and_may_be_tried_again(
    merchant: Client, courier: Courier, line: Line
):
    sent, key = booked(merchant), fresh_key()
    call = ("POST", f"/v1/orders/{sent['aggregatorOrderId']}/cancel")
    with line.trouble("refuse", call):
        assert cancel(merchant, sent["id"], key=key).error == (409, "INVALID_STATE")
    assert (shipment(merchant, sent["id"])["status"], credit(merchant)) == ("confirmed", (FUNDS - PRICE, 0))
    assert cancel(merchant, sent["id"], key=key).status == 200
    assert credit(merchant) == (FUNDS, 0)


@pytest.mark.parametrize("kind", OF_CANCELLATIONS)
def test_a_cancellation_whose_answer_is_lost_is_carried_to_its_end_by_the_next(
    merchant: Client, troubled: Client, courier: Courier, line: Line, kind: str
):
    sent, key = booked(merchant), fresh_key()
    with line.trouble(kind, ("POST", f"/v1/orders/{sent['aggregatorOrderId']}/cancel")):
        answer = cancel(troubled, sent["id"], key=key)
    assert answer.error == (504, "INTEGRATION_ERROR")
    again = cancel(merchant, sent["id"], key=key)
    # The courier's own report may have ended it in the meantime, which is the same end.
    assert again.status == 200 or (kind in DONE and again.error == (409, "INVALID_STATE"))
    assert shipment(merchant, sent["id"])["status"] == "cancelled"
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE), ("shipment_refund", PRICE)]
    assert len(events(merchant, "shipment.cancelled")) == 1


def test_the_couriers_echo_of_a_cancellation_changes_nothing_more(merchant: Client, courier: Courier):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    sent = booked(merchant, item(variantId=variant, quantity=2))
    cancel(merchant, sent["id"])
    eventually(lambda: len(shipment(merchant, sent["id"])["events"]) == 3)
    assert events(merchant, "shipment.status_updated") == []
    reported_statuses = sorted(str(record["reportedStatus"]) for record in shipment(merchant, sent["id"])["events"])
    assert reported_statuses == ["None", "cancelled", "confirmed"]
    assert shipment(merchant, sent["id"])["status"] == "cancelled"
    assert (credit(merchant), quantity(merchant, variant, warehouse)) == ((FUNDS, 0), 5)
    assert len(events(merchant, "shipment.cancelled")) == 1
    assert (total(merchant, "cancelled"), total(merchant)) == (1, 1)


def test_what_was_refunded_by_hand_is_not_refunded_again(merchant: Client):
    sent = booked(merchant)
    part = {"amount": 20_000, "kind": "shipment_refund", "shipmentId": sent["id"]}
    assert merchant("POST", "/api/v1/shipping-credits/adjust", part).status == 201
    assert cancel(merchant, sent["id"]).data["refunded"] == PRICE - 20_000
    assert credit(merchant) == (FUNDS, 0)


@pytest.mark.parametrize("next_key", [None, "biteship_live.the-merchants-next"])
def test_a_shipment_is_cancelled_with_the_key_it_was_booked_with(
    merchant: Client, courier: Courier, next_key: str | None
):
    merchant("PUT", "/api/v1/shipping/config", {"apiKey": "biteship_live.the-merchants-own"})
    sent = confirm(merchant, new_shipment(merchant)["id"]).data["shipment"]
    merchant("PUT", "/api/v1/shipping/config", {"apiKey": next_key})
    answer = cancel(merchant, sent["id"])
    assert (answer.status, answer.data["refunded"]) == (200, 0)
    (order,) = courier.orders(sent["id"])
    assert order["status"] == "cancelled"


def test_a_cancellation_that_a_crash_left_behind_is_taken_over(merchant: Client, courier: Courier, line: Line):
    sent, key = booked(merchant), fresh_key()
    with line.trouble("cut", ("POST", f"/v1/orders/{sent['aggregatorOrderId']}/cancel")):
        cancel(merchant, sent["id"], key=key)
    lapse = "UPDATE courier_operations SET lease_until = now() + $2 * interval '1 s' WHERE account_id = $1"
    execute(merchant, lapse, merchant.account_id, 60)
    assert cancel(merchant, sent["id"]).error == (409, "IDEMPOTENCY_IN_PROGRESS")
    execute(merchant, lapse, merchant.account_id, -1)
    assert cancel(merchant, sent["id"]).status == 200
    assert (credit(merchant), len(events(merchant, "shipment.cancelled"))) == ((FUNDS, 0), 1)
