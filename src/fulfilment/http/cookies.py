"""Cookies of the console: for this host alone, kept from scripts and, but for development over http, from http.

The prefix `__Host-` has browsers refuse a cookie of that name that another host, or a page without TLS, has set
(RFC 6265bis, section 4.1.3.2).
"""

from fulfilment.http.request import Request
from fulfilment.settings import Settings

_HOST = "__Host-"
_GONE = "Max-Age=0"


def all_of(request: Request) -> dict[str, str]:
    """The cookies of a request. One that is said twice is nobody's: who set which cannot be told."""
    found: dict[str, str] = {}
    said = b"; ".join(request.headers.get("cookie", ())).decode("latin-1")
    twice = set()
    for pair in said.split(";"):
        name, is_cookie, value = pair.strip().partition("=")
        if is_cookie and name in found:
            twice.add(name)
        found[name] = value
    return {name: value for name, value in found.items() if name not in twice}


def name_of(plain: str, settings: Settings) -> str:
    """What the cookie is called here."""
    return plain if _is_plain(settings) else _HOST + plain


def made(plain: str, value: str, settings: Settings, seconds: int | None = None) -> str:
    """A Set-Cookie that keeps the value for so long, or else until the browser is closed."""
    lasting = [] if seconds is None else [f"Max-Age={seconds}"]
    return "; ".join((f"{name_of(plain, settings)}={value}", *lasting, *_bounds(settings)))


def cleared(plain: str, settings: Settings) -> str:
    """A Set-Cookie that has the browser forget it."""
    return "; ".join((f"{name_of(plain, settings)}=", _GONE, *_bounds(settings)))


def _bounds(settings: Settings) -> tuple[str, ...]:
    secure = () if _is_plain(settings) else ("Secure",)
    return ("Path=/", "HttpOnly", *secure, "SameSite=Lax")


def _is_plain(settings: Settings) -> bool:
    return settings.is_development and settings.base_url.startswith("http://")
