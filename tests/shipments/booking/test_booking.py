"""Confirming the pickup: one order, one charge (specification, confirm-pickup; decisions, section 6)."""

import pytest

from tests.harness.database import events, execute, rows
from tests.harness.goods import fresh_key
from tests.harness.parcels import (
    FUNDS,
    PRICE,
    booked,
    cancel,
    confirm,
    credit,
    fund,
    item,
    ledger,
    new_shipment,
    shipment,
    total,
)
from tests.harness.service import Client, serving
from tests.harness.simulator import Courier
from tests.harness.workspaces import open_client

OWN_KEY = "biteship_live.the-merchants-own"


def quote(client: Client, courier: str, service: str, parcel: dict) -> int:
    """The courier's price by the simulator's tariff."""
    origin = {"address": "Jl. Senopati 1", "contactName": "Toko", "contactPhone": "0811", "postal": "12110"}
    client("PATCH", "/api/v1/shipping/origin", origin)
    body = {"destination": parcel["destinationSnapshot"], "items": [item()]}
    rates = client("POST", "/api/v1/shipping/rates", body).data["rates"]
    return next(r["price"] for r in rates if (r["courierCode"], r["courierServiceCode"]) == (courier, service))


def test_booking_assigns_a_real_order_and_a_waybill(merchant: Client, courier: Courier):
    fund(merchant)
    drafted = new_shipment(merchant)
    answer = confirm(merchant, drafted["id"])
    assert answer.status == 200
    sent = answer.data["shipment"]
    (order,) = courier.orders(drafted["id"])
    assert (sent["aggregatorOrderId"], sent["waybillId"]) == (order["id"], order["courier"]["waybill_id"])
    assert sent["aggregatorTrackingId"] == order["courier"]["tracking_id"]
    assert sent["status"] == "confirmed"
    changing = ("status", "aggregatorOrderId", "waybillId", "aggregatorTrackingId", "courierPrice", "updatedAt")
    assert {n: v for n, v in sent.items() if n not in changing} == {
        n: v for n, v in drafted.items() if n not in changing
    }
    assert (total(merchant, "pending"), total(merchant, "confirmed"), total(merchant)) == (0, 1, 1)


def test_booking_leaves_the_couriers_first_record(merchant: Client):
    sent = booked(merchant)
    (record,) = shipment(merchant, sent["id"])["events"]
    assert (record["shipmentId"], record["status"]) == (sent["id"], "confirmed")
    assert record["id"].startswith("evt_")


def test_booking_is_told_with_the_order_and_the_waybill(merchant: Client):
    sent = booked(merchant)
    created, emitted = events(merchant, "shipment.")
    assert (created.sequence, emitted.sequence) == (1, 2)
    assert emitted.type == "svc.shipment.pickup_confirmed.v1"
    assert emitted.data == sent | {"shipmentId": sent["id"]}
    assert emitted.data["waybillId"] is not None


def test_booking_charges_the_price_and_the_premium(merchant: Client):
    sent = booked(merchant, insurance=3_000)
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -(PRICE + 3_000))]
    assert credit(merchant) == (FUNDS - PRICE - 3_000, 0)
    assert (sent["price"] + sent["insurance"]) == PRICE + 3_000
    (charge,) = rows(merchant, "SELECT shipment_id FROM credit_transactions WHERE account_id = $1 AND amount < 0")
    assert charge["shipment_id"] == sent["id"]


def test_a_premium_is_neither_charged_nor_bought_where_nothing_is_insured(merchant: Client, courier: Courier):
    fund(merchant)
    for value, insured, stated in ((150_000, False, 0), (0, True, 5_000)):
        before = credit(merchant)[0]
        drafted = new_shipment(merchant, item(value=value), insurance=5_000, insured=insured)
        assert (drafted["insured"], drafted["insurance"]) == (insured, stated)
        sent = confirm(merchant, drafted["id"]).data["shipment"]
        assert (sent["price"], sent["insurance"], credit(merchant)) == (PRICE, 0, (before - PRICE, 0))
        (order,) = courier.orders(drafted["id"])
        assert order["courier"]["insurance"]["fee"] == 0


def test_a_premium_that_an_older_release_stored_without_insurance_is_not_charged(merchant: Client, courier: Courier):
    fund(merchant)
    drafted = new_shipment(merchant)["id"]
    stored = "UPDATE shipments SET insurance = 5000 WHERE account_id = $1 AND id = $2"
    execute(merchant, stored, merchant.account_id, drafted)
    sent = confirm(merchant, drafted).data["shipment"]
    assert (sent["price"], sent["insurance"], credit(merchant)) == (PRICE, 0, (FUNDS - PRICE, 0))


def test_nobody_names_their_own_price(merchant: Client, courier: Courier):
    fund(merchant)
    drafted = new_shipment(merchant, price=1)
    asked = quote(merchant, "jne", "reg", drafted)
    sent = confirm(merchant, drafted["id"]).data["shipment"]
    (order,) = courier.orders(drafted["id"])
    assert asked == order["price"] > 1
    assert sent["price"] == asked
    assert credit(merchant) == (FUNDS - asked, 0)


