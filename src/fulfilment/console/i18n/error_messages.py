"""What a refusal means for whoever reads it, and what to do next (design: Errors)."""

from collections.abc import Callable

import msgspec

from fulfilment.console.i18n import details
from fulfilment.infra.api.errors import ApiError, Forbidden
from fulfilment.infra.api.internal_client import CrossSiteForm
from fulfilment.infra.i18n import N_

NO_PAYMENTS = N_("The operator has not set up payments for this yet.")
_CREDIT_PATH = "/credit"
# For every code: what it means in words, and the page that helps, under the workspace's address, with its label.
MESSAGES: dict[str, tuple[str, str | None, str | None]] = {
    "VALIDATION": (N_("Something that was entered is missing or not accepted."), None, None),
    "VALIDATION_ERROR": (N_("Something that was entered is missing or not accepted."), None, None),
    "NOT_FOUND": (N_("There is no such thing in this workspace."), None, None),
    "FORBIDDEN": (N_("Your role may not do this. Ask the owner of the workspace."), None, None),
    "WORKSPACE_SUSPENDED": (
        N_("The operator suspended this workspace: it can be read, and nothing in it changed."),
        None,
        None,
    ),
    "PLAN_LIMIT": (N_("The plan does not allow more of this."), "/billing", N_("See the plans")),
    "RATE_LIMITED": (N_("That were too many requests in one minute. Wait a moment and send it again."), None, None),
    "SERVICE_UNAVAILABLE": (N_("The service is busy or restarting. Nothing is lost: send it again."), None, None),
    "INTERNAL": (N_("Something went wrong on our side. The request id below leads to it in the log."), None, None),
    "INSUFFICIENT_SHIPPING_CREDIT": (
        N_("The shipping credit does not suffice for this."),
        _CREDIT_PATH,
        N_("Top up"),
    ),
    "STOCK_INSUFFICIENT": (N_("There is not enough stock for this."), "/stock", N_("See the stock")),
    "NEGATIVE_STOCK": (N_("A level cannot go below zero."), None, None),
    "ALREADY_CONFIRMED": (N_("The courier is booked already."), None, None),
    "INVALID_STATE": (N_("Its present state does not allow this."), None, None),
    "PRICE_CHANGED": (N_("The courier asks another price now. Look at the rates again."), None, None),
    "NOT_READY": (N_("It is not ready yet. Try again in a moment."), None, None),
    "NOT_CONFIGURED": (N_("Something has to be set up first."), "/settings", N_("Open the settings")),
    "PLAN_NOT_CONFIGURED": (NO_PAYMENTS, None, None),
    "INTEGRATION_ERROR": (N_("The courier's system refused this or could not be reached."), None, None),
    "IDEMPOTENCY_IN_PROGRESS": (N_("This is being done at the moment. Look again shortly."), None, None),
    "IDEMPOTENCY_KEY_REUSED": (N_("This form was sent before with other contents. Open the page anew."), None, None),
    "PAYLOAD_TOO_LARGE": (N_("That is more than one form may hold."), None, None),
    "METHOD_NOT_ALLOWED": (N_("This address is not for that."), None, None),
    "UNSUPPORTED_MEDIA_TYPE": (N_("This was not sent as a form of the console."), None, None),
    "TOO_MANY_BATCHES": (
        N_("Too many batches are unfinished. Wait for one, or stop one, and send this again."),
        "/batches",
        N_("See the batches"),
    ),
    "CHECKOUT_FAILED": (
        N_("The payment page could not be opened. Nothing was paid: try again in a moment."),
        None,
        None,
    ),
    "CANCEL_FAILED": (
        N_("The payment provider did not confirm that the plan is cancelled. Look here again in a moment."),
        None,
        None,
    ),
    "SKU_TAKEN": (N_("Another variant of this product has this SKU."), None, None),
    "DUPLICATE": (N_("This exists already."), None, None),
}
BOOKING_UNCLEAR = N_(
    "The courier did not answer, so it is not known yet whether the parcel is booked. It is never booked twice: "
    "the service asks again by itself and shows here what came of it."
)
CROSS_SITE_FORM = N_(
    "This was not sent from a page of the console, so nothing was done. Open the page and send it again."
)
_GATEWAY_TIMEOUT_STATUS = 504


class ErrorMessage(msgspec.Struct, frozen=True):
    """A refusal as it is shown. `detail` says more than `title` does, or is empty; a courier's own words stay as they
    are, in whatever language.
    """

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
    """A refusal in the reader's language; how much credit there is, is for those who may see it (decision 128)."""
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
    """What a refusal says beyond the words for its code; most have only a text of their kind, which says no more."""
    message = str(error)
    is_default = message == error.message and not details.is_known(message)
    # Who may do what nobody needs to know but the owner, who may do everything.
    if is_default or isinstance(error, Forbidden | CrossSiteForm):
        return ""
    detail = details.translate_message(message, gettext, can_read_credit=can_read_credit)
    return "" if detail == gettext(title) else detail
