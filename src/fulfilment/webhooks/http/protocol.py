"""Bounds and lenient reading of a receiver's answer: its head decides, and nothing after the head can undo it.

Bodies are read no faster than they are consumed. Heads are not: aiohttp parses them as they arrive, and discards
interim answers (1xx) one after another. A receiver that sends nothing but heads, or goes on after its answer while the
connection lies idle, would fill the memory and the processor of the worker.

aiohttp's parser forgets a head when the bytes behind it are malformed, for instance `null` behind a 204. So the parser
gets each head alone, and the bytes behind it afterwards.
"""

import re
from typing import Any

from aiohttp import EMPTY_PAYLOAD
from aiohttp.client_proto import ResponseHandler
from aiohttp.helpers import _EXC_SENTINEL
from aiohttp.http import HttpVersion11, RawResponseMessage
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.streams import StreamReader
from multidict import CIMultiDict, CIMultiDictProxy

from fulfilment.infra.response_heads import HEAD_BYTES, HEAD_LIMITS

# Of a body that is not kept, no more than this is read ahead.
READ_BUFFER_BYTES = 16_384
# "Early hints" and the like, before the answer itself.
MAX_INTERIM_RESPONSES = 16
# The parser takes all heads out of what it is given before they can be counted.
_CHUNK_BYTES = 4_096

_BLANK_LINE = re.compile(rb"\n\r?\n")
_BLANK_LINE_BYTES = 3
_STATUS_LINE = re.compile(rb"[\r\n]*HTTP/[0-9](?:\.[0-9])? ([2-9][0-9]{2})[ \r\n]")
_BEGINNING = b"HTTP/"
_INTERIM, _SWITCHING_PROTOCOLS = range(100, 200), 101
_WITHOUT_BODY = frozenset({204, 304})


class BoundedProtocol(ResponseHandler):
    """Ends a connection on which too much is said; whoever waits for the answer gets an HttpProcessingError."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # By the event loop's clock; None before the first request.
        self.used_since: float | None = None
        self._is_response_expected = False
        self._reset_response()

    def expect_response(self) -> None:
        """Prepare for an answer; a request is about to be sent."""
        self._reset_response()
        self._is_response_expected = True
        self.set_response_params(
            read_until_eof=True, auto_decompress=False, read_bufsize=READ_BUFFER_BYTES, **HEAD_LIMITS
        )

    def data_received(self, data: bytes) -> None:
        """Hand heads on one by one, and the body in pieces, until too much was said."""
        if not data or not self._is_response_expected:
            super().data_received(data)
            return
        if self._body is None:
            data = self._read_heads(data)
        for begin in range(0, len(data), _CHUNK_BYTES):
            if self.exception() is not None:
                return
            self._read_body(data[begin : begin + _CHUNK_BYTES])

    def feed_data(self, data: tuple[RawResponseMessage, StreamReader], size: int = 0) -> None:
        """Queue a head that was read, unless the answer has one already."""
        head, body = data
        if self._body is not None:
            self.force_close()
            return
        if head.code in _INTERIM and head.code != _SWITCHING_PROTOCOLS:
            self._interim_responses += 1
        else:
            self._body = body
            if head.code in _WITHOUT_BODY and _has_announced_body(head):
                # The announced body may still follow, and would be read as the next answer.
                self.force_close()
        super().feed_data(data, size)

    def set_exception(self, exc: BaseException, exc_cause: BaseException = _EXC_SENTINEL) -> None:
        """Report the problem behind the status of a whole head that the parser refuses."""
        refused, self._parsing = self._parsing, b""
        status = _STATUS_LINE.match(refused)
        if status is not None:
            self.feed_data((_build_status_head(int(status[1])), EMPTY_PAYLOAD))
        super().set_exception(exc, exc_cause)

    def _reset_response(self) -> None:
        self._interim_responses = self._head_bytes = 0
        # The received part of an unfinished head, and the whole head that is being parsed.
        self._head = bytearray()
        self._parsing = b""
        self._body: StreamReader | None = None
        # How much came since the body last grew: trailers, or a chunk's extension.
        self._overhead_bytes = 0

    def _read_heads(self, data: bytes) -> bytes:
        """Parse each head that is whole, up to the answer's own. Returns the data behind that."""
        before = len(self._head)
        self._head += data
        searched = max(0, before - _BLANK_LINE_BYTES + 1)
        while self._body is None and self.exception() is None:
            blank = _BLANK_LINE.search(self._head, searched)
            end = blank.end() if blank else len(self._head)
            if self._head_bytes + end > HEAD_BYTES:
                self._abort("the head is too large")
            elif blank is None:
                if before < len(_BEGINNING) and not _can_be_http(self._head):
                    self._abort("it is not HTTP")
                return b""
            else:
                self._parse(bytes(self._head[:end]))
                del self._head[:end]
                searched = 0
        rest = bytes(self._head)
        self._head.clear()
        return rest

    def _parse(self, head: bytes) -> None:
        self._head_bytes += len(head)
        self._parsing = head
        super().data_received(head)
        self._parsing = b""
        if self._interim_responses > MAX_INTERIM_RESPONSES:
            self._abort("too many interim answers")

    def _read_body(self, piece: bytes) -> None:
        body = self._body
        if body is None or body.is_eof():
            self._abort("more came than the answer")
            return
        before = body.total_bytes
        super().data_received(piece)
        self._overhead_bytes = self._overhead_bytes + len(piece) if body.total_bytes == before else 0
        if self._overhead_bytes > HEAD_BYTES:
            self._abort("more came than the answer")
        if self.exception() is not None and not body.is_eof():
            # The body is kept as far as it came.
            body.feed_eof()

    def _abort(self, reason: str) -> None:
        self.set_exception(HttpProcessingError(message=reason))
        if self.transport is not None:
            self.transport.abort()


def _can_be_http(beginning: bytearray) -> bool:
    return _BEGINNING.startswith(beginning.lstrip(b"\r\n")[: len(_BEGINNING)])


def _has_announced_body(head: RawResponseMessage) -> bool:
    return "Transfer-Encoding" in head.headers or head.headers.get("Content-Length", "0") != "0"


def _build_status_head(status: int) -> RawResponseMessage:
    """A head of which only the status is known."""
    headers = CIMultiDictProxy(CIMultiDict[str]())
    return RawResponseMessage(HttpVersion11, status, "", headers, (), True, None, False, False)
