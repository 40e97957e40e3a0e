"""A request's body while it is on its way: bounded before it is read, and who waits for whom while it is.

A small body is read as it comes. One that is large, or does not say how large it is, takes one of the process's places
for such, which are shared fairly between those who send them, and keeps it until the request has been answered.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from fulfilment.http.connections import under_way
from fulfilment.http.errors import PayloadTooLarge, ServiceUnavailable, Validation
from fulfilment.shares import NoPlace, Shares

MAX_BODY_BYTES = 1_048_576
SMALL_BODY_BYTES = 65_536
# A process holds so many large bodies at once: 64 MiB.
LARGE_BODIES = 64

_BODY_TIMEOUT_SECONDS = 30
_PLACE_TIMEOUT_SECONDS = 30.0
_DRAIN_TIMEOUT_SECONDS = 2
_MAX_DRAINED_BYTES = 8 * MAX_BODY_BYTES

_OF_NOTHING = hashlib.sha256()

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Result = TypeVar("Result")


class CallerGone(Exception):
    """The caller hung up before there was an answer."""


class LargeBodies:
    """What the large bodies of one process share: their places, and the turn to take in the next piece."""

    def __init__(self) -> None:
        self.places = Shares(LARGE_BODIES)
        self._turn = asyncio.Lock()

    async def take_in(self, piece: bytes, body_hash: Any) -> None:
        """Hash a piece that has arrived; whatever else is ready comes before the next one."""
        async with self._turn:
            body_hash.update(piece)
            await asyncio.sleep(0)


class Incoming:
    """The body of one request. `declared` is its size where the request tells; 0 where it has none.

    From when it is whole until `close`, the connection of `peer` counts as one on which something is under way.
    """

    def __init__(
        self,
        receive: Receive,
        declared: int | None,
        party: str,
        large: LargeBodies,
        peer: tuple[str, int] | None = None,
    ):
        self.declared = declared
        self.body_hash = _OF_NOTHING if declared == 0 else hashlib.sha256()
        self._receive = receive
        self._party = party
        self._large = large
        self._has_place = False
        self._is_over = declared == 0
        self._peer = peer
        self._is_under_way = False
        # One watch for as long as the request lasts: a server whose `receive` is given up before it has told anything
        # may tell the next one that the caller is gone, who is not.
        self._leaving: asyncio.Task[None] | None = None
        if self._is_over:
            self._begin()

    @property
    def is_large(self) -> bool:
        """Whether it may be too large to be read from just anybody."""
        return self.declared is None or self.declared > SMALL_BODY_BYTES

    async def read(self, most_bytes: int) -> bytes:
        """The whole body. Raises PayloadTooLarge, Validation where it does not come whole, ServiceUnavailable."""
        if self._is_over:
            return b""
        if self.declared is not None and self.declared > most_bytes:
            raise PayloadTooLarge(most_bytes)
        if self.is_large:
            await self._take_place()
        try:
            async with asyncio.timeout(_BODY_TIMEOUT_SECONDS):
                body = await self._read(most_bytes)
        except TimeoutError:
            self._is_over = True
            raise Validation("The body did not arrive in time.") from None
        self._begin()
        return body

    async def _read(self, most_bytes: int) -> bytes:
        chunks: list[bytes] = []
        size = 0
        while not self._is_over:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                # It hung up, or its chunks make no sense; only the latter reads the answer.
                self._is_over = True
                raise Validation("The body did not arrive whole.")
            chunk = message.get("body", b"")
            self._is_over = not message.get("more_body")
            size += len(chunk)
            if size > most_bytes:
                raise PayloadTooLarge(most_bytes)
            # Hashed as it comes, so that no megabyte is hashed at one go.
            if self.is_large:
                await self._large.take_in(chunk, self.body_hash)
            else:
                self.body_hash.update(chunk)
            chunks.append(chunk)
        return b"".join(chunks)

    async def _take_place(self) -> None:
        try:
            await self._large.places.take(self._party, _PLACE_TIMEOUT_SECONDS)
        except NoPlace:
            raise ServiceUnavailable(retry_after_seconds=5) from None
        self._has_place = True

    async def drain(self) -> None:
        """Throw away what is still to come, within reason: a client cut off while it sends never reads our answer."""
        left = _MAX_DRAINED_BYTES
        if self._is_over or (self.declared or 0) > left:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(_DRAIN_TIMEOUT_SECONDS):
                while not self._is_over and left > 0:
                    message = await self._receive()
                    left -= len(message.get("body", b""))
                    self._is_over = not message.get("more_body", False)

    def _begin(self) -> None:
        if self._peer is not None:
            self._is_under_way = True
            under_way.begin(*self._peer)

    def close(self) -> None:
        """Give its place back, and watch for nobody any more, once the request has been answered."""
        if self._leaving is not None:
            self._leaving.cancel()
        if self._is_under_way:
            self._is_under_way = False
            under_way.end(*self._peer)
        if self._has_place:
            self._has_place = False
            self._large.places.give_back(self._party)

    async def unless_gone(self, work: Awaitable[Result]) -> Result:
        """What `work` comes to; it is cancelled when the caller hangs up. Raises CallerGone. The body has been read."""
        working = asyncio.ensure_future(work)
        if self._leaving is None:
            self._leaving = asyncio.ensure_future(self._left())
        try:
            await asyncio.wait((working, self._leaving), return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                return working.result()
            raise CallerGone
        finally:
            if not working.done():
                working.cancel()
                await asyncio.wait((working,))

    async def _left(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
