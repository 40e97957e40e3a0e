"""Which language a reader is told in: the one that their browser asks for, of those there are."""

from fulfilment.tracking_page.english import ENGLISH
from fulfilment.tracking_page.indonesian import INDONESIAN
from fulfilment.tracking_page.wording import Wording

# `in` is what Indonesian was called before 1989, and some telephones still say so. Who reads Javanese or Sundanese
# reads Indonesian too.
_KNOWN = {"en": ENGLISH, "id": INDONESIAN, "in": INDONESIAN, "jv": INDONESIAN, "su": INDONESIAN}
WORDINGS = (ENGLISH, INDONESIAN)
# Browsers send a handful.
_MOST_RANGES = 32


def choose(accept_language: str | None) -> Wording:
    """The best liked of the languages there are (RFC 9110, 12.5.4), the first of equals; English for everybody else."""
    best, chosen = 0.0, ENGLISH
    for one in (accept_language or "").split(",", _MOST_RANGES)[:_MOST_RANGES]:
        tag, _, weight = one.partition(";")
        wording = _KNOWN.get(tag.strip().lower().partition("-")[0])
        liking = _weight(weight)
        if wording is not None and liking > best:
            best, chosen = liking, wording
    return chosen


def _weight(said: str) -> float:
    """What `q=0.8` says: 1 where nothing is said, 0 for what makes no sense."""
    name, _, value = said.replace(" ", "").partition("=")
    if not name:
        return 1.0
    is_number = value.isascii() and value.replace(".", "", 1).isdigit()
    return min(1.0, float(value)) if name.lower() == "q" and is_number else 0.0
