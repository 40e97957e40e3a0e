"""The response envelope (specification, Response envelope), and the answers outside of it: documents and streams."""

from collections.abc import AsyncGenerator
from typing import Any, Generic, TypeVar

import msgspec

from fulfilment.infra import clock
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.models import Value

JSON_TYPE = "application/json"
# The media type of a file of unknown format.
BYTES_TYPE = "application/octet-stream"


# The documented type of `data`.
Shown = TypeVar("Shown")


class Reply(msgspec.Struct, Generic[Shown]):
    """An answer of a handler with more than `data` and the route's usual status.

    `Reply[Product]` is documented as a `Product`, even if `data` is JSON text from the database.
    `meta` is added to the request id and the timestamp. `holds_secret` has the stored copy of the answer encrypted.
    """

    data: Value
    status: int | None = None
    meta: dict[str, Any] | None = None
    holds_secret: bool = False
    headers: dict[str, str] = msgspec.field(default_factory=dict)


class Document(msgspec.Struct):
    """An answer that is not JSON, for example a PDF. `cookies` are the values of Set-Cookie.

    `error_code` is the code of the error that a page shows, for the log and the metrics.
    """

    content: bytes
    media_type: str
    filename: str | None = None
    headers: dict[str, str] = msgspec.field(default_factory=dict)
    status: int = 200
    # One Set-Cookie header per value.
    cookies: tuple[str, ...] = ()
    error_code: str | None = None


class Stream(Document):
    """A document of any length, sent in chunks and never held in memory as a whole. The client may be slow.

    An error before the first chunk is answered as usual; a later error breaks the connection. `content` is empty.
    """

    chunks: AsyncGenerator[bytes, None] | None = None
    first: bytes | None = None

    async def start(self) -> None:
        """Produce the first chunk."""
        self.first = await self._make_chunks()

    async def next_chunk(self) -> bytes | None:
        """The next chunk, produced now; None after the last."""
        if self.first is None:
            return await self._make_chunks()
        piece, self.first = self.first, None
        return piece

    async def close(self) -> None:
        """Release the resources of the generator. Must be called after success and failure alike."""
        assert self.chunks is not None
        await self.chunks.aclose()

    async def _make_chunks(self) -> bytes | None:
        assert self.chunks is not None
        return await anext(self.chunks, None)


_encoder = msgspec.json.Encoder()


def encode(data: object, request_id: str, meta: dict[str, Any] | None = None) -> bytes:
    """`{"data": …, "error": null, "meta": {"requestId", "timestamp", …}}`."""
    return _encoder.encode({"data": data, "error": None, "meta": _meta(request_id, meta)})


def encode_error(error: ApiError, request_id: str, code: str | None = None) -> bytes:
    """`{"data": null, "error": {"code", "message", "field"?}, "meta": …}`."""
    return _encoder.encode({"data": None, "error": error_body(error, code), "meta": _meta(request_id, None)})


def error_body(error: ApiError, code: str | None = None) -> dict[str, Any]:
    """The `error` of the envelope: `code`, `message`, `field` if there is one, and the details of the error."""
    body: dict[str, Any] = {"code": code or error.code, "message": str(error)}
    if error.field is not None:
        body["field"] = error.field
    return body | error.details


def _meta(request_id: str, more: dict[str, Any] | None) -> dict[str, Any]:
    meta: dict[str, Any] = {"requestId": request_id, "timestamp": clock.iso_now()}
    if more:
        meta.update(more)
    return meta
