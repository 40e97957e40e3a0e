"""Mapping of Stripe's objects to the port's records, and conversion of amounts.

A well-formed object of a kind that the service never creates raises ProviderObjectNotFound; a malformed one raises
ProviderOutcomeUnknown.
"""

import re
from datetime import UTC, datetime
from functools import cache
from typing import TypeVar

import msgspec

from fulfilment.payments.port import (
    CheckoutSession,
    Payment,
    ProviderInvoice,
    ProviderObjectNotFound,
    ProviderOutcomeUnknown,
    ProviderSubscription,
    SubscriptionStatus,
)
from fulfilment.payments.stripe import schemas

IDR = "IDR"
# The keys of our ids in Stripe's metadata.
ACCOUNT, CHECKOUT, SUBSCRIPTION = "account_id", "checkout", "subscription"
_STRIPE_UNITS_OF_A_RUPIAH = 100
_NOT_OURS = "The payment provider's object is of a kind that this service does not make."
_INVALID_SUBSCRIPTION = "The payment provider said something of a subscription that makes no sense."
_OUR_ID = re.compile(r"[A-Za-z0-9_-]{1,255}")
_LINK = re.compile(r"https?://[!-~]{1,4000}", re.IGNORECASE)

# A subscription whose trial ended without a payment method (`paused`) entitles to nothing, like an `unpaid` one.
_STATUSES: dict[str, SubscriptionStatus] = {
    "active": "active",
    "trialing": "active",
    "past_due": "past_due",
    "unpaid": "unpaid",
    "paused": "unpaid",
    "canceled": "canceled",
    "incomplete": "incomplete",
    "incomplete_expired": "canceled",
}
# Disputes that took no money, or whose money was returned. Inquiries take none either.
_HARMLESS_DISPUTES = frozenset({"won", "prevented", "charge_refunded"})
_INQUIRY = "warning_"

Shape = TypeVar("Shape")


def to_stripe(amount: int, currency: str) -> int:
    """An amount of our minor units in Stripe's."""
    return amount * _ratio(currency)


def from_stripe(amount: int, currency: str) -> int:
    """A paid or requested amount in our minor units. Fractions of a rupiah are cut off, toward zero."""
    ratio = _ratio(currency)
    return amount // ratio if amount >= 0 else -(-amount // ratio)


