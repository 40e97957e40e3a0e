"""The only place where a plain mutation begins or commits: idempotency, the handler, the outbox, the commit."""

from collections.abc import Awaitable, Sequence
from functools import partial
from typing import Any

import asyncpg

from fulfilment.infra.api.errors import ApiError, ServiceUnavailable
from fulfilment.infra.auth.authenticator import Authenticator
from fulfilment.infra.database import outbox
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import READ_ONLY, SERIALIZATION_CONFLICTS, Database
from fulfilment.infra.database.transaction import TransactionExecutor, Tx
from fulfilment.infra.limits.loop_admission import Slot
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.observability.tracing.recording import Span
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.command import Command, EncodedResponse, Job, execute, replay
from fulfilment.infra.operations.group_commit import GroupCommitter, NotBatchable
from fulfilment.infra.operations.idempotency import IdempotencyRecord

_MAX_TRIES = 5


class CommandRunner:
    """Runs mutations against one database."""

    def __init__(self, db: Database, authenticator: Authenticator, notifier: WorkerNotifier) -> None:
        self._db = db
        self._authenticator = authenticator
        self._notifier = notifier
        self._group_committer = GroupCommitter(db, _flush)

    async def run(
        self, command: Command, record: IdempotencyRecord | None, *, batch_key: tuple | None = None
    ) -> EncodedResponse:
        """Do it once, whatever happens; with a `batch_key` it may share a transaction with others (group_commit.py)."""
        was_demoted = False
        for _ in range(_MAX_TRIES):
            if record is not None:
                return replay(record, command.key, command.principal.account_id)
            try:
                return await self._run_once(command, batch_key)
            except NotBatchable:
                batch_key = None
            except outbox.IdempotencyConflict:
                record = await self._authenticator.load_idempotency_record(command.principal, command.request)
            except SERIALIZATION_CONFLICTS:
                batch_key = None
            except READ_ONLY:
                # Nothing was done; the next connection leads to the server that takes writes now, if there is one.
                if was_demoted:
                    raise
                was_demoted, batch_key = True, None
            except ApiError:
                # A twin may have committed since we looked, and what it did may be why we were refused.
                record = await self._authenticator.load_idempotency_record(command.principal, command.request)
                if record is None or command.key is None or record.request_hash != command.key.request_hash:
                    raise
        raise ServiceUnavailable

    async def _run_once(self, command: Command, batch_key: tuple | None) -> EncodedResponse:
        if batch_key is not None:
            with recording.start_span("group_commit") as span:
                job = partial(_within_slot, partial(execute, command), command.request.slot, span)
                answered, has_events = await self._group_committer.submit(
                    command.principal.account_id, command.route, batch_key, job
                )
        else:
            async with self._db.transaction() as connection:
                tx, (answered, has_events, answer) = await execute(command, connection)
                await outbox.flush(connection, [(tx, answer)], retention_hours=idempotency.RETENTION_HOURS)
        if has_events:
            self._notifier.notify()
        return answered


def _within_slot(job: Job, slot: Slot | None, span: Span | None, executor: TransactionExecutor) -> Awaitable[Any]:
    """The job in the batch's task, whose time at the event loop counts for its own request."""
    is_plain = span is None and recording.current.get() is None
    work = job(executor) if is_plain else _within(span, job, executor)
    return work if slot is None else slot.measure(work)


async def _within(span: Span | None, job: Job, executor: TransactionExecutor) -> tuple[Tx, Any]:
    """The job, whose events belong to the trace of its own request."""
    with recording.UseSpan(span):
        return await job(executor)


async def _flush(connection: asyncpg.Connection, results: Sequence[tuple[Tx, Any]]) -> list[Any]:
    transactions = [(tx, answer) for tx, (_, _, answer) in results]
    await outbox.flush(connection, transactions, retention_hours=idempotency.RETENTION_HOURS)
    return [(answered, has_events) for _, (answered, has_events, _) in results]
