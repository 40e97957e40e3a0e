"""Error messages of the console: an API error or a faulty field in plain words, with the next step (design: Errors)."""

import re
from collections.abc import Callable
from functools import cache

import msgspec

from fulfilment.console.i18n.api_messages import API_MESSAGES
from fulfilment.infra.api.errors import ApiError, Forbidden
from fulfilment.infra.api.internal_client import CrossSiteForm
from fulfilment.infra.i18n import N_

# Each word has a shape in addition to its colour, for readers who do not see the colour.
STATUS_BADGES = {
    "pending": (N_("To book"), "waiting", "ring"),
    "confirmed": (N_("Booked"), "moving", "dot"),
    "allocated": (N_("Driver found"), "moving", "dot"),
    "picking_up": (N_("Driver on the way"), "moving", "half"),
    "picked_up": (N_("Picked up"), "moving", "half"),
    "in_transit": (N_("In transit"), "moving", "half"),
    "dropping_off": (N_("Out for delivery"), "moving", "most"),
    "delivered": (N_("Delivered"), "done", "tick"),
    "returned": (N_("Returned"), "trouble", "back"),
    "cancelled": (N_("Cancelled"), "over", "cross"),
}

# Reports of a courier that leave the status as it was, or say why a parcel ended.
EXCEPTION_BADGES = {
    "on_hold": (N_("On hold"), "trouble", "warn"),
    "return_in_transit": (N_("On its way back"), "trouble", "back"),
    "disposed": (N_("Disposed of"), "over", "cross"),
    "rejected": (N_("Refused by the courier"), "over", "cross"),
    "courier_not_found": (N_("No driver found"), "over", "cross"),
}

ROLE_NAMES = {
    "owner": N_("Owner"),
    "packer": N_("Packer"),
    "support": N_("Support"),
    "developer": N_("Developer"),
}


Gettext = Callable[[str], str]

_INSUFFICIENT_CREDIT = re.compile(
    r"^(There is not enough shipping credit: -?[0-9]+ is needed), -?[0-9]+ is available\.$"
)
_SLOT = re.compile(r"%\((\w+)\)s")
# Slots that hold anything; the others hold numbers, and `status` one of the statuses.
_FREE_TEXT_SLOTS = ("words", "others", "last", "reason")


def translate_message(message: str, gettext: Gettext, *, can_read_credit: bool = False) -> str:
    """Message of the service in the words of the console. Unknown messages and a courier's own words stay as they are.

    A reader without the right to see the credit reads only the amount that the request needs (decision 36).
    """
    if not can_read_credit:
        message = _INSUFFICIENT_CREDIT.sub(r"\1.", message)
    match = _match_known(message)
    if match is None:
        return gettext(message) if message else message
    text, slots = match
    return _fill_slots(text, {name: _translate_slot(name, value, gettext) for name, value in slots.items()}, gettext)


def is_known(message: str) -> bool:
    """True for a text that the console has in every language."""
    return _match_known(message) is not None


def _match_known(message: str) -> tuple[str, dict[str, str]] | None:
    """Words of the console for a text of the service, and the values of its slots."""
    if message in API_MESSAGES:
        return API_MESSAGES[message], {}
    for parts, text in _texts_with_slots():
        slots = _extract_slots(message, parts)
        if slots is not None:
            return text, slots
    return None


def _extract_slots(message: str, parts: list[str]) -> dict[str, str] | None:
    """Values of the slots of a text, each as short as can be; None where it is another text.

    Plain search finds them, which is linear for any words of a courier.
    """
    at, end = len(parts[0]), len(message) - len(parts[-1])
    if not message.startswith(parts[0]) or not message.endswith(parts[-1]):
        return None
    slots: dict[str, str] = {}
    for name, literal in zip(parts[1::2], [*parts[2:-1:2], None], strict=True):
        stop = end if literal is None else message.find(literal, at, end)
        if stop <= at or not _is_slot_value(name, message[at:stop]):
            return None
        slots[name] = message[at:stop]
        at = stop + len(literal or "")
    return slots


def _is_slot_value(name: str, value: str) -> bool:
    if name == "status":
        return value in STATUS_BADGES
    return name in _FREE_TEXT_SLOTS or (value.isascii() and value.isdigit())


def _translate_slot(name: str, value: str, gettext: Gettext) -> str:
    if name == "status":
        return gettext(STATUS_BADGES[value][0])
    match = _match_known(value) if name == "reason" else None
    # A reason holds no further reason, so that no text repeats itself without end.
    return value if match is None or "reason" in match[1] else _fill_slots(*match, gettext)


def _fill_slots(text: str, slots: dict[str, str], gettext: Gettext) -> str:
    # A text without slots may have a per cent sign.
    return gettext(text) % slots if slots else gettext(text)


@cache
def _texts_with_slots() -> list[tuple[list[str], str]]:
    """Texts with slots, split into literal parts and names of slots, each with its words."""
    return [(_SLOT.split(text), words) for text, words in API_MESSAGES.items() if _SLOT.search(text)]


