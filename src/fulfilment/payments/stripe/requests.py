"""Requests to Stripe, in the library's own parameters (docs/decisions/0011-payments.md)."""

from typing import TYPE_CHECKING

from fulfilment.payments.port import CheckoutRequest
from fulfilment.payments.stripe import mapping
from fulfilment.payments.stripe.mapping import ACCOUNT, CHECKOUT, SUBSCRIPTION

if TYPE_CHECKING:
    from stripe.params import (
        CustomerCreateParams,
        CustomerUpdateParams,
        SubscriptionCancelParams,
        SubscriptionUpdateParams,
    )
    from stripe.params.checkout import SessionCreateParams, SessionCreateParamsLineItemPriceData

_UNTITLED = "Payment"


def customer_params(account_id: str) -> "CustomerCreateParams":
    """Parameters of a new customer. They never change: a repeat with one idempotency key must send the same."""
    return {"metadata": {ACCOUNT: account_id}}


def description_params(email: str | None, name: str | None) -> "CustomerUpdateParams":
    """Parameters of an update of a customer. None is left out, since an empty text would delete the present value."""
    told: CustomerUpdateParams = {}
    if email is not None:
        told["email"] = email
    if name is not None:
        told["name"] = name
    return told


def session_params(order: CheckoutRequest) -> "SessionCreateParams":
    """Parameters of a hosted page for a subscription or a payment. The new object gets our ids in its metadata."""
    metadata = {ACCOUNT: order.account_id, CHECKOUT: order.reference}
    if order.subscription_reference is not None:
        metadata[SUBSCRIPTION] = order.subscription_reference
    shared: SessionCreateParams = {
        "client_reference_id": order.reference,
        "customer": order.customer_id,
        "success_url": order.success_url,
        "cancel_url": order.cancel_url,
        "metadata": metadata,
        # The buyer pays in the requested currency, without conversion by Stripe.
        "adaptive_pricing": {"enabled": False},
    }
    more = _plan_params(order, metadata) if order.plan is not None else _top_up_params(order, metadata)
    return {**shared, **more}


def _plan_params(order: CheckoutRequest, metadata: dict[str, str]) -> "SessionCreateParams":
    assert order.price_id is not None
    return {
        "mode": "subscription",
        # Selects a currency of the price. Stripe refuses a price that does not have it.
        "currency": order.currency.lower(),
        "line_items": [{"price": order.price_id, "quantity": 1}],
        "subscription_data": {"metadata": metadata},
    }


def _top_up_params(order: CheckoutRequest, metadata: dict[str, str]) -> "SessionCreateParams":
    price: SessionCreateParamsLineItemPriceData = {
        "currency": order.currency.lower(),
        "unit_amount": mapping.to_stripe(order.amount or 0, order.currency),
        "product_data": {"name": order.title or _UNTITLED},
    }
    return {
        "mode": "payment",
        "line_items": [{"price_data": price, "quantity": 1}],
        "payment_intent_data": {"metadata": metadata},
    }


def cancel_at_period_end_params() -> "SubscriptionUpdateParams":
    return {"cancel_at_period_end": True}


def cancel_now_params(*, is_paid: bool) -> "SubscriptionCancelParams":
    """Parameters of an immediate cancellation. The unused part of a paid period becomes the customer's credit, by an
    invoice that is made at once.

    Stripe assumes that every invoice is paid some day, so an overdue period must not be prorated.
    """
    return {"prorate": is_paid, "invoice_now": is_paid}
