"""The style sheet and the scripts of the pages, read once and compressed once per process."""

import gzip
import hashlib
from functools import cache
from pathlib import Path

from fulfilment.http.envelope import Document
from fulfilment.http.errors import NotFound
from fulfilment.http.request import Request

CAUTIOUS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}

_FOLDER = Path(__file__).parent / "assets"
_SCRIPT, _STYLE = "text/javascript; charset=utf-8", "text/css; charset=utf-8"
_SERVED = {
    "style.css": _STYLE,
    "theme.js": _SCRIPT,
    "page.js": _SCRIPT,
    "search.js": _SCRIPT,
    "trial.js": _SCRIPT,
    "ids.js": _SCRIPT,
    "signing.js": _SCRIPT,
}
# A file's address carries the edition, so it never changes.
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}


def file(asked_edition: str, name: str, request: Request) -> Document:
    """One file, compressed where the browser takes that. Raises NotFound."""
    if asked_edition != edition() or name not in _SERVED:
        raise NotFound
    content, headers = _content(name), {**_FOR_EVER, **CAUTIOUS}
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
