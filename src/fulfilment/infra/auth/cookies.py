"""Cookies of the console: HttpOnly, for this host alone, and Secure except in development over http.

With the prefix `__Host-`, browsers refuse a cookie of that name from another host or from a page without TLS
(RFC 6265bis, section 4.1.3.2).
"""

from collections.abc import Iterable

from fulfilment.settings import Settings

# No browser stores more cookies for one site, and few sites have a tenth of it.
MOST_BYTES = 16_384
MOST_COOKIES = 200

_HOST = "__Host-"
_GONE = "Max-Age=0"


def parse(headers: Iterable[bytes]) -> dict[str, str]:
    """The cookies in a request's `Cookie` headers by name. A repeated name is ignored: its source is ambiguous.

    Empty for headers that are longer than any browser sends.
    """
    joined = b"; ".join(headers)
    if len(joined) > MOST_BYTES or joined.count(b";") >= MOST_COOKIES:
        return {}
    found: dict[str, str] = {}
    twice = set()
    for pair in joined.decode("latin-1").split(";"):
        name, is_cookie, value = pair.strip().partition("=")
        if is_cookie and name in found:
            twice.add(name)
        found[name] = value
    return {name: value for name, value in found.items() if name not in twice}


def name_of(plain: str, settings: Settings) -> str:
    """The name of the cookie with its prefix; without one in development over http."""
    return plain if _is_plain(settings) else _HOST + plain


def build(plain: str, value: str, settings: Settings, seconds: int | None = None) -> str:
    """A Set-Cookie header value. Without `seconds` it is a session cookie, which ends with the browser."""
    lasting = [] if seconds is None else [f"Max-Age={seconds}"]
    return "; ".join((f"{name_of(plain, settings)}={value}", *lasting, *_bounds(settings)))


def expire(plain: str, settings: Settings) -> str:
    """A Set-Cookie header value that deletes the cookie."""
    return "; ".join((f"{name_of(plain, settings)}=", _GONE, *_bounds(settings)))


def _bounds(settings: Settings) -> tuple[str, ...]:
    secure = () if _is_plain(settings) else ("Secure",)
    return ("Path=/", "HttpOnly", *secure, "SameSite=Lax")


def _is_plain(settings: Settings) -> bool:
    return settings.is_development and settings.base_url.startswith("http://")
