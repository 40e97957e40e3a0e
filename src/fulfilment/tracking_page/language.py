"""Which language a reader is told in: the one that their browser asks for, of those there are."""

from fulfilment.infra.api import accept_language as api_accept_language
from fulfilment.tracking_page import wording
from fulfilment.tracking_page.wording import Wording


def choose_wording(accept_language: str | None) -> Wording:
    """The wording that a browser asks for; English where it asks for none of ours."""
    return wording.load_wording(api_accept_language.best_match(accept_language))
