"""Worker of a tenant queue, and the bounded task pool that runs its jobs.

- Release: jobs of a dead process become due at once if the kind says so, else at the end of their lease.
- Claim: due rows, the workspaces in rotation, up to the free capacity of the pool.
- Run: each job in its own task, with no transaction open during an external call.
- Postpone: exponential back-off for a failed job, which does not delay the others.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Coroutine, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, ClassVar

import asyncpg
import structlog

from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.deferred_releases import ClaimWindow
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.encryption.keyring import DecryptionFailed
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.infra.jobs.task_supervisor import WakeEvent
from fulfilment.infra.jobs.tenant_queue import TenantQueue
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.observability.metrics import recorder
from fulfilment.infra.observability.tracing import recording

# The shortest interval between two polls, however often commits wake the loop.
MIN_POLL_SECONDS = 0.05
RELEASE_EVERY_SECONDS = 1.0
# With a first back-off of two seconds, this many attempts take about ten minutes. Then an operator should look.
STUCK_AFTER_ATTEMPTS = 10
# The wait of a row whose encryption key is missing here, so that a worker with the key may claim it.
MISSING_KEY_WAIT_SECONDS = 10.0

TRANSIENT_ERRORS = (*UNAVAILABLE, *SERIALIZATION_CONFLICTS, PoolFull)

_log = structlog.get_logger(__name__)


class WorkspaceTaskPool:
    """Bounded task pool of one process: `size` tasks, at most `max_per_workspace` of them for one workspace."""

    def __init__(self, size: int, max_per_workspace: int) -> None:
        self._size = size
        self._max_per_workspace = max_per_workspace
        self._running: Counter[str] = Counter()
        self._tasks: set[asyncio.Task] = set()
        self.wake_event = WakeEvent()

    @property
    def free_capacity(self) -> int:
        """The number of tasks that may still start."""
        return self._size - len(self._tasks)

    @property
    def saturated(self) -> list[str]:
        """The workspaces that have reached `max_per_workspace`."""
        return [account_id for account_id, number in self._running.items() if number >= self._max_per_workspace]

    def capacity_for(self, workspaces: Sequence[str]) -> list[int]:
        """The number of tasks that may start for each workspace, with the free capacity split evenly.

        At most `free_capacity` workspaces, none of them saturated.
        """
        alike = max(1, self.free_capacity // max(1, len(workspaces)))
        return [min(self._max_per_workspace - self._running[account_id], alike) for account_id in workspaces]

    def spawn(self, account_id: str, work: Coroutine[Any, Any, None]) -> None:
        """Start a task on behalf of the workspace."""
        self._running[account_id] += 1
        self._tasks.add(asyncio.create_task(self._run(account_id, work)))

    async def _run(self, account_id: str, work: Coroutine[Any, Any, None]) -> None:
        fair_semaphore.current_tenant.set(account_id)
        try:
            await work
        except Exception:
            _log.exception("workspace_task_failed", account_id=account_id)
        finally:
            self._tasks.discard(asyncio.current_task())
            self._running[account_id] -= 1
            self._running += Counter()  # Removes workspaces with a count of 0.
            self.wake_event.set()

    async def wait(self, seconds: float) -> None:
        """Wait until a task has ended or the wake event is set, `seconds` at most."""
        await self.wake_event.wait(seconds)

    async def join(self) -> None:
        """Wait until all tasks have ended."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """Wait until all tasks have ended. A cancellation of this wait cancels the tasks."""
        try:
            await self.join()
        except asyncio.CancelledError:
            for task in self._tasks:
                task.cancel()
            await self.join()
            raise


class TenantQueueWorker(ABC):
    """Worker of one queue in one process. A subclass implements `handle`."""

    queue: ClassVar[TenantQueue]
    # The largest number of concurrent jobs, in all and per workspace. No job holds a connection during external calls.
    max_concurrent: ClassVar[int]
    max_per_workspace: ClassVar[int]
    poll_seconds: ClassVar[float] = 1.0
    # Expected errors: API errors, and errors of an external service. They are logged in one line.
    deferring_errors: ClassVar[tuple[type[Exception], ...]] = (ApiError,)

    def __init__(self, db: Database, lease: timedelta) -> None:
        self.db = db
        self.lease = lease
        self._task_pool = WorkspaceTaskPool(self.max_concurrent, self.max_per_workspace)
        self._release_at = 0.0
        self._last_tenant = ""

    @abstractmethod
    async def handle(self, row: asyncpg.Record) -> None:
        """Run the job, and settle its row. An error postpones the row."""

    def backoff(self, row: asyncpg.Record) -> Backoff:
        """The back-off of the row after a failure."""
        return Backoff(2, 300)

    def is_enabled(self) -> bool:
        """True if jobs can run now."""
        return True

    def may_be_stuck(self, row: asyncpg.Record) -> bool:
        """True if a row with many failures is logged as a warning for the operator."""
        return True

    def start_span(self, row: asyncpg.Record) -> recording.Span | None:
        """The span of the job; None if it is not sampled."""
        attributes = {"fulfilment.workspace": row["account_id"]}
        return recording.start_root(f"job {self.queue.name}", attributes=attributes)

    @property
    def wake_event(self) -> WakeEvent:
        """The event that ends the wait for the next poll."""
        return self._task_pool.wake_event

    async def run(self) -> None:
        """Run due jobs for ever. A first cancellation waits for the running jobs; a second cancels them."""
        try:
            while True:
                task_supervisor.tick()
                started = await self.start_due()
                recorder.record_tick(self.queue.name)
                if not started:
                    await asyncio.sleep(MIN_POLL_SECONDS)
                    await self._task_pool.wait(self.poll_seconds)
        except asyncio.CancelledError:
            await self._task_pool.stop()
            raise

    async def run_due(self) -> None:
        """Run all jobs that are due, then return."""
        while await self.start_due():
            await self.join()

    async def join(self) -> None:
        """Wait until all running jobs have ended."""
        await self._task_pool.join()

    async def start_due(self) -> int:
        """Start due jobs up to the free capacity; the number of started jobs."""
        if not self.is_enabled():
            return 0
        await self._release_dead()
        if not self._task_pool.free_capacity:
            return 0
        owner_id = self.db.owner_id
        rows = await self._claim_due(owner_id)
        for row in rows:
            self._task_pool.spawn(row["account_id"], self._run_job(row, owner_id))
        return len(rows)

    async def _release_dead(self) -> None:
        if not self.queue.kind.releases_dead or time.monotonic() < self._release_at:
            return
        self._release_at = time.monotonic() + RELEASE_EVERY_SECONDS
        async with self.db.connection() as connection:
            await self.queue.release_dead_owners(connection)

    async def _claim_due(self, owner_id: int | None) -> list[asyncpg.Record]:
        async with (
            self.db.deferred_releases.claiming(self.lease, partial(self._release_claimed, owner_id)),
            self.db.transaction() as connection,
        ):
            saturated, free_capacity = self._task_pool.saturated, self._task_pool.free_capacity
            tenants = await self.queue.find_tenants(connection, saturated, free_capacity, self._last_tenant)
            # After the last workspace the rotation begins again.
            self._last_tenant = tenants[-1] if tenants else ""
            if not tenants:
                return []
            capacities = self._task_pool.capacity_for(tenants)
            return await self.queue.claim(connection, tenants, capacities, self.lease, owner_id)

    async def _release_claimed(self, owner_id: int | None, claim_window: ClaimWindow) -> None:
        async with self.db.connection() as connection:
            await self.queue.release_window(connection, owner_id, claim_window)

    async def _run_job(self, row: asyncpg.Record, owner_id: int | None) -> None:
        log_fields, attempts = self.queue.log_fields(row), row[self.queue.kind.attempts]
        wait, is_counted = timedelta(seconds=self.backoff(row).seconds(attempts - 1)), True
        try:
            with recording.SpanScope(self.start_span(row)):
                await self.handle(row)
            return
        except DecryptionFailed as problem:
            # Another worker may have the key. The attempt is not counted, so that the row's back-off does not grow.
            _log.info("job_deferred", **log_fields, error=str(problem))
            wait, is_counted = timedelta(seconds=MISSING_KEY_WAIT_SECONDS), False
        except self.deferring_errors as problem:
            _log.info("job_deferred", **log_fields, error=str(problem))
            if attempts % STUCK_AFTER_ATTEMPTS == 0 and self.may_be_stuck(row):
                _log.warning("job_stuck", **log_fields, error=str(problem))
        except TRANSIENT_ERRORS as problem:
            _log.warning("job_unavailable", **log_fields, error=type(problem).__name__)
        except Exception:
            # A failing job must not stop the others.
            _log.exception("job_failed", **log_fields)
        await self._postpone(row, owner_id, wait, is_counted=is_counted)

    async def _postpone(self, row: asyncpg.Record, owner_id: int | None, wait: timedelta, *, is_counted: bool) -> None:
        postpone = partial(self.queue.postpone, self.db, row, owner_id, wait, is_counted=is_counted)
        try:
            await postpone()
        except TRANSIENT_ERRORS as problem:
            _log.warning("job_not_postponed", **self.queue.log_fields(row), error=type(problem).__name__)
            self.db.deferred_releases.schedule(postpone, self.lease)
        except Exception:
            # The row is due again at the end of its lease.
            _log.exception("job_not_postponed", **self.queue.log_fields(row))
