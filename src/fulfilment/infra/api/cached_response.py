"""What stays the same for long: sent compressed where that is taken, and not at all to whoever has it (RFC 9110)."""

import gzip
import hashlib
from collections.abc import Mapping

import msgspec

from fulfilment.infra.api.envelope import Document
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
