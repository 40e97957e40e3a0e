"""Which language a reader is told in: the one that their browser asks for, of those there are."""

from fulfilment.http import languages
from fulfilment.tracking_page.english import ENGLISH
from fulfilment.tracking_page.indonesian import INDONESIAN
from fulfilment.tracking_page.wording import Wording

WORDINGS = (ENGLISH, INDONESIAN)
_BY_LANGUAGE = {wording.language: wording for wording in WORDINGS}


def choose(accept_language: str | None) -> Wording:
    """The wording that a browser asks for; English where it asks for none of ours."""
    return _BY_LANGUAGE[languages.choose(accept_language)]
