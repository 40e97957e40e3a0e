"""Response writing (ASGI): the envelope, a document, or a stream sent chunk by chunk."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from fulfilment.infra import process
from fulfilment.infra.api.body_reader import ClientDisconnected
from fulfilment.infra.api.envelope import BYTES_TYPE, JSON_TYPE, Document, Stream
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.request import Request
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, PoolFull
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.operations.command import EncodedResponse

# A client that accepts no chunk for this long is not reading. No stream may last longer than an hour.
CHUNK_TIMEOUT_SECONDS = 30.0
STREAM_TIMEOUT_SECONDS = 3_600.0

# Answers without a body have no Content-Length (RFC 9110, section 8.6). On a 304 it would be the length of the
# unchanged document.
_BODILESS = frozenset({204, 304})

Response = EncodedResponse | Document
# The rest of the pipeline, after the current step.
Next = Callable[[Request], Coroutine[Any, Any, Response]]

# For the log alone, since the client has disconnected; 499 is the number that nginx uses.
CLIENT_CLOSED = EncodedResponse(499, b"")

log = structlog.get_logger("fulfilment.infra.api")

_ENVELOPE_HEADERS = [
    (b"content-type", JSON_TYPE.encode()),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]
# Files carry personal data, and may contain text from clients. Browsers therefore cache none, guess no other type and
# run no script in them. A route may set any of these headers itself.
_FILE_HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
}
# Errors that are no fault of the service, and are logged without a traceback.
_EXPECTED = (ApiError, TimeoutError, PoolFull, *SERIALIZATION_CONFLICTS, *UNAVAILABLE)


async def send_response(request: Request, call_next: Next) -> Response:
    """Pipeline step: send the answer, whole or in chunks, and release the permit of the request's body."""
    try:
        answer = await call_next(request)
        if isinstance(answer, Stream):
            request.context.error_code = await _send_stream(answer, request)
        else:
            await _send_whole(answer, request)
        return answer
    finally:
        if request.incoming is not None:
            request.incoming.close()


async def _send_whole(answer: Response, request: Request) -> None:
    if isinstance(answer, Document):
        content, headers = answer.content, _document_headers(answer, request)
        request.context.error_code = answer.error_code or request.context.error_code
    else:
        content, headers = answer.body, _ENVELOPE_HEADERS
    length = [] if answer.status in _BODILESS else [(b"content-length", b"%d" % len(content))]
    send = request.send
    assert send is not None
    await send(_head(answer, [*headers, *length], request))
    await send({"type": "http.response.body", "body": b"" if request.method == "HEAD" else content})


async def _send_stream(answer: Stream, request: Request) -> str | None:
    """Send the stream to its end. Returns an error code for the log if it broke off, else None."""
    try:
        await request.cancel_on_disconnect(_stream(answer, request))
    except ClientDisconnected:
        return "CALLER_GONE"
    except Exception as problem:
        # The head is sent, so the stream breaks off. Without its last chunk no client takes it for complete.
        is_fault = not isinstance(problem, _EXPECTED)
        level = logging.ERROR if is_fault else logging.WARNING
        log.log(level, "stream_broken_off", error=type(problem).__name__, exc_info=is_fault)
        return "BROKEN_OFF"
    finally:
        await answer.close()
    return None


async def _stream(answer: Stream, request: Request) -> None:
    """Send the chunks, each produced after the client has accepted the previous chunk."""
    send = request.send
    assert send is not None
    await send(_head(answer, _document_headers(answer, request), request))
    async with asyncio.timeout(STREAM_TIMEOUT_SECONDS):
        while request.method != "HEAD" and (piece := await _next_chunk(answer, request)) is not None:
            async with asyncio.timeout(CHUNK_TIMEOUT_SECONDS):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _next_chunk(stream: Stream, request: Request) -> bytes | None:
    """The next chunk of an answer, produced within an admission slot of its workspace; None after the last."""
    admission = request.context.services.loop_admission
    slot = await admission.acquire(fair_semaphore.current_tenant.get(), (request.context.route.path, "piece"))
    try:
        return await slot.measure(stream.next_chunk())
    finally:
        admission.release(slot)


def _document_headers(document: Document, request: Request) -> list[tuple[bytes, bytes]]:
    """The headers of a document. A client that accepts application/octet-stream gets a file under that type."""
    is_bytes = document.filename is not None and request.accepts(BYTES_TYPE)
    headers = [(b"content-type", BYTES_TYPE.encode() if is_bytes else document.media_type.encode())]
    own = {name.lower() for name in document.headers}
    headers += [(name.encode(), value.encode()) for name, value in _FILE_HEADERS.items() if name not in own]
    if document.filename:
        headers.append((b"content-disposition", f'inline; filename="{document.filename}"'.encode()))
    return headers + [(b"set-cookie", cookie.encode()) for cookie in document.cookies]


def _head(answer: Response, headers: list[tuple[bytes, bytes]], request: Request) -> dict[str, Any]:
    headers.append((b"x-request-id", request.id.encode()))
    if process.is_draining():
        # The client then opens its next connection to another process.
        headers.append((b"connection", b"close"))
    if said := request.answer_headers | answer.headers:
        headers += [(name.lower().encode(), value.encode()) for name, value in said.items()]
    return {"type": "http.response.start", "status": answer.status, "headers": headers}
