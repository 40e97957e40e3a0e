"""Refunds and disputes of a payment, by the API and by the controls."""

from urllib.error import HTTPError

import pytest
import stripe

from tests.harness.payment_simulator import Payments
from tests.simulators.payments.buying import create_credit_session, create_customer, create_payment

AMOUNT = 5_000_000


def charge_of(client: stripe.StripeClient, payment: str) -> stripe.Charge:
    return client.v1.payment_intents.retrieve(payment, {"expand": ["latest_charge"]}).latest_charge


def test_parts_are_given_back_until_nothing_is_left(client: stripe.StripeClient, payments: Payments) -> None:
    payment = create_payment(client, payments)
    payments.refund(payment, 1_000_000)
    charge = charge_of(client, payment)
    assert (charge.amount_refunded, charge.refunded) == (1_000_000, False)
    with pytest.raises(HTTPError) as refused:
        payments.refund(payment, 4_000_001)
    assert refused.value.code == 400
    client.v1.refunds.create({"payment_intent": payment, "reason": "requested_by_customer"})
    charge = charge_of(client, payment)
    assert (charge.amount_refunded, charge.refunded) == (AMOUNT, True)
    with pytest.raises(stripe.InvalidRequestError) as done:
        client.v1.refunds.create({"payment_intent": payment})
    assert done.value.code == "charge_already_refunded"
    assert len(client.v1.refunds.list({"payment_intent": payment}).data) == 2


def test_a_refund_that_the_bank_sends_back_counts_no_more(client: stripe.StripeClient, payments: Payments) -> None:
    payment = create_payment(client, payments)
    made = payments.refund(payment)
    assert payments.control(f"refunds/{made['id']}/fail")["status"] == "failed"
    assert charge_of(client, payment).amount_refunded == 0


def test_what_was_not_paid_cannot_be_given_back(client: stripe.StripeClient, payments: Payments) -> None:
    page = create_credit_session(client, create_customer(client).id)
    payments.pay(page.id, later="fail")
    payment = client.v1.checkout.sessions.retrieve(page.id).payment_intent
    payments.settle(page.id, "fail")
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.refunds.create({"payment_intent": payment})


@pytest.mark.parametrize(("outcome", "moved"), [("won", [-AMOUNT, AMOUNT]), ("lost", [-AMOUNT])])
def test_a_dispute_takes_the_money_until_it_is_won(
    client: stripe.StripeClient, payments: Payments, outcome: str, moved: list[int]
) -> None:
    payment = create_payment(client, payments)
    made = payments.dispute(payment)
    found = client.v1.disputes.list({"payment_intent": payment}).data
    assert [(each.id, each.status, each.amount) for each in found] == [(made["id"], "needs_response", AMOUNT)]
    assert charge_of(client, payment).disputed
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.refunds.create({"payment_intent": payment})
    assert refused.value.code == "charge_disputed"
    payments.close_dispute(made["id"], outcome)
    closed = client.v1.disputes.retrieve(made["id"])
    assert (closed.status, [row.amount for row in closed.balance_transactions]) == (outcome, moved)
    with pytest.raises(HTTPError):
        payments.close_dispute(made["id"], outcome)


def test_an_inquiry_takes_nothing(client: stripe.StripeClient, payments: Payments) -> None:
    payment = create_payment(client, payments)
    made = payments.dispute(payment, inquiry=True)
    assert (made["status"], made["balance_transactions"]) == ("warning_needs_response", [])
    payments.close_dispute(made["id"], "lost")
    assert client.v1.disputes.retrieve(made["id"]).status == "warning_closed"


def test_a_part_is_disputed_of_what_was_not_given_back(client: stripe.StripeClient, payments: Payments) -> None:
    payment = create_payment(client, payments)
    payments.refund(payment, 4_000_000)
    with pytest.raises(HTTPError):
        payments.dispute(payment, 1_000_001)
    assert payments.dispute(payment)["amount"] == 1_000_000
