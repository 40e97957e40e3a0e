"""Confirms and cancels of the same shipment, from several API processes at once (decisions, section 6)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.harness.database import events, rows
from tests.harness.goods import default_variant, fresh_key, movements, new_product, new_warehouse, quantity, stock
from tests.harness.inbound import INBOUND
from tests.harness.parallel import Call, send_together
from tests.harness.parcels import (
    FUNDS,
    PRICE,
    booked,
    confirm,
    credit,
    fund,
    item,
    ledger,
    new_shipment,
    shipment,
    total,
)
from tests.harness.service import Client
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually

LEGACY = "/api/v1/shipments"
NEW = "/api/v1/shipping/shipments"
BUSY = (409, "IDEMPOTENCY_IN_PROGRESS")


def confirmation(client: Client, id: str, key: str | None = None) -> Call:
    return Call(client, "POST", f"{LEGACY}/{id}/confirm-pickup", key=key)


def cancellations(client: Client, id: str, count: int) -> list[Call]:
    """Half on either path."""
    return [Call(client, "POST", f"{path}/{id}/cancel") for path in (LEGACY, NEW)] * (count // 2)


def test_confirms_at_once_are_one_order_and_one_charge(merchant: Client, courier: Courier):
    fund(merchant)
    id = new_shipment(merchant)["id"]
    answers = send_together([confirmation(merchant, id)] * 20)
    assert sum(answer.status == 200 for answer in answers) == 1
    assert {a.error for a in answers if a.status != 200} <= {BUSY, (409, "ALREADY_CONFIRMED")}
    assert len(courier.orders(id)) == 1
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE)]
    assert credit(merchant) == (FUNDS - PRICE, 0)
    assert len(events(merchant, "shipment.pickup_confirmed")) == 1


def test_confirms_at_once_under_one_key_are_one_and_later_ones_repeat_it(merchant: Client, courier: Courier):
    fund(merchant)
    id, key = new_shipment(merchant)["id"], fresh_key()
    answers = send_together([confirmation(merchant, id, key)] * 20)
    won = [answer for answer in answers if answer.status == 200]
    assert len({answer.raw for answer in won}) == 1
    assert {a.error for a in answers if a.status != 200} <= {BUSY}
    assert confirm(merchant, id, key).raw == won[0].raw
    assert len(courier.orders(id)) == 1
    assert credit(merchant) == (FUNDS - PRICE, 0)


def test_confirms_of_many_shipments_spend_no_more_than_there_is(merchant: Client, courier: Courier):
    fund(merchant, 4 * PRICE)
    ids = [new_shipment(merchant)["id"] for _ in range(10)]
    answers = send_together([confirmation(merchant, id) for id in ids])
    assert sorted(answer.status for answer in answers) == [200] * 4 + [402] * 6
    assert credit(merchant) == (0, 0)
    assert sum(len(courier.orders(id)) for id in ids) == 4
    assert (total(merchant, "confirmed"), total(merchant, "pending")) == (4, 6)


def test_cancels_at_once_on_both_paths_are_one_refund_and_one_restock(merchant: Client, courier: Courier):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    id = booked(merchant, item(variantId=variant, quantity=2))["id"]
    answers = send_together(cancellations(merchant, id, 20))
    assert sum(answer.status == 200 for answer in answers) == 1
    assert {a.error for a in answers if a.status != 200} <= {BUSY, (409, "INVALID_STATE")}
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE), ("shipment_refund", PRICE)]
    assert [m["reason"] for m in movements(merchant, variant)] == ["initial_stock", "transfer_out", "refund_restock"]
    assert quantity(merchant, variant, warehouse) == 5
    assert len(events(merchant, "shipment.cancelled")) == 1
    assert (total(merchant, "cancelled"), total(merchant)) == (1, 1)


def test_cancels_of_a_draft_at_once_on_both_paths_are_one(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    id = new_shipment(merchant, item(variantId=variant, quantity=2))["id"]
    answers = send_together(cancellations(merchant, id, 20))
    assert sum(answer.status == 200 for answer in answers) == 1
    assert {a.error for a in answers if a.status != 200} <= {BUSY, (409, "INVALID_STATE")}
    assert quantity(merchant, variant, warehouse) == 5
    assert len(events(merchant, "shipment.cancelled")) == 1
    assert total(merchant, "cancelled") == 1


@pytest.mark.parametrize("begin", [new_shipment, booked])
def test_cancels_at_once_under_one_key_are_one_and_later_ones_repeat_it(
    merchant: Client, begin: Callable[[Client], dict[str, Any]]
):
    id, key = begin(merchant)["id"], fresh_key()
    call = Call(merchant, "POST", f"{NEW}/{id}/cancel", {"reason": "Twice"}, key)
    answers = send_together([call] * 20)
    won = [answer for answer in answers if answer.status == 200]
    assert len({answer.raw for answer in won}) == 1
    assert {a.error for a in answers if a.status != 200} <= {BUSY}
    again = merchant("POST", f"{NEW}/{id}/cancel", {"reason": "Twice"}, key=key)
    assert (again.status, again.raw) == (200, won[0].raw)
    assert len(events(merchant, "shipment.cancelled")) == 1


@pytest.mark.parametrize("attempt", range(3))
def test_a_confirm_and_a_cancel_at_once_end_in_one_of_two_sound_ways(merchant: Client, courier: Courier, attempt: int):
    fund(merchant)
    id = new_shipment(merchant)["id"]
    calls = [confirmation(merchant, id), *cancellations(merchant, id, 2)] * 3
    send_together(calls)
    status = shipment(merchant, id)["status"]
    orders = courier.orders(id)
    charges = [amount for kind, amount in ledger(merchant) if kind != "topup"]
    if status == "cancelled":
        assert sum(charges) == 0
        assert [order["status"] for order in orders] in ([], ["cancelled"])
    else:
        assert (status, charges) == ("confirmed", [-PRICE])
        assert [order["status"] for order in orders] == ["confirmed"]
    assert credit(merchant)[1] == 0
    assert rows(merchant, "SELECT shipment_id FROM courier_operations WHERE account_id = $1") == []


def test_a_cancel_that_meets_the_couriers_own_is_one_refund(merchant: Client, courier: Courier):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 20)
    sent = [booked(merchant, item(variantId=variant)) for _ in range(6)]
    for each in sent:
        courier.report(each["aggregatorOrderId"], "courier_not_found")
    answers = send_together([call for each in sent for call in cancellations(merchant, each["id"], 2)])
    assert {answer.status for answer in answers} <= {200, 409}
    for each in sent:
        eventually(lambda id=each["id"]: shipment(merchant, id)["status"] == "cancelled")
    assert sum(kind == "shipment_refund" for kind, _ in ledger(merchant)) == len(sent)
    assert credit(merchant) == (len(sent) * FUNDS, 0)
    assert quantity(merchant, variant, warehouse) == 20
    assert (total(merchant, "cancelled"), total(merchant)) == (6, 6)


def test_reports_delivered_many_times_at_once_are_each_applied_once(merchant: Client, courier: Courier):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    sent = booked(merchant, item(variantId=variant, quantity=2))
    with courier.unheard():
        for status in ("allocated", "picking_up", "courier_not_found"):
            courier.report(sent["aggregatorOrderId"], status)
    hint = {"event": "order.status", "order_id": sent["aggregatorOrderId"]}
    answers = send_together([Call(merchant, "POST", INBOUND, hint)] * 30)
    assert {answer.status for answer in answers} == {200}
    assert sum(answer.data["applied"] for answer in answers) == 3
    emitted = events(merchant, "shipment.status_updated")
    assert [event.data["status"] for event in emitted] == ["allocated", "picking_up", "cancelled"]
    assert [event.sequence for event in emitted] == [3, 4, 5]
    assert (credit(merchant), quantity(merchant, variant, warehouse)) == ((FUNDS, 0), 5)
    assert (total(merchant, "cancelled"), total(merchant)) == (1, 1)
