"""The style sheet and the scripts of the pages, read once and compressed once per process."""

import hashlib
from functools import cache
from pathlib import Path

from fulfilment.http import kept
from fulfilment.http.envelope import Document
from fulfilment.http.errors import NotFound
from fulfilment.http.kept import Kept
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
_HEADERS = {"Cache-Control": "public, max-age=31536000, immutable", **CAUTIOUS}


def file(asked_edition: str, name: str, request: Request) -> Document:
    """One file, compressed where the browser takes that. Raises NotFound."""
    if asked_edition != edition() or name not in _SERVED:
        raise NotFound
    return kept.answer(_kept(name), request, _HEADERS)


@cache
def edition() -> str:
    """A name for exactly these files."""
    return hashlib.sha256(b"".join(_kept(name).content for name in _SERVED)).hexdigest()[:16]


@cache
def _kept(name: str) -> Kept:
    return Kept.of((_FOLDER / name).read_bytes(), _SERVED[name])
