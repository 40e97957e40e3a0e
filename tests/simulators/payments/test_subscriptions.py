"""Subscriptions over time: renewed, behind with their payments, ended with their period, ended at once."""

from datetime import UTC, datetime

import pytest
import stripe

from fulfilment_simulators.payments.subscriptions import months_after
from tests.harness.payment_simulator import Payments
from tests.simulators.payments.buying import create_customer, create_plan_session, create_subscription

STARTER = 29_900_000


def period(subscription: stripe.Subscription) -> tuple[int, int]:
    item = subscription["items"].data[0]
    return item.current_period_start, item.current_period_end


def test_every_month_there_is_another_paid_invoice(client: stripe.StripeClient, payments: Payments) -> None:
    bought = create_subscription(client, payments)
    before = period(bought)
    payments.advance(days=63)
    after = client.v1.subscriptions.retrieve(bought.id)
    assert after.status == "active"
    invoices = client.v1.invoices.list({"customer": bought.customer}).data
    assert [(each.status, each.amount_paid, each.billing_reason) for each in invoices] == [
        ("paid", STARTER, "subscription_cycle"),
        ("paid", STARTER, "subscription_cycle"),
        ("paid", STARTER, "subscription_create"),
    ]
    assert [each.created for each in invoices[:2]] == [period(after)[0], before[1]]
    assert after.latest_invoice == invoices[0].id


def test_the_day_of_the_month_comes_back_after_a_short_month() -> None:
    last = int(datetime(2027, 1, 31, 9, tzinfo=UTC).timestamp())
    days = [datetime.fromtimestamp(months_after(last, months), UTC).day for months in (1, 2, 3, 13)]
    assert days == [28, 31, 30, 29]


def test_what_is_cancelled_at_the_period_end_ends_then_and_is_not_billed(
    client: stripe.StripeClient, payments: Payments
) -> None:
    bought = create_subscription(client, payments)
    ending = client.v1.subscriptions.update(bought.id, {"cancel_at_period_end": True})
    assert (ending.status, ending.cancel_at) == ("active", period(bought)[1])
    payments.advance(days=32)
    ended = client.v1.subscriptions.retrieve(bought.id)
    assert (ended.status, ended.ended_at) == ("canceled", period(bought)[1])
    assert len(client.v1.invoices.list({"customer": bought.customer}).data) == 1
    assert client.v1.events.list({"type": "customer.subscription.deleted"}).data[0].data.object.id == bought.id


def test_a_cancellation_can_be_taken_back(client: stripe.StripeClient, payments: Payments) -> None:
    bought = create_subscription(client, payments)
    client.v1.subscriptions.update(bought.id, {"cancel_at_period_end": True})
    kept = client.v1.subscriptions.update(bought.id, {"cancel_at_period_end": False})
    assert (kept.cancel_at, kept.cancel_at_period_end, kept.canceled_at) == (None, False, None)
    payments.advance(days=32)
    assert client.v1.subscriptions.retrieve(bought.id).status == "active"


def test_payments_that_fail_are_tried_again_and_then_it_ends(client: stripe.StripeClient, payments: Payments) -> None:
    bought = create_subscription(client, payments)
    payments.control(f"subscriptions/{bought.id}/collection", fail=True)
    payments.advance(seconds=period(bought)[1] - bought.created + 60)
    behind = client.v1.subscriptions.retrieve(bought.id, {"expand": ["latest_invoice"]})
    assert (behind.status, behind.latest_invoice.status, behind.latest_invoice.attempt_count) == ("past_due", "open", 1)
    assert behind.latest_invoice.next_payment_attempt
    payments.advance(days=3)
    assert client.v1.invoices.retrieve(behind.latest_invoice.id).attempt_count == 2
    payments.advance(days=12)
    assert client.v1.subscriptions.retrieve(bought.id).status == "canceled"
    assert len(client.v1.events.list({"type": "invoice.payment_failed"}).data) == 4


