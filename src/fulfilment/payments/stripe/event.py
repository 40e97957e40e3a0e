"""Stripe's webhook events: verification of the signature, and the object referred to (decisions, section 9)."""

from datetime import UTC, datetime

import msgspec

from fulfilment.payments.port import BadEvent, EventObject, ProviderEvent
from fulfilment.payments.stripe import mapping, schemas
from fulfilment.webhooks.http import signature as signatures

_INVALID_EVENT = "The body is no event of the payment provider's."
# Prefix of an event's type, kind of object, and True if the object only refers to a payment. The first match counts.
_TYPES: tuple[tuple[str, EventObject, bool], ...] = (
    ("checkout.session.", "session", False),
    ("customer.subscription.", "subscription", False),
    ("invoice.", "invoice", False),
    ("charge.", "payment", True),
    ("refund.", "payment", True),
    ("payment_intent.", "payment", False),
)
_events = msgspec.json.Decoder(schemas.StripeEvent)
_subjects = msgspec.json.Decoder(schemas.EventSubject)


def parse_event(body: bytes, signature: str, secrets: list[str], now: float) -> ProviderEvent:
    """Verify and parse an event that was signed at about `now`, in unix seconds. Raises BadEvent.

    Stripe's library is not used. It fails on headers and bodies that are no text, accepts signatures from the future,
    and builds every object in the body.
    """
    try:
        signatures.verify(signature, body, secrets, now)
    except signatures.SignatureVerificationError as problem:
        raise BadEvent(f"It was not signed by the payment provider: {problem}.") from None
    try:
        stripe_event = schemas.decode(body, _events)
    except schemas.InvalidResponse:
        raise BadEvent(_INVALID_EVENT) from None
    object_type, object_id = _referenced_object(stripe_event)
    return ProviderEvent(
        id=stripe_event.id,
        type=stripe_event.type,
        created_at=datetime.fromtimestamp(stripe_event.created, UTC),
        object_type=object_type,
        object_id=object_id,
    )


def _referenced_object(stripe_event: schemas.StripeEvent) -> tuple[EventObject, str] | tuple[None, None]:
    """The object to fetch. None for events of connected accounts (`account`), whose objects our key cannot fetch."""
    for prefix, object_type, is_of_payment in _TYPES:
        if stripe_event.type.startswith(prefix) and stripe_event.account is None:
            try:
                subject = schemas.decode(bytes(stripe_event.data.object), _subjects)
            except schemas.InvalidResponse:
                return None, None
            object_id = mapping.get_id(subject.payment_intent) if is_of_payment else subject.id
            return (object_type, object_id) if object_id is not None else (None, None)
    return None, None
