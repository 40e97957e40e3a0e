"""Limit of concurrent exports: answers of any length, streamed in chunks, a few at a time per workspace.

The exports of one workspace produce their chunks one at a time, so several load the event loop and the database no more
than one. An export beyond the limit waits before it is refused. An immediate refusal would invite immediate retries,
which cost other workspaces more than the export.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import nullcontext
from weakref import WeakValueDictionary

from fulfilment.infra.api.envelope import Stream
from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.api.request import Request
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.limits.fair_semaphore import AcquireTimeout, FairSemaphore
from fulfilment.infra.limits.loop_admission import Slot

MAX_EXPORTS = 32
MAX_EXPORTS_PER_WORKSPACE = 2
ACQUIRE_TIMEOUT_SECONDS = 5.0
RETRY_AFTER_SECONDS = 30


class StreamLimiter:
    """Limiter of the exports of one process."""

    def __init__(self, permits: int = MAX_EXPORTS, acquire_timeout_seconds: float = ACQUIRE_TIMEOUT_SECONDS) -> None:
        self._acquire_timeout = acquire_timeout_seconds
        self._permits = FairSemaphore(permits, max_per_key=MAX_EXPORTS_PER_WORKSPACE)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def stream(
        self, read: Read, request: Request, chunks: AsyncGenerator[bytes, None], media_type: str, filename: str
    ) -> Stream:
        """The chunks as a stream. The first chunk raises ServiceUnavailable if no permit becomes free in time."""
        return Stream(b"", media_type, filename, chunks=self._limited(read, request.slot, chunks))

    async def _limited(
        self, read: Read, slot: Slot | None, chunks: AsyncGenerator[bytes, None]
    ) -> AsyncGenerator[bytes, None]:
        try:
            with nullcontext() if slot is None else slot.released_while_waiting():
                await self._permits.acquire(read.account_id, self._acquire_timeout)
        except AcquireTimeout:
            raise ServiceUnavailable(RETRY_AFTER_SECONDS) from None
        lock = self._locks.setdefault(read.account_id, asyncio.Lock())
        try:
            while (chunk := await _next(chunks, lock)) is not None:
                yield chunk
        finally:
            self._permits.release(read.account_id)
            await chunks.aclose()


async def _next(chunks: AsyncGenerator[bytes, None], lock: asyncio.Lock) -> bytes | None:
    """The next chunk, None after the last. The lock is free while a client receives, so slow clients delay no other."""
    async with lock:
        return await anext(chunks, None)
