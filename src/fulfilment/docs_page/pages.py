"""The documentation page and its files, read once and compressed once per process."""

import gzip
import hashlib
from functools import cache
from html import escape
from pathlib import Path
from string import Template

from fulfilment import brand
from fulfilment.http.envelope import Document
from fulfilment.http.errors import NotFound
from fulfilment.http.request import Request
from fulfilment.http.route import PREFIX

DOCUMENT_PATH = f"{PREFIX}/openapi.json"
PAGE_PATH = "/docs"

_FOLDER = Path(__file__).parent / "assets"
_SERVED = {
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "swagger-ui.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "signing.js": "text/javascript; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
}
_CAUTIOUS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
# A file's address carries the edition, so it never changes.
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
# Everything comes from this service and nothing leaves it; the style sheet holds its pictures as data.
_CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)


def page() -> Document:
    """The page itself; it is asked for anew each time, since it names the edition of its files."""
    spoken = brand.current()
    html = Template((_FOLDER / "page.html").read_text(encoding="utf-8")).substitute(
        title=escape(f"{spoken.title} fulfilment API"),
        assets=f"{PAGE_PATH}/{edition()}",
        document=DOCUMENT_PATH,
        scheme=escape(spoken.signing_scheme),
        timestamp_header=escape(spoken.timestamp_header),
    )
    headers = {"Content-Security-Policy": _CONTENT_SECURITY_POLICY, "Cache-Control": "no-cache", **_CAUTIOUS}
    return Document(html.encode(), "text/html; charset=utf-8", headers=headers)


def asset(asked_edition: str, name: str, request: Request) -> Document:
    """One file of the page, compressed where the browser takes that. Raises NotFound."""
    if asked_edition != edition() or name not in _SERVED:
        raise NotFound
    content, headers = _content(name), {**_FOR_EVER, **_CAUTIOUS}
    if "gzip" in (request.header("accept-encoding") or ""):
        content, headers["Content-Encoding"] = _compressed(name), "gzip"
    return Document(content, _SERVED[name], headers=headers)


@cache
def edition() -> str:
    """A name for exactly these files."""
    return hashlib.sha256(b"".join(_content(name) for name in _SERVED)).hexdigest()[:16]


@cache
def _content(name: str) -> bytes:
    return (_FOLDER / name).read_bytes()


@cache
def _compressed(name: str) -> bytes:
    return gzip.compress(_content(name), mtime=0)
