"""Receivers that behave badly on purpose: scripts that speak to one connection each, on a real socket."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from ssl import SSLContext

Reader, Writer = asyncio.StreamReader, asyncio.StreamWriter
Script = Callable[["Receiver", Reader, Writer], Awaitable[None]]


class Receiver:
    """A listening receiver: what it was sent, and on how many connections."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self.port = 0
        self.connections = 0
        self.heads: list[str] = []
        self.bodies: list[bytes] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def header(self, name: str, request: int = 0) -> str:
        """The value of a header of a request; KeyError without it."""
        lines = self.heads[request].split("\r\n")[1:]
        return {key.lower(): value for key, _, value in (line.partition(": ") for line in lines)}[name.lower()]

    async def read_request(self, reader: Reader) -> None:
        """Read one request and remember it. Raises IncompleteReadError when the connection ends instead."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        self.heads.append(head.removesuffix("\r\n\r\n"))
        self.bodies.append(await reader.readexactly(int(self.header("Content-Length", -1))))

    async def serve(self, reader: Reader, writer: Writer) -> None:
        self.connections += 1
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            await self._script(self, reader, writer)
        writer.close()


@contextlib.asynccontextmanager
async def receiving(script: Script, tls: SSLContext | None = None) -> AsyncIterator[Receiver]:
    """A receiver on a free port of 127.0.0.1, gone with all its connections at the end."""
    receiver = Receiver(script)
    connections: dict[asyncio.Task[None], Writer] = {}

    # Not a coroutine: what asyncio has accepted but not begun to serve would be left out at the end.
    def connected(reader: Reader, writer: Writer) -> None:
        task = asyncio.create_task(receiver.serve(reader, writer))
        connections[task] = writer

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
        for task, writer in connections.items():
            task.cancel()
            writer.transport.abort()
        await asyncio.gather(*connections, return_exceptions=True)


def answer_with(*answers: bytes) -> Script:
    """Answers every request on a connection with these bytes in turn, the last again and again."""

    async def script(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        remaining = list(answers)
        while True:
            await receiver.read_request(reader)
            writer.write(remaining.pop(0) if len(remaining) > 1 else remaining[0])
            await writer.drain()

    return script


def response(status: str = "200 OK", body: bytes = b"", *headers: str) -> bytes:
    """A whole response."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def forever() -> None:
    """Until the test is over."""
    await asyncio.Event().wait()


async def hang(receiver: Receiver, reader: Reader, writer: Writer) -> None:
    """Takes the request and says nothing."""
    await receiver.read_request(reader)
    await forever()
