"""Redirect to the payment page and the return from it, for credit and for plans."""

from urllib.parse import urlencode

import msgspec

from fulfilment.console.i18n import error_messages
from fulfilment.console.i18n.error_messages import ErrorMessage
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.internal_client import PARTIAL_HEADER, ApiResponse, ConsolePage
from fulfilment.infra.operations.command import EncodedResponse

_NOT_CONFIGURED = "NOT_CONFIGURED"
# The stages of a payment. A plan is in force before its invoice is listed.
WAITING, IN_FORCE, SETTLED = "waiting", "in_force", "settled"


def redirect_to_checkout(response: ApiResponse) -> EncodedResponse:
    """Redirect to the opened payment page."""
    return EncodedResponse(303, b"", {"Location": response.data["checkoutUrl"]})


def translate_error(layout: PageLayout, error: ApiError) -> ErrorMessage:
    """A refusal of a payment page, in the reader's language."""
    message = layout.translate_error(error)
    if error.code != _NOT_CONFIGURED:
        return message
    # Merchants cannot correct it, so no page helps.
    title = layout.gettext(error_messages.NO_PAYMENTS)
    return msgspec.structs.replace(message, title=title, help_path=None, help_label=None)


class CheckoutReturn(msgspec.Struct, frozen=True):
    """A payment that a person returns from. A script polls `poll_url` and replaces the whole page at the next stage.
    The balance, the plan and every list on the page depend on the payment.
    """

    paid: str
    stage: str
    poll_url: str | None


def build_checkout_return(path: str, paid: str, stage: str) -> CheckoutReturn:
    """A payment with the address of its next stage; a settled payment has none."""
    poll_url = None if stage == SETTLED else f"{path}?{urlencode({'paid': paid, 'stage': stage})}"
    return CheckoutReturn(paid, stage, poll_url)


def is_unchanged(page: ConsolePage, checkout_return: CheckoutReturn | None, stage: str | None) -> bool:
    """Tells a script that the payment is still at the stage that its page shows."""
    return PARTIAL_HEADER in page.request.headers and checkout_return is not None and checkout_return.stage == stage
