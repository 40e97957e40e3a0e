"""Transactions that travel together: mutations that arrive while one is committing share the next commit.

Each member runs the same handler as it would alone (infra/operations/batched_connection.py), and one commit makes all
of them durable. Where a member fails, the whole trip is rolled back: that member is run again by itself, the others
travel once more without it, so that nobody is refused, or much delayed, for what another did. Each workspace has
convoys of its own, since a trip waits for every row that one of its members waits for:
docs/decisions/0032-convoys-of-one-workspace.md. Each route has some of its own, so that all members lock their rows in
the same round: docs/decisions/0084-what-travels.md.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import asyncpg
import msgspec

from fulfilment.infra.database.errors import CONNECTION_LOST, READ_ONLY
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits import tenant
from fulfilment.infra.models import Value
from fulfilment.infra.observability.metrics import catalogue, meters
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.observability.tracing.recording import Span
from fulfilment.infra.operations.batched_connection import Job, NotBatchable, run_batch

# Stores what the members did and returns what each of them is answered.
Flush = Callable[[asyncpg.Connection, Sequence[tuple[Tx, Any]]], Awaitable[list[Any]]]

MAX_BATCH_SIZE = 64
MAX_CONCURRENT_BATCHES = 2
# A trip that takes longer with its statements waits for a row, and holds nobody up who could go without it.
PATIENCE_SECONDS = 0.02


# The server was lost, perhaps while it committed: what became of the trip is not known, so nothing may be run again.
_LOST = (OSError, *CONNECTION_LOST)
# Nobody else on this trip will fare better on that server.
_FATAL = (*_LOST, *READ_ONLY)


class _BatchFailed(Exception):
    """Some of the members failed. `outcomes` holds an exception for each of these."""

    def __init__(self, outcomes: Sequence[Any]) -> None:
        super().__init__()
        self.outcomes = outcomes


class _BatchItem(msgspec.Struct):
    batch_key: tuple
    job: Job
    result: asyncio.Future
    # What is recorded of its request, if anything is.
    span: Span | None = None
    was_batched: bool = False

    def resolve(self, result: object) -> None:
        if not self.result.done():
            self.result.set_result(result)

    def reject(self, problem: BaseException) -> None:
        if not self.result.done():
            is_lost = isinstance(problem, _LOST) and not isinstance(problem, TimeoutError)
            self.result.set_exception(problem if is_lost else NotBatchable(type(problem).__name__))


def _do_nothing() -> None:
    """Nothing has to be done."""


class GroupCommitter:
    """The convoys of a process, each of one workspace and route; those that have nobody to carry are forgotten."""

    def __init__(self, db: Database, flush: Flush) -> None:
        self._db = db
        self._flush = flush
        self._queues: dict[tuple[str, str], BatchQueue] = {}

    async def submit(self, account_id: str, route: str, batch_key: tuple, job: Job) -> Value:
        """Run `job` with others of its workspace that came by the same route, as `Convoy.join` does."""
        which = (account_id, route)
        queue = self._queues.get(which)
        if queue is None:
            forget = partial(self._queues.pop, which)
            queue = self._queues[which] = BatchQueue(self._db, self._flush, account_id, forget)
        return await queue.submit(batch_key, job)

    def __len__(self) -> int:
        return len(self._queues)


class BatchQueue:
    """Gathers jobs of one workspace into shared transactions, which run as that workspace.

    `on_idle` is called when nobody is left to carry.
    """

    def __init__(
        self, db: Database, flush: Flush, account_id: str, on_idle: Callable[[], object] = _do_nothing
    ) -> None:
        self._db = db
        self._flush = flush
        self._account_id = account_id
        self._on_idle = on_idle
        self._waiting: list[_BatchItem] = []
        # The tasks are kept so that they are not collected; a trip counts until it has looked for members in vain.
        self._batches: set[asyncio.Task] = set()
        self._running = 0
        # One that begins takes along whoever comes until its task runs; how many are at their statements.
        self._is_gathering = False
        self._executing = 0

    async def submit(self, batch_key: tuple, job: Job) -> Value:
        """Run `job` with others; `order` sorts the members so that rows are locked in one order. Raises Stranded."""
        item = _BatchItem(batch_key, job, asyncio.get_running_loop().create_future(), recording.current.get())
        self._waiting.append(item)
        self._start_batch()
        return await item.result

    def _start_batch(self) -> None:
        """Begin another trip, if anybody waits for one and it may begin."""
        if self._waiting and self._running < MAX_CONCURRENT_BATCHES and self._can_start():
            self._running += 1
            self._is_gathering = True
            task = asyncio.create_task(self._run())
            self._batches.add(task)
            task.add_done_callback(self._batches.discard)

    def _can_start(self) -> bool:
        """Two at their statements would do the work of one, each with half of the members, and wait for each other's
        rows. What trips share is the time in which one waits for the disk.
        """
        return not self._is_gathering and not self._executing

    async def _run(self) -> None:
        tenant.current.set(self._account_id)
        recording.current.set(None)
        self._is_gathering = False
        try:
            await self._commit_batch()
            while self._waiting and self._can_start():
                await self._commit_batch()
        finally:
            # In the same breath as the last look: whoever joined a moment later would count on a trip that has ended.
            self._running -= 1
            if not self._running and not self._waiting:
                self._on_idle()

    async def _commit_batch(self) -> None:
        batch, self._waiting = self._waiting[:MAX_BATCH_SIZE], self._waiting[MAX_BATCH_SIZE:]
        if (meter := meters.current) is not None:
            meter.observe(catalogue.GROUP_COMMIT_SIZE, len(batch))
        try:
            batch.sort(key=lambda item: item.batch_key)
            with recording.shared_span([item.span for item in batch]):
                answers = await self._execute([item.job for item in batch])
        except _BatchFailed as failure:
            self._requeue(batch, failure.outcomes)
        except BaseException as problem:
            for item in batch:
                item.reject(problem)
            if not isinstance(problem, Exception):
                raise
        else:
            for item, answer in zip(batch, answers, strict=True):
                item.resolve(answer)

    async def _execute(self, jobs: list[Job]) -> list[Any]:
        work = _StatementPhase(self)
        try:
            async with self._db.transaction() as connection:
                outcomes = await run_batch(connection, jobs)
                lost = next((outcome for outcome in outcomes if isinstance(outcome, _FATAL)), None)
                if lost is not None:
                    raise lost
                if any(isinstance(outcome, BaseException) for outcome in outcomes):
                    raise _BatchFailed(outcomes)
                answers = await self._flush(connection, outcomes)
                # Whoever waits has their statements done while this one commits.
                work.end()
            return answers
        finally:
            work.end()

    def start_statements(self) -> None:
        self._executing += 1

    def end_statements(self) -> None:
        self._executing -= 1
        self._start_batch()

    def _requeue(self, batch: list[_BatchItem], outcomes: Sequence[Any]) -> None:
        """Those who did well go first on the next trip, once; whoever has given up meanwhile stays behind."""
        again = []
        for item, outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, BaseException):
                item.reject(outcome)
            elif item.was_batched:
                item.reject(_BatchFailed(()))
            elif not item.result.done():
                item.was_batched = True
                again.append(item)
        self._waiting[:0] = again


class _StatementPhase:
    """A trip at its statements, until it has come to its end or is found to wait: then others may go."""

    def __init__(self, queue: BatchQueue) -> None:
        self._queue: BatchQueue | None = queue
        self._waits = asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self.end)
        queue.start_statements()

    def end(self) -> None:
        """To be called at the latest when the trip is over; only the first call counts."""
        queue, self._queue = self._queue, None
        if queue is not None:
            self._waits.cancel()
            queue.end_statements()
