"""What a refusal means for whoever reads it, and what to do next (design: Errors)."""

from collections.abc import Callable

import msgspec

from fulfilment.console.wording import details
from fulfilment.http.errors import ApiError
from fulfilment.translations import N_

_CREDIT = "/credit"
# For every code: what it means in words, and the page that helps, under the workspace's address, with its label.
WORDS: dict[str, tuple[str, str | None, str | None]] = {
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
        _CREDIT,
        N_("Top up"),
    ),
    "STOCK_INSUFFICIENT": (N_("There is not enough stock for this."), "/stock", N_("See the stock")),
    "NEGATIVE_STOCK": (N_("A level cannot go below zero."), None, None),
    "ALREADY_CONFIRMED": (N_("The courier is booked already."), None, None),
    "INVALID_STATE": (N_("Its present state does not allow this."), None, None),
    "PRICE_CHANGED": (N_("The courier asks another price now. Look at the rates again."), None, None),
    "NOT_READY": (N_("It is not ready yet. Try again in a moment."), None, None),
    "NOT_CONFIGURED": (N_("Something has to be set up first."), "/settings", N_("Open the settings")),
    "PLAN_NOT_CONFIGURED": (N_("The operator has not set up payments for this yet."), None, None),
    "INTEGRATION_ERROR": (N_("The courier's system refused this or could not be reached."), None, None),
    "IDEMPOTENCY_IN_PROGRESS": (N_("This is being done at the moment. Look again shortly."), None, None),
    "IDEMPOTENCY_KEY_REUSED": (N_("This form was sent before with other contents. Open the page anew."), None, None),
    "PAYLOAD_TOO_LARGE": (N_("That is more than one form may hold."), None, None),
    "SKU_TAKEN": (N_("Another variant of this product has this SKU."), None, None),
    "DUPLICATE": (N_("This exists already."), None, None),
}
UNCLEAR = N_(
    "The courier did not answer, so it is not known yet whether the parcel is booked. It is never booked twice: "
    "the service asks again by itself and shows here what came of it."
)
_TIMED_OUT = 504


class Told(msgspec.Struct, frozen=True):
    """A refusal as it is shown. `detail` is the service's or the courier's own words, in English; the console's
    own are translated.
    """

    code: str
    status: int
    words: str
    detail: str
    field: str | None
    address: str | None
    action: str | None


def tell(refusal: ApiError, say: Callable[[str], str], code: str | None = None, *, sees_credit: bool = False) -> Told:
    """A refusal in the reader's language; how much credit there is, is for those who may see it (decision 128)."""
    code = code or refusal.code
    words, address, action = WORDS.get(code, (N_("This cannot be done."), None, None))
    if address == _CREDIT and not sees_credit:
        address = action = None
    if refusal.status == _TIMED_OUT and code == "INTEGRATION_ERROR":
        words = UNCLEAR
    return Told(
        code=code,
        status=refusal.status,
        words=say(words),
        detail=details.tell(str(refusal), say, sees_credit=sees_credit),
        field=refusal.field,
        address=address,
        action=None if action is None else say(action),
    )
