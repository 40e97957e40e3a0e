"""Command runner: runs every mutation of a request, with idempotency, retries, outbox and commit."""

from collections.abc import Awaitable, Sequence
from functools import partial
from typing import Any

import asyncpg
import msgspec

from fulfilment.infra.api.envelope import Document
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
from fulfilment.infra.operations.command import Command, EncodedResponse, Job, encode_response, execute, replay
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.operations.group_commit import GroupCommitter, NotBatchable
from fulfilment.infra.operations.idempotency import IdempotencyRecord

_MAX_TRIES = 5


class CommandRunner:
    """Runs mutations and external operations on one database."""

    def __init__(self, db: Database, authenticator: Authenticator, notifier: WorkerNotifier) -> None:
        self._db = db
        self._authenticator = authenticator
        self._notifier = notifier
        self._group_committer = GroupCommitter(db, _flush)

    async def run(self, command: Command, record: IdempotencyRecord | None = None) -> EncodedResponse:
        """Run a mutation exactly once. `record` is the idempotency record that was found for its key, if any."""
        was_demoted, batch_key = False, command.batch_key
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
                # Nothing was done. After a fail-over, the next connection leads to the server that accepts writes.
                if was_demoted:
                    raise
                was_demoted, batch_key = True, None
            except ApiError:
                # A duplicate request may have committed since the look-up, and may be the reason for this error.
                record = await self._authenticator.load_idempotency_record(command.principal, command.request)
                if not idempotency.is_record_of(record, command.key):
                    raise
        raise ServiceUnavailable

    async def run_operation(self, command: Command) -> EncodedResponse | Document:
        """Run an external operation. If this process does not finish it, another process resumes it."""
        operation = ExternalOperation(
            self._db,
            self._notifier,
            command.principal,
            command.key,
            command.request.id,
            command.status,
            lambda work: self.run(msgspec.structs.replace(command, work=work)),
        )
        try:
            response = await _run_to_end(operation, command)
        except (ApiError, outbox.IdempotencyConflict) as problem:
            return await self._replay_twin(operation, command, problem)
        is_final = isinstance(response, (EncodedResponse, Document))
        return response if is_final else encode_response(response, command.status, command.request.id)[0]

    async def _replay_twin(
        self, operation: ExternalOperation, command: Command, problem: ApiError | outbox.IdempotencyConflict
    ) -> EncodedResponse:
        """The answer of a duplicate request that has finished since the look-up: it may be the reason for the error.

        Another process may also have taken this process for dead, and have finished the operation. Raises InProgress if
        a duplicate is running, else the problem.
        """
        record = await self._authenticator.load_idempotency_record(command.principal, command.request)
        has_twin = isinstance(problem, outbox.IdempotencyConflict)
        if record is not None and idempotency.is_record_of(record, command.key):
            if record.status is not None:
                return replay(record, command.key, command.principal.account_id)
            async with operation.read() as read:
                has_twin = has_twin or (not operation.has_claimed_key and await record.is_in_progress(read))
        raise (idempotency.InProgress() if has_twin else problem) from None

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
    """Run the job in the batch's task, with its event-loop time charged to its own request."""
    is_plain = span is None and recording.current.get() is None
    work = job(executor) if is_plain else _within(span, job, executor)
    return work if slot is None else slot.measure(work)


async def _within(span: Span | None, job: Job, executor: TransactionExecutor) -> tuple[Tx, Any]:
    """Run the job within the trace of its own request."""
    with recording.UseSpan(span):
        return await job(executor)


async def _run_to_end(operation: ExternalOperation, command: Command) -> object:
    try:
        return await command.work(operation)
    except BaseException as problem:
        # An ApiError, other than ServiceUnavailable, has settled the claims already.
        if not isinstance(problem, ApiError) or isinstance(problem, ServiceUnavailable):
            operation.release_claims()
        raise


async def _flush(connection: asyncpg.Connection, results: Sequence[tuple[Tx, Any]]) -> list[Any]:
    transactions = [(tx, answer) for tx, (_, _, answer) in results]
    await outbox.flush(connection, transactions, retention_hours=idempotency.RETENTION_HOURS)
    return [(answered, has_events) for _, (answered, has_events, _) in results]
