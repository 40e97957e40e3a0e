"""Style sheets, scripts and pictures of pages: read once, compressed once per process, kept by browsers for good."""

import hashlib
from functools import cached_property
from pathlib import Path

from fulfilment.infra import i18n
from fulfilment.infra.api import cached_response
from fulfilment.infra.api.cached_response import CachedResponse
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.api.request import Request

SECURITY_HEADERS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}

# A file's address carries the edition, so it never changes.
_HEADERS = {"Cache-Control": "public, max-age=31536000, immutable", **SECURITY_HEADERS}
_MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


class Assets:
    """The files called `names` in a folder."""

    def __init__(self, folder: Path, *names: str) -> None:
        self._folder = folder
        self._names = names

    @cached_property
    def content_hash(self) -> str:
        """A name for exactly these files."""
        return hashlib.sha256(b"".join(self._load[name].content for name in self._names)).hexdigest()[:16]

    def file(self, requested_hash: str, name: str, request: Request) -> Document:
        """One file, compressed where the browser takes that. Raises NotFound."""
        if requested_hash != self.content_hash or name not in self._names:
            raise NotFound
        return cached_response.conditional_response(self._load[name], request, _HEADERS)

    @cached_property
    def _load(self) -> dict[str, CachedResponse]:
        return {
            name: CachedResponse.build((self._folder / name).read_bytes(), _MEDIA_TYPES[Path(name).suffix])
            for name in self._names
        }


PATH = "/console/assets"
ASSETS = Assets(i18n.CONSOLE / "assets", "style.css", "htmx.min.js", "console.js", "icon.svg")


def asset_url(name: str) -> str:
    """Where a file is; its address changes with its contents."""
    return f"{PATH}/{ASSETS.content_hash}/{name}"


THEMES = ("light", "dark")
COOKIE = "console-theme"


def device_theme(request: Request) -> str | None:
    """The workstation's choice; None where it has made none that there is."""
    said = request.cookies.get(COOKIE)
    return said if said in THEMES else None
