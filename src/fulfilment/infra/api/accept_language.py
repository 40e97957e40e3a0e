"""Content negotiation by language: the device's choice, else the best match of Accept-Language (RFC 9110, 12.5.4)."""

from fulfilment.infra.api.request import Request

# `in` was the code of Indonesian before 1989, and some phones still send it. Readers of Javanese and Sundanese
# read Indonesian, too.
_KNOWN = {"en": "en", "id": "id", "in": "id", "jv": "id", "su": "id"}
DEFAULT = "en"
# Language ranges read of one header; browsers send a handful.
_MOST_RANGES = 32
# The cookie of the device's own choice.
COOKIE = "console-language"


def device_language(request: Request) -> str | None:
    """The language chosen on this device; None without a choice, or for a language that the service does not have."""
    said = request.cookies.get(COOKIE)
    return said if said in _KNOWN.values() else None


def negotiate(request: Request, default: str | None = None) -> str:
    """The language chosen on this device, else `default`, else the best match of Accept-Language."""
    return device_language(request) or default or best_match(request.header("accept-language"))


def best_match(accept_language: str | None) -> str:
    """The available language of the highest weight (RFC 9110, 12.5.4), the first of equals; English without a match."""
    best, chosen = 0.0, DEFAULT
    for one in (accept_language or "").split(",", _MOST_RANGES)[:_MOST_RANGES]:
        tag, _, weight = one.partition(";")
        language = _KNOWN.get(tag.strip().lower().partition("-")[0])
        liking = _weight(weight)
        if language is not None and liking > best:
            best, chosen = liking, language
    return chosen


def _weight(said: str) -> float:
    """The weight in `q=0.8`: 1 if it is absent, 0 if it is malformed."""
    name, _, value = said.replace(" ", "").partition("=")
    if not name:
        return 1.0
    is_number = value.isascii() and value.replace(".", "", 1).isdigit()
    return min(1.0, float(value)) if name.lower() == "q" and is_number else 0.0
