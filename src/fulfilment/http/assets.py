"""Style sheets, scripts and pictures of pages: read once, compressed once per process, kept by browsers for good."""

import hashlib
from functools import cached_property
from pathlib import Path

from fulfilment.http import kept
from fulfilment.http.envelope import Document
from fulfilment.http.errors import NotFound
from fulfilment.http.kept import Kept
from fulfilment.http.request import Request

CAUTIOUS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}

# A file's address carries the edition, so it never changes.
_HEADERS = {"Cache-Control": "public, max-age=31536000, immutable", **CAUTIOUS}
_MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


class Assets:
    """The files called `names` in a folder."""

    def __init__(self, folder: Path, *names: str):
        self._folder = folder
        self._names = names

    @cached_property
    def edition(self) -> str:
        """A name for exactly these files."""
        return hashlib.sha256(b"".join(self._kept[name].content for name in self._names)).hexdigest()[:16]

    def file(self, asked_edition: str, name: str, request: Request) -> Document:
        """One file, compressed where the browser takes that. Raises NotFound."""
        if asked_edition != self.edition or name not in self._names:
            raise NotFound
        return kept.answer(self._kept[name], request, _HEADERS)

    @cached_property
    def _kept(self) -> dict[str, Kept]:
        return {
            name: Kept.of((self._folder / name).read_bytes(), _MEDIA_TYPES[Path(name).suffix]) for name in self._names
        }
