"""Replacing a shipment by a new one (specification, States; decisions, section 6)."""

from typing import Any

import pytest

from tests.harness.database import events, execute, rows
from tests.harness.goods import default_variant, fresh_key, movements, new_product, new_warehouse, quantity, stock
from tests.harness.line import OF_CANCELLATIONS, Line
from tests.harness.parallel import Call, send_together
from tests.harness.parcels import (
    DESTINATION,
    FUNDS,
    ORIGIN,
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

OF_ITS_OWN = (
    "id",
    "status",
    "aggregatorOrderId",
    "waybillId",
    "aggregatorTrackingId",
    "trackingPageUrl",
    "courierPrice",
    "createdAt",
    "updatedAt",
)
LAPSE = "UPDATE courier_operations SET lease_until = now() - interval '1 s', holder = NULL WHERE account_id = $1"
# A courier that insures nothing.
UNINSURED = {"courierCode": "wahana", "courierServiceCode": "normal"}


def rebook(client: Client, id: str, body: Any = None, key: str | None = None) -> Answer:
    return client("POST", f"/api/v1/shipments/{id}/rebook", body, key)


def rebooked(client: Client, id: str, body: Any = None, key: str | None = None) -> dict[str, Any]:
    answer = rebook(client, id, body, key)
    assert answer.status == 201, answer.raw
    assert set(answer.data) == {"shipment", "previousShipmentId"}
    assert answer.data["previousShipmentId"] == id
    return answer.data["shipment"]


def cancelling(sent: dict[str, Any]) -> tuple[str, str]:
    return ("POST", f"/v1/orders/{sent['aggregatorOrderId']}/cancel")


@pytest.fixture
def goods(merchant: Client) -> tuple[str, str]:
    """A variant with 5 on the shelf, and its warehouse."""
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    return variant, warehouse


def test_a_pending_shipment_is_replaced_without_a_courier(merchant: Client, courier: Courier, line: Line):
    old = new_shipment(
        merchant, customerId="cus_1", customerEmail="siti@example.com", externalRef="order-1", externalSource="shop"
    )
    before = len(line.seen)
    new = rebooked(merchant, old["id"])
    assert line.seen[before:] == []
    assert new["id"] != old["id"]
    assert {name: new[name] for name in new if name not in OF_ITS_OWN} == {
        name: old[name] for name in old if name not in OF_ITS_OWN
    }
    assert (new["status"], new["waybillId"]) == ("pending", None)
    assert new["aggregatorOrderId"] == "pending-" + new["id"].removeprefix("ship_")
    assert shipment(merchant, old["id"])["status"] == "cancelled"
    assert (total(merchant, "pending"), total(merchant, "cancelled"), total(merchant)) == (1, 1, 2)


def test_the_replacement_of_a_booked_one_is_booked_for_one_charge(merchant: Client, courier: Courier):
    old = booked(merchant)
    new = rebooked(merchant, old["id"], {})
    (order,) = courier.orders(old["id"])
    assert order["status"] == "cancelled"
    assert shipment(merchant, old["id"])["status"] == "cancelled"
    assert credit(merchant) == (FUNDS, 0)
    sent = confirm(merchant, new["id"]).data["shipment"]
    assert sent["waybillId"] not in (None, old["waybillId"])
    (order,) = courier.orders(new["id"])
    assert order["status"] == "confirmed"
    charge, back = ("shipment_charge", -PRICE), ("shipment_refund", PRICE)
    assert ledger(merchant) == [("topup", FUNDS), charge, back, charge]


def test_it_is_told_once_and_not_as_created(merchant: Client, courier: Courier):
    old = booked(merchant)
    new = rebooked(merchant, old["id"])
    (event,) = events(merchant, "shipment.rebooked")
    assert (event.data["shipmentId"], event.data["previousShipmentId"]) == (new["id"], old["id"])
    assert event.data.items() >= new.items()
    assert [event.data["shipmentId"] for event in events(merchant, "shipment.created")] == [old["id"]]
    (ended,) = events(merchant, "shipment.cancelled")
    assert (ended.data["shipmentId"], ended.data["creditRefunded"]) == (old["id"], PRICE)
    assert ended.data["reason"] == f"Replaced by {new['id']}"


@pytest.mark.parametrize("is_booked", [False, True])
def test_stock_moves_to_the_new_one_without_movements(
    merchant: Client, courier: Courier, goods: tuple[str, str], is_booked: bool
):
    variant, warehouse = goods
    create = booked if is_booked else new_shipment
    old = create(merchant, item(variantId=variant, quantity=5))
    before = movements(merchant, variant)
    new = rebooked(merchant, old["id"])
    assert movements(merchant, variant) == before
    (reservation,) = merchant("GET", "/api/v1/stock/reservations").data["reservations"]
    assert (reservation["shipmentId"], reservation["releasedAt"]) == (new["id"], None)
    assert cancel(merchant, new["id"]).status == 200
    assert quantity(merchant, variant, warehouse) == 5
    assert movements(merchant, variant)[-1]["shipmentId"] == new["id"]


def test_a_returned_one_hands_its_stock_over_and_stays_returned(
    merchant: Client, courier: Courier, goods: tuple[str, str]
):
    variant, warehouse = goods
    old = booked(merchant, item(variantId=variant, quantity=2))
    courier.report(old["aggregatorOrderId"], "returned")
    eventually(lambda: shipment(merchant, old["id"])["status"] == "returned")
    new = rebooked(merchant, old["id"])
    assert shipment(merchant, old["id"])["status"] == "returned"
    assert quantity(merchant, variant, warehouse) == 3
    assert credit(merchant) == (FUNDS - PRICE, 0)
    assert events(merchant, "shipment.cancelled") == []
    assert (total(merchant, "returned"), total(merchant, "pending")) == (1, 1)
    cancel(merchant, new["id"])
    assert quantity(merchant, variant, warehouse) == 5


def test_what_a_cancelled_one_gave_back_is_taken_anew(merchant: Client, goods: tuple[str, str]):
    variant, warehouse = goods
    old = new_shipment(merchant, item(variantId=variant, quantity=4))
    cancel(merchant, old["id"])
    other = new_shipment(merchant, item(variantId=variant, quantity=2))
    assert rebook(merchant, old["id"]).error == (409, "STOCK_INSUFFICIENT")
    assert (quantity(merchant, variant, warehouse), total(merchant)) == (3, 2)
    cancel(merchant, other["id"])
    new = rebooked(merchant, old["id"])
    assert quantity(merchant, variant, warehouse) == 1
    movement = movements(merchant, variant)[-1]
    assert (movement["delta"], movement["reason"], movement["shipmentId"]) == (-4, "transfer_out", new["id"])
    assert len(events(merchant, "shipment.cancelled")) == 2


def test_an_archived_variant_is_not_taken_anew_and_what_is_packed_goes_on(merchant: Client, goods: tuple[str, str]):
    variant, warehouse = goods
    packed = new_shipment(merchant, item(variantId=variant, quantity=1))
    old = new_shipment(merchant, item(), item(variantId=variant, quantity=2))
    cancel(merchant, old["id"])
    (product,) = merchant("GET", "/api/v1/products").data["products"]
    merchant("DELETE", f"/api/v1/products/{product['id']}")
    answer = rebook(merchant, old["id"])
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "items.1.variantId")
    assert (quantity(merchant, variant, warehouse), total(merchant)) == (4, 2)
    assert rebooked(merchant, packed["id"])["items"] == packed["items"]


