"""Which language a reader is told in: the one that their browser asks for, of those there are."""

from fulfilment.http import languages
from fulfilment.tracking_page import wording
from fulfilment.tracking_page.wording import Wording


def choose(accept_language: str | None) -> Wording:
    """The wording that a browser asks for; English where it asks for none of ours."""
    return wording.of(languages.choose(accept_language))
