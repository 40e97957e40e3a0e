"""Receivers of a soak, well-mannered and not, in a thread of their own: what each was sent, and how it answered."""

import asyncio
import hashlib
import socket
import struct
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, contextmanager

import msgspec

from tests.webhooks import receivers
from tests.webhooks.inbox import Received
from tests.webhooks.receivers import Reader, Writer, response

DRIP_SECONDS = 0.1
READY_WITHIN_SECONDS = 60
OK = response("204 No Content")
DOWN = response("500 Internal Server Error", b"down")
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)

# Answers one request, the number of whose attempt it is told.
Manner = Callable[[Reader, Writer, int], Awaitable[None]]


class Seen(msgspec.Struct, frozen=True):
    """A request that came whole. `digest` is of the body."""

    event_id: str
    type: str
    delivery_id: str
    attempt: int
    digest: bytes
    is_genuine: bool


class Stand:
    """One receiver. `secret` is that of its endpoint, known before anything comes."""

    def __init__(self, manner: Manner):
        self.manner = manner
        self.secret = ""
        self.seen: list[Seen] = []
        self.url = ""

    @property
    def repeated(self) -> int:
        """How many attempts came again, under the same number."""
        return len(self.seen) - len({(each.delivery_id, each.attempt) for each in self.seen})

    async def serve(self, _: receivers.Receiver, reader: Reader, writer: Writer) -> None:
        """The requests of one connection."""
        while not writer.is_closing():
            seen = self._look_at(await _read(reader))
            self.seen.append(seen)
            await self.manner(reader, writer, seen.attempt)
            await writer.drain()

    def _look_at(self, received: Received) -> Seen:
        told = received.headers
        ids = told["svc-event-id"], told["svc-event-type"]
        is_the_same = ids == (received.event["id"], received.event["type"])
        is_genuine = is_the_same and received.is_signed_with(self.secret)
        digest = hashlib.sha256(received.body).digest()
        return Seen(*ids, told["svc-delivery-id"], received.attempt, digest, is_genuine)


async def well(_reader: Reader, writer: Writer, _attempt: int) -> None:
    writer.write(OK)


async def failing(_reader: Reader, writer: Writer, _attempt: int) -> None:
    writer.write(DOWN)


async def moody(_reader: Reader, writer: Writer, attempt: int) -> None:
    """Down at first, then in such a hurry that it resets the connection, then well."""
    if attempt == 2:
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
        writer.close()
    else:
        writer.write(DOWN if attempt == 1 else OK)


async def hanging(reader: Reader, _writer: Writer, _attempt: int) -> None:
    """Takes the request and says nothing until the sender has had enough."""
    await reader.read()


async def dripping(_reader: Reader, writer: Writer, _attempt: int) -> None:
    """A head without end."""
    writer.write(b"HTTP/1.1 200 OK\r\nX-Drip: ")
    while not writer.is_closing():
        writer.write(b".")
        await writer.drain()
        await asyncio.sleep(DRIP_SECONDS)


async def halfway(_reader: Reader, writer: Writer, _attempt: int) -> None:
    """Closes before the head is whole."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Le")
    await writer.drain()
    writer.close()


async def _read(reader: Reader) -> Received:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    request, *lines = head.removesuffix("\r\n\r\n").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    body = await reader.readexactly(int(headers["content-length"]))
    return Received(request.split(" ")[1], headers, body, time.monotonic())


@contextmanager
def standing(stands: Iterable[Stand]) -> Iterator[None]:
    """They receive while the context lasts."""
    loop = asyncio.new_event_loop()
    ready, ending = threading.Event(), asyncio.Event()

    async def stand() -> None:
        async with AsyncExitStack() as stack:
            for each in stands:
                receiver = await stack.enter_async_context(receivers.receiving(each.serve))
                each.url = receiver.url
            ready.set()
            await ending.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=[stand()])
    thread.start()
    try:
        assert ready.wait(READY_WITHIN_SECONDS)
        yield
    finally:
        loop.call_soon_threadsafe(ending.set)
        thread.join()
        loop.close()