@pytest.mark.parametrize("status", ["picked", "dropping_off", "delivered"])
def test_what_is_on_its_way_is_not_rebooked(merchant: Client, courier: Courier, status: str):
    old = booked(merchant)
    courier.report(old["aggregatorOrderId"], status)
    eventually(lambda: shipment(merchant, old["id"])["status"] != "confirmed")
    assert rebook(merchant, old["id"]).error == (409, "INVALID_STATE")
    assert (total(merchant), credit(merchant)) == (1, (FUNDS - PRICE, 0))


def test_a_replaced_one_is_not_replaced_nor_booked_again(merchant: Client):
    old = new_shipment(merchant)
    new = rebooked(merchant, old["id"])
    assert rebook(merchant, old["id"]).error == (409, "INVALID_STATE")
    assert confirm(merchant, old["id"]).error == (409, "INVALID_STATE")
    assert rebooked(merchant, new["id"])["id"] not in (old["id"], new["id"])


def test_a_shipment_of_nobody_or_of_another_workspace_is_unknown(merchant: Client, stranger: Client):
    assert rebook(merchant, "ship_nobodys").error == (404, "NOT_FOUND")
    assert rebook(stranger, new_shipment(merchant)["id"]).error == (404, "NOT_FOUND")


def test_another_service_has_the_type_that_the_catalogue_says(merchant: Client):
    old = new_shipment(merchant)
    new = rebooked(merchant, old["id"], {"courierCode": "paxel", "courierServiceCode": "small", "price": 70_000})
    assert new["courierType"] == "same_day"


def test_both_paths_rebook_alike(merchant: Client):
    old, key = new_shipment(merchant), fresh_key()
    path = f"/api/v1/shipping/shipments/{old['id']}/rebook"
    answer = merchant("POST", path, {"price": 60_000}, key)
    assert (answer.status, set(answer.data)) == (201, {"shipment", "previousShipmentId"})
    assert (answer.data["previousShipmentId"], answer.data["shipment"]["price"]) == (old["id"], 60_000)
    assert merchant("POST", path, {"price": 60_000}, key).raw == answer.raw
    assert rebook(merchant, old["id"]).error == (409, "INVALID_STATE")
    assert rebooked(merchant, answer.data["shipment"]["id"])["price"] == 60_000


