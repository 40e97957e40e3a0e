"""How answers go out: in the envelope, as a document, or in pieces as they are made."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from fulfilment.infra.api.body_reader import ClientDisconnected
from fulfilment.infra.api.envelope import BYTES_TYPE, JSON_TYPE, Document, Stream
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.request import Request
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, PoolFull
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.process import shutdown_state

# Whoever does not take a piece for so long is not reading; and no stream lasts for ever.
CHUNK_TIMEOUT_SECONDS = 30.0
STREAM_TIMEOUT_SECONDS = 3_600.0

# Answers without a body have no length (RFC 9110, section 8.6); that of a 304 would be that of what was not changed.
_BODILESS = frozenset({204, 304})

Send = Callable[[dict[str, Any]], Awaitable[None]]
NextChunk = Callable[[Stream], Awaitable[bytes | None]]

log = structlog.get_logger("fulfilment.infra.api")

_ENVELOPE_HEADERS = [
    (b"content-type", JSON_TYPE.encode()),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]
# Files carry personal data, and may hold what a caller wrote: browsers keep none, guess no other type, and run nothing
# in them. A route that answers otherwise names the header itself.
_FILE_HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
}
# None of these is a fault of ours.
_EXPECTED = (ApiError, TimeoutError, PoolFull, *SERIALIZATION_CONFLICTS, *UNAVAILABLE)


async def send(answer: EncodedResponse | Document, request: Request, send: Send, next_chunk: NextChunk) -> None:
    """Send an answer; `piece_of` makes the pieces of one that comes so."""
    if isinstance(answer, Stream):
        await _send_stream(answer, request, send, next_chunk)
        return
    if isinstance(answer, Document):
        content, headers = answer.content, _document_headers(answer, request)
    else:
        content, headers = answer.body, _ENVELOPE_HEADERS
    length = [] if answer.status in _BODILESS else [(b"content-length", b"%d" % len(content))]
    await send(_head(answer, [*headers, *length], request))
    await send({"type": "http.response.body", "body": b"" if request.method == "HEAD" else content})


async def _send_stream(answer: Stream, request: Request, send: Send, next_chunk: NextChunk) -> None:
    try:
        await request.cancel_on_disconnect(_stream(answer, request, send, next_chunk))
    except ClientDisconnected:
        request.error_code = "CALLER_GONE"
    except Exception as problem:
        # It has begun, so it is broken off: without its last chunk nobody takes it for whole.
        request.error_code = "BROKEN_OFF"
        is_fault = not isinstance(problem, _EXPECTED)
        level = logging.ERROR if is_fault else logging.WARNING
        log.log(level, "stream_broken_off", error=type(problem).__name__, exc_info=is_fault)
    finally:
        await answer.close()


async def _stream(answer: Stream, request: Request, send: Send, next_chunk: NextChunk) -> None:
    """Piece by piece, each made when the one before was taken."""
    await send(_head(answer, _document_headers(answer, request), request))
    async with asyncio.timeout(STREAM_TIMEOUT_SECONDS):
        while request.method != "HEAD" and (piece := await next_chunk(answer)) is not None:
            async with asyncio.timeout(CHUNK_TIMEOUT_SECONDS):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def _document_headers(document: Document, request: Request) -> list[tuple[bytes, bytes]]:
    """The headers of a file. A caller that accepts mere bytes gets it under that type."""
    is_bytes = document.filename is not None and request.accepts(BYTES_TYPE)
    headers = [(b"content-type", BYTES_TYPE.encode() if is_bytes else document.media_type.encode())]
    own = {name.lower() for name in document.headers}
    headers += [(name.encode(), value.encode()) for name, value in _FILE_HEADERS.items() if name not in own]
    if document.filename:
        headers.append((b"content-disposition", f'inline; filename="{document.filename}"'.encode()))
    return headers + [(b"set-cookie", cookie.encode()) for cookie in document.cookies]


def _head(answer: EncodedResponse | Document, headers: list[tuple[bytes, bytes]], request: Request) -> dict[str, Any]:
    headers.append((b"x-request-id", request.id.encode()))
    if shutdown_state.is_draining():
        # So that the connection is kept with another process from now on.
        headers.append((b"connection", b"close"))
    if said := request.answer_headers | answer.headers:
        headers += [(name.lower().encode(), value.encode()) for name, value in said.items()]
    return {"type": "http.response.start", "status": answer.status, "headers": headers}
