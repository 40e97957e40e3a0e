"""A POST and the head of its answer, on a connection of aiohttp's.

aiohttp's own session puts each request together anew and begins a task to write its body, which was a third of all that
sending a webhook costs. Here the request is one piece of bytes, of which most is the same each time. Names, addresses,
TLS, kept connections and the parser of answers are aiohttp's (`connector.py`, `protocol.py`).
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import aiohttp
import msgspec
from aiohttp.http import RawResponseMessage
from aiohttp.streams import StreamReader
from yarl import URL

from fulfilment.webhooks.outbound.connector import GuardedConnector, Route

TARGETS_REMEMBERED = 1_024
NO_HEADERS: Mapping[str, str] = {}

_INTERIM, _SWITCHING_PROTOCOLS = range(100, 200), 101


class Target(msgspec.Struct, frozen=True):
    """Where a request goes: as the connector asks for it, and as the request begins."""

    asked: aiohttp.ClientRequest
    head: str


class Answer:
    """An answer whose head has come; `content` is its body. Its connection is given back by itself at its end."""

    __slots__ = ("_connection", "content", "status")

    def __init__(self, connection: Any, head: RawResponseMessage, content: StreamReader) -> None:
        self.status: int = head.code
        self.content = content
        self._connection = connection
        content.on_eof(self._give_back)

    @property
    def is_over(self) -> bool:
        """Whether its connection was given back, or closed."""
        return self._connection is None

    def close(self) -> None:
        """End the connection, whatever of the answer is still to come."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _give_back(self) -> None:
        """Not one on which part of the request still waits to be sent, nor one that speaks something else now."""
        connection = self._connection
        if connection is None or connection.protocol.upgraded:
            return
        # None where the receiver has closed it since.
        transport = connection.transport
        if transport is None or not transport.get_write_buffer_size():
            self._connection = None
            connection.release()


class Poster:
    """Sends requests that all have `headers`, and those of `names` with values of their own."""

    def __init__(self, connector: GuardedConnector, headers: Mapping[str, str], names: Sequence[str]) -> None:
        self._connector = connector
        self._fixed = _lines(headers)
        self._own = "".join([f"{name}: %s\r\n" for name in names])
        self._target = lru_cache(TARGETS_REMEMBERED)(self._aim)

    async def close(self) -> None:
        """End all connections."""
        await self._connector.close()

    async def post(
        self, route: Route, url: URL, values: tuple[str, ...], body: bytes, more: Mapping[str, str] = NO_HEADERS
    ) -> Answer:
        """Send the request, with `values` for the names, and wait for the answer's head.

        `route` learns of the connection. Raises aiohttp's errors, and OSError or HttpProcessingError where it raises
        those inside.
        """
        target = self._target(url)
        _plain("".join(values))
        own = f"{self._own % values}{_lines(more) if more else ''}"
        head = f"{target.head}{own}Content-Length: {len(body)}\r\n\r\n"
        connection = await self._connector.reach(target.asked, route)
        try:
            protocol = connection.protocol
            protocol.expect_answer()
            route.transport.write(head.encode() + body)
            while True:
                answer, content = await protocol.read()
                if answer.code not in _INTERIM or answer.code == _SWITCHING_PROTOCOLS:
                    return Answer(connection, answer, content)
        except BaseException:
            connection.close()
            raise

    def _aim(self, url: URL) -> Target:
        asked = aiohttp.ClientRequest("POST", url, loop=asyncio.get_running_loop())
        line = f"POST {_plain(url.raw_path_qs)} HTTP/1.1\r\nHost: {_plain(asked.headers['Host'])}\r\n"
        return Target(asked, f"{line}{self._fixed}")


def _lines(headers: Mapping[str, str]) -> str:
    """The headers as they are sent. Raises ValueError where one would end its line."""
    _plain("".join(headers.values()))
    return "".join([f"{name}: {value}\r\n" for name, value in headers.items()])


def _plain(text: str) -> str:
    """The text, in which nothing may end its line. Raises ValueError."""
    if not text.isprintable():
        raise ValueError("a header holds a character that is not printed")
    return text