def test_what_is_given_replaces_what_was(merchant: Client):
    old = new_shipment(merchant, insurance=500)
    changes = {
        "courierCode": "paxel",
        "courierServiceCode": "small",
        "courierType": "same_day",
        "price": 70_000,
        "insured": True,
        "insurance": 900,
    }
    new = rebooked(merchant, old["id"], changes)
    assert {name: new[name] for name in changes} == changes


@pytest.mark.parametrize(
    ("changes", "insured", "insurance"),
    [
        ({}, True, 500),
        ({"insured": False}, False, 0),
        ({"insurance": 700}, True, 700),
        ({"insurance": 0}, False, 0),
        ({"insured": False, "insurance": 700}, False, 0),
    ],
)
def test_the_insurance_is_carried_over_unless_it_is_told(
    merchant: Client, changes: dict[str, Any], insured: bool, insurance: int
):
    new = rebooked(merchant, new_shipment(merchant, insurance=500)["id"], changes)
    assert (new["insured"], new["insurance"], new["price"]) == (insured, insurance, PRICE)


def test_insurance_that_the_other_courier_does_not_sell_is_dropped(merchant: Client, courier: Courier):
    for price in ({}, {"price": 60_000}):
        old = booked(merchant, insurance=500)
        new = rebooked(merchant, old["id"], UNINSURED | price)
        assert (new["insured"], new["insurance"]) == (False, 0)
        assert confirm(merchant, new["id"]).status == 200


@pytest.mark.parametrize(("changes", "field"), [({"insured": True}, "insured"), ({"insurance": 700}, "insurance")])
def test_insurance_that_is_asked_of_a_courier_without_any_is_refused_before_the_old_booking_ends(
    merchant: Client, courier: Courier, changes: dict[str, Any], field: str
):
    for booking_key_id, other in (({}, UNINSURED | {"price": 60_000}), (UNINSURED, {})):
        old = booked(merchant, **booking_key_id)
        answer = rebook(merchant, old["id"], other | changes)
        assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
        assert shipment(merchant, old["id"])["status"] == "confirmed"
    assert total(merchant) == 2


def test_an_instant_courier_is_refused_before_the_old_booking_ends_where_it_has_no_coordinates(
    merchant: Client, courier: Courier
):
    old = booked(merchant)
    answer = rebook(merchant, old["id"], {"courierCode": "gojek", "courierServiceCode": "instant", "price": 60_000})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "destination.lat")
    assert shipment(merchant, old["id"])["status"] == "confirmed"


def test_codes_of_another_service_may_be_written_in_capitals(merchant: Client):
    new = rebooked(
        merchant, new_shipment(merchant)["id"], {"courierCode": "JNE", "courierServiceCode": "Yes"} | {"price": 1}
    )
    assert (new["courierCode"], new["courierServiceCode"]) == ("jne", "yes")


