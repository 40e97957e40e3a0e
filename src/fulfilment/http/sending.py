"""How answers go out: in the envelope, as a document, or in pieces as they are made."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from fulfilment import draining
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, PoolFull
from fulfilment.http.envelope import BYTES_TYPE, JSON_TYPE, Document, Stream
from fulfilment.http.errors import ApiError
from fulfilment.http.incoming import CallerGone
from fulfilment.http.mutation import Answered
from fulfilment.http.request import Request

# Whoever does not take a piece for so long is not reading; and no stream lasts for ever.
PIECE_SECONDS = 30.0
STREAM_SECONDS = 3_600.0

NOT_MODIFIED = 304

Send = Callable[[dict[str, Any]], Awaitable[None]]
PieceOf = Callable[[Stream], Awaitable[bytes | None]]

log = structlog.get_logger("fulfilment.http")

_ENVELOPE_HEADERS = [
    (b"content-type", JSON_TYPE.encode()),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]
# None of these is a fault of ours.
_EXPECTED = (ApiError, TimeoutError, PoolFull, *COLLISIONS, *UNAVAILABLE)


async def send(answer: Answered | Document, request: Request, send: Send, piece_of: PieceOf) -> None:
    """Send an answer; `piece_of` makes the pieces of one that comes so."""
    if isinstance(answer, Stream):
        await _send_stream(answer, request, send, piece_of)
        return
    if isinstance(answer, Document):
        content, headers = answer.content, _document_headers(answer, request)
    else:
        content, headers = answer.body, _ENVELOPE_HEADERS
    # What was not changed is not sent: its length is not 0.
    length = [] if answer.status == NOT_MODIFIED else [(b"content-length", b"%d" % len(content))]
    await send(_head(answer, [*headers, *length], request))
    await send({"type": "http.response.body", "body": b"" if request.method == "HEAD" else content})


async def _send_stream(answer: Stream, request: Request, send: Send, piece_of: PieceOf) -> None:
    try:
        await request.unless_gone(_stream(answer, request, send, piece_of))
    except CallerGone:
        request.refused_as = "CALLER_GONE"
    except Exception as problem:
        # It has begun, so it is broken off: without its last chunk nobody takes it for whole.
        request.refused_as = "BROKEN_OFF"
        is_fault = not isinstance(problem, _EXPECTED)
        level = logging.ERROR if is_fault else logging.WARNING
        log.log(level, "stream_broken_off", error=type(problem).__name__, exc_info=is_fault)
    finally:
        await answer.end()


async def _stream(answer: Stream, request: Request, send: Send, piece_of: PieceOf) -> None:
    """Piece by piece, each made when the one before was taken."""
    await send(_head(answer, _document_headers(answer, request), request))
    async with asyncio.timeout(STREAM_SECONDS):
        while request.method != "HEAD" and (piece := await piece_of(answer)) is not None:
            async with asyncio.timeout(PIECE_SECONDS):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def _document_headers(document: Document, request: Request) -> list[tuple[bytes, bytes]]:
    """A file goes to whoever asks for mere bytes under that name."""
    is_bytes = document.filename is not None and request.accepts(BYTES_TYPE)
    headers = [(b"content-type", BYTES_TYPE.encode() if is_bytes else document.media_type.encode())]
    if document.filename:
        headers.append((b"content-disposition", f'inline; filename="{document.filename}"'.encode()))
    return headers + [(b"set-cookie", cookie.encode()) for cookie in document.cookies]


def _head(answer: Answered | Document, headers: list[tuple[bytes, bytes]], request: Request) -> dict[str, Any]:
    headers.append((b"x-request-id", request.id.encode()))
    if draining.is_on():
        # So that the connection is kept with another process from now on.
        headers.append((b"connection", b"close"))
    if said := request.answer_headers | answer.headers:
        headers += [(name.lower().encode(), value.encode()) for name, value in said.items()]
    return {"type": "http.response.start", "status": answer.status, "headers": headers}
