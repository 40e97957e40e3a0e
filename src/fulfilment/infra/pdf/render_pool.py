"""The drawing processes, shared by workspaces in proportion to the time that their documents take, within bounds."""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.limits import tenant as parties
from fulfilment.infra.pdf.fair_queue import FairQueue, RenderPermit, RenderQueueTimeout
from fulfilment.infra.pdf.render_job import RenderJob
from fulfilment.infra.pdf.render_worker import OutOfMemory, RenderWorker, WorkerCrashed
from fulfilment.settings import Settings

# Beginning a process takes longer than most documents, so one whose caller has gone may come to its end.
GRACE_SECONDS = 0.5
MAX_QUEUED_BYTES = 64 * 1024 * 1024
# A wait is allowed longer than a drawing, so that no order is refused for one document that takes its whole time.
QUEUE_TIMEOUT_FACTOR = 3
_BUSY_RETRY_SECONDS = 2

log = structlog.get_logger(__name__)


class RenderPool:
    """Draws documents, each in one of a few processes (decisions, section 12).

    An order is drawn for `pdf_timeout_seconds` at most, and waits for its turn QUEUE_TIMEOUT_FACTOR times as long.
    """

    def __init__(self, settings: Settings, specimen: RenderJob) -> None:
        self._timeout = settings.pdf_timeout_seconds
        count = settings.pdf_workers
        self._workers = [RenderWorker(specimen, settings.pdf_memory_megabytes) for _ in range(count)]
        self._idle = list(self._workers)
        self._queue = FairQueue(count)
        self._queue_limit = RenderQueueLimit(settings.pdf_queue_size, MAX_QUEUED_BYTES)
        self._running: set[asyncio.Task[bytes]] = set()
        self._replacements: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin the processes. Nobody has to wait for them."""
        for worker in self._workers:
            worker.start()

    async def close(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))
        await asyncio.gather(*self._replacements, return_exceptions=True)

    async def render(self, job: RenderJob, tenant_key: str | None = None) -> bytes:
        """The document, drawn for `party`, which is the running task's unless it is said.

        Raises ServiceUnavailable where too much of the party's waits already, its turn does not come in time, or
        drawing takes too long, too much memory, or its process along, twice. When the task is cancelled, what waits is
        forgotten and what is drawn is ended.
        """
        tenant_key = parties.current.get() if tenant_key is None else tenant_key
        permit = await self._acquire(tenant_key, job)
        task = asyncio.create_task(self._render(job, permit))
        self._running.add(task)
        task.add_done_callback(self._finished)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            asyncio.get_running_loop().call_later(GRACE_SECONDS, task.cancel)
            raise

    async def _acquire(self, tenant_key: str, job: RenderJob) -> RenderPermit:
        """The order's place, once it is the party's turn. Raises ServiceUnavailable."""
        size = len(job.payload)
        if not self._queue_limit.try_enter(tenant_key, size):
            raise ServiceUnavailable(_BUSY_RETRY_SECONDS)
        try:
            return await self._queue.acquire(tenant_key, job.seconds, QUEUE_TIMEOUT_FACTOR * self._timeout)
        except RenderQueueTimeout:
            raise ServiceUnavailable(_BUSY_RETRY_SECONDS) from None
        finally:
            self._queue_limit.leave(tenant_key, size)

    async def _render(self, job: RenderJob, permit: RenderPermit) -> bytes:
        async with self._render_worker(permit) as worker:
            try:
                try:
                    return await worker.render(job, self._timeout)
                except WorkerCrashed as problem:
                    # Somebody may have killed it, or it was the document before.
                    log.warning("render_worker_crashed", problem=str(problem))
                    return await worker.render(job, self._timeout)
            except (WorkerCrashed, TimeoutError, OutOfMemory) as problem:
                log.warning(
                    "document_not_rendered", why=type(problem).__name__, by=job.function, bytes=len(job.payload)
                )
                raise ServiceUnavailable(math.ceil(self._timeout)) from None

    @asynccontextmanager
    async def _render_worker(self, permit: RenderPermit) -> AsyncIterator[RenderWorker]:
        """One of the processes, for as long as the place is held."""
        worker, began = self._idle.pop(), time.monotonic()
        try:
            yield worker
        finally:
            if worker.is_starting:
                returning = asyncio.create_task(self._release_after_restart(worker, permit, began))
                self._replacements.add(returning)
                returning.add_done_callback(self._replacements.discard)
            else:
                self._release(worker, permit, began)

    async def _release_after_restart(self, worker: RenderWorker, permit: RenderPermit, began: float) -> None:
        """Keep the place until another process has begun for the one that its order used up.

        The order's own party is charged for it, and no other order's deadline runs out meanwhile.
        """
        await worker.wait_until_started()
        self._release(worker, permit, began)

    def _release(self, worker: RenderWorker, permit: RenderPermit, began: float) -> None:
        self._idle.append(worker)
        self._queue.release(permit, time.monotonic() - began)

    def _finished(self, task: asyncio.Task[bytes]) -> None:
        self._running.discard(task)
        # Where nobody waits any more, nobody else looks at how it ended.
        if not task.cancelled():
            task.exception()


class RenderQueueLimit:
    """By the rule of shares: whoever has some waiting gets one more in only while more than so much is free."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._free = most
        self._free_bytes = most_bytes
        self._waiting: dict[str, tuple[int, int]] = {}

    def try_enter(self, tenant_key: str, size: int) -> bool:
        """Whether an order of `size` bytes may wait; if so, it is to leave again. One alone always may."""
        count, held = self._waiting.get(tenant_key, (0, 0))
        if count and (count >= self._free or held + size > self._free_bytes):
            return False
        if not count and self._free <= 0:
            return False
        self._note(tenant_key, count + 1, held + size)
        self._free -= 1
        self._free_bytes -= size
        return True

    def leave(self, tenant_key: str, size: int) -> None:
        count, held = self._waiting[tenant_key]
        self._note(tenant_key, count - 1, held - size)
        self._free += 1
        self._free_bytes += size

    def _note(self, tenant_key: str, count: int, held: int) -> None:
        if count:
            self._waiting[tenant_key] = count, held
        else:
            del self._waiting[tenant_key]
