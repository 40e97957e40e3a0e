"""The room for what is as long as it is: answers in pieces, a few at a time of each workspace.

Those of one workspace make their pieces in turn, so that several keep others from the loop and the database no longer
than one does. One too many waits a while before it is refused: told at once, whoever asks again at once costs others
more than the export.
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
    """The places for exports in one process."""

    def __init__(self, permits: int = MAX_EXPORTS, acquire_timeout_seconds: float = ACQUIRE_TIMEOUT_SECONDS) -> None:
        self._acquire_timeout = acquire_timeout_seconds
        self._permits = FairSemaphore(permits, max_per_key=MAX_EXPORTS_PER_WORKSPACE)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def stream(
        self, read: Read, request: Request, chunks: AsyncGenerator[bytes, None], media_type: str, filename: str
    ) -> Stream:
        """The pieces as an answer. Its first one raises ServiceUnavailable where no place comes free in time."""
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
    """The next piece, None after the last. Whoever takes it slowly keeps no other from theirs."""
    async with lock:
        return await anext(chunks, None)
