"""Style sheets, scripts and pictures of pages: read once, compressed once per process, kept by browsers for good."""

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

_LIST_CHARACTERS = 2_000


class CachedResponse(msgspec.Struct, frozen=True):
    """A document that was made once. `etag` is that of the plain content, without its quotes.

    `plain` is None where only the compressed form is kept, since hardly anybody wants another.
    """

    compressed: bytes
    etag: str
    media_type: str
    plain: bytes | None = None

    @classmethod
    def build(cls, content: bytes, media_type: str, *, in_both_forms: bool = True) -> "CachedResponse":
        """Takes some 30 ms for a megabyte, most of them without the interpreter's lock."""
        etag = hashlib.sha256(content).hexdigest()[:32]
        return cls(gzip.compress(content, mtime=0), etag, media_type, content if in_both_forms else None)

    @property
    def content(self) -> bytes:
        return gzip.decompress(self.compressed) if self.plain is None else self.plain


def conditional_response(
    cached: CachedResponse, request: Request, headers: Mapping[str, str], *, status: int = 200
) -> Document:
    """The document, or 304 where the caller has it already and it is what was asked for.

    `headers` go with both. Each encoding has an ETag of its own, since their bytes differ.
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
    """Whether the caller names gzip, or anything, with a weight above 0."""
    weights = dict(_has_weight(choice) for choice in _list_values(request, "accept-encoding"))
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def _has_weight(choice: str) -> tuple[str, float]:
    name, _, parameter = choice.partition(";")
    weight = parameter.partition("=")[2].strip()
    return name.strip().lower(), float(weight) if weight.replace(".", "", 1).isdecimal() and weight.isascii() else 1.0


def _has(request: Request, etag: str) -> bool:
    """Whether one of the tags that the caller has is this one; whether it is weak makes no difference here."""
    tags = [tag.strip().removeprefix("W/") for tag in _list_values(request, "if-none-match")]
    return etag in tags or tags == ["*"]


def _list_values(request: Request, name: str) -> list[str]:
    return (request.header(name) or "")[:_LIST_CHARACTERS].split(",")


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
        return conditional_response(self._load[name], request, _HEADERS)

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
