"""Hosted checkouts through the real library: plans and single payments, paid, declined, late, and expired."""

from urllib.error import HTTPError

import pytest
import stripe

from tests.harness.payment_simulator import Payments
from tests.simulators.payments.buying import create_credit_session, create_customer, create_plan_session


def test_a_plan_that_is_paid_is_a_subscription_with_its_paid_invoice(
    client: stripe.StripeClient, payments: Payments
) -> None:
    customer = create_customer(client)
    page = create_plan_session(client, customer.id)
    assert (page.status, page.payment_status, page.amount_total, page.currency) == ("open", "unpaid", 29_900_000, "idr")
    assert page.url.startswith(f"{payments.url}/c/pay/cs_test_")
    assert page.subscription is None and page.invoice is None
    payments.pay(page.id)
    expand = ["subscription", "invoice.payments"]
    done = client.v1.checkout.sessions.retrieve(page.id, {"expand": expand})
    assert (done.status, done.payment_status, done.url) == ("complete", "paid", None)
    subscription = done.subscription
    assert (subscription.status, subscription.currency) == ("active", "idr")
    assert subscription.metadata.to_dict() == {"reference": "sub_ours"}
    item = subscription["items"].data[0]
    assert item.price.id == "price_starter"
    assert 28 * 86_400 <= item.current_period_end - item.current_period_start <= 31 * 86_400
    assert (done.invoice.status, done.invoice.amount_paid) == ("paid", 29_900_000)
    assert done.invoice.parent.subscription_details.subscription == subscription.id
    assert done.invoice.parent.subscription_details.metadata.to_dict() == {"reference": "sub_ours"}
    assert done.invoice.status_transitions.paid_at == subscription.created
    paid_by = client.v1.payment_intents.retrieve(done.invoice.payments.data[0].payment.payment_intent)
    assert (paid_by.status, paid_by.amount_received) == ("succeeded", 29_900_000)


@pytest.mark.parametrize(
    ("price", "currency", "amount"),
    [("price_scale", "usd", 12_900), ("price_growth_usd", None, 4_900), ("price_growth", None, 79_900_000)],
)
def test_a_price_has_the_amount_of_its_currency(
    client: stripe.StripeClient, price: str, currency: str | None, amount: int
) -> None:
    said = {"currency": currency} if currency else {}
    page = create_plan_session(client, create_customer(client).id, line_items=[{"price": price, "quantity": 1}], **said)
    assert page.amount_total == amount


def test_a_single_payment_that_is_made_shows_its_charge(client: stripe.StripeClient, payments: Payments) -> None:
    page = create_credit_session(client, create_customer(client).id, 1_000_000)
    assert page.payment_intent is None
    payments.pay(page.id)
    done = client.v1.checkout.sessions.retrieve(page.id, {"expand": ["payment_intent.latest_charge"]})
    intent = done.payment_intent
    assert (intent.status, intent.amount, intent.amount_received) == ("succeeded", 1_000_000, 1_000_000)
    assert intent.metadata.to_dict() == {"reference": "chk_2"}
    assert (intent.latest_charge.paid, intent.latest_charge.amount_refunded) == (True, 0)
    assert done.invoice is None


def test_an_invoice_is_made_of_a_single_payment_where_asked(client: stripe.StripeClient, payments: Payments) -> None:
    page = create_credit_session(client, create_customer(client).id, invoice_creation={"enabled": True})
    payments.pay(page.id)
    invoice = client.v1.checkout.sessions.retrieve(page.id, {"expand": ["invoice"]}).invoice
    assert (invoice.status, invoice.amount_paid, invoice.parent) == ("paid", 5_000_000, None)


def test_a_declined_card_leaves_the_page_open(client: stripe.StripeClient, payments: Payments) -> None:
    page = create_credit_session(client, create_customer(client).id)
    payments.control(f"sessions/{page.id}/decline")
    assert client.v1.checkout.sessions.retrieve(page.id).status == "open"
    payments.pay(page.id)
    assert client.v1.checkout.sessions.retrieve(page.id).payment_status == "paid"


