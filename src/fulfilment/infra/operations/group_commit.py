"""Group commit: mutations of one workspace and route that arrive during a commit share the next transaction.

The members run one after another on one connection. Each sees the changes of the members before it, as if they had
committed. One statement flushes the side effects of all (infra/database/outbox.py), and one commit makes them durable.
If a member fails, the transaction is rolled back. The failed member runs again alone, the others together.
Workspaces never share a transaction. See docs/decisions/0024-group-commit.md.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import asyncpg
import msgspec

from fulfilment.infra.database.errors import CONNECTION_LOST, READ_ONLY
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import TransactionExecutor, Tx
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.models import Value
from fulfilment.infra.observability.metrics import catalogue, meters
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.observability.tracing.recording import Span

Job = Callable[[TransactionExecutor], Awaitable[tuple[Tx, Any]]]
# Flushes the side effects of the members, and returns the answer of each.
Flush = Callable[[asyncpg.Connection, Sequence[tuple[Tx, Any]]], Awaitable[list[Any]]]

MAX_BATCH_SIZE = 64
# A batch that takes longer waits for a row lock or for the disk. A second batch may then run at the same time.
PATIENCE_SECONDS = 0.1
MAX_CONCURRENT_BATCHES = 2

# The connection was lost or timed out (TimeoutError is an OSError), perhaps during the commit. The outcome is unknown,
# so no member may run again.
_LOST = (OSError, *CONNECTION_LOST)
# Errors of the server, which the other members would meet as well.
_FATAL = (*_LOST, *READ_ONLY)


class NotBatchable(Exception):
    """The shared transaction was rolled back, and this member must run alone."""


class _MemberFailed(Exception):
    """The member at `index` failed, with the cause."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self.index = index


class _Member(msgspec.Struct):
    """One job of a batch, with the future of its result."""

    batch_key: tuple
    job: Job
    result: asyncio.Future
    # The request's span, if it is recorded.
    span: Span | None = None
    is_retried: bool = False

    def resolve(self, result: object) -> None:
        if not self.result.done():
            self.result.set_result(result)

    def reject(self, problem: BaseException) -> None:
        if not self.result.done():
            is_lost = isinstance(problem, _LOST)
            self.result.set_exception(problem if is_lost else NotBatchable(type(problem).__name__))


def _do_nothing() -> None:
    """The default of `on_idle`."""


class GroupCommitter:
    """The batch queues of a process, one per workspace and route. Idle queues are removed."""

    def __init__(self, db: Database, flush: Flush) -> None:
        self._db = db
        self._flush = flush
        self._queues: dict[tuple[str, str], BatchQueue] = {}

    async def submit(self, account_id: str, route: str, batch_key: tuple, job: Job) -> Value:
        """Run `job` in a batch of its workspace and route, as `BatchQueue.submit` does."""
        which = (account_id, route)
        queue = self._queues.get(which)
        if queue is None:
            forget = partial(self._queues.pop, which)
            queue = self._queues[which] = BatchQueue(self._db, self._flush, account_id, forget)
        return await queue.submit(batch_key, job)

    def __len__(self) -> int:
        return len(self._queues)


class BatchQueue:
    """Queue of one workspace and route: runs jobs in shared transactions. `on_idle` is called when it is empty."""

    def __init__(
        self, db: Database, flush: Flush, account_id: str, on_idle: Callable[[], object] = _do_nothing
    ) -> None:
        self._db = db
        self._flush = flush
        self._account_id = account_id
        self._on_idle = on_idle
        self._waiting: list[_Member] = []
        self._batches: set[asyncio.Task] = set()
        # True if the last batch has run for longer than PATIENCE_SECONDS.
        self._is_overdue = False

    async def submit(self, batch_key: tuple, job: Job) -> Value:
        """Run `job` in the next batch. Jobs run in the order of `batch_key`, so that rows are locked in one order.

        Raises NotBatchable.
        """
        member = _Member(batch_key, job, asyncio.get_running_loop().create_future(), recording.current.get())
        self._waiting.append(member)
        self._start()
        return await member.result

    def _start(self, *, is_overdue: bool = False) -> None:
        self._is_overdue = self._is_overdue or is_overdue
        if self._waiting and len(self._batches) < (MAX_CONCURRENT_BATCHES if self._is_overdue else 1):
            self._batches.add(asyncio.create_task(self._run()))

    async def _run(self) -> None:
        fair_semaphore.current_tenant.set(self._account_id)
        recording.current.set(None)
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MAX_BATCH_SIZE], self._waiting[MAX_BATCH_SIZE:]
                self._is_overdue = False
                overdue = asyncio.get_running_loop().call_later(PATIENCE_SECONDS, partial(self._start, is_overdue=True))
                await self._commit(batch)
                overdue.cancel()
        finally:
            self._batches.discard(asyncio.current_task())
            if not self._batches and not self._waiting:
                self._on_idle()

    async def _commit(self, batch: list[_Member]) -> None:
        if (meter := meters.current) is not None:
            meter.observe(catalogue.GROUP_COMMIT_SIZE, len(batch))
        try:
            batch.sort(key=lambda member: member.batch_key)
            with recording.shared_span([member.span for member in batch]):
                results = await self._execute(batch)
        except _MemberFailed as failure:
            self._requeue(batch, failure)
        except BaseException as problem:
            for member in batch:
                member.reject(problem)
            if not isinstance(problem, Exception):
                raise
        else:
            for member, result in zip(batch, results, strict=True):
                member.resolve(result)

    async def _execute(self, batch: list[_Member]) -> list[Any]:
        outcomes = []
        async with self._db.transaction() as connection:
            for index, member in enumerate(batch):
                try:
                    outcomes.append(await member.job(connection))
                except _FATAL:
                    raise
                except Exception as problem:
                    raise _MemberFailed(index) from problem
            return await self._flush(connection, outcomes)

    def _requeue(self, batch: list[_Member], failure: _MemberFailed) -> None:
        """Put the other members first into the next batch, once. After a second failure each of them runs alone."""
        again = []
        for index, member in enumerate(batch):
            if index == failure.index or member.is_retried:
                member.reject(failure)
            elif not member.result.done():
                member.is_retried = True
                again.append(member)
        self._waiting[:0] = again
