"""Stripe's objects as records of the port.

What is well formed and cannot be ours, since we never make its like, is NotFound; what is not well formed is Unclear.
"""

import re
from datetime import UTC, datetime
from functools import cache
from typing import TypeVar

import msgspec

from fulfilment.payments.port import Invoice, NotFound, Payment, Session, Subscription, SubscriptionStatus, Unclear
from fulfilment.payments.stripe import decoding, money, shapes

# What our own ids are found by at Stripe.
ACCOUNT, CHECKOUT, SUBSCRIPTION = "account_id", "checkout", "subscription"
_SENSELESS = "The payment provider said something of a subscription that makes no sense."

Shape = TypeVar("Shape")
_NOT_OURS = "The payment provider's object is of a kind that this service does not make."
_OUR_ID = re.compile(r"[A-Za-z0-9_-]{1,255}")
_LINK = re.compile(r"https?://[!-~]{1,4000}", re.IGNORECASE)

# A subscription whose trial ended without a way to pay (`paused`) gives nothing, as one whose payments were given up.
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
# Inquiries, and what the bank has given back or never took, leave the money where it is.
_HARMLESS_DISPUTES = frozenset({"won", "prevented", "charge_refunded"})
_INQUIRY = "warning_"


def decoded(body: bytes, shape: type[Shape]) -> Shape:
    """Raises Unclear for an answer of another form."""
    try:
        return decoding.decode(body, _decoder(shape))
    except decoding.Senseless:
        raise Unclear("The payment provider gave an answer that makes no sense.") from None


@cache
def _decoder(shape: type[Shape]) -> "msgspec.json.Decoder[Shape]":
    return msgspec.json.Decoder(shape)


def session(said: shapes.Session) -> Session:
    if said.mode == "setup":
        raise NotFound(_NOT_OURS)
    is_free = said.mode == "subscription" and said.payment_status == "no_payment_required"
    currency = None if said.currency is None else said.currency.upper()
    has_amount = said.amount_total is not None and currency is not None
    return Session(
        id=said.id,
        reference=_our_id(said.client_reference_id),
        mode=said.mode,
        status=said.status,
        is_paid=said.status == "complete" and (said.payment_status == "paid" or is_free),
        url=_link(said.url),
        expires_at=_moment(said.expires_at),
        amount=money.whole(said.amount_total, currency) if has_amount else None,
        currency=currency,
        customer_id=id_of(said.customer),
        subscription_id=id_of(said.subscription),
        payment_id=id_of(said.payment_intent),
    )


def subscription(said: shapes.Subscription) -> Subscription:
    customer_id, item = id_of(said.customer), next(iter(said.items.data), None)
    price = None if item is None else item.price or item.plan
    if customer_id is None or item is None or price is None:
        raise NotFound(_NOT_OURS)
    status = _STATUSES.get(said.status)
    starts = item.current_period_start if item.current_period_start is not None else said.current_period_start
    ends = item.current_period_end if item.current_period_end is not None else said.current_period_end
    if status is None or starts is None or ends is None:
        raise Unclear(_SENSELESS)
    # Stripe's own pages ask for the end of the period by its time, and leave the flag as it was.
    ends_with_period = said.cancel_at_period_end or said.cancel_at == ends
    cancel_at = said.cancel_at if said.cancel_at is not None else ends if ends_with_period else None
    return Subscription(
        id=said.id,
        reference=_our_id(said.metadata.get(SUBSCRIPTION)),
        customer_id=customer_id,
        status=status,
        price_id=price.id,
        currency=said.currency.upper(),
        current_period_start=_moment(starts),
        current_period_end=_moment(ends),
        cancel_at_period_end=ends_with_period,
        cancel_at=None if cancel_at is None else _moment(cancel_at),
        ended_at=None if said.ended_at is None else _moment(said.ended_at),
        created_at=_moment(said.created),
    )


def invoice(said: shapes.Invoice) -> Invoice:
    customer_id = id_of(said.customer)
    if customer_id is None:
        raise NotFound(_NOT_OURS)
    details = said.parent.subscription_details if said.parent is not None else None
    details = details or said.subscription_details or shapes.SubscriptionDetails()
    paid_at = said.status_transitions.paid_at
    return Invoice(
        id=said.id,
        customer_id=customer_id,
        subscription_id=id_of(details.subscription) or id_of(said.subscription),
        subscription_reference=_our_id((details.metadata or {}).get(SUBSCRIPTION)),
        amount=money.whole(said.total, said.currency),
        currency=said.currency.upper(),
        status=said.status or "draft",
        paid_at=None if paid_at is None else _moment(paid_at),
        receipt_url=_link(said.hosted_invoice_url),
        created_at=_moment(said.created),
    )


def payment(said: shapes.PaymentIntent, disputes: list[shapes.Dispute]) -> Payment:
    currency = said.currency.upper()
    refunded = 0 if said.latest_charge is None else said.latest_charge.amount_refunded
    return Payment(
        id=said.id,
        reference=_our_id(said.metadata.get(CHECKOUT)),
        currency=currency,
        amount=money.whole(said.amount_received, currency),
        refunded=money.taken_back(refunded, currency),
        disputed=money.taken_back(sum(_withdrawn(dispute, said) for dispute in disputes), currency),
    )


def id_of(link: shapes.Link) -> str | None:
    return link.id if isinstance(link, shapes.Expanded) else link


def _withdrawn(dispute: shapes.Dispute, payment: shapes.PaymentIntent) -> int:
    """What the bank took, in Stripe's units of the payment; all of it where the dispute counts in other money."""
    if dispute.status in _HARMLESS_DISPUTES or dispute.status.startswith(_INQUIRY):
        return 0
    is_same_money = dispute.currency.upper() == payment.currency.upper()
    return dispute.amount if is_same_money else payment.amount_received


def _our_id(text: str | None) -> str | None:
    """Anybody with the account's key can write there what they like."""
    return text if text is not None and _OUR_ID.fullmatch(text) else None


def _link(text: str | None) -> str | None:
    return text if text is not None and _LINK.fullmatch(text) else None


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
