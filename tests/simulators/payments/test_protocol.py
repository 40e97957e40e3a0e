"""The protocol: keys, parameters, refusals in Stripe's form, expanding, lists."""

from typing import Any

import pytest
import stripe

from tests.harness.payment_simulator import KEY, Payments
from tests.simulators.payments.buying import (
    BACK,
    create_credit_session,
    create_customer,
    create_plan_session,
    create_subscription,
)
from tests.simulators.payments.sending import Answer, send

SESSIONS = "/v1/checkout/sessions"
ITEM = {"price": "price_starter", "quantity": 1}


def test_without_a_key_or_with_a_wrong_one_nothing_is_answered(payments: Payments) -> None:
    for headers in ({"Authorization": None}, {"Authorization": "Bearer pk_test_x"}, {"Authorization": f"Basic {KEY}"}):
        refused = send(payments.url + "/v1/prices", **headers)
        assert refused.status == 401 and refused.json["error"]["type"] == "invalid_request_error"
    with pytest.raises(stripe.AuthenticationError, match="Invalid API Key"):
        stripe.StripeClient("sk_test_invalid", base_addresses={"api": payments.url}).v1.prices.list()


def test_an_answer_names_the_request_and_the_version(payments: Payments) -> None:
    told = send(payments.url + "/v1/prices", **{"Stripe-Version": "2026-10-28.endive"})
    assert told.headers["request-id"].startswith("req_")
    assert told.headers["stripe-version"] == "2026-10-28.endive"


@pytest.mark.parametrize(
    ("said", "code", "param"),
    [
        ({"line_items": [ITEM], **BACK}, "parameter_missing", "mode"),
        ({"mode": "payment", "line_items": [ITEM], "success_url": None}, "parameter_missing", "success_url"),
        ({"mode": "subscription", "line_items": [ITEM], "colour": "red", **BACK}, "parameter_unknown", "colour"),
        (
            {"mode": "subscription", "line_items": [ITEM | {"colour": "red"}], **BACK},
            "parameter_unknown",
            "line_items[0][colour]",
        ),
        (
            {"mode": "subscription", "line_items": [{"price": "price_starter", "quantity": "some"}], **BACK},
            "parameter_invalid_integer",
            "line_items[0][quantity]",
        ),
        (
            {"mode": "subscription", "line_items": [{"price": "price_gone", "quantity": 1}], **BACK},
            "resource_missing",
            "line_items[0][price]",
        ),
        (
            {"mode": "subscription", "line_items": [ITEM], **BACK, "success_url": "javascript:alert(1)"},
            "url_invalid",
            "success_url",
        ),
        (
            {"mode": "subscription", "line_items": [ITEM], "customer": "cus_gone", **BACK},
            "resource_missing",
            "customer",
        ),
        ({"mode": "subscription", "line_items": [ITEM], "metadata": {"k" * 41: "v"}, **BACK}, None, "metadata"),
    ],
)
def test_what_stripe_would_refuse_is_refused_in_its_words(
    client: stripe.StripeClient, said: dict[str, Any], code: str | None, param: str
) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.checkout.sessions.create({name: value for name, value in said.items() if value is not None})
    assert (refused.value.code, refused.value.param) == (code, param)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"mode": "subscription", "line_items": [ITEM], "currency": "eur"}, "eur"),
        ({"mode": "subscription", "line_items": [{"price": "price_starter_idr"}], "currency": "usd"}, "only supports"),
        ({"mode": "payment", "line_items": [ITEM]}, "recurring"),
        ({"mode": "subscription", "line_items": [ITEM], "payment_intent_data": {"metadata": {"a": "b"}}}, "mode"),
        ({"mode": "subscription", "line_items": [ITEM], "expires_at": 4_000_000_000}, "expires_at"),
        ({"mode": "subscription", "line_items": [ITEM, ITEM]}, "one plan"),
        ({"mode": "payment", "line_items": [{"quantity": 1}]}, "price_data"),
    ],
)
def test_what_does_not_fit_together_is_refused(client: stripe.StripeClient, said: dict[str, Any], words: str) -> None:
    with pytest.raises(stripe.InvalidRequestError, match=words):
        client.v1.checkout.sessions.create(said | BACK)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (SESSIONS, b"a[b=c"),
        (SESSIONS, b"a=1&a[b]=2"),
        (SESSIONS, b"a[b]=1&a=2"),
        (SESSIONS, b"a[b][c][d][e][f][g][h]=1"),
        (SESSIONS, b"&".join(b"a%d=1" % number for number in range(2_000))),
        (SESSIONS, b"mode=%FF%00&line_items=x"),
        ("/v1/customers", b"metadata=x"),
        ("/v1/refunds", b"payment_intent=pi_1&charge=ch_1"),
        ("/v1/refunds", b"payment_intent=pi_1&amount=99999999999999999999999"),
    ],
)
def test_nonsense_is_a_refusal_and_never_a_fault(payments: Payments, path: str, body: bytes) -> None:
    refused = send(payments.url + path, body)
    assert refused.status == 400 and refused.json["error"]["type"] == "invalid_request_error"