def test_after_the_last_try_it_may_stay_unpaid(client: stripe.StripeClient, payments: Payments) -> None:
    bought = create_subscription(client, payments)
    payments.control(f"subscriptions/{bought.id}/collection", fail=True, afterwards="unpaid")
    payments.advance(days=47)
    assert client.v1.subscriptions.retrieve(bought.id).status == "unpaid"


def test_a_payment_that_succeeds_at_last_makes_it_active_again(client: stripe.StripeClient, payments: Payments) -> None:
    bought = create_subscription(client, payments)
    payments.control(f"subscriptions/{bought.id}/collection", fail=True)
    payments.advance(days=32)
    payments.control(f"subscriptions/{bought.id}/collection", fail=False, now=True)
    again = client.v1.subscriptions.retrieve(bought.id, {"expand": ["latest_invoice"]})
    assert (again.status, again.latest_invoice.status, again.latest_invoice.amount_paid) == ("active", "paid", STARTER)


def test_ending_at_once_credits_what_was_not_used_and_the_credit_pays_the_next_plan(
    client: stripe.StripeClient, payments: Payments
) -> None:
    bought = create_subscription(client, payments)
    payments.advance(days=10)
    ended = client.v1.subscriptions.cancel(bought.id, {"prorate": True, "invoice_now": True})
    assert ended.status == "canceled"
    credit = -client.v1.customers.retrieve(bought.customer).balance
    start, end = period(bought)
    assert credit == STARTER * (end - ended.ended_at) // (end - start)
    given = client.v1.invoices.retrieve(ended.latest_invoice)
    assert (given.total, given.amount_due, given.status) == (-credit, 0, "paid")
    page = create_plan_session(client, bought.customer, "growth")
    payments.pay(page.id)
    invoice = client.v1.checkout.sessions.retrieve(page.id, {"expand": ["invoice"]}).invoice
    assert (invoice.total, invoice.amount_paid, invoice.starting_balance) == (79_900_000, 79_900_000 - credit, -credit)
    assert client.v1.customers.retrieve(bought.customer).balance == 0


def test_a_credit_that_pays_all_leaves_nothing_to_pay(client: stripe.StripeClient, payments: Payments) -> None:
    bought = create_subscription(client, payments, "scale")
    client.v1.subscriptions.cancel(bought.id, {"prorate": True, "invoice_now": True})
    page = create_plan_session(client, bought.customer, "starter")
    payments.pay(page.id)
    done = client.v1.checkout.sessions.retrieve(page.id, {"expand": ["invoice", "subscription"]})
    assert (done.payment_status, done.subscription.status) == ("paid", "active")
    assert (done.invoice.amount_due, done.invoice.status) == (0, "paid")


def test_without_proration_nothing_is_credited(client: stripe.StripeClient, payments: Payments) -> None:
    bought = create_subscription(client, payments)
    client.v1.subscriptions.cancel(bought.id)
    assert client.v1.customers.retrieve(bought.customer).balance == 0


def test_what_has_ended_cannot_be_ended_again_or_changed(client: stripe.StripeClient, payments: Payments) -> None:
    bought = create_subscription(client, payments)
    client.v1.subscriptions.cancel(bought.id)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.subscriptions.cancel(bought.id)
    assert refused.value.code == "resource_missing"
    with pytest.raises(stripe.InvalidRequestError, match="canceled subscription"):
        client.v1.subscriptions.update(bought.id, {"cancel_at_period_end": True})
    assert client.v1.subscriptions.retrieve(bought.id).status == "canceled"


def test_ended_ones_are_listed_to_those_who_ask(client: stripe.StripeClient, payments: Payments) -> None:
    customer = create_customer(client).id
    for _ in range(2):
        payments.pay(create_plan_session(client, customer).id)
    first = client.v1.subscriptions.list({"customer": customer}).data[-1]
    client.v1.subscriptions.cancel(first.id)
    counts = [
        len(client.v1.subscriptions.list({"customer": customer, **said}).data) for said in ({}, {"status": "all"})
    ]
    assert counts == [1, 2]
