"""The memos that the service itself writes into the credit ledger, in the words of the statement."""

from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.credits import outstanding, purchase, reversals
from fulfilment.infra.i18n import N_

_MEMO_TEXTS = {
    purchase.MEMO: N_("Bought on a payment page"),
    reversals.REVERSAL_MEMO: N_("A payment was refunded or disputed"),
    reversals.REINSTATEMENT_MEMO: N_("A refund or dispute was withdrawn"),
    outstanding.MEMO: N_("Owed for payments that were refunded or disputed"),
}


def translate_memo(layout: PageLayout, memo: str) -> str:
    """A memo in the reader's language; a memo that a person wrote stays as it is."""
    text = _MEMO_TEXTS.get(memo)
    return memo if text is None else layout.gettext(text)
