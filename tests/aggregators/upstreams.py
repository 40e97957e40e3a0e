"""Aggregators that answer with bytes of the test's choosing, on a real socket."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

Writer = asyncio.StreamWriter
Script = Callable[[Writer], Awaitable[None]]


class FakeAggregator:
    """A listening aggregator: where it is, and the requests it got (first lines and headers, and their bodies)."""

    def __init__(self, scripts: list[Script]) -> None:
        self._scripts = scripts
        self.url = ""
        self.requests: list[str] = []
        self.bodies: list[bytes] = []

    async def serve(self, reader: asyncio.StreamReader, writer: Writer) -> None:
        """One request a connection; the last script answers all further ones."""
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = [line for line in head.lower().split("\r\n") if line.startswith("content-length:")]
            size = int(length[0].split(":")[1]) if length else 0
            self.bodies.append(await reader.readexactly(size))
            self.requests.append(head)
            await self._scripts[min(len(self.requests), len(self._scripts)) - 1](writer)
        writer.close()


def respond_with(status: int, body: Any, headers: str = "") -> Script:
    """A whole answer; anything but text goes as JSON."""
    content = body.encode() if isinstance(body, str) else json.dumps(body).encode()

    async def answer(writer: Writer) -> None:
        head = f"HTTP/1.1 {status} Whatever\r\ncontent-type: application/json\r\n{headers}"
        writer.write(f"{head}content-length: {len(content)}\r\nconnection: close\r\n\r\n".encode() + content)
        await writer.drain()

    return answer


def respond_error(status: int, code: int | None, error: str = "No", **details: Any) -> Script:
    body: dict[str, Any] = {"success": False, "error": error}
    if code is not None:
        body["code"] = code
    return respond_with(status, body | ({"details": details} if details else {}))


async def abort_connection(writer: Writer) -> None:
    """Read the request, then hang up in the hardest way."""
    writer.transport.abort()


async def stop_halfway(writer: Writer) -> None:
    """Promise more than is sent."""
    writer.write(b'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"success": true')
    await writer.drain()


async def never_respond(writer: Writer) -> None:
    """Never answer; the caller hangs up at last."""
    await writer.wait_closed()


async def respond_endlessly(writer: Writer) -> None:
    """An answer without an end."""
    writer.write(b'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{"filler"\r\n')
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    while not writer.is_closing():
        writer.write(chunk)
        await writer.drain()


@asynccontextmanager
async def running_fake(*scripts: Script) -> AsyncIterator[FakeAggregator]:
    upstream = FakeAggregator(list(scripts))
    server = await asyncio.start_server(upstream.serve, "127.0.0.1", 0)
    upstream.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield upstream
    finally:
        server.close()
