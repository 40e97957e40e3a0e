"""Which of the port's errors an answer of Stripe's stands for, and what may be shown of its words."""

import re

import msgspec

from fulfilment.payments.port import NotFound, Outage, PaymentsError, Refused, Unclear
from fulfilment.payments.stripe import decoding, shapes

MESSAGE_LIMIT_CHARACTERS = 300

# Whoever is not let in, or has asked too often, has had nothing done.
_NOT_LET_IN = frozenset({401, 403, 429})
# A request that runs already under the same key; one that was cut off; one that somebody behind Stripe failed at.
_UNSETTLED = frozenset({408, 409, 424})
_failures = msgspec.json.Decoder(shapes.Failure)
_RATE_LIMIT, _MISSING, _STUMBLED = "rate_limit", "resource_missing", "api_error"
_KEY = re.compile(r"\b(?:sk|rk|pk|whsec)_[A-Za-z0-9_*]+")
_OUTAGES = {
    401: "The payment provider does not accept the key of this service.",
    403: "The payment provider does not allow this with the key of this service.",
    429: "The payment provider has had too many requests.",
}


def error_of(status: int, body: bytes | None, key: str) -> PaymentsError:
    """The error that an answer stands for which is no success, or too large for one (None).

    Only Stripe's own words prove that nothing was done: a page of a gateway's, a redirect, and any 5xx prove nothing.
    """
    if status in _NOT_LET_IN:
        return Outage(_OUTAGES[status])
    error = _error_in(body) if 400 <= status < 500 else None
    if error is None:
        return Unclear(f"The payment provider gave an answer that makes no sense (HTTP {status}).")
    message = words(error.message, status, key)
    if status in _UNSETTLED or error.type == _STUMBLED:
        return Unclear(message, timed_out=status == 408)
    if error.code == _RATE_LIMIT:
        return Outage(_OUTAGES[429])
    if status == 404 or error.code == _MISSING:
        return NotFound(message)
    return Refused(message)


def words_in(body: bytes | None, status: int, key: str) -> str:
    """The same words, of a refusal that is not to be shown to whoever asked."""
    error = _error_in(body)
    return words(None if error is None else error.message, status, key)


def _error_in(body: bytes | None) -> shapes.Error | None:
    if body is None:
        return None
    try:
        return decoding.decode(body, _failures).error
    except decoding.Senseless:
        return None


def words(said: object, status: int, key: str) -> str:
    """What Stripe said, introduced as its words, and without any key, should it repeat one."""
    known = (
        said[: 2 * MESSAGE_LIMIT_CHARACTERS].replace("\0", "").replace(key, "[key]") if isinstance(said, str) else ""
    )
    shown = _KEY.sub("[key]", known).strip()[:MESSAGE_LIMIT_CHARACTERS]
    if not shown:
        return f"The payment provider refused without saying why (HTTP {status})."
    return f"The payment provider says: {shown}"
