"""The way to the payment page and what stands in it: the same for credit and for plans."""

import msgspec

from fulfilment.console.frame.frame import Frame
from fulfilment.console.wording.refusals import Told
from fulfilment.http.errors import ApiError
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Answer
from fulfilment.translations import N_

# What merchants can do nothing about: there is no page of theirs that helps.
_WORDS = {
    "NOT_CONFIGURED": N_("The operator has not set up payments for this yet."),
    "CHECKOUT_FAILED": N_("The payment page could not be opened. Nothing was paid: try again in a moment."),
}


def go(answer: Answer) -> Answered:
    """Lead the browser to the payment page that was opened."""
    return Answered(303, b"", {"Location": answer.data["checkoutUrl"]})


def told(shown: Frame, refusal: ApiError) -> Told:
    """A refusal of a payment page, in the reader's language."""
    said = shown.told(refusal)
    if refusal.code not in _WORDS:
        return said
    return msgspec.structs.replace(said, words=shown.say(_WORDS[refusal.code]), address=None, action=None)
