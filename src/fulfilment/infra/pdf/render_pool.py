"""Pool of drawing processes behind fair semaphores: workspaces take turns, and a short job never waits for a long one.

One process is kept for short jobs where there are several. So many workspaces may draw long documents, and the label of
another waits for labels alone.
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

# Beginning a process takes longer than most documents, so one whose caller has gone may come to its end.
GRACE_SECONDS = 0.5
# A job that is expected to take longer is long.
SHORT_SECONDS = 0.5
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
        self._permits = FairSemaphore(count)
        # With a single process, long jobs have it too.
        self._long_permits = FairSemaphore(max(1, count - 1))
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
        """Return the document, drawn for the workspace `tenant_key`; by default the running task's.

        Raises ServiceUnavailable in four cases: the workspace has too many waiting jobs, its turn comes too late,
        drawing exceeds its time or memory, or its process ends twice. A cancelled task is removed from the queue, and
        its drawing is ended.
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
        """Wait for the workspace's turn; returns the semaphores to release. Raises ServiceUnavailable."""
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
                    # Another may have killed it, or it was the document before.
                    log.warning("render_worker_crashed", problem=str(problem))
                    return await worker.render(job, self._timeout)
            except (WorkerCrashed, TimeoutError, OutOfMemory) as problem:
                log.warning(
                    "document_not_rendered", why=type(problem).__name__, by=job.function, bytes=len(job.payload)
                )
                raise ServiceUnavailable(math.ceil(self._timeout)) from None

    @asynccontextmanager
    async def _render_worker(self, key: str, semaphores: tuple[FairSemaphore, ...]) -> AsyncIterator[RenderWorker]:
        """One of the processes, for as long as the permits are held.

        Where the job used its process up, the permits are held until another has started: no other job's deadline
        runs out meanwhile.
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
        # A caller that gave up does not retrieve the exception.
        if not task.cancelled():
            task.exception()


def _release(key: str, semaphores: Iterable[FairSemaphore]) -> None:
    for semaphore in semaphores:
        semaphore.release(key)


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
