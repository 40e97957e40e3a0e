"""Which language a reader is told in: the one that their browser asks for, of those there are."""

from fulfilment.infra.api.request import Request

# `in` is what Indonesian was called before 1989, and some telephones still say so. Who reads Javanese or Sundanese
# reads Indonesian too.
_KNOWN = {"en": "en", "id": "id", "in": "id", "jv": "id", "su": "id"}
DEFAULT = "en"
# Browsers send a handful.
_MOST_RANGES = 32
# What a workstation has chosen for itself.
COOKIE = "console-language"


def device_language(request: Request) -> str | None:
    """The language that the workstation has chosen; None where it has chosen none that there is."""
    said = request.cookies.get(COOKIE)
    return said if said in _KNOWN.values() else None


def negotiate(request: Request, default: str | None = None) -> str:
    """What the workstation chose, else what is `usual` there, else what the browser asks for."""
    return device_language(request) or default or best_match(request.header("accept-language"))


def best_match(accept_language: str | None) -> str:
    """The best liked of the languages there are (RFC 9110, 12.5.4), the first of equals; English for everybody else."""
    best, chosen = 0.0, DEFAULT
    for one in (accept_language or "").split(",", _MOST_RANGES)[:_MOST_RANGES]:
        tag, _, weight = one.partition(";")
        language = _KNOWN.get(tag.strip().lower().partition("-")[0])
        liking = _weight(weight)
        if language is not None and liking > best:
            best, chosen = liking, language
    return chosen


def _weight(said: str) -> float:
    """What `q=0.8` says: 1 where nothing is said, 0 for what makes no sense."""
    name, _, value = said.replace(" ", "").partition("=")
    if not name:
        return 1.0
    is_number = value.isascii() and value.replace(".", "", 1).isdigit()
    return min(1.0, float(value)) if name.lower() == "q" and is_number else 0.0
