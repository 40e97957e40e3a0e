"""Failed bookings: never booked twice, never lost, never charged for nothing (decisions, section 6)."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.harness.database import events, execute, rows
from tests.harness.goods import default_variant, fresh_key, new_product, new_warehouse, quantity, stock
from tests.harness.line import BOOK, OF_BOOKINGS, Line
from tests.harness.parcels import (
    DESTINATION,
    FUNDS,
    ORIGIN,
    PRICE,
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
from tests.harness.passing import pass_seconds
from tests.harness.service import Answer, Client
from tests.harness.simulator import Courier

RATES = ("POST", "/v1/rates/couriers")


@pytest.fixture
def shipment_id(merchant: Client) -> str:
    """A pending shipment in a workspace that can pay for it."""
    fund(merchant)
    return new_shipment(merchant)["id"]


def count_operations(client: Client) -> int:
    return len(rows(client, "SELECT shipment_id FROM courier_operations WHERE account_id = $1"))


def assert_as_before(client: Client, courier: Courier, id: str) -> None:
    assert shipment(client, id)["status"] == "pending"
    assert shipment(client, id)["aggregatorOrderId"].startswith("pending-")
    assert credit(client) == (FUNDS, 0)
    assert (courier.orders(id), count_operations(client)) == ([], 0)


def assert_booked_once(client: Client, courier: Courier, id: str) -> None:
    (order,) = courier.orders(id)
    assert shipment(client, id)["aggregatorOrderId"] == order["id"]
    assert ledger(client) == [("topup", FUNDS), ("shipment_charge", -PRICE)]
    assert credit(client) == (FUNDS - PRICE, 0)
    assert [event.type for event in events(client, "shipment.", id)] == [
        "svc.shipment.created.v1",
        "svc.shipment.pickup_confirmed.v1",
    ]
    assert (total(client, "confirmed"), count_operations(client)) == (1, 0)


@pytest.mark.parametrize("mood", [{"lose_next_booking": True}, {"fail": "500_after"}, {"fail": "500_after_uncoded"}])
def test_a_lost_answer_is_unclear_until_the_next_confirm_finds_the_order(
    merchant: Client, courier: Courier, shipment_id: str, mood: dict[str, Any]
):
    with courier.in_mood(**mood):
        answer = confirm(merchant, shipment_id)
    assert answer.error == (504, "INTEGRATION_ERROR")
    assert shipment(merchant, shipment_id)["status"] == "pending"
    assert credit(merchant) == (FUNDS, PRICE)
    assert confirm(merchant, shipment_id).status == 200
    assert_booked_once(merchant, courier, shipment_id)


def test_a_refusal_of_one_that_was_taken_for_dead_says_nothing_of_what_the_next_one_booked(
    merchant: Client, courier: Courier, line: Line, shipment_id: str
):
    taken_over = []

    def refuse_late(*_: object) -> tuple[int, Any]:
        pass_seconds(merchant)
        line.troubles[BOOK] = "lose"
        taken_over.append(confirm(merchant, shipment_id))
        return 400, {"success": False, "error": "The courier partner refused the order", "code": 40002040}

    with line.trouble(refuse_late):
        assert confirm(merchant, shipment_id).error == (409, "IDEMPOTENCY_IN_PROGRESS")
    assert taken_over[0].error == (504, "INTEGRATION_ERROR")
    assert (credit(merchant), count_operations(merchant)) == ((FUNDS, PRICE), 1)
    assert confirm(merchant, shipment_id).status == 200
    assert_booked_once(merchant, courier, shipment_id)


@pytest.mark.parametrize("kind", OF_BOOKINGS)
def test_an_outcome_that_nobody_knows_keeps_the_hold(
    merchant: Client, troubled: Client, courier: Courier, line: Line, shipment_id: str, kind: str
):
    with line.trouble(kind):
        assert confirm(troubled, shipment_id).error == (504, "INTEGRATION_ERROR")
    assert shipment(merchant, shipment_id)["status"] == "pending"
    assert credit(merchant) == (FUNDS, PRICE)
    assert confirm(merchant, shipment_id).status == 200
    assert_booked_once(merchant, courier, shipment_id)


def test_the_key_of_an_unclear_booking_may_be_tried_again(
    merchant: Client, courier: Courier, line: Line, shipment_id: str, lost: str
):
    key = fresh_key()
    with line.trouble(lost):
        assert confirm(merchant, shipment_id, key).status == 504
    again = confirm(merchant, shipment_id, key)
    assert again.status == 200
    assert confirm(merchant, shipment_id, key).raw == again.raw
    assert_booked_once(merchant, courier, shipment_id)


def test_what_another_request_resolves_is_remembered_under_the_first_ones_key(
    merchant: Client, courier: Courier, line: Line, shipment_id: str, lost: str
):
    key = fresh_key()
    with line.trouble(lost):
        confirm(merchant, shipment_id, key)
    other = confirm(merchant, shipment_id)
    again = confirm(merchant, shipment_id, key)
    assert (other.status, again.status) == (200, 200)
    assert again.data == other.data
    assert_booked_once(merchant, courier, shipment_id)


def test_a_refusal_after_an_unclear_try_keeps_the_hold(
    merchant: Client, courier: Courier, line: Line, shipment_id: str, lost: str
):
    with line.trouble(lost):
        confirm(merchant, shipment_id)
    with line.trouble("refuse"):
        assert confirm(merchant, shipment_id).error == (502, "INTEGRATION_ERROR")
    assert credit(merchant) == (FUNDS, PRICE)
    assert confirm(merchant, shipment_id).status == 200
    assert_booked_once(merchant, courier, shipment_id)


def test_a_refusal_by_the_courier_gives_its_reason_and_releases_the_hold(
    merchant: Client, courier: Courier, line: Line, shipment_id: str
):
    key = fresh_key()
    with line.trouble("refuse") as requests:
        answer = confirm(merchant, shipment_id, key)
    assert ("POST", "/v1/orders") in requests
    assert answer.error == (502, "INTEGRATION_ERROR")
    assert "The courier partner refused the order" in answer.json["error"]["message"]
    assert_as_before(merchant, courier, shipment_id)
    assert confirm(merchant, shipment_id, key).status == 200
    assert_booked_once(merchant, courier, shipment_id)


def store_as_older_release(client: Client, **stored: str) -> str:
    """A stored draft with what is refused at the draft."""
    shipment_id = new_shipment(client)["id"]
    for column, value in stored.items():
        statement = f"UPDATE shipments SET {column} = $2 WHERE account_id = $1 AND id = $3"
        execute(client, statement, client.account_id, value, shipment_id)
    return shipment_id


def test_a_refusal_for_what_the_caller_sent_is_a_validation_and_releases_the_hold(merchant: Client, courier: Courier):
    fund(merchant)
    shipment_id = store_as_older_release(merchant, courier_service_code="by_owl")
    answer = confirm(merchant, shipment_id)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "courierServiceCode")
    assert_as_before(merchant, courier, shipment_id)


@pytest.mark.parametrize(
    ("side", "nowhere"),
    [
        ("origin", {"postalCode": None}),
        ("origin", {"postalCode": "Bandung"}),
        ("origin", {"postalCode": "00000"}),
        ("destination", {"postalCode": None}),
    ],
)
def test_a_parcel_that_says_in_no_way_where_it_goes_is_a_validation(
    merchant: Client, courier: Courier, side: str, nowhere: dict[str, str | None]
):
    fund(merchant)
    place = (ORIGIN if side == "origin" else DESTINATION) | nowhere
    shipment_id = store_as_older_release(merchant, **{f"{side}_snapshot": json.dumps(place)})
    assert confirm(merchant, shipment_id).error == (400, "VALIDATION")
    assert_as_before(merchant, courier, shipment_id)


@pytest.mark.parametrize("mood", ["refuse", "500", "garbage"])
def test_an_aggregator_in_a_mood_books_nothing_and_holds_nothing(
    merchant: Client, courier: Courier, shipment_id: str, mood: str
):
    with courier.in_mood(fail=mood):
        assert confirm(merchant, shipment_id).error == (502, "INTEGRATION_ERROR")
        assert_as_before(merchant, courier, shipment_id)
    assert confirm(merchant, shipment_id).status == 200


def test_an_aggregator_that_never_answers_is_given_up_on(
    merchant: Client, hasty: Client, courier: Courier, shipment_id: str
):
    with courier.in_mood(fail="silent"):
        assert confirm(hasty, shipment_id).error == (504, "INTEGRATION_ERROR")
    assert_as_before(merchant, courier, shipment_id)


def test_without_a_quote_nothing_is_booked(merchant: Client, courier: Courier, line: Line, shipment_id: str):
    with line.trouble("500", RATES) as requests:
        assert confirm(merchant, shipment_id).error == (502, "INTEGRATION_ERROR")
    assert ("POST", "/v1/orders") not in requests
    assert_as_before(merchant, courier, shipment_id)


def test_credit_that_an_unclear_booking_holds_cannot_be_spent(merchant: Client, line: Line, lost: str):
    fund(merchant, PRICE)
    shipment_id, other = new_shipment(merchant)["id"], new_shipment(merchant)["id"]
    with line.trouble(lost):
        confirm(merchant, shipment_id)
    assert credit(merchant) == (PRICE, PRICE)
    assert confirm(merchant, other).error == (402, "INSUFFICIENT_SHIPPING_CREDIT")


@pytest.mark.parametrize("path", ["/api/v1/shipments", "/api/v1/shipping/shipments"])
def test_a_cancel_finds_the_order_of_an_unclear_booking_and_cancels_it(
    merchant: Client, courier: Courier, line: Line, shipment_id: str, path: str, lost: str
):
    with line.trouble(lost):
        confirm(merchant, shipment_id)
    answer = cancel(merchant, shipment_id, path=path)
    assert (answer.status, answer.data["refunded"]) == (200, PRICE)
    (order,) = courier.orders(shipment_id)
    assert order["status"] == "cancelled"
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE), ("shipment_refund", PRICE)]
    assert credit(merchant) == (FUNDS, 0)
    assert shipment(merchant, shipment_id)["status"] == "cancelled"


def test_a_cancel_of_an_unclear_booking_that_never_was_needs_no_courier(merchant: Client, courier: Courier, line: Line):
    fund(merchant)
    shipment_id = store_as_older_release(merchant, courier_service_code="by_owl")
    with line.trouble("cut"):
        assert confirm(merchant, shipment_id).status == 504
    assert credit(merchant)[1] == PRICE
    answer = cancel(merchant, shipment_id)
    assert (answer.status, answer.data["refunded"]) == (200, 0)
    assert (courier.orders(shipment_id), credit(merchant)) == ([], (FUNDS, 0))


def test_a_cancel_waits_for_nobody_who_cannot_be_asked(
    merchant: Client, courier: Courier, line: Line, shipment_id: str, lost: str
):
    with line.trouble(lost):
        confirm(merchant, shipment_id)
    with line.trouble("cut"):
        answer = cancel(merchant, shipment_id)
    assert answer.error == (504, "INTEGRATION_ERROR")
    assert (shipment(merchant, shipment_id)["status"], credit(merchant)) == ("pending", (FUNDS, PRICE))
    assert cancel(merchant, shipment_id).status == 200
    assert credit(merchant) == (FUNDS, 0)


@pytest.mark.parametrize("finish", [confirm, cancel])
@pytest.mark.parametrize("courier_status", ["cancelled", "rejected", "courier_not_found"])
def test_an_unclear_booking_that_its_courier_ended_gives_stock_and_credit_back(
    merchant: Client,
    courier: Courier,
    line: Line,
    courier_status: str,
    finish: Callable[[Client, str], Answer],
    lost: str,
):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    fund(merchant)
    shipment_id = new_shipment(merchant, item(variantId=variant, quantity=2))["id"]
    with line.trouble(lost):
        confirm(merchant, shipment_id)
    courier.report(courier.orders(shipment_id)[0]["id"], courier_status)
    answer = finish(merchant, shipment_id)
    assert answer.status == 200 or answer.error == (409, "INVALID_STATE")
    assert shipment(merchant, shipment_id)["status"] == "cancelled"
    assert (quantity(merchant, variant, warehouse), credit(merchant)) == (5, (FUNDS, 0))
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE), ("shipment_refund", PRICE)]
    emitted = events(merchant, "shipment.", shipment_id)
    assert [event.type.split(".")[2] for event in emitted] == ["created", "pickup_confirmed", "status_updated"]
    assert (emitted[1].data["status"], emitted[2].data["status"]) == ("confirmed", "cancelled")
    assert (emitted[2].data["creditRefunded"], emitted[2].data["reportedStatus"]) == (PRICE, courier_status)
    assert (total(merchant, "cancelled"), total(merchant)) == (1, 1)
    assert count_operations(merchant) == 0
