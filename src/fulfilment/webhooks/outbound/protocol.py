"""What a receiver may say beside the body of its answer.

Bodies are read no faster than they are taken. Heads are not: whatever arrives is parsed at once and kept until it is
asked for, and interim answers (1xx) are thrown away one after another. So a receiver that sends nothing but heads, or
goes on after its answer while the connection lies idle, would fill the memory and the processor of the worker.
"""

from typing import Any

from aiohttp.client_proto import ResponseHandler
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.streams import StreamReader

HEADER_LINE_BYTES = 8_190
HEADERS_LIMIT = 100
# Of a body that is not kept, no more than this is read ahead.
READ_BUFFER_BYTES = 16_384
# "Early hints" and the like, before the answer itself.
INTERIM_ANSWERS_MOST = 16
# All heads of one answer together.
HEADS_BYTES = 65_536
# The parser takes all heads out of what it is given before they can be counted.
_PIECE_BYTES = 4_096


class BoundedProtocol(ResponseHandler):
    """Ends a connection on which too much is said; whoever waits for the answer gets an HttpProcessingError."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # By the event loop's clock; None before the first request.
        self.used_since: float | None = None
        self._begin_answer()

    def expect_answer(self) -> None:
        """A request is about to be sent."""
        self._begin_answer()
        self.set_response_params(
            read_until_eof=True,
            auto_decompress=False,
            read_bufsize=READ_BUFFER_BYTES,
            max_line_size=HEADER_LINE_BYTES,
            max_field_size=HEADER_LINE_BYTES,
            max_headers=HEADERS_LIMIT,
        )

    def data_received(self, data: bytes) -> None:
        """Hand the data on in pieces, until too much was said."""
        for begin in range(0, len(data) or 1, _PIECE_BYTES):
            piece = data[begin : begin + _PIECE_BYTES]
            if self._body is None or self._body.is_eof():
                self._head_bytes += len(piece)
            super().data_received(piece)
            self._end_if_too_much()
            if self.exception() is not None:
                return

    def feed_data(self, data: tuple[Any, StreamReader], size: int = 0) -> None:
        """A head was read; what comes of it is up to aiohttp."""
        self._heads += 1
        if self._heads <= INTERIM_ANSWERS_MOST + 1:
            _, self._body = data
            super().feed_data(data, size)

    def _begin_answer(self) -> None:
        self._heads = self._head_bytes = 0
        self._body: StreamReader | None = None

    def _end_if_too_much(self) -> None:
        if self._heads > INTERIM_ANSWERS_MOST + 1:
            self._end("too many interim answers")
        elif self._head_bytes > HEADS_BYTES:
            self._end("the head is too large")

    def _end(self, reason: str) -> None:
        self.set_exception(HttpProcessingError(message=reason))
        if self.transport is not None:
            self.transport.abort()
