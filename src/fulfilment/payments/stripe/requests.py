"""What Stripe is sent, in the library's own parameters (docs/decisions/0071)."""

from typing import Any

from fulfilment.payments.port import Checkout
from fulfilment.payments.stripe import money
from fulfilment.payments.stripe.readings import ACCOUNT, CHECKOUT, SUBSCRIPTION

_UNTITLED = "Payment"
Params = dict[str, Any]


def customer(account_id: str) -> Params:
    """Nothing that may change: under one idempotency key only the very same is taken."""
    return {"metadata": {ACCOUNT: account_id}}


def description(email: str | None, name: str | None) -> Params:
    """What nobody said stays out of it, since an empty text takes away what the customer has."""
    return {field: said for field, said in (("email", email), ("name", name)) if said is not None}


def checkout(order: Checkout) -> Params:
    """A hosted page for a subscription, or for one payment. What it begins bears our ids too."""
    metadata = {ACCOUNT: order.account_id, CHECKOUT: order.reference}
    if order.subscription_reference is not None:
        metadata[SUBSCRIPTION] = order.subscription_reference
    shared: Params = {
        "client_reference_id": order.reference,
        "customer": order.customer_id,
        "success_url": order.success_url,
        "cancel_url": order.cancel_url,
        "metadata": metadata,
        # The buyer pays in the currency that was asked for, not in one that Stripe converts it to.
        "adaptive_pricing": {"enabled": False},
    }
    return shared | (_plan(order, metadata) if order.plan is not None else _top_up(order, metadata))


def _plan(order: Checkout, metadata: dict[str, str]) -> Params:
    return {
        "mode": "subscription",
        # Of a price with several currencies this chooses one; a price that has another only is refused.
        "currency": order.currency.lower(),
        "line_items": [{"price": order.price_id, "quantity": 1}],
        "subscription_data": {"metadata": metadata},
    }


def _top_up(order: Checkout, metadata: dict[str, str]) -> Params:
    price = {
        "currency": order.currency.lower(),
        "unit_amount": money.to_stripe(order.amount or 0, order.currency),
        "product_data": {"name": order.title or _UNTITLED},
    }
    return {
        "mode": "payment",
        "line_items": [{"price_data": price, "quantity": 1}],
        "payment_intent_data": {"metadata": metadata},
    }


def ending_with_period() -> Params:
    return {"cancel_at_period_end": True}


def ending_now(*, is_paid: bool) -> Params:
    """What was paid and not used becomes credit of the customer's, by an invoice that is made at once.

    Stripe takes for granted that every invoice is paid some day, so what is overdue must not be prorated.
    """
    return {"prorate": is_paid, "invoice_now": is_paid}