NO_PAYMENTS = N_("The operator has not set up payments for this yet.")
_CREDIT_PATH = "/credit"
# Each code with its words, the path of the page that helps under the workspace, and the label of its link.
MESSAGES: dict[str, tuple[str, str | None, str | None]] = {
    "VALIDATION": (N_("Something is missing or not accepted. Check your entries."), None, None),
    "VALIDATION_ERROR": (N_("Something is missing or not accepted. Check your entries."), None, None),
    "NOT_FOUND": (N_("This does not exist in this workspace."), None, None),
    "FORBIDDEN": (N_("Your role does not allow this. Ask the owner of the workspace."), None, None),
    "WORKSPACE_SUSPENDED": (
        N_("The operator has suspended this workspace. You can look at everything but change nothing."),
        None,
        None,
    ),
    "PLAN_LIMIT": (N_("Your plan does not allow more of this."), "/billing", N_("See the plans")),
    "RATE_LIMITED": (N_("Too many requests in one minute. Wait a moment and send it again."), None, None),
    "SERVICE_UNAVAILABLE": (N_("The service is busy or restarting. Nothing is lost. Send it again."), None, None),
    "INTERNAL": (
        N_("Something went wrong on our side. The operator can find it in the log by the request id below."),
        None,
        None,
    ),
    "INSUFFICIENT_SHIPPING_CREDIT": (
        N_("Your shipping credit is not enough for this."),
        _CREDIT_PATH,
        N_("Top up"),
    ),
    "STOCK_INSUFFICIENT": (N_("There is not enough stock for this."), "/stock", N_("See the stock")),
    "NEGATIVE_STOCK": (N_("Stock cannot go below zero."), None, None),
    "ALREADY_CONFIRMED": (N_("The courier is already booked."), None, None),
    "INVALID_STATE": (N_("Its current status does not allow this."), None, None),
    "PRICE_CHANGED": (N_("The courier has changed its price. Check the prices again."), None, None),
    "NOT_READY": (N_("It is not ready yet. Try again in a moment."), None, None),
    "NOT_CONFIGURED": (N_("Something needs to be set up first."), "/settings", N_("Open the settings")),
    "PLAN_NOT_CONFIGURED": (NO_PAYMENTS, None, None),
    "INTEGRATION_ERROR": (N_("The courier's system refused this or could not be reached."), None, None),
    "IDEMPOTENCY_IN_PROGRESS": (N_("This is in progress. Check again in a moment."), None, None),
    "IDEMPOTENCY_KEY_REUSED": (
        N_("This form was already sent with different contents. Open the page again."),
        None,
        None,
    ),
    "PAYLOAD_TOO_LARGE": (N_("This is too much for one form."), None, None),
    "METHOD_NOT_ALLOWED": (N_("This page cannot do that."), None, None),
    "UNSUPPORTED_MEDIA_TYPE": (N_("This was not sent from a form of the console."), None, None),
    "TOO_MANY_BATCHES": (
        N_("Too many batches are in progress. Wait until one ends or stop one, then send this again."),
        "/batches",
        N_("See the batches"),
    ),
    "CHECKOUT_FAILED": (
        N_("The payment page could not be opened. Nothing was paid. Try again in a moment."),
        None,
        None,
    ),
    "CANCEL_FAILED": (
        N_("The payment provider has not confirmed yet that your plan is cancelled. Check again in a moment."),
        None,
        None,
    ),
    "SKU_TAKEN": (N_("Another variant of this product has this SKU."), None, None),
    "DUPLICATE": (N_("This already exists."), None, None),
}
BOOKING_UNCLEAR = N_(
    "The courier did not answer, so it is not known yet whether the parcel is booked. It is "
    "never booked twice. The service keeps asking and shows the result here."
)
CROSS_SITE_FORM = N_(
    "This was not sent from a page of the console, so nothing was done. Open the page and send it again."
)
_GATEWAY_TIMEOUT_STATUS = 504


class ErrorMessage(msgspec.Struct, frozen=True):
    """Error message of a page. `detail` adds to `title`, or is empty; a courier's own words stay in their language."""

    code: str
    status: int
    title: str
    detail: str
    field: str | None
    help_path: str | None
    help_label: str | None


def translate_error(
    error: ApiError, gettext: Callable[[str], str], code: str | None = None, *, can_read_credit: bool = False
) -> ErrorMessage:
    """Error in the reader's language. The amount of credit is for readers with the right to see it (decision 36)."""
    code = code or error.code
    title, help_path, help_label = MESSAGES.get(code, (N_("This cannot be done."), None, None))
    if help_path == _CREDIT_PATH and not can_read_credit:
        help_path = help_label = None
    if error.status == _GATEWAY_TIMEOUT_STATUS and code == "INTEGRATION_ERROR":
        title = BOOKING_UNCLEAR
    if isinstance(error, CrossSiteForm):
        title = CROSS_SITE_FORM
    return ErrorMessage(
        code=code,
        status=error.status,
        title=gettext(title),
        detail=_translate_detail(error, title, gettext, can_read_credit),
        field=error.field,
        help_path=help_path,
        help_label=None if help_label is None else gettext(help_label),
    )


def _translate_detail(error: ApiError, title: str, gettext: Callable[[str], str], can_read_credit: bool) -> str:
    """Words of a refusal beyond those for its code. Most have only the text of their class, which adds nothing."""
    message = str(error)
    is_default = message == error.message and not is_known(message)
    # Only the owner needs to know the rights of each role, and the owner has all of them.
    if is_default or isinstance(error, Forbidden | CrossSiteForm):
        return ""
    detail = translate_message(message, gettext, can_read_credit=can_read_credit)
    return "" if detail == gettext(title) else detail
