"""Biteship's refusals: its eight-digit codes, and what each means to the one who called."""

from fulfilment.aggregators.biteship import fields
from fulfilment.aggregators.biteship.answer import Answer
from fulfilment.aggregators.port import (
    AggregatorError,
    BadKey,
    CallerFault,
    CannotCancel,
    NotFound,
    Outage,
    Refused,
    Unclear,
)

NO_COURIER_FOR_LOCATION = 40001010
REFERENCE_TAKEN = 40002060
ORDER_NOT_FOUND = 40002057
MESSAGE_LIMIT_CHARACTERS = 300

_BAD_KEY = frozenset({40000001, 40101001, 40101002, 40101003, 40301001, 40301002, 40002001, 40002002, 40002003})
_NOT_FOUND = frozenset({ORDER_NOT_FOUND, 40003001, 40003003})
_CANNOT_CANCEL = frozenset({40002053, 40002055, 40002056})
# What the caller sent, and the part of the request it was about where that is one.
_CALLER_FAULTS: dict[int, str | None] = {
    40001001: "destination.postalCode",
    40001002: None,
    40002010: "destination",
    40002011: "origin",
    40002012: "destination.address",
    40002014: "origin.contactName",
    40002015: "origin.contactPhone",
    40002016: "origin.address",
    40002017: "destination.contactName",
    40002018: "destination.contactPhone",
    40002019: "destination.address",
    40002020: "destination.postalCode",
    40002022: "origin",
    40002023: "origin",
    40002024: "destination",
    40002025: "destination",
    40002026: "courierCode",
    40002027: "courierServiceCode",
    40002034: "insured",
    40002038: "items",
}
_TIMED_OUT_STATUSES = frozenset({408, 504})
_KEY_STATUSES = frozenset({401, 403})


def code_of(answer: Answer) -> int | None:
    """The refusal's code; many have none."""
    return fields.whole(answer.body, "code") if answer.body and answer.body.get("success") is False else None


def error_of(answer: Answer, key: str) -> AggregatorError:
    """The error that an answer to a harmless request stands for. Who stumbles is not believed what it says besides."""
    code, message = code_of(answer), _message(answer, key)
    if answer.status >= 500:
        return Outage(message, timed_out=answer.status in _TIMED_OUT_STATUSES)
    if code in _BAD_KEY or (code is None and answer.status in _KEY_STATUSES):
        return BadKey(message)
    if code in _NOT_FOUND:
        return NotFound(message)
    if code in _CALLER_FAULTS:
        return CallerFault(message, field=_CALLER_FAULTS[code])
    if code in _CANNOT_CANCEL:
        return CannotCancel(message)
    if _is_refusal(answer):
        return Refused(message)
    return Outage(message, timed_out=answer.status in _TIMED_OUT_STATUSES)


def error_of_write(answer: Answer, key: str) -> AggregatorError:
    """The same for a booking or a cancellation, of which only a refusal proves that nothing was done.

    A 5xx is none, whatever code it carries, and neither is a code that begins with 5 (decisions, section 13).
    """
    error, code = error_of(answer, key), code_of(answer)
    has_stumbled = answer.status >= 500 or answer.status == 408 or str(code).startswith("5")
    is_refused = code is not None or 300 <= answer.status < 500
    return error if is_refused and not has_stumbled else Unclear(error.message, timed_out=error.timed_out)


def is_missing(answer: Answer) -> bool:
    """Whether the aggregator says that it has no such order, in its own words: a gateway's 404 is none of them."""
    if answer.status >= 500 or answer.body is None or answer.body.get("success") is not False:
        return False
    code = code_of(answer)
    return code == ORDER_NOT_FOUND or (answer.status == 404 and code not in _BAD_KEY)


def _is_refusal(answer: Answer) -> bool:
    """The aggregator declined in its own words; those about the balance come without a code."""
    in_its_words = answer.body is not None and answer.body.get("success") is False
    return in_its_words and answer.status < 500 and answer.status not in (408, 429)


def _message(answer: Answer, key: str) -> str:
    """What the aggregator said, introduced as its words and without the key, should it repeat that."""
    said = fields.text(answer.body, "error", "message")
    if said is None:
        return f"The courier aggregator gave an answer that makes no sense (HTTP {answer.status})."
    return f"The courier says: {said.replace(key, '[key]')[:MESSAGE_LIMIT_CHARACTERS]}"
