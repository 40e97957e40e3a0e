"""Models of Stripe's objects, with the fields that the service reads.

Stripe answers in the API version of the library. For simulators and proxies of other versions, older positions of
fields are supported too: a subscription's period and an invoice's subscription have moved.
"""

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from fulfilment.infra.api import json_depth

_LARGEST = 2**53 - 1
_LAST_SECOND = 253_402_214_400

# Ids become parts of paths, statements and texts, so only the characters of ids are allowed.
Identifier = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,255}\Z")]
Seconds = Annotated[int, Meta(ge=0, le=_LAST_SECOND)]
Amount = Annotated[int, Meta(ge=-_LARGEST, le=_LARGEST)]
CurrencyCode = Annotated[str, Meta(pattern=r"\A[A-Za-z]{3}\Z")]


class Expanded(Struct, frozen=True):
    """An expanded object instead of its id."""

    id: Identifier


Link = Identifier | Expanded | None


class StripeCustomer(Struct, frozen=True):
    id: Identifier


class StripeSession(Struct, frozen=True):
    """https://docs.stripe.com/api/checkout/sessions/object"""

    id: Identifier
    mode: Literal["payment", "subscription", "setup"]
    status: Literal["open", "complete", "expired"]
    payment_status: str
    expires_at: Seconds
    url: str | None = None
    amount_total: Amount | None = None
    currency: CurrencyCode | None = None
    client_reference_id: str | None = None
    customer: Link = None
    subscription: Link = None
    payment_intent: Link = None


class Price(Struct, frozen=True):
    id: Identifier


class Item(Struct, frozen=True):
    price: Price | None = None
    plan: Price | None = None
    current_period_start: Seconds | None = None
    current_period_end: Seconds | None = None


class Items(Struct, frozen=True):
    data: list[Item]


class StripeSubscription(Struct, frozen=True):
    """https://docs.stripe.com/api/subscriptions/object"""

    id: Identifier
    status: str
    items: Items
    currency: CurrencyCode
    created: Seconds
    customer: Link = None
    metadata: dict[str, str] = {}
    cancel_at_period_end: bool = False
    cancel_at: Seconds | None = None
    ended_at: Seconds | None = None
    current_period_start: Seconds | None = None
    current_period_end: Seconds | None = None


class SubscriptionDetails(Struct, frozen=True):
    subscription: Link = None
    metadata: dict[str, str] | None = None


class Parent(Struct, frozen=True):
    subscription_details: SubscriptionDetails | None = None


class Transitions(Struct, frozen=True):
    paid_at: Seconds | None = None


class StripeInvoice(Struct, frozen=True):
    """https://docs.stripe.com/api/invoices/object"""

    id: Identifier
    total: Amount
    currency: CurrencyCode
    created: Seconds
    status: Literal["draft", "open", "paid", "void", "uncollectible"] | None = None
    customer: Link = None
    parent: Parent | None = None
    subscription: Link = None
    subscription_details: SubscriptionDetails | None = None
    status_transitions: Transitions = Transitions()
    hosted_invoice_url: str | None = None


class InvoiceList(Struct, frozen=True):
    data: list[StripeInvoice]
    has_more: bool


class Charge(Struct, frozen=True):
    amount_refunded: Annotated[int, Meta(ge=0, le=_LARGEST)]


class PaymentIntent(Struct, frozen=True):
    """https://docs.stripe.com/api/payment_intents/object, with its latest charge expanded."""

    id: Identifier
    currency: CurrencyCode
    amount_received: Annotated[int, Meta(ge=0, le=_LARGEST)]
    latest_charge: Charge | None = None
    metadata: dict[str, str] = {}


class StripeDispute(Struct, frozen=True):
    amount: Annotated[int, Meta(ge=0, le=_LARGEST)]
    currency: CurrencyCode
    status: str
    payment_intent: Link = None


class DisputeList(Struct, frozen=True):
    data: list[StripeDispute]


class StripeError(Struct, frozen=True):
    """https://docs.stripe.com/api/errors; each field may have any type, or be absent."""

    type: Any = None
    code: Any = None
    message: Any = None


class StripeErrorBody(Struct, frozen=True):
    error: StripeError


class EventData(Struct, frozen=True):
    # Decoded only for event types that the service uses.
    object: msgspec.Raw


class StripeEvent(Struct, frozen=True):
    """https://docs.stripe.com/api/events/object"""

    id: Identifier
    type: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_.-]{1,255}\Z")]
    created: Seconds
    data: EventData
    account: str | None = None


class EventSubject(Struct, frozen=True):
    """The object of an event: its own id, and that of its payment."""

    id: Identifier | None = None
    payment_intent: Link = None


Shape = TypeVar("Shape")


class InvalidResponse(Exception):
    """The body is no JSON, is nested too deeply, or has another shape."""


def decode(body: bytes, decoder: "msgspec.json.Decoder[Shape]") -> Shape:
    """Decode the fields of the decoder's type, and skip all others. Raises InvalidResponse."""
    if json_depth.exceeds(body):
        raise InvalidResponse
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise InvalidResponse from None
