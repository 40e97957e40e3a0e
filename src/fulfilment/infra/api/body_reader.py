"""Reader of request bodies: a bound before the read, a fair limit of large bodies, and detection of disconnects.

A small body is read at once. A body that is large, or of unknown length, acquires a permit and keeps it until its
request is answered. Senders share these permits fairly.
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
# Large bodies in the memory of one process: 64 MiB.
MAX_LARGE_BODIES = 64
# The longest wait of an error for the rest of a body that is not needed. On the public license routes a body is small
# and arrives with its head, so a missing body must not delay the error.
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
    """The client disconnected before the answer was sent."""


class LargeBodyLimit:
    """Limit of the large bodies of one process: permits, and a lock that hashes one chunk at a time."""

    def __init__(self) -> None:
        self.permits = FairSemaphore(MAX_LARGE_BODIES)
        self._lock = asyncio.Lock()

    async def hash_chunk(self, piece: bytes, body_hash: "hashlib._Hash") -> None:
        """Hash a chunk that has arrived, and yield to the event loop before the next chunk."""
        async with self._lock:
            body_hash.update(piece)
            await asyncio.sleep(0)


class BodyReader:
    """Reader of one request's body. `declared` is its length: 0 without a body, None if it is unknown."""

    def __init__(self, receive: Receive, declared: int | None, tenant_key: str, large: LargeBodyLimit) -> None:
        self.declared = declared
        self.body_hash = _OF_NOTHING if declared == 0 else hashlib.sha256()
        self._receive = receive
        self._tenant_key = tenant_key
        self._large = large
        self._has_permit = False
        self._is_complete = declared == 0
        # One task waits for the disconnect as long as the request lasts. After a cancelled `receive`, the server may
        # report a disconnect to the next `receive` although the client is connected.
        self._disconnect_watch: asyncio.Task[None] | None = None

    @property
    def is_large(self) -> bool:
        """True if the body is large or of unknown length, so that it needs a permit."""
        return self.declared is None or self.declared > SMALL_BODY_BYTES

    async def read(self, max_bytes: int) -> bytes:
        """The whole body. Raises PayloadTooLarge, Validation for a body that is incomplete, ServiceUnavailable."""
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
                # The client has disconnected, or its chunks are malformed. Only in the second case it reads the answer.
                self._is_complete = True
                raise Validation("The body did not arrive whole.")
            chunk = message.get("body", b"")
            self._is_complete = not message.get("more_body")
            size += len(chunk)
            if size > max_bytes:
                raise PayloadTooLarge(max_bytes)
            # Hashing each chunk as it arrives avoids hashing a megabyte at once.
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
        """Discard the rest of the body, within bounds: a client that is cut off while it sends reads no answer."""
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
        """Release the permit and stop waiting for a disconnect, after the request has been answered."""
        if self._disconnect_watch is not None:
            self._disconnect_watch.cancel()
        if self._has_permit:
            self._has_permit = False
            self._large.permits.release(self._tenant_key)

    async def cancel_on_disconnect(self, work: Awaitable[Result]) -> Result:
        """The result of `work`, which runs in this task and is cancelled when the client hangs up.

        The body must have been read before. Raises ClientDisconnected.
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
    """Callback that cancels a task once, and withdraws the cancellation at the end, as `asyncio.timeout` does."""

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