def test_another_service_without_a_price_is_quoted(merchant: Client, courier: Courier):
    merchant("PATCH", "/api/v1/shipping/origin", ORIGIN | {"postal": ORIGIN["postalCode"]})
    rates = merchant("POST", "/api/v1/shipping/rates", {"destination": DESTINATION, "items": [item()]}).data["rates"]
    rate = next(rate for rate in rates if rate["courierCode"] == "sicepat")
    new = rebooked(
        merchant,
        new_shipment(merchant)["id"],
        {"courierCode": "sicepat", "courierServiceCode": rate["courierServiceCode"]},
    )
    assert (new["price"], new["insurance"], new["courierType"]) == (rate["price"], 0, rate["courierType"])


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"courierCode": "nobody"}, "courierCode"),
        ({"courierServiceCode": "nothing"}, "courierServiceCode"),
        ({"courierCode": ""}, "courierCode"),
        ({"courierType": "instant"}, "courierType"),
        ({"courierCode": "paxel", "courierServiceCode": "small", "courierType": "standard"}, "courierType"),
        ({"courierType": "by_sea"}, "courierType"),
        ({"price": -1}, "price"),
        ({"insurance": "much"}, "insurance"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(merchant: Client, changes: dict[str, Any], field: str):
    old = new_shipment(merchant)
    answer = rebook(merchant, old["id"], changes)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
    assert shipment(merchant, old["id"])["status"] == "pending"


@pytest.mark.parametrize("is_booked", [False, True])
def test_a_repeat_under_its_key_answers_the_same_bytes(merchant: Client, courier: Courier, is_booked: bool):
    old, key = (booked if is_booked else new_shipment)(merchant), fresh_key()
    first = rebook(merchant, old["id"], key=key)
    again = rebook(merchant, old["id"], key=key)
    assert (first.status, again.status, again.raw) == (201, 201, first.raw)
    assert again.headers["idempotency-replayed"] == "true"
    assert total(merchant) == 2


@pytest.mark.parametrize("is_booked", [False, True])
def test_of_many_at_once_one_replaces_it(merchant: Client, courier: Courier, is_booked: bool):
    old = (booked if is_booked else new_shipment)(merchant)
    path = f"/api/v1/shipments/{old['id']}/rebook"
    answers = send_together([Call(merchant, "POST", path) for _ in range(8)])
    assert [answer.status for answer in answers].count(201) == 1
    refused = {answer.error for answer in answers if answer.status != 201}
    assert refused <= {(409, "INVALID_STATE"), (409, "IDEMPOTENCY_IN_PROGRESS")}
    assert (total(merchant), total(merchant, "pending"), total(merchant, "cancelled")) == (2, 1, 1)
    assert len(events(merchant, "shipment.rebooked")) == 1
    assert rows(merchant, "SELECT shipment_id FROM courier_operations WHERE account_id = $1") == []


def test_a_refusal_of_the_courier_leaves_everything_and_may_be_tried_again(
    merchant: Client, courier: Courier, line: Line
):
    old, key = booked(merchant), fresh_key()
    with line.trouble("refuse", cancelling(old)):
        assert rebook(merchant, old["id"], key=key).error == (409, "INVALID_STATE")
    assert (shipment(merchant, old["id"])["status"], total(merchant)) == ("confirmed", 1)
    assert credit(merchant) == (FUNDS - PRICE, 0)
    assert rebook(merchant, old["id"], key=key).status == 201
    assert credit(merchant) == (FUNDS, 0)


@pytest.mark.parametrize("kind", OF_CANCELLATIONS)
def test_a_rebooking_whose_answer_is_lost_is_carried_to_its_end_by_the_worker(
    merchant: Client, troubled: Client, courier: Courier, line: Line, goods: tuple[str, str], recover: Any, kind: str
):
    variant, _ = goods
    old, key = booked(merchant, item(variantId=variant, quantity=5)), fresh_key()
    before = movements(merchant, variant)
    with line.trouble(kind, cancelling(old)):
        assert rebook(troubled, old["id"], {"price": 60_000}, key).error == (504, "INTEGRATION_ERROR")
    for answer in (rebook(merchant, old["id"]), cancel(merchant, old["id"]), confirm(merchant, old["id"])):
        assert answer.status == 409, answer.raw
    recover()
    answer = rebook(merchant, old["id"], {"price": 60_000}, key)
    assert (answer.status, answer.headers["idempotency-replayed"]) == (201, "true")
    new = answer.data["shipment"]
    assert (new["price"], shipment(merchant, old["id"])["status"]) == (60_000, "cancelled")
    assert movements(merchant, variant) == before
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE), ("shipment_refund", PRICE)]
    assert [len(events(merchant, f"shipment.{name}")) for name in ("rebooked", "cancelled", "created")] == [1, 1, 1]
    assert [order["status"] for order in courier.orders(old["id"])] == ["cancelled"]


def test_the_couriers_echo_does_not_end_it_before_its_replacement_is_there(
    merchant: Client, courier: Courier, line: Line, goods: tuple[str, str], recover: Any, lost: str
):
    variant, warehouse = goods
    old = booked(merchant, item(variantId=variant, quantity=5))
    with line.trouble(lost, cancelling(old)):
        rebook(merchant, old["id"])
    eventually(lambda: len(shipment(merchant, old["id"])["events"]) == 2)
    assert events(merchant, "shipment.status_updated") == []
    assert (shipment(merchant, old["id"])["status"], quantity(merchant, variant, warehouse)) == ("confirmed", 0)
    recover()
    assert shipment(merchant, old["id"])["status"] == "cancelled"
    assert (quantity(merchant, variant, warehouse), total(merchant, "pending")) == (0, 1)
    assert (len(events(merchant, "shipment.cancelled")), events(merchant, "shipment.status_updated")) == (1, [])


def test_an_unclear_booking_is_resolved_first(merchant: Client, courier: Courier, line: Line, lost: str):
    booked(merchant)
    old = new_shipment(merchant)
    with line.trouble(lost):
        assert confirm(merchant, old["id"]).status == 504
    execute(merchant, LAPSE, merchant.account_id)
    rebooked(merchant, old["id"])
    assert [order["status"] for order in courier.orders(old["id"])] == ["cancelled"]
    assert (shipment(merchant, old["id"])["status"], credit(merchant)) == ("cancelled", (FUNDS - PRICE, 0))