def test_an_insured_parcel_is_booked_and_charged_with_its_premium(merchant: Client, courier: Courier):
    fund(merchant)
    drafted = new_shipment(merchant, item(value=1_000_000, quantity=2), price=0, insured=True)
    sent = confirm(merchant, drafted["id"]).data["shipment"]
    (order,) = courier.orders(drafted["id"])
    insurance = order["courier"]["insurance"]
    assert insurance["amount"] == 2_000_000
    assert insurance["fee"] > 0
    assert (sent["insurance"], sent["price"] + sent["insurance"]) == (insurance["fee"], order["price"])
    assert credit(merchant) == (FUNDS - order["price"], 0)


def test_an_operator_may_have_dearer_bookings_refused(merchant: Client, courier: Courier, line):
    options = {"aggregator_url": line.url, "aggregator_key": "simulator", "price_change_policy": "refuse"}
    with serving(merchant.service.database_url, **options) as strict:
        client = open_client(strict)
        fund(client)
        cheap, dear = new_shipment(client, price=1), new_shipment(client)
        assert confirm(client, cheap["id"]).error == (409, "PRICE_CHANGED")
        assert (credit(client), courier.orders(cheap["id"])) == ((FUNDS, 0), [])
        assert shipment(client, cheap["id"])["status"] == "pending"
        assert confirm(client, dear["id"]).status == 200


@pytest.mark.parametrize("funds", [0, 1_000])
def test_without_enough_credit_no_courier_is_called(merchant: Client, courier: Courier, funds: int):
    if funds:
        fund(merchant, funds)
    drafted = new_shipment(merchant)
    key = fresh_key()
    refused = confirm(merchant, drafted["id"], key)
    assert refused.error == (402, "INSUFFICIENT_SHIPPING_CREDIT")
    assert f"{PRICE} is needed, {funds} is available" in refused.json["error"]["message"]
    assert courier.orders(drafted["id"]) == []
    assert credit(merchant) == (funds, 0)
    assert shipment(merchant, drafted["id"])["status"] == "pending"
    fund(merchant)
    assert confirm(merchant, drafted["id"], key).status == 200


def test_credit_can_be_spent_to_the_last_rupiah(merchant: Client):
    fund(merchant, 2 * PRICE)
    first, second, third = (new_shipment(merchant)["id"] for _ in range(3))
    assert confirm(merchant, first).status == confirm(merchant, second).status == 200
    assert confirm(merchant, third).error == (402, "INSUFFICIENT_SHIPPING_CREDIT")
    assert credit(merchant) == (0, 0)


def test_a_booked_shipment_is_not_booked_again(merchant: Client, courier: Courier):
    sent = booked(merchant)
    assert confirm(merchant, sent["id"]).error == (409, "ALREADY_CONFIRMED")
    assert len(courier.orders(sent["id"])) == 1
    assert credit(merchant) == (FUNDS - PRICE, 0)


def test_a_cancelled_shipment_is_not_booked(merchant: Client, courier: Courier):
    fund(merchant)
    drafted = new_shipment(merchant)
    cancel(merchant, drafted["id"])
    assert confirm(merchant, drafted["id"]).error == (409, "INVALID_STATE")
    assert courier.orders(drafted["id"]) == []


def test_a_repeat_under_its_key_answers_the_same_bytes(merchant: Client, courier: Courier):
    fund(merchant)
    drafted, key = new_shipment(merchant), fresh_key()
    first = confirm(merchant, drafted["id"], key)
    again = confirm(merchant, drafted["id"], key)
    assert (again.status, again.raw) == (200, first.raw)
    assert again.headers["idempotency-replayed"] == "true"
    assert len(courier.orders(drafted["id"])) == 1


def test_a_workspace_with_its_own_key_is_charged_nothing(merchant: Client, courier: Courier):
    assert merchant("PUT", "/api/v1/shipping/config", {"apiKey": OWN_KEY}).status == 200
    drafted = new_shipment(merchant)
    sent = confirm(merchant, drafted["id"])
    assert sent.status == 200, sent.raw
    assert (sent.data["shipment"]["price"], credit(merchant), ledger(merchant)) == (PRICE, (0, 0), [])
    assert len(courier.orders(drafted["id"])) == 1


def test_where_the_integration_is_switched_off_nothing_is_booked(merchant: Client, courier: Courier):
    fund(merchant)
    drafted = new_shipment(merchant)
    merchant("PUT", "/api/v1/shipping/config", {"active": False})
    assert confirm(merchant, drafted["id"]).error == (400, "NOT_CONFIGURED")
    assert courier.orders(drafted["id"]) == []
    merchant("PUT", "/api/v1/shipping/config", {"active": True})
    assert confirm(merchant, drafted["id"]).status == 200


def test_a_body_is_not_needed_and_does_no_harm(merchant: Client):
    fund(merchant)
    drafted = new_shipment(merchant)
    assert merchant("POST", f"/api/v1/shipments/{drafted['id']}/confirm-pickup", {}).status == 200


def test_some_couriers_issue_the_waybill_after_the_booking(merchant: Client, courier: Courier):
    sent = booked(merchant, courierCode="pos", courierServiceCode="reg")
    assert (sent["status"], sent["waybillId"]) == ("confirmed", None)
    assert [order["id"] for order in courier.orders(sent["id"])] == [sent["aggregatorOrderId"]]
