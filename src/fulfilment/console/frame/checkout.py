"""The way to the payment page and what stands in it: the same for credit and for plans."""

import msgspec

from fulfilment.console.frame.frame import Frame
from fulfilment.console.wording import refusals
from fulfilment.console.wording.refusals import Told
from fulfilment.http.errors import ApiError
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Answer

_NOT_CONFIGURED = "NOT_CONFIGURED"


def go(answer: Answer) -> Answered:
    """Lead the browser to the payment page that was opened."""
    return Answered(303, b"", {"Location": answer.data["checkoutUrl"]})


def told(shown: Frame, refusal: ApiError) -> Told:
    """A refusal of a payment page, in the reader's language."""
    said = shown.told(refusal)
    if refusal.code != _NOT_CONFIGURED:
        return said
    # Merchants can do nothing about it: there is no page of theirs that helps.
    words = shown.say(refusals.NO_PAYMENTS)
    return msgspec.structs.replace(said, words=words, address=None, action=None)