def reversed_from_stripe(amount: int, currency: str) -> int:
    """A reversed amount in our minor units. A fraction of a rupiah is rounded up, so that no unpaid credit remains."""
    return -(-amount // _ratio(currency))


def decode_response(body: bytes, shape: type[Shape]) -> Shape:
    """Decode a response. Raises ProviderOutcomeUnknown if it has another shape."""
    try:
        return schemas.decode(body, _decoder(shape))
    except schemas.InvalidResponse:
        raise ProviderOutcomeUnknown("The payment provider gave an answer that makes no sense.") from None


def to_session(stripe_session: schemas.StripeSession) -> CheckoutSession:
    if stripe_session.mode == "setup":
        raise ProviderObjectNotFound(_NOT_OURS)
    is_free = stripe_session.mode == "subscription" and stripe_session.payment_status == "no_payment_required"
    currency = None if stripe_session.currency is None else stripe_session.currency.upper()
    amount = None
    if stripe_session.amount_total is not None and currency is not None:
        amount = from_stripe(stripe_session.amount_total, currency)
    return CheckoutSession(
        id=stripe_session.id,
        reference=_parse_own_id(stripe_session.client_reference_id),
        mode=stripe_session.mode,
        status=stripe_session.status,
        is_paid=stripe_session.status == "complete" and (stripe_session.payment_status == "paid" or is_free),
        url=_parse_url(stripe_session.url),
        expires_at=_to_datetime(stripe_session.expires_at),
        amount=amount,
        currency=currency,
        customer_id=get_id(stripe_session.customer),
        subscription_id=get_id(stripe_session.subscription),
        payment_id=get_id(stripe_session.payment_intent),
    )


def to_subscription(stripe_subscription: schemas.StripeSubscription) -> ProviderSubscription:
    customer_id, item = get_id(stripe_subscription.customer), next(iter(stripe_subscription.items.data), None)
    price = None if item is None else item.price or item.plan
    if customer_id is None or item is None or price is None:
        raise ProviderObjectNotFound(_NOT_OURS)
    status = _STATUSES.get(stripe_subscription.status)
    period_start = (
        item.current_period_start if item.current_period_start is not None else stripe_subscription.current_period_start
    )
    period_end = (
        item.current_period_end if item.current_period_end is not None else stripe_subscription.current_period_end
    )
    if status is None or period_start is None or period_end is None:
        raise ProviderOutcomeUnknown(_INVALID_SUBSCRIPTION)
    # Stripe's own pages set `cancel_at` to the end of the period, and leave the flag as it was.
    ends_with_period = stripe_subscription.cancel_at_period_end or stripe_subscription.cancel_at == period_end
    cancel_at = (
        stripe_subscription.cancel_at
        if stripe_subscription.cancel_at is not None
        else period_end
        if ends_with_period
        else None
    )
    return ProviderSubscription(
        id=stripe_subscription.id,
        reference=_parse_own_id(stripe_subscription.metadata.get(SUBSCRIPTION)),
        customer_id=customer_id,
        status=status,
        price_id=price.id,
        currency=stripe_subscription.currency.upper(),
        current_period_start=_to_datetime(period_start),
        current_period_end=_to_datetime(period_end),
        cancel_at_period_end=ends_with_period,
        cancel_at=None if cancel_at is None else _to_datetime(cancel_at),
        ended_at=None if stripe_subscription.ended_at is None else _to_datetime(stripe_subscription.ended_at),
        created_at=_to_datetime(stripe_subscription.created),
    )


def to_invoice(stripe_invoice: schemas.StripeInvoice) -> ProviderInvoice:
    customer_id = get_id(stripe_invoice.customer)
    if customer_id is None:
        raise ProviderObjectNotFound(_NOT_OURS)
    details = stripe_invoice.parent.subscription_details if stripe_invoice.parent is not None else None
    details = details or stripe_invoice.subscription_details or schemas.SubscriptionDetails()
    paid_at = stripe_invoice.status_transitions.paid_at
    return ProviderInvoice(
        id=stripe_invoice.id,
        customer_id=customer_id,
        subscription_id=get_id(details.subscription) or get_id(stripe_invoice.subscription),
        subscription_reference=_parse_own_id((details.metadata or {}).get(SUBSCRIPTION)),
        amount=from_stripe(stripe_invoice.total, stripe_invoice.currency),
        currency=stripe_invoice.currency.upper(),
        status=stripe_invoice.status or "draft",
        paid_at=None if paid_at is None else _to_datetime(paid_at),
        receipt_url=_parse_url(stripe_invoice.hosted_invoice_url),
        created_at=_to_datetime(stripe_invoice.created),
    )


def to_payment(intent: schemas.PaymentIntent, disputes: list[schemas.StripeDispute]) -> Payment:
    currency = intent.currency.upper()
    refunded = 0 if intent.latest_charge is None else intent.latest_charge.amount_refunded
    return Payment(
        id=intent.id,
        reference=_parse_own_id(intent.metadata.get(CHECKOUT)),
        currency=currency,
        amount=from_stripe(intent.amount_received, currency),
        refunded=reversed_from_stripe(refunded, currency),
        disputed=reversed_from_stripe(sum(_disputed_amount(dispute, intent) for dispute in disputes), currency),
    )


def get_id(link: schemas.Link) -> str | None:
    return link.id if isinstance(link, schemas.Expanded) else link


def _ratio(currency: str) -> int:
    return _STRIPE_UNITS_OF_A_RUPIAH if currency.upper() == IDR else 1


@cache
def _decoder(shape: type[Shape]) -> "msgspec.json.Decoder[Shape]":
    return msgspec.json.Decoder(shape)


def _disputed_amount(dispute: schemas.StripeDispute, payment: schemas.PaymentIntent) -> int:
    """The disputed amount in Stripe's units of the payment: the whole payment if the dispute has another currency."""
    if dispute.status in _HARMLESS_DISPUTES or dispute.status.startswith(_INQUIRY):
        return 0
    is_same_money = dispute.currency.upper() == payment.currency.upper()
    return dispute.amount if is_same_money else payment.amount_received


def _parse_own_id(text: str | None) -> str | None:
    """Our id in Stripe's metadata, if it is well formed: the metadata can be edited at Stripe."""
    return text if text is not None and _OUR_ID.fullmatch(text) else None


def _parse_url(text: str | None) -> str | None:
    return text if text is not None and _LINK.fullmatch(text) else None


def _to_datetime(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
