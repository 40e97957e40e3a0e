"""A POST and the head of its answer, on a connection of aiohttp's.

aiohttp's own session puts each request together anew and begins a task to write its body, which was a third of all that
sending a webhook costs. Here the request is one piece of bytes, of which most is the same each time. Names, addresses,
TLS, kept connections and the parser of answers are aiohttp's (`connector.py`, `protocol.py`).
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import lru_cache

import aiohttp
import msgspec
from aiohttp.connector import Connection
from aiohttp.http import RawResponseMessage
from aiohttp.streams import StreamReader
from yarl import URL

from fulfilment.webhooks.http.connector import AttemptConnection, GuardedConnector
from fulfilment.webhooks.http.protocol import BoundedProtocol

TARGET_CACHE_SIZE = 1_024
NO_HEADERS: Mapping[str, str] = {}

_INTERIM, _SWITCHING_PROTOCOLS = range(100, 200), 101


class RequestTarget(msgspec.Struct, frozen=True):
    """Where a request goes: as the connector asks for it, and as the request begins."""

    connection_request: aiohttp.ClientRequest
    head: str


class RawHttpResponse:
    """An answer whose head has come; `content` is its body. Its connection is given back by itself at its end."""

    __slots__ = ("_connection", "content", "status")

    def __init__(self, connection: Connection, head: RawResponseMessage, content: StreamReader) -> None:
        self.status: int = head.code
        self.content = content
        self._connection: Connection | None = connection
        content.on_eof(self._release)

    @property
    def is_released(self) -> bool:
        """Whether its connection was given back, or closed."""
        return self._connection is None

    def close(self) -> None:
        """End the connection, whatever of the answer is still to come."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _release(self) -> None:
        """Not one on which part of the request still waits to be sent, nor one that speaks something else now."""
        connection = self._connection
        if connection is None:
            return
        assert connection.protocol is not None
        if connection.protocol.upgraded:
            return
        # None where the receiver has closed it since.
        transport = connection.transport
        if transport is None or not transport.get_write_buffer_size():
            self._connection = None
            connection.release()


class RawHttpClient:
    """Sends requests that all have `headers`, and those of `names` with values of their own."""

    def __init__(self, connector: GuardedConnector, headers: Mapping[str, str], names: Sequence[str]) -> None:
        self._connector = connector
        self._fixed = _format_headers(headers)
        self._own = "".join([f"{name}: %s\r\n" for name in names])
        self._target = lru_cache(TARGET_CACHE_SIZE)(self._build_target)

    async def close(self) -> None:
        """End all connections."""
        await self._connector.close()

    async def post(
        self,
        route: AttemptConnection,
        url: URL,
        path: str,
        values: tuple[str, ...],
        body: bytes,
        more: Mapping[str, str] = NO_HEADERS,
    ) -> RawHttpResponse:
        """Send the request, with `values` for the names, and wait for the answer's head.

        `path` has the query too, and is sent as it is. `route` learns of the connection. Raises aiohttp's errors, and
        OSError or HttpProcessingError where it raises those inside.
        """
        target = self._target(url, path)
        _require_printable("".join(values))
        own = f"{self._own % values}{_format_headers(more) if more else ''}"
        head = f"{target.head}{own}Content-Length: {len(body)}\r\n\r\n"
        connection = await self._connector.open_connection(target.connection_request, route)
        try:
            protocol, transport = connection.protocol, connection.transport
            assert isinstance(protocol, BoundedProtocol)
            assert transport is not None
            protocol.expect_response()
            transport.write(head.encode() + body)
            while True:
                answer, content = await protocol.read()
                if answer.code not in _INTERIM or answer.code == _SWITCHING_PROTOCOLS:
                    return RawHttpResponse(connection, answer, content)
        except BaseException:
            connection.close()
            raise

    def _build_target(self, url: URL, path: str) -> RequestTarget:
        asked = aiohttp.ClientRequest("POST", url, loop=asyncio.get_running_loop())
        line = f"POST {_require_printable(path)} HTTP/1.1\r\nHost: {_require_printable(asked.headers['Host'])}\r\n"
        return RequestTarget(asked, f"{line}{self._fixed}")


def _format_headers(headers: Mapping[str, str]) -> str:
    """The headers as they are sent. Raises ValueError where one would end its line."""
    _require_printable("".join(headers.values()))
    return "".join([f"{name}: {value}\r\n" for name, value in headers.items()])


def _require_printable(text: str) -> str:
    """The text, in which nothing may end its line. Raises ValueError."""
    if not text.isprintable():
        raise ValueError("a header holds a character that is not printed")
    return text
