"""Idempotency keys: the same answer to the same request, a refusal to another, and one at a time."""

import threading

import pytest
import stripe

from tests.harness.payment_simulator import Payments
from tests.simulators.payments.buying import BACK, create_credit_session, create_customer
from tests.simulators.payments.sending import send

CUSTOMERS = "/v1/customers"
NAMED = {"Idempotency-Key": "key_1"}


def test_a_repeat_is_answered_the_same_and_says_so(payments: Payments) -> None:
    first = send(payments.url + CUSTOMERS, b"name=Ayu", **NAMED)
    again = send(payments.url + CUSTOMERS, b"name=Ayu", **NAMED)
    assert (again.status, again.json) == (200, first.json)
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert again.headers["request-id"] != first.headers["request-id"]
    assert payments.health()["objects"]["customer"] == 1


def test_another_request_under_the_key_is_refused(payments: Payments) -> None:
    send(payments.url + CUSTOMERS, b"name=Ayu", **NAMED)
    for path, body in ((CUSTOMERS, b"name=Budi"), ("/v1/refunds", b"name=Ayu")):
        refused = send(payments.url + path, body, **NAMED)
        assert (refused.status, refused.json["error"]["type"]) == (400, "idempotency_error")


def test_the_library_knows_what_that_means(client: stripe.StripeClient) -> None:
    client.v1.customers.create({"name": "Ayu"}, {"idempotency_key": "key_2"})
    with pytest.raises(stripe.IdempotencyError):
        client.v1.customers.create({"name": "Budi"}, {"idempotency_key": "key_2"})


def test_two_at_once_are_one_and_a_conflict(payments: Payments, client: stripe.StripeClient) -> None:
    payments.fail("delay", "customers.create", delay_ms=3_000)
    made: list[str] = []
    slow = threading.Thread(target=lambda: made.append(client.v1.customers.create({}, {"idempotency_key": "key_3"}).id))
    slow.start()
    while not payments.health()["objects"]["customer"]:
        assert slow.is_alive()
    twin = send(payments.url + CUSTOMERS, b"", **{"Idempotency-Key": "key_3"})
    assert (twin.status, twin.json["error"]["code"]) == (409, "idempotency_key_in_use")
    slow.join()
    assert client.v1.customers.create({}, {"idempotency_key": "key_3"}).id == made[0]


def test_a_refused_parameter_leaves_the_key_free(payments: Payments) -> None:
    assert send(payments.url + CUSTOMERS, b"colour=red", **NAMED).status == 400
    assert send(payments.url + CUSTOMERS, b"name=Ayu", **NAMED).status == 200


def test_a_refusal_of_what_was_begun_is_repeated(payments: Payments, client: stripe.StripeClient) -> None:
    page = create_credit_session(client, create_customer(client).id)
    options = {"idempotency_key": "key_4"}
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.refunds.create({"payment_intent": "pi_gone"}, options)
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.refunds.create({"payment_intent": "pi_gone"}, options)
    again = send(payments.url + "/v1/refunds", b"payment_intent=pi_gone", **{"Idempotency-Key": "key_4"})
    assert (again.status, again.headers["idempotent-replayed"]) == (404, "true")
    assert page.status == "open"


def test_a_key_is_forgotten_after_a_day(payments: Payments, client: stripe.StripeClient) -> None:
    first = client.v1.customers.create({}, {"idempotency_key": "key_5"}).id
    payments.advance(days=0.9)
    assert client.v1.customers.create({}, {"idempotency_key": "key_5"}).id == first
    payments.advance(days=0.2)
    assert client.v1.customers.create({}, {"idempotency_key": "key_5"}).id != first


def test_a_repeated_checkout_is_the_page_as_it_was_answered(payments: Payments, client: stripe.StripeClient) -> None:
    asked = {"mode": "subscription", "line_items": [{"price": "price_starter", "quantity": 1}], **BACK}
    first = client.v1.checkout.sessions.create(asked, {"idempotency_key": "chk_1"})
    payments.pay(first.id)
    again = client.v1.checkout.sessions.create(asked, {"idempotency_key": "chk_1"})
    assert (again.id, again.status) == (first.id, "open")
    assert client.v1.checkout.sessions.retrieve(first.id).status == "complete"


@pytest.mark.parametrize("key", ["", "k" * 256])
def test_a_key_has_bounds(payments: Payments, key: str) -> None:
    assert send(payments.url + CUSTOMERS, b"", **{"Idempotency-Key": key}).status == 400
