"""Pool of PDF worker processes behind fair semaphores: workspaces share it, and short jobs never wait for long ones.

With several processes, one is reserved for short jobs. Even while many workspaces render long documents, a label waits
only for other labels. The second part is the queue limit.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import structlog

from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.limits.fair_semaphore import AcquireTimeout, FairSemaphore
from fulfilment.infra.pdf.render_worker import OutOfMemory, RenderWorker, WorkerCrashed
from fulfilment.infra.pdf.worker_process import RenderJob
from fulfilment.settings import Settings

# Starting a process takes longer than most documents, so a document may finish for so long after its caller has gone.
GRACE_SECONDS = 0.5
# Jobs with a longer expected time are long.
SHORT_SECONDS = 0.5
MAX_QUEUED_BYTES = 64 * 1024 * 1024
# The wait may be longer than a rendering, so that one slow document does not make waiting jobs fail.
QUEUE_TIMEOUT_FACTOR = 3
_BUSY_RETRY_SECONDS = 2

log = structlog.get_logger(__name__)


class RenderPool:
    """Renders documents in a few worker processes (decisions, section 12).

    A job may run for `pdf_timeout_seconds`, and may wait QUEUE_TIMEOUT_FACTOR times as long.
    """

    def __init__(self, settings: Settings, specimen: RenderJob) -> None:
        self._timeout = settings.pdf_timeout_seconds
        count = settings.pdf_workers
        self._workers = [RenderWorker(specimen, settings.pdf_memory_megabytes) for _ in range(count)]
        self._idle = list(self._workers)
        self._permits = FairSemaphore(count)
        # A single process also runs long jobs.
        self._long_permits = FairSemaphore(max(1, count - 1))
        self._queue_limit = RenderQueueLimit(settings.pdf_queue_size, MAX_QUEUED_BYTES)
        self._running: set[asyncio.Task[bytes]] = set()
        self._replacements: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the processes, without waiting for them."""
        for worker in self._workers:
            worker.start()

    async def close(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))
        await asyncio.gather(*self._replacements, return_exceptions=True)

    async def render(self, job: RenderJob, tenant_key: str | None = None) -> bytes:
        """Render a document for the tenant `tenant_key`, by default that of the current task.

        Raises ServiceUnavailable where the tenant has too many waiting jobs, or the job waits too long. It also does
        where rendering exceeds its time or memory, or the process crashes twice. A cancelled task leaves the queue, and
        its rendering is ended.
        """
        key = fair_semaphore.current_tenant.get() if tenant_key is None else tenant_key
        semaphores = await self._acquire(key, job)
        task = asyncio.create_task(self._render(job, key, semaphores))
        self._running.add(task)
        task.add_done_callback(self._finished)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            asyncio.get_running_loop().call_later(GRACE_SECONDS, task.cancel)
            raise

    async def _acquire(self, key: str, job: RenderJob) -> tuple[FairSemaphore, ...]:
        """Wait for permits; returns the semaphores to release. Raises ServiceUnavailable."""
        size = len(job.payload)
        if not self._queue_limit.try_enter(key, size):
            raise ServiceUnavailable(_BUSY_RETRY_SECONDS)
        is_long = job.seconds > SHORT_SECONDS
        semaphores = (self._long_permits, self._permits) if is_long else (self._permits,)
        acquired: list[FairSemaphore] = []
        now = asyncio.get_running_loop().time
        deadline = now() + QUEUE_TIMEOUT_FACTOR * self._timeout
        try:
            for semaphore in semaphores:
                await semaphore.acquire(key, deadline - now())
                acquired.append(semaphore)
        except BaseException as problem:
            _release(key, acquired)
            if isinstance(problem, AcquireTimeout):
                raise ServiceUnavailable(_BUSY_RETRY_SECONDS) from None
            raise
        finally:
            self._queue_limit.leave(key, size)
        return semaphores

    async def _render(self, job: RenderJob, key: str, semaphores: tuple[FairSemaphore, ...]) -> bytes:
        async with self._render_worker(key, semaphores) as worker:
            try:
                try:
                    return await worker.render(job, self._timeout)
                except WorkerCrashed as problem:
                    # The cause may be the previous document or a kill from outside, so the job is retried once.
                    log.warning("render_worker_crashed", problem=str(problem))
                    return await worker.render(job, self._timeout)
            except (WorkerCrashed, TimeoutError, OutOfMemory) as problem:
                log.warning(
                    "document_not_rendered", why=type(problem).__name__, by=job.function, bytes=len(job.payload)
                )
                raise ServiceUnavailable(math.ceil(self._timeout)) from None

    @asynccontextmanager
    async def _render_worker(self, key: str, semaphores: tuple[FairSemaphore, ...]) -> AsyncIterator[RenderWorker]:
        """A worker process for as long as the permits are held.

        If the job ended its process, the permits are held until the replacement has started. So the start does not
        count against the timeout of the next job.
        """
        worker = self._idle.pop()
        try:
            yield worker
        finally:
            if worker.is_starting:
                returning = asyncio.create_task(self._release_after_restart(worker, key, semaphores))
                self._replacements.add(returning)
                returning.add_done_callback(self._replacements.discard)
            else:
                self._idle.append(worker)
                _release(key, semaphores)

    async def _release_after_restart(
        self, worker: RenderWorker, key: str, semaphores: tuple[FairSemaphore, ...]
    ) -> None:
        await worker.wait_until_started()
        self._idle.append(worker)
        _release(key, semaphores)

    def _finished(self, task: asyncio.Task[bytes]) -> None:
        self._running.discard(task)
        # Retrieve the exception, since the caller may have been cancelled.
        if not task.cancelled():
            task.exception()


def _release(key: str, semaphores: Iterable[FairSemaphore]) -> None:
    for semaphore in semaphores:
        semaphore.release(key)


class RenderQueueLimit:
    """Fair queue limit: a tenant may queue another job only while more slots and bytes are free than it uses."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._free = most
        self._free_bytes = most_bytes
        self._waiting: dict[str, tuple[int, int]] = {}

    def try_enter(self, tenant_key: str, size: int) -> bool:
        """Enter a job of `size` bytes into the queue, if the limit allows it; the caller must then call `leave`.

        The only job of a tenant may exceed the bytes.
        """
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