def test_json_in_the_place_of_a_form_is_refused(payments: Payments) -> None:
    refused = send(payments.url + "/v1/customers", b"{}", **{"Content-Type": "application/json"})
    assert refused.status == 400


def test_what_is_not_there_is_missing(client: stripe.StripeClient, payments: Payments) -> None:
    for ask in (
        client.v1.customers.retrieve,
        client.v1.checkout.sessions.retrieve,
        client.v1.subscriptions.retrieve,
        client.v1.invoices.retrieve,
        client.v1.payment_intents.retrieve,
        client.v1.disputes.retrieve,
        client.v1.events.retrieve,
        client.v1.prices.retrieve,
    ):
        with pytest.raises(stripe.InvalidRequestError) as refused:
            ask("nothing_1")
        assert (refused.value.http_status, refused.value.code) == (404, "resource_missing")
    assert _unknown(payments, "/v1/nothing").status == 404
    assert "Unrecognized request URL" in _unknown(payments, "/v1/nothing").json["error"]["message"]


def _unknown(payments: Payments, path: str) -> Answer:
    return send(payments.url + path)


def test_expanding_shows_the_object_and_refuses_what_is_none(client: stripe.StripeClient, payments: Payments) -> None:
    page = create_plan_session(client, create_customer(client).id)
    payments.pay(page.id)
    paths = ["customer", "subscription.latest_invoice", "line_items"]
    shown = client.v1.checkout.sessions.retrieve(page.id, {"expand": paths})
    assert shown.customer.email == "ayu@shop.example"
    assert shown.subscription.latest_invoice.status == "paid"
    assert shown.line_items.data[0].price.id == "price_starter"
    for path in ("colour", "amount_total", "customer.email.x", "a.b.c.d.e.f"):
        with pytest.raises(stripe.InvalidRequestError, match="expand"):
            client.v1.checkout.sessions.retrieve(page.id, {"expand": [path]})


def test_what_the_simulator_notes_for_itself_is_never_shown(client: stripe.StripeClient, payments: Payments) -> None:
    bought = create_subscription(client, payments)
    raw = client.v1.subscriptions.retrieve(bought.id).last_response.body
    events = client.v1.events.list({"limit": 50}).last_response.body
    assert '"_' not in raw and '"_' not in events


def test_a_customer_is_changed_and_keeps_what_was_not_said(client: stripe.StripeClient) -> None:
    made = create_customer(client, metadata={"account": "acc_1", "colour": "red"})
    client.v1.customers.update(made.id, {"email": "new@shop.example", "metadata": {"colour": "", "size": "L"}})
    kept = client.v1.customers.retrieve(made.id)
    assert (kept.email, kept.name) == ("new@shop.example", "Ayu")
    assert kept.metadata.to_dict() == {"account": "acc_1", "size": "L"}
    assert [each.id for each in client.v1.customers.list({"email": "new@shop.example"}).data] == [made.id]


def test_the_prices_are_those_of_the_plans_in_hundredths(client: stripe.StripeClient) -> None:
    shown = client.v1.prices.retrieve("price_growth", {"expand": ["currency_options", "product"]})
    amounts = {name: option["unit_amount"] for name, option in shown.currency_options.to_dict().items()}
    assert amounts == {"idr": 79_900_000, "usd": 4_900}
    assert (shown.recurring.interval, shown.product.name) == ("month", "Growth")


def test_a_name_of_another_machine_is_not_answered(payments: Payments) -> None:
    for path in ("/", "/v1/prices", "/_control/health"):
        assert send(payments.url + path, Host="evil.example").status == 421


def test_a_page_of_single_payments_has_the_amount_that_was_said(client: stripe.StripeClient) -> None:
    page = create_credit_session(client, create_customer(client).id, 1_234_500)
    assert (page.amount_total, page.currency, page.mode) == (1_234_500, "idr", "payment")
