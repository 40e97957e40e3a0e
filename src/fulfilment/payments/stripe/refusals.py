"""Which of the port's errors an answer of Stripe's stands for, and what may be shown of its words."""

import re
from collections.abc import Mapping
from typing import Any

from fulfilment.payments.port import NotFound, Outage, PaymentsError, Refused, Unclear

MESSAGE_LIMIT_CHARACTERS = 300

# Whoever is not let in, or has asked too often, has had nothing done.
_NOT_LET_IN = frozenset({401, 403, 429})
# A request that runs already under the same key; one that was cut off; one that somebody behind Stripe failed at.
_UNSETTLED = frozenset({408, 409, 424})
_RATE_LIMIT, _MISSING, _STUMBLED = "rate_limit", "resource_missing", "api_error"
_KEY = re.compile(r"\b(?:sk|rk|pk|whsec)_[A-Za-z0-9_*]+")
_OUTAGES = {
    401: "The payment provider does not accept the key of this service.",
    403: "The payment provider does not allow this with the key of this service.",
    429: "The payment provider has had too many requests.",
}


def error_of(status: int, body: Mapping[str, Any] | None, key: str) -> PaymentsError:
    """The error that an answer other than a success stands for.

    Only Stripe's own words prove that nothing was done: a page of a gateway's, a redirect, and any 5xx prove nothing.
    """
    if status in _NOT_LET_IN:
        return Outage(_OUTAGES[status])
    error = body.get("error") if body is not None else None
    if not isinstance(error, Mapping) or not 400 <= status < 500:
        return Unclear(f"The payment provider gave an answer that makes no sense (HTTP {status}).")
    message = words(error.get("message"), status, key)
    if status in _UNSETTLED or error.get("type") == _STUMBLED:
        return Unclear(message, timed_out=status == 408)
    if error.get("code") == _RATE_LIMIT:
        return Outage(_OUTAGES[429])
    if status == 404 or error.get("code") == _MISSING:
        return NotFound(message)
    return Refused(message)


def words(said: object, status: int, key: str) -> str:
    """What Stripe said, introduced as its words, and without any key, should it repeat one."""
    known = (
        said[: 2 * MESSAGE_LIMIT_CHARACTERS].replace("\0", "").replace(key, "[key]") if isinstance(said, str) else ""
    )
    shown = _KEY.sub("[key]", known).strip()[:MESSAGE_LIMIT_CHARACTERS]
    if not shown:
        return f"The payment provider refused without saying why (HTTP {status})."
    return f"The payment provider says: {shown}"
