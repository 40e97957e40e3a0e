"""A request's body while it is on its way: bounded before it is read, and who waits for whom while it is.

A small body is read as it comes. One that is large, or does not say how large it is, takes one of the process's places
for such, which are shared fairly between those who send them, and keeps it until the request has been answered.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from fulfilment.infra.api.errors import PayloadTooLarge, ServiceUnavailable, Validation
from fulfilment.infra.limits.fair_semaphore import AcquireTimeout, FairSemaphore

MAX_BODY_BYTES = 1_048_576
SMALL_BODY_BYTES = 65_536
# A process holds so many large bodies at once: 64 MiB.
MAX_LARGE_BODIES = 64
# How long an answer waits for the rest of a body that it does not need. On the public license routes a body is small
# and comes with its head; one that does not come must not keep its refusal waiting.
DRAIN_SECONDS = 2.0
GATED_DRAIN_SECONDS = 0.1

_BODY_TIMEOUT_SECONDS = 30
_PLACE_TIMEOUT_SECONDS = 30.0
_MAX_DRAINED_BYTES = 8 * MAX_BODY_BYTES

_OF_NOTHING = hashlib.sha256()

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Result = TypeVar("Result")


class ClientDisconnected(Exception):
    """The caller hung up before there was an answer."""


class LargeBodyLimit:
    """What the large bodies of one process share: their places, and the turn to take in the next piece."""

    def __init__(self) -> None:
        self.permits = FairSemaphore(MAX_LARGE_BODIES)
        self._lock = asyncio.Lock()

    async def hash_chunk(self, piece: bytes, body_hash: "hashlib._Hash") -> None:
        """Hash a piece that has arrived; whatever else is ready comes before the next one."""
        async with self._lock:
            body_hash.update(piece)
            await asyncio.sleep(0)


class BodyReader:
    """The body of one request. `declared` is its size where the request tells; 0 where it has none."""

    def __init__(self, receive: Receive, declared: int | None, tenant_key: str, large: LargeBodyLimit) -> None:
        self.declared = declared
        self.body_hash = _OF_NOTHING if declared == 0 else hashlib.sha256()
        self._receive = receive
        self._tenant_key = tenant_key
        self._large = large
        self._has_permit = False
        self._is_complete = declared == 0
        # One watch for as long as the request lasts: a server whose `receive` is given up before it has told anything
        # may tell the next one that the caller is gone, who is not.
        self._disconnect_watch: asyncio.Task[None] | None = None

    @property
    def is_large(self) -> bool:
        """Whether it may be too large to be read from just anybody."""
        return self.declared is None or self.declared > SMALL_BODY_BYTES

    async def read(self, max_bytes: int) -> bytes:
        """The whole body. Raises PayloadTooLarge, Validation where it does not come whole, ServiceUnavailable."""
        if self._is_complete:
            return b""
        if self.declared is not None and self.declared > max_bytes:
            raise PayloadTooLarge(max_bytes)
        if self.is_large:
            await self._acquire_permit()
        try:
            async with asyncio.timeout(_BODY_TIMEOUT_SECONDS):
                return await self._read(max_bytes)
        except TimeoutError:
            self._is_complete = True
            raise Validation("The body did not arrive in time.") from None

    async def _read(self, max_bytes: int) -> bytes:
        chunks: list[bytes] = []
        size = 0
        while not self._is_complete:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                # It hung up, or its chunks make no sense; only the latter reads the answer.
                self._is_complete = True
                raise Validation("The body did not arrive whole.")
            chunk = message.get("body", b"")
            self._is_complete = not message.get("more_body")
            size += len(chunk)
            if size > max_bytes:
                raise PayloadTooLarge(max_bytes)
            # Hashed as it comes, so that no megabyte is hashed at one go.
            if self.is_large:
                await self._large.hash_chunk(chunk, self.body_hash)
            else:
                self.body_hash.update(chunk)
            chunks.append(chunk)
        return b"".join(chunks)

    async def _acquire_permit(self) -> None:
        try:
            await self._large.permits.acquire(self._tenant_key, _PLACE_TIMEOUT_SECONDS)
        except AcquireTimeout:
            raise ServiceUnavailable(retry_after_seconds=5) from None
        self._has_permit = True

    async def drain(self, seconds: float) -> None:
        """Throw away what is still to come, within reason: a client cut off while it sends never reads our answer."""
        left = _MAX_DRAINED_BYTES
        if self._is_complete or (self.declared or 0) > left:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._is_complete and left > 0:
                    message = await self._receive()
                    left -= len(message.get("body", b""))
                    self._is_complete = not message.get("more_body", False)

    def close(self) -> None:
        """Give its place back, and watch for nobody any more, once the request has been answered."""
        if self._disconnect_watch is not None:
            self._disconnect_watch.cancel()
        if self._has_permit:
            self._has_permit = False
            self._large.permits.release(self._tenant_key)

    async def cancel_on_disconnect(self, work: Awaitable[Result]) -> Result:
        """The result of `work`, which runs in this task and is cancelled when the client hangs up.

        The body has been read. Raises ClientDisconnected.
        """
        task = asyncio.current_task()
        assert task is not None, "requests are answered in tasks"
        if self._disconnect_watch is None:
            self._disconnect_watch = asyncio.ensure_future(self._wait_for_disconnect())
        cancelling = _Cancelling(task)
        self._disconnect_watch.add_done_callback(cancelling)
        try:
            return await work
        except asyncio.CancelledError:
            if cancelling.is_requested and task.cancelling() == 1:
                raise ClientDisconnected from None
            raise
        finally:
            self._disconnect_watch.remove_done_callback(cancelling)
            cancelling.end()

    async def _wait_for_disconnect(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass


class _Cancelling:
    """Cancels a task once, as `asyncio.timeout` does, and takes its request back when the work is over."""

    def __init__(self, task: "asyncio.Task[Any]") -> None:
        self._task = task
        self._is_over = False
        self.is_requested = False

    def __call__(self, _watch: "asyncio.Future[None]") -> None:
        if not self._is_over:
            self.is_requested = True
            self._task.cancel()

    def end(self) -> None:
        self._is_over = True
        if self.is_requested:
            self._task.uncancel()