@pytest.mark.parametrize(
    ("outcome", "status", "paid"), [("succeed", "active", "paid"), ("fail", "incomplete_expired", "unpaid")]
)
def test_money_that_comes_later_begins_a_subscription_when_it_is_there(
    client: stripe.StripeClient, payments: Payments, outcome: str, status: str, paid: str
) -> None:
    page = create_plan_session(client, create_customer(client).id)
    payments.pay(page.id, later="succeed")
    waiting = client.v1.checkout.sessions.retrieve(page.id, {"expand": ["subscription"]})
    assert (waiting.status, waiting.payment_status) == ("complete", "unpaid")
    assert waiting.subscription.status == "incomplete"
    payments.settle(page.id, outcome)
    done = client.v1.checkout.sessions.retrieve(page.id, {"expand": ["subscription", "invoice"]})
    assert (done.payment_status, done.subscription.status) == (paid, status)
    assert done.invoice.status == ("paid" if outcome == "succeed" else "void")


@pytest.mark.parametrize(("later", "status"), [("succeed", "paid"), ("fail", "unpaid")])
def test_money_that_is_on_its_way_comes_by_itself_in_a_minute(
    client: stripe.StripeClient, payments: Payments, later: str, status: str
) -> None:
    page = create_credit_session(client, create_customer(client).id)
    payments.pay(page.id, later=later)
    payments.advance(seconds=61)
    assert client.v1.checkout.sessions.retrieve(page.id).payment_status == status
    with pytest.raises(HTTPError) as refused:
        payments.settle(page.id, "succeed")
    assert refused.value.code == 400


def test_an_expired_page_cannot_be_paid_and_a_paid_one_cannot_expire(
    client: stripe.StripeClient, payments: Payments
) -> None:
    customer = create_customer(client).id
    left, done = create_plan_session(client, customer), create_plan_session(client, customer)
    assert client.v1.checkout.sessions.expire(left.id).status == "expired"
    with pytest.raises(HTTPError) as refused:
        payments.pay(left.id)
    assert refused.value.code == 400
    payments.pay(done.id)
    with pytest.raises(stripe.InvalidRequestError, match="complete"):
        client.v1.checkout.sessions.expire(done.id)


def test_a_page_expires_by_itself_after_a_day_or_when_it_was_told_to(
    client: stripe.StripeClient, payments: Payments
) -> None:
    customer = create_customer(client).id
    day = create_credit_session(client, customer)
    hour = create_credit_session(client, customer, expires_at=day.created + 3_600)
    payments.advance(seconds=3_700)
    assert [client.v1.checkout.sessions.retrieve(page.id).status for page in (day, hour)] == ["open", "expired"]
    payments.advance(days=1)
    assert client.v1.checkout.sessions.retrieve(day.id).status == "expired"


def test_two_currencies_at_once_are_refused(client: stripe.StripeClient, payments: Payments) -> None:
    customer = create_customer(client).id
    payments.pay(create_plan_session(client, customer).id)
    with pytest.raises(stripe.InvalidRequestError, match="combine currencies"):
        create_plan_session(client, customer, "growth", currency="usd")


def test_the_pages_of_a_customer_are_listed_by_status(client: stripe.StripeClient) -> None:
    customer, other = create_customer(client).id, create_customer(client).id
    pages = [create_plan_session(client, customer).id for _ in range(3)]
    create_plan_session(client, other)
    client.v1.checkout.sessions.expire(pages[0])
    found = client.v1.checkout.sessions.list({"customer": customer, "status": "open"})
    assert [page.id for page in found.data] == [pages[2], pages[1]]
    first = client.v1.checkout.sessions.list({"customer": customer, "limit": 2})
    rest = client.v1.checkout.sessions.list({"customer": customer, "limit": 2, "starting_after": first.data[-1].id})
    assert ([page.id for page in first.data], first.has_more) == ([pages[2], pages[1]], True)
    assert ([page.id for page in rest.data], rest.has_more) == ([pages[0]], False)
