"""Error mapping: the port's error for a response of Stripe, and the part of its message that may be shown."""

import re

import msgspec

from fulfilment.payments.port import (
    PaymentsError,
    ProviderObjectNotFound,
    ProviderOutcomeUnknown,
    ProviderRefused,
    ProviderUnavailable,
)
from fulfilment.payments.stripe import schemas

MESSAGE_LIMIT_CHARACTERS = 300

# Stripe has not processed a request with these statuses.
_UNAVAILABLE_STATUSES = frozenset({401, 403, 429})
# A time-out, a running request with the same idempotency key, and a failure of a service behind Stripe.
_UNKNOWN_OUTCOME_STATUSES = frozenset({408, 409, 424})
_failures = msgspec.json.Decoder(schemas.StripeErrorBody)
_RATE_LIMIT, _MISSING, _API_ERROR = "rate_limit", "resource_missing", "api_error"
_KEY = re.compile(r"\b(?:sk|rk|pk|whsec)_[A-Za-z0-9_*]+")
_OUTAGES = {
    401: "The payment provider does not accept the key of this service.",
    403: "The payment provider does not allow this with the key of this service.",
    429: "The payment provider has had too many requests.",
}


def parse_error(status: int, body: bytes | None, key: str) -> PaymentsError:
    """The port's error for a response that is no success; the body is None if it was too large.

    Only an error body of Stripe proves that nothing was done. A gateway's page, a redirect or a 5xx proves nothing.
    """
    if status in _UNAVAILABLE_STATUSES:
        return ProviderUnavailable(_OUTAGES[status])
    error = _decode_error(body) if 400 <= status < 500 else None
    if error is None:
        return ProviderOutcomeUnknown(f"The payment provider gave an answer that makes no sense (HTTP {status}).")
    message = format_message(error.message, status, key)
    if status in _UNKNOWN_OUTCOME_STATUSES or error.type == _API_ERROR:
        return ProviderOutcomeUnknown(message, timed_out=status == 408)
    if error.code == _RATE_LIMIT:
        return ProviderUnavailable(_OUTAGES[429])
    if status == 404 or error.code == _MISSING:
        return ProviderObjectNotFound(message)
    return ProviderRefused(message)


def extract_message(body: bytes | None, status: int, key: str) -> str:
    """The message of an error for the log, which is not shown to the client."""
    error = _decode_error(body)
    return format_message(None if error is None else error.message, status, key)


def _decode_error(body: bytes | None) -> schemas.StripeError | None:
    if body is None:
        return None
    try:
        return schemas.decode(body, _failures).error
    except schemas.InvalidResponse:
        return None


def format_message(message: object, status: int, key: str) -> str:
    """Stripe's message, introduced as such, with any key in it removed."""
    known = (
        message[: 2 * MESSAGE_LIMIT_CHARACTERS].replace("\0", "").replace(key, "[key]")
        if isinstance(message, str)
        else ""
    )
    text = _KEY.sub("[key]", known).strip()[:MESSAGE_LIMIT_CHARACTERS]
    if not text:
        return f"The payment provider refused without saying why (HTTP {status})."
    return f"The payment provider says: {text}"
