"""Bookings that go wrong: never twice, never lost, never charged for nothing (decisions, section 6)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.faults.crashes import pass_seconds
from tests.harness.database import events, rows
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
from tests.harness.simulator import Courier
from tests.http.service import Answer, Client

RATES = ("POST", "/v1/rates/couriers")


@pytest.fixture
def made(merchant: Client) -> str:
    """A pending shipment in a workspace that can pay for it."""
    fund(merchant)
    return new_shipment(merchant)["id"]


def calls_under_way(client: Client) -> int:
    return len(rows(client, "SELECT shipment_id FROM courier_calls WHERE account_id = $1"))


def assert_as_before(client: Client, courier: Courier, id: str) -> None:
    assert shipment(client, id)["status"] == "pending"
    assert shipment(client, id)["aggregatorOrderId"].startswith("pending-")
    assert credit(client) == (FUNDS, 0)
    assert (courier.orders(id), calls_under_way(client)) == ([], 0)


def assert_booked_once(client: Client, courier: Courier, id: str) -> None:
    (order,) = courier.orders(id)
    assert shipment(client, id)["aggregatorOrderId"] == order["id"]
    assert ledger(client) == [("topup", FUNDS), ("shipment_charge", -PRICE)]
    assert credit(client) == (FUNDS - PRICE, 0)
    assert [event.type for event in events(client, "shipment.", id)] == [
        "svc.shipment.created.v1",
        "svc.shipment.pickup_confirmed.v1",
    ]
    assert (total(client, "confirmed"), calls_under_way(client)) == (1, 0)


@pytest.mark.parametrize("mood", [{"lose_next_booking": True}, {"fail": "500_after"}, {"fail": "500_after_uncoded"}])
def test_a_lost_answer_is_unclear_until_the_next_confirm_finds_the_order(
    merchant: Client, courier: Courier, made: str, mood: dict[str, Any]
):
    with courier.in_mood(**mood):
        answer = confirm(merchant, made)
    assert answer.refusal == (504, "INTEGRATION_ERROR")
    assert shipment(merchant, made)["status"] == "pending"
    assert credit(merchant) == (FUNDS, PRICE)
    assert confirm(merchant, made).status == 200
    assert_booked_once(merchant, courier, made)


def test_a_refusal_of_one_that_was_taken_for_dead_says_nothing_of_what_the_next_one_booked(
    merchant: Client, courier: Courier, line: Line, made: str
):
    taken_over = []

    def refuse_late(*_: object) -> tuple[int, Any]:
        pass_seconds(merchant)
        line.troubles[BOOK] = "lose"
        taken_over.append(confirm(merchant, made))
        return 400, {"success": False, "error": "The courier partner refused the order", "code": 40002040}

    with line.trouble(refuse_late):
        assert confirm(merchant, made).refusal == (409, "IDEMPOTENCY_IN_PROGRESS")
    assert taken_over[0].refusal == (504, "INTEGRATION_ERROR")
    assert (credit(merchant), calls_under_way(merchant)) == ((FUNDS, PRICE), 1)
    assert confirm(merchant, made).status == 200
    assert_booked_once(merchant, courier, made)


@pytest.mark.parametrize("kind", OF_BOOKINGS)
def test_an_outcome_that_nobody_knows_keeps_the_hold(
    merchant: Client, courier: Courier, line: Line, made: str, kind: str
):
    with line.trouble(kind):
        assert confirm(merchant, made).refusal == (504, "INTEGRATION_ERROR")
    assert shipment(merchant, made)["status"] == "pending"
    assert credit(merchant) == (FUNDS, PRICE)
    assert confirm(merchant, made).status == 200
    assert_booked_once(merchant, courier, made)


def test_the_key_of_an_unclear_booking_may_be_tried_again(
    merchant: Client, courier: Courier, line: Line, made: str, lost: str
):
    key = fresh_key()
    with line.trouble(lost):
        assert confirm(merchant, made, key).status == 504
    again = confirm(merchant, made, key)
    assert again.status == 200
    assert confirm(merchant, made, key).raw == again.raw
    assert_booked_once(merchant, courier, made)


def test_what_another_request_resolves_is_remembered_under_the_first_ones_key(
    merchant: Client, courier: Courier, line: Line, made: str, lost: str
):
    key = fresh_key()
    with line.trouble(lost):
        confirm(merchant, made, key)
    other = confirm(merchant, made)
    again = confirm(merchant, made, key)
    assert (other.status, again.status) == (200, 200)
    assert again.data == other.data
    assert_booked_once(merchant, courier, made)


def test_a_refusal_after_an_unclear_try_keeps_the_hold(
    merchant: Client, courier: Courier, line: Line, made: str, lost: str
):
    with line.trouble(lost):
        confirm(merchant, made)
    with line.trouble("refuse"):
        assert confirm(merchant, made).refusal == (502, "INTEGRATION_ERROR")
    assert credit(merchant) == (FUNDS, PRICE)
    assert confirm(merchant, made).status == 200
    assert_booked_once(merchant, courier, made)


def test_a_refusal_by_the_courier_gives_its_reason_and_releases_the_hold(
    merchant: Client, courier: Courier, line: Line, made: str
):
    key = fresh_key()
    with line.trouble("refuse") as seen:
        answer = confirm(merchant, made, key)
    assert ("POST", "/v1/orders") in seen
    assert answer.refusal == (502, "INTEGRATION_ERROR")
    assert "The courier partner refused the order" in answer.json["error"]["message"]
    assert_as_before(merchant, courier, made)
    assert confirm(merchant, made, key).status == 200
    assert_booked_once(merchant, courier, made)


def test_a_refusal_for_what_the_caller_sent_is_a_validation_and_releases_the_hold(merchant: Client, courier: Courier):
    fund(merchant)
    made = new_shipment(merchant, courierServiceCode="by_owl")["id"]
    answer = confirm(merchant, made)
    assert (answer.refusal, answer.field) == ((400, "VALIDATION"), "courierServiceCode")
    assert_as_before(merchant, courier, made)


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
    made = new_shipment(merchant, **{side: (ORIGIN if side == "origin" else DESTINATION) | nowhere})["id"]
    assert confirm(merchant, made).refusal == (400, "VALIDATION")
    assert_as_before(merchant, courier, made)


@pytest.mark.parametrize("mood", ["refuse", "500", "garbage"])
def test_an_aggregator_in_a_mood_books_nothing_and_holds_nothing(
    merchant: Client, courier: Courier, made: str, mood: str
):
    with courier.in_mood(fail=mood):
        assert confirm(merchant, made).refusal == (502, "INTEGRATION_ERROR")
        assert_as_before(merchant, courier, made)
    assert confirm(merchant, made).status == 200


def test_an_aggregator_that_never_answers_is_given_up_on(merchant: Client, courier: Courier, made: str):
    with courier.in_mood(fail="silent"):
        assert confirm(merchant, made).refusal == (504, "INTEGRATION_ERROR")
    assert_as_before(merchant, courier, made)


def test_without_a_quote_nothing_is_booked(merchant: Client, courier: Courier, line: Line, made: str):
    with line.trouble("500", RATES) as seen:
        assert confirm(merchant, made).refusal == (502, "INTEGRATION_ERROR")
    assert ("POST", "/v1/orders") not in seen
    assert_as_before(merchant, courier, made)


def test_credit_that_an_unclear_booking_holds_cannot_be_spent(merchant: Client, line: Line, lost: str):
    fund(merchant, PRICE)
    made, other = new_shipment(merchant)["id"], new_shipment(merchant)["id"]
    with line.trouble(lost):
        confirm(merchant, made)
    assert credit(merchant) == (PRICE, PRICE)
    assert confirm(merchant, other).refusal == (402, "INSUFFICIENT_SHIPPING_CREDIT")


@pytest.mark.parametrize("path", ["/api/v1/shipments", "/api/v1/shipping/shipments"])
def test_a_cancel_finds_the_order_of_an_unclear_booking_and_cancels_it(
    merchant: Client, courier: Courier, line: Line, made: str, path: str, lost: str
):
    with line.trouble(lost):
        confirm(merchant, made)
    answer = cancel(merchant, made, path=path)
    assert (answer.status, answer.data["refunded"]) == (200, PRICE)
    (order,) = courier.orders(made)
    assert order["status"] == "cancelled"
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE), ("shipment_refund", PRICE)]
    assert credit(merchant) == (FUNDS, 0)
    assert shipment(merchant, made)["status"] == "cancelled"


def test_a_cancel_of_an_unclear_booking_that_never_was_needs_no_courier(merchant: Client, courier: Courier, line: Line):
    fund(merchant)
    made = new_shipment(merchant, item(), courierServiceCode="by_owl")["id"]
    with line.trouble("cut"):
        assert confirm(merchant, made).status == 504
    assert credit(merchant)[1] == PRICE
    answer = cancel(merchant, made)
    assert (answer.status, answer.data["refunded"]) == (200, 0)
    assert (courier.orders(made), credit(merchant)) == ([], (FUNDS, 0))


def test_a_cancel_waits_for_nobody_who_cannot_be_asked(
    merchant: Client, courier: Courier, line: Line, made: str, lost: str
):
    with line.trouble(lost):
        confirm(merchant, made)
    with line.trouble("cut"):
        answer = cancel(merchant, made)
    assert answer.refusal == (504, "INTEGRATION_ERROR")
    assert (shipment(merchant, made)["status"], credit(merchant)) == ("pending", (FUNDS, PRICE))
    assert cancel(merchant, made).status == 200
    assert credit(merchant) == (FUNDS, 0)


@pytest.mark.parametrize("finish", [confirm, cancel])
@pytest.mark.parametrize("said", ["cancelled", "rejected", "courier_not_found"])
def test_an_unclear_booking_that_its_courier_ended_gives_stock_and_credit_back(
    merchant: Client, courier: Courier, line: Line, said: str, finish: Callable[[Client, str], Answer], lost: str
):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    fund(merchant)
    made = new_shipment(merchant, item(variantId=variant, quantity=2))["id"]
    with line.trouble(lost):
        confirm(merchant, made)
    courier.report(courier.orders(made)[0]["id"], said)
    answer = finish(merchant, made)
    assert answer.status == 200 or answer.refusal == (409, "INVALID_STATE")
    assert shipment(merchant, made)["status"] == "cancelled"
    assert (quantity(merchant, variant, warehouse), credit(merchant)) == (5, (FUNDS, 0))
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE), ("shipment_refund", PRICE)]
    told = events(merchant, "shipment.", made)
    assert [event.type.split(".")[2] for event in told] == ["created", "pickup_confirmed", "status_updated"]
    assert (told[1].data["status"], told[2].data["status"]) == ("confirmed", "cancelled")
    assert (told[2].data["creditRefunded"], told[2].data["reportedStatus"]) == (PRICE, said)
    assert (total(merchant, "cancelled"), total(merchant)) == (1, 1)
    assert calls_under_way(merchant) == 0
