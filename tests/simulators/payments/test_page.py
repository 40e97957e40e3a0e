"""The hosted page as HTML: its content, its links, and no text on it that becomes markup."""

import pytest
import stripe

from fulfilment_simulators.payments.pages import format_money
from tests.harness.payment_simulator import Payments
from tests.simulators.payments.buying import (
    SHOP,
    create_credit_session,
    create_customer,
    create_payment,
    create_plan_session,
    create_subscription,
)
from tests.simulators.payments.sending import Answer, send

HOSTILE = '"><script>harm()</script>'


def choose(page: stripe.checkout.Session, choice: str) -> Answer:
    return send(page.url, f"choice={choice}".encode())


def test_the_page_says_what_is_bought_and_what_it_costs(client: stripe.StripeClient) -> None:
    plan = send(create_plan_session(client, create_customer(client).id, currency="usd").url)
    assert plan.status == 200 and "Starter" in plan.text and "$19.00" in plan.text and "every month" in plan.text
    credit = send(create_credit_session(client, create_customer(client).id).url)
    assert "Shipping credit" in credit.text and "Rp50.000" in credit.text and "every month" not in credit.text
    assert f'href="{SHOP}/left"' in credit.text


def test_who_pays_returns_to_the_shop_with_the_id_of_the_page(client: stripe.StripeClient) -> None:
    page = create_credit_session(client, create_customer(client).id)
    done = choose(page, "pay")
    assert (done.status, done.headers["location"]) == (303, f"{SHOP}/paid?session={page.id}")
    assert client.v1.checkout.sessions.retrieve(page.id).payment_status == "paid"
    assert "Paid" in send(page.url).text


def test_a_declined_card_says_so_and_another_one_pays(client: stripe.StripeClient) -> None:
    page = create_credit_session(client, create_customer(client).id)
    assert "declined, and nothing was paid" not in send(page.url).text
    again = choose(page, "decline")
    assert (again.status, again.headers["location"]) == (303, f"/c/pay/{page.id}")
    assert "declined, and nothing was paid" in send(page.url).text
    choose(page, "pay")
    assert client.v1.checkout.sessions.retrieve(page.id).payment_status == "paid"


@pytest.mark.parametrize(
    ("choice", "status", "shown"), [("later", "paid", "Paid"), ("never", "unpaid", "did not arrive")]
)
def test_a_transfer_is_on_its_way_for_a_minute(
    client: stripe.StripeClient, payments: Payments, choice: str, status: str, shown: str
) -> None:
    page = create_credit_session(client, create_customer(client).id)
    assert choose(page, choice).headers["location"].startswith(f"{SHOP}/paid")
    assert "on its way" in send(page.url).text
    payments.advance(seconds=61)
    assert client.v1.checkout.sessions.retrieve(page.id).payment_status == status
    assert shown in send(page.url).text


def test_an_expired_page_can_be_left_and_not_paid(client: stripe.StripeClient) -> None:
    page = create_credit_session(client, create_customer(client).id)
    choose(page, "expire")
    assert "has expired" in send(page.url).text
    late = choose(page, "pay")
    assert (late.status, late.headers["location"]) == (303, f"/c/pay/{page.id}")
    assert client.v1.checkout.sessions.retrieve(page.id).status == "expired"


def test_a_second_click_pays_once(client: stripe.StripeClient) -> None:
    page = create_credit_session(client, create_customer(client).id)
    for _ in range(2):
        assert choose(page, "pay").status == 303
    assert len(client.v1.payment_intents.list().data) == 1


def test_an_unknown_choice_changes_nothing(client: stripe.StripeClient) -> None:
    page = create_credit_session(client, create_customer(client).id)
    for body in (b"choice=steal", b"", b"choice=pay%00", b"other=pay"):
        assert send(page.url, body).status == 303
    assert client.v1.checkout.sessions.retrieve(page.id).status == "open"


def test_credit_is_taken_off_what_is_to_pay(client: stripe.StripeClient, payments: Payments) -> None:
    bought = create_subscription(client, payments)
    client.v1.subscriptions.cancel(bought.id, {"prorate": True, "invoice_now": True})
    credit = -client.v1.customers.retrieve(bought.customer).balance
    text = send(create_plan_session(client, bought.customer, "growth").url).text
    assert format_money(credit, "idr") in text and format_money(79_900_000 - credit, "idr") in text


def test_what_anybody_wrote_is_text(client: stripe.StripeClient) -> None:
    customer = client.v1.customers.create({"email": HOSTILE}).id
    data = {"currency": "idr", "unit_amount": 100, "product_data": {"name": HOSTILE}}
    back = {"success_url": f"{SHOP}/{HOSTILE}", "cancel_url": f"{SHOP}/{HOSTILE}"}
    page = create_credit_session(client, customer, line_items=[{"price_data": data, "quantity": 1}], **back)
    assert "<script>" not in send(page.url).text
    assert "%3Cscript%3E" in choose(page, "pay").headers["location"]
    assert "<script>" not in send(page.url).text
    assert "<script>" not in send(page.url.rsplit("/", 3)[0] + "/").text


def test_no_script_runs_no_other_page_frames_it_and_nothing_keeps_it(client: stripe.StripeClient) -> None:
    shown = send(create_credit_session(client, create_customer(client).id).url)
    policy = shown.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert (shown.headers["cache-control"], shown.headers["referrer-policy"]) == ("no-store", "no-referrer")


def test_receipts_show_what_was_paid_and_given_back(client: stripe.StripeClient, payments: Payments) -> None:
    bought = create_subscription(client, payments)
    invoice = client.v1.invoices.retrieve(bought.latest_invoice)
    assert (
        "Rp299.000" in send(invoice.hosted_invoice_url).text and invoice.number in send(invoice.hosted_invoice_url).text
    )
    payment = create_payment(client, payments)
    payments.refund(payment, 1_000_000)
    charge = client.v1.payment_intents.retrieve(payment, {"expand": ["latest_charge"]}).latest_charge
    assert "Rp50.000" in send(charge.receipt_url).text and "Rp10.000" in send(charge.receipt_url).text


def test_links_that_lead_nowhere_say_so(payments: Payments) -> None:
    for path in ("/c/pay/cs_gone", "/receipts/in_gone", "/elsewhere"):
        shown = send(payments.url + path)
        assert shown.status == 404 and "leads nowhere" in shown.text


def test_the_first_page_lists_the_newest_checkouts(client: stripe.StripeClient, payments: Payments) -> None:
    assert "None yet" in send(payments.url + "/").text
    page = create_plan_session(client, create_customer(client).id)
    assert f'href="/c/pay/{page.id}"' in send(payments.url + "/").text


@pytest.mark.parametrize(
    ("hundredths", "currency", "written"),
    [
        (29_900_000, "idr", "Rp299.000"),
        (150, "idr", "Rp1,50"),
        (0, "idr", "Rp0"),
        (1_900, "usd", "$19.00"),
        (123_456_789, "usd", "$1,234,567.89"),
        (-5_000, "usd", "-$50.00"),
    ],
)
def test_money_is_written_as_its_readers_write_it(hundredths: int, currency: str, written: str) -> None:
    assert format_money(hundredths, currency) == written
