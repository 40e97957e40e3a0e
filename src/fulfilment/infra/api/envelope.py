"""The envelope around every answer (specification, Response envelope)."""

from collections.abc import AsyncGenerator
from typing import Any, Generic, TypeVar

import msgspec

from fulfilment.infra import clock
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.models import Value

JSON_TYPE = "application/json"
# What whoever knows no better calls any file.
BYTES_TYPE = "application/octet-stream"


# What `data` is shown as: what the documentation says of the answer.
Shown = TypeVar("Shown")


class Reply(msgspec.Struct, Generic[Shown]):
    """What a handler answers when it has more to say than `data` with the route's usual status.

    A handler that answers `Reply[Product]` shows a `Product`, whatever its `data` is made of.
    `meta` joins the request id and the timestamp; `holds_secret` has a stored copy of the answer encrypted.
    """

    data: Value
    status: int | None = None
    meta: dict[str, Any] | None = None
    holds_secret: bool = False
    headers: dict[str, str] = msgspec.field(default_factory=dict)


class Document(msgspec.Struct):
    """An answer that is not JSON, for example a PDF. `cookies` are the values of Set-Cookie.

    A page that shows a refusal names it by its `error_code`, for the log and the metrics.
    """

    content: bytes
    media_type: str
    filename: str | None = None
    headers: dict[str, str] = msgspec.field(default_factory=dict)
    status: int = 200
    # Each is a header of its own.
    cookies: tuple[str, ...] = ()
    error_code: str | None = None


class Stream(Document):
    """A document that comes in pieces, as long as it is: never held as a whole, for a caller who may be slow.

    What fails before the first piece is refused as ever; what fails later breaks the connection. `content` is empty.
    """

    chunks: AsyncGenerator[bytes, None] | None = None
    first: bytes | None = None

    async def start(self) -> None:
        """Make the first piece."""
        self.first = await self._make_chunks()

    async def next_chunk(self) -> bytes | None:
        """The next piece, made now; None after the last."""
        if self.first is None:
            return await self._make_chunks()
        piece, self.first = self.first, None
        return piece

    async def close(self) -> None:
        """Give up what it holds. To be called whatever happened."""
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
    """`code`, `message`, `field` where there is one, and what else the refusal has to say."""
    body: dict[str, Any] = {"code": code or error.code, "message": str(error)}
    if error.field is not None:
        body["field"] = error.field
    return body | error.details


def _meta(request_id: str, more: dict[str, Any] | None) -> dict[str, Any]:
    meta: dict[str, Any] = {"requestId": request_id, "timestamp": clock.iso_now()}
    if more:
        meta.update(more)
    return meta
