"""Static files and precompressed responses with an ETag, and the theme chosen on a device.

Each process reads and compresses a file once. Browsers cache it for a year.
"""

import gzip
import hashlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

import msgspec

from fulfilment.infra import i18n
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.api.request import Request

# Characters read of a header with a list.
_LIST_CHARACTERS = 2_000

SECURITY_HEADERS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}

# The URL of a file contains a hash of the files, so its content never changes.
_HEADERS = {"Cache-Control": "public, max-age=31536000, immutable", **SECURITY_HEADERS}
_MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}

PATH = "/console/assets"
THEMES = ("light", "dark")
COOKIE = "console-theme"


class CachedResponse(msgspec.Struct, frozen=True):
    """A precompressed document. `etag` is computed from the plain content, and has no quotes.

    `plain` is None if only the compressed form is kept, because almost all clients accept gzip.
    """

    compressed: bytes
    etag: str
    media_type: str
    plain: bytes | None = None

    @classmethod
    def build(cls, content: bytes, media_type: str, *, in_both_forms: bool = True) -> "CachedResponse":
        """Compress the content: about 30 ms per megabyte, mostly without the interpreter's lock."""
        etag = hashlib.sha256(content).hexdigest()[:32]
        return cls(gzip.compress(content, mtime=0), etag, media_type, content if in_both_forms else None)

    @property
    def content(self) -> bytes:
        return gzip.decompress(self.compressed) if self.plain is None else self.plain


def conditional_response(
    cached: CachedResponse, request: Request, headers: Mapping[str, str], *, status: int = 200
) -> Document:
    """Conditional GET: the document, or 304 if the client has it already and `status` is 200.

    Both carry `headers`. Each encoding has its own ETag, because the bytes differ.
    """
    is_compressed = takes_gzip(request)
    etag = f'"{cached.etag}-gzip"' if is_compressed else f'"{cached.etag}"'
    headers = {"Vary": "Accept-Encoding", "ETag": etag, **headers}
    if status == 200 and _has(request, etag):
        return Document(b"", cached.media_type, headers=headers, status=304)
    if is_compressed:
        headers["Content-Encoding"] = "gzip"
        return Document(cached.compressed, cached.media_type, headers=headers, status=status)
    return Document(cached.content, cached.media_type, headers=headers, status=status)


def takes_gzip(request: Request) -> bool:
    """True if Accept-Encoding has gzip, or `*`, with a weight above 0."""
    weights = dict(_has_weight(choice) for choice in _list_values(request, "accept-encoding"))
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def _has_weight(choice: str) -> tuple[str, float]:
    name, _, parameter = choice.partition(";")
    weight = parameter.partition("=")[2].strip()
    return name.strip().lower(), float(weight) if weight.replace(".", "", 1).isdecimal() and weight.isascii() else 1.0


def _has(request: Request, etag: str) -> bool:
    """True if If-None-Match has the ETag, by weak comparison (RFC 9110, section 13.1.2)."""
    tags = [tag.strip().removeprefix("W/") for tag in _list_values(request, "if-none-match")]
    return etag in tags or tags == ["*"]


def _list_values(request: Request, name: str) -> list[str]:
    return (request.header(name) or "")[:_LIST_CHARACTERS].split(",")


class Assets:
    """The static files called `names` in a folder."""

    def __init__(self, folder: Path, *names: str) -> None:
        self._folder = folder
        self._names = names

    @cached_property
    def content_hash(self) -> str:
        """A hash of the contents of all files, part of their URLs."""
        return hashlib.sha256(b"".join(self._load[name].content for name in self._names)).hexdigest()[:16]

    def file(self, requested_hash: str, name: str, request: Request) -> Document:
        """One file, compressed if the browser accepts it. Raises NotFound, also for another hash."""
        if requested_hash != self.content_hash or name not in self._names:
            raise NotFound
        return conditional_response(self._load[name], request, _HEADERS)

    @cached_property
    def _load(self) -> dict[str, CachedResponse]:
        return {
            name: CachedResponse.build((self._folder / name).read_bytes(), _MEDIA_TYPES[Path(name).suffix])
            for name in self._names
        }


ASSETS = Assets(i18n.CONSOLE / "assets", "style.css", "htmx.min.js", "console.js", "icon.svg")


def asset_url(name: str) -> str:
    """The URL of a file, which changes with the content of the files."""
    return f"{PATH}/{ASSETS.content_hash}/{name}"


def device_theme(request: Request) -> str | None:
    """The theme chosen on this device; None without a choice, or for a theme that the console does not have."""
    said = request.cookies.get(COOKIE)
    return said if said in THEMES else None
