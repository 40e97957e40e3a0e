"""Biteship's error codes of eight digits, and the port's error for each."""

from fulfilment.aggregators.biteship import mapping
from fulfilment.aggregators.biteship.transport import AggregatorResponse
from fulfilment.aggregators.port import (
    AggregatorDeclined,
    AggregatorError,
    AggregatorNotFound,
    AggregatorUnavailable,
    CancellationDeclined,
    InvalidAggregatorKey,
    InvalidRequest,
    OutcomeUnknown,
)

NO_COURIER_FOR_LOCATION = 40001010
REFERENCE_TAKEN = 40002060
ORDER_NOT_FOUND = 40002057
MESSAGE_LIMIT_CHARACTERS = 300

_KEY_CODES = frozenset({40000001, 40101001, 40101002, 40101003, 40301001, 40301002, 40002001, 40002002, 40002003})
_NOT_FOUND_CODES = frozenset({ORDER_NOT_FOUND, 40003001, 40003003})
_CANCELLATION_CODES = frozenset({40002053, 40002055, 40002056})
# Errors in the caller's input, each with the part of the request it is about, where there is one.
_FIELD_BY_CODE: dict[int, str | None] = {
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


def error_code(response: AggregatorResponse) -> int | None:
    """The code of an error answer; many have none."""
    return mapping.integer(response.body, "code") if response.body and response.body.get("success") is False else None


def error_from_response(response: AggregatorResponse, key: str) -> AggregatorError:
    """The error for a failed request that changes nothing. A 5xx answer is an outage, whatever code it carries."""
    code, message = error_code(response), _error_message(response, key)
    if response.status >= 500:
        return AggregatorUnavailable(message, timed_out=response.status in _TIMED_OUT_STATUSES)
    if code in _KEY_CODES or (code is None and response.status in _KEY_STATUSES):
        return InvalidAggregatorKey(message)
    if code in _NOT_FOUND_CODES:
        return AggregatorNotFound(message)
    if code in _FIELD_BY_CODE:
        return InvalidRequest(message, field=_FIELD_BY_CODE[code])
    if code in _CANCELLATION_CODES:
        return CancellationDeclined(message)
    if _is_declined(response):
        return AggregatorDeclined(message)
    return AggregatorUnavailable(message, timed_out=response.status in _TIMED_OUT_STATUSES)


def error_from_write(response: AggregatorResponse, key: str) -> AggregatorError:
    """The error for a failed booking or cancellation, where only a refusal proves that nothing was done.

    A 5xx status or a code that begins with 5 is no refusal (decisions, section 13).
    """
    error, code = error_from_response(response, key), error_code(response)
    has_failed = response.status >= 500 or response.status == 408 or str(code).startswith("5")
    is_refused = code is not None or 300 <= response.status < 500
    return error if is_refused and not has_failed else OutcomeUnknown(error.message, timed_out=error.timed_out)


def is_order_missing(response: AggregatorResponse) -> bool:
    """True if the aggregator itself says that it has no such order. A gateway's 404 does not count."""
    if response.status >= 500 or response.body is None or response.body.get("success") is not False:
        return False
    code = error_code(response)
    return code == ORDER_NOT_FOUND or (response.status == 404 and code not in _KEY_CODES)


def _is_declined(response: AggregatorResponse) -> bool:
    """True for a structured refusal by the aggregator; those about the balance come without a code."""
    is_structured = response.body is not None and response.body.get("success") is False
    return is_structured and response.status < 500 and response.status not in (408, 429)


def _error_message(response: AggregatorResponse, key: str) -> str:
    """The aggregator's message, introduced as the courier's words, with the key redacted."""
    reported = mapping.text(response.body, "error", "message")
    if reported is None:
        return f"The courier aggregator gave an answer that makes no sense (HTTP {response.status})."
    return f"The courier says: {reported.replace(key, '[key]')[:MESSAGE_LIMIT_CHARACTERS]}"
