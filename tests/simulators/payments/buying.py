"""Purchases of the tests, through the real library."""

from typing import Any

import stripe

SHOP = "http://127.0.0.1:9"
BACK = {"success_url": SHOP + "/paid?session={CHECKOUT_SESSION_ID}", "cancel_url": SHOP + "/left"}


def create_customer(client: stripe.StripeClient, **fields: Any) -> stripe.Customer:
    return client.v1.customers.create({"email": "ayu@shop.example", "name": "Ayu", **fields})


def create_plan_session(client: stripe.StripeClient, customer: str, plan: str = "starter", **fields: Any) -> Any:
    """A page that sells a plan."""
    parameters = {
        "mode": "subscription",
        "customer": customer,
        "line_items": [{"price": f"price_{plan}", "quantity": 1}],
        "client_reference_id": "chk_1",
        "subscription_data": {"metadata": {"reference": "sub_ours"}},
    }
    return client.v1.checkout.sessions.create({**parameters, **BACK, **fields})


def create_credit_session(client: stripe.StripeClient, customer: str, amount: int = 5_000_000, **fields: Any) -> Any:
    """A page that sells credit, for an amount in hundredths of a rupiah."""
    data = {"currency": "idr", "unit_amount": amount, "product_data": {"name": "Shipping credit"}}
    parameters = {
        "mode": "payment",
        "customer": customer,
        "line_items": [{"price_data": data, "quantity": 1}],
        "client_reference_id": "chk_2",
        "payment_intent_data": {"metadata": {"reference": "chk_2"}},
    }
    return client.v1.checkout.sessions.create({**parameters, **BACK, **fields})


def create_subscription(
    client: stripe.StripeClient, payments: Any, plan: str = "starter", **fields: Any
) -> stripe.Subscription:
    """A subscription that was bought and paid."""
    page = create_plan_session(client, create_customer(client).id, plan, **fields)
    payments.pay(page.id)
    bought = client.v1.checkout.sessions.retrieve(page.id).subscription
    return client.v1.subscriptions.retrieve(bought)


def create_payment(client: stripe.StripeClient, payments: Any, amount: int = 5_000_000) -> str:
    """The id of a payment that was made."""
    page = create_credit_session(client, create_customer(client).id, amount)
    payments.pay(page.id)
    return client.v1.checkout.sessions.retrieve(page.id).payment_intent
