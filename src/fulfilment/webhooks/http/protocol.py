"""Bounds on what a receiver may say: a protocol of ours between the transport and aiohttp's.

aiohttp parses heads as they arrive: interim answers (1xx) one after another, and whatever comes while a connection lies
idle. A receiver that sends nothing but heads would fill the memory and the processor of the worker.

aiohttp's parser forgets a head when the bytes behind it are malformed, for instance `null` behind a 204. So the parser
gets each head alone, and the bytes behind it afterwards.
"""

import asyncio
import re

from fulfilment.infra.response_heads import HEAD_BYTES

# Behind the head: the body's beginning, which alone is kept, with its chunks and trailers.
BODY_BYTES = 16_384
# "Early hints" and the like, before the answer itself.
MAX_INTERIM_RESPONSES = 16

_BLANK_LINE = re.compile(rb"\n\r?\n")
_BLANK_LINE_BYTES = 3
_STATUS_LINE = re.compile(rb"[\r\n]*HTTP/[0-9](?:\.[0-9])? ([1-9][0-9]{2})[ \r\n]")
_ANNOUNCED_BODY = re.compile(rb"\n(?:transfer-encoding[ \t]*:|content-length[ \t]*:[ \t]*0*[1-9])", re.IGNORECASE)
_BEGINNING = b"HTTP/"
# Empty lines may precede it.
_BEGINNING_WITHIN_BYTES = 64
_INTERIM, _SWITCHING_PROTOCOLS = range(100, 200), 101
_WITHOUT_BODY = frozenset({204, 304})


class BoundedProtocol(asyncio.Protocol):
    """Hands on to `inner` what a connection brings, and ends the connection on which too much is said."""

    def __init__(self, inner: asyncio.Protocol, transport: asyncio.Transport) -> None:
        self._inner = inner
        self._transport = transport
        self.opened_at = asyncio.get_running_loop().time()
        self.expect_response()

    def expect_response(self) -> None:
        """Prepare for an answer; a request is about to be sent."""
        # Of the answer's head, as soon as that is whole.
        self.status: int | None = None
        # Why the connection was ended, in words for the merchant.
        self.refusal: str | None = None
        self._is_expected = True
        self._is_head_over = False
        self._is_followed = False
        self._head = bytearray()
        self._head_bytes = self._body_bytes = self._interim_responses = 0

    def end_response(self) -> None:
        """Expect nothing more: the connection goes back or is closed.

        It is ended at once where the next answer would be mistaken for this one's rest, or part of the request waits.
        """
        self._is_expected = False
        if self._is_followed or self._transport.get_write_buffer_size():
            self.abort()

    def abort(self) -> None:
        """End the connection at once. A close would wait for a receiver that no longer reads."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Hand on heads one by one, and the beginning of the body."""
        if not self._is_expected:
            # A server that gives up an idle connection may say so (408), which is no answer to the next request.
            self.abort()
            return
        if not self._is_head_over:
            data = self._read_heads(data)
        if not data:
            return
        room = BODY_BYTES - self._body_bytes
        self._body_bytes += len(data)
        if room > 0:
            self._inner.data_received(data[:room])
        if self._body_bytes > BODY_BYTES:
            self.abort()

    def eof_received(self) -> bool | None:
        """The receiver says nothing more."""
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """The receiver reads too slowly."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """The receiver has read on."""
        self._inner.resume_writing()

    def _read_heads(self, data: bytes) -> bytes:
        """Hand on each head that is whole, up to the answer's own. Returns the data behind that."""
        searched = max(0, len(self._head) - _BLANK_LINE_BYTES + 1)
        self._head += data
        while self._is_open() and not self._is_head_over:
            blank = _BLANK_LINE.search(self._head, searched)
            end = blank.end() if blank else len(self._head)
            if self._head_bytes + end > HEAD_BYTES:
                self._refuse("the head is too large")
            elif blank is None:
                if not _can_be_http(self._head):
                    self._refuse("it is not HTTP")
                return b""
            else:
                self._hand_on_head(bytes(self._head[:end]))
                del self._head[:end]
                searched = 0
        rest = bytes(self._head) if self._is_open() else b""
        self._head.clear()
        return rest

    def _hand_on_head(self, head: bytes) -> None:
        self._head_bytes += len(head)
        found = _STATUS_LINE.match(head)
        status = int(found[1]) if found else None
        if status in _INTERIM and status != _SWITCHING_PROTOCOLS:
            self._interim_responses += 1
        elif head.strip(b"\r\n"):
            self._is_head_over = True
            self.status = status
            # The announced body may still follow, and would be read as the next answer.
            self._is_followed = status in _WITHOUT_BODY and _ANNOUNCED_BODY.search(head) is not None
        self._inner.data_received(head)
        if self._interim_responses > MAX_INTERIM_RESPONSES:
            self._refuse("too many interim answers")

    def _is_open(self) -> bool:
        """False where the answer was refused, by us or by aiohttp's parser."""
        return self._is_expected and not self._transport.is_closing()

    def _refuse(self, reason: str) -> None:
        self.refusal = reason
        self._is_expected = False
        self._head.clear()
        self.abort()


def _can_be_http(head: bytearray) -> bool:
    beginning = head[:_BEGINNING_WITHIN_BYTES].lstrip(b"\r\n")
    return _BEGINNING.startswith(beginning[: len(_BEGINNING)])
