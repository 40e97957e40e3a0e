"""Worker of batches: runs each row by itself, through the code of a single request; old batches are deleted.

- Run: book or cancel the row as the actor of the batch, under an idempotency key made of batch, row and attempt.
- Finish: store the outcome. The last row emits the event that the batch has finished.

A row of a process that died runs again under the same key. It finds the stored outcome or continues the operation, so
nothing is booked twice. No transaction is open during a call to the courier.
"""

import hashlib
from collections.abc import Sequence
from datetime import timedelta

import asyncpg
import structlog

from fulfilment.bulk_jobs import events, outcome, runner_queries, serializer, service
from fulfilment.bulk_jobs.outcome import RowOutcome
from fulfilment.infra.api.errors import ApiError, Internal, ServiceUnavailable
from fulfilment.infra.database import database_clock, outbox
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import System
from fulfilment.infra.encryption.keyring import DecryptionFailed
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.infra.jobs.tenant_queue_worker import TRANSIENT_ERRORS, TenantQueueWorker
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.operations.idempotency import InProgress, Key
from fulfilment.settings import Settings
from fulfilment.shipments.booking import booking
from fulfilment.shipments.cancellation import cancellation
from fulfilment.shipping.courier_clients import CourierClients

_log = structlog.get_logger(__name__)

# Longest wait, a minute, before a row of unknown outcome, or after a failure of the service, runs again.
BACKOFF = Backoff(1, 60)
SUSPENDED_WAIT_SECONDS = 60
# A row that keeps failing by a defect of the service is given up.
MAX_FAILURES = 5
# The calls of one row: settling what an earlier attempt left behind, a quote and the booking. The margin is for the
# database.
_CALLS_OF_ROW = 4
_MARGIN_SECONDS = 30

_OUTCOME_UNKNOWN = "The courier's answer is not known yet. The service finds it out, and does nothing twice."

RETENTION_DAYS = 30
DELETE_EVERY_SECONDS = 600
# Each batch has up to 500 rows.
DELETE_BATCH_SIZE = 10

_EXPIRED = BatchProcessor("batches", ("account_id", "id"), DELETE_BATCH_SIZE)


class BulkJobRunner(TenantQueueWorker):
    """Queue worker that runs the due rows of batches."""

    queue = runner_queries.BATCH_ROWS
    max_concurrent = 32
    max_per_workspace = runner_queries.MAX_PER_WORKSPACE

    def __init__(self, db: Database, notifier: WorkerNotifier, aggregators: CourierClients, settings: Settings) -> None:
        lease_seconds = _CALLS_OF_ROW * settings.aggregator_timeout_seconds + _MARGIN_SECONDS
        super().__init__(db, timedelta(seconds=lease_seconds))
        self._notifier = notifier
        self._aggregators = aggregators
        self._settings = settings

    def backoff(self, row: asyncpg.Record) -> Backoff:
        return BACKOFF

    async def handle(self, row: asyncpg.Record) -> None:
        try:
            await self._execute_row(row)
        except (*TRANSIENT_ERRORS, ServiceUnavailable, DecryptionFailed):
            raise
        except Exception:
            if row["takes"] < MAX_FAILURES or await self._is_outcome_unknown(row):
                raise
            # A defect that this row provokes fails the row, so that its batch can finish.
            _log.exception("batch_row_given_up", **self.queue.log_fields(row))
            await self._finish_row(self._open_system_operation(row), row, outcome.error_outcome("failed", Internal()))

    async def _execute_row(self, row: asyncpg.Record) -> None:
        key = _idempotency_key(row)
        operation, job = await self._open_operation(row, key)
        try:
            row_outcome = await self._find_outcome(operation, job, row, key)
            if row_outcome is None:
                row_outcome = await self._run_action(operation, job, row, key)
        except BaseException:
            operation.release_claims()
            raise
        if row_outcome.status in ("waiting", "running"):
            await self._postpone_row(operation, row, row_outcome)
        else:
            await self._finish_row(operation, row, row_outcome)

    async def _open_operation(self, row: asyncpg.Record, key: Key) -> tuple[ExternalOperation, asyncpg.Record]:
        """An operation for the actor of the batch, so that plan, credit and audit are that actor's."""
        async with self._open_system_operation(row).read() as read:
            job = await runner_queries.find_job(read, row["batch_id"])
        return ExternalOperation(self.db, self._notifier, service.load_actor(job), key, "batch"), job

    async def _find_outcome(
        self, operation: ExternalOperation, job: asyncpg.Record, row: asyncpg.Record, key: Key
    ) -> RowOutcome | None:
        """The outcome that is known without an action; None where the row needs one."""
        async with operation.read() as read:
            state = await runner_queries.find_row_state(read, row["shipment_id"], key)
        if state["stored_status"] is not None:
            return outcome.DONE
        if state["has_operation"]:
            # Another process or the recovery is working on this operation, so the outcome is known soon.
            return outcome.error_outcome("running", InProgress(_OUTCOME_UNKNOWN))
        if state["is_suspended"]:
            return outcome.WAITING
        problem = outcome.find_ineligibility(job["kind"], state)
        if problem is not None:
            return outcome.error_outcome("skipped", problem)
        return outcome.DONE if job["kind"] == "print" else None

    async def _run_action(
        self, operation: ExternalOperation, job: asyncpg.Record, row: asyncpg.Record, key: Key
    ) -> RowOutcome:
        shipment_id = row["shipment_id"]
        try:
            if job["kind"] == "book":
                await booking.confirm_pickup(operation, shipment_id, self._aggregators, self._settings)
            else:
                reason = serializer.parse_options(job).reason
                assert reason is not None, "a cancellation is ordered with its reason"
                await cancellation.cancel_shipment(
                    operation, shipment_id, reason, self._aggregators, self._settings, is_bare=True
                )
        except (ApiError, outbox.IdempotencyConflict) as problem:
            if isinstance(problem, ServiceUnavailable):
                raise
            # The stored outcome, perhaps written by the recovery for this row, is more exact than this error.
            row_outcome = await self._find_outcome(operation, job, row, key)
            if row_outcome is not None and row_outcome.status != "waiting":
                return row_outcome
            if isinstance(problem, (InProgress, outbox.IdempotencyConflict)):
                return outcome.error_outcome("running", InProgress())
            return outcome.error_outcome("failed", problem)
        return outcome.DONE

    async def _finish_row(self, operation: ExternalOperation, row: asyncpg.Record, row_outcome: RowOutcome) -> None:
        async with operation.transaction() as tx:
            batch = await runner_queries.finish_row(tx, row, row_outcome)
            if batch is not None and batch["finished_at"] is not None:
                events.emit_finished(tx, serializer.to_api(batch))

    async def _postpone_row(self, operation: ExternalOperation, row: asyncpg.Record, row_outcome: RowOutcome) -> None:
        seconds = BACKOFF.seconds(row["takes"] - 1) if row_outcome.status == "running" else SUSPENDED_WAIT_SECONDS
        async with operation.transaction() as tx:
            await runner_queries.postpone_row(tx, row, row_outcome, timedelta(seconds=seconds))

    async def _is_outcome_unknown(self, row: asyncpg.Record) -> bool:
        async with self._open_system_operation(row).read() as read:
            state = await runner_queries.find_row_state(read, row["shipment_id"], _idempotency_key(row))
            return state["has_operation"]

    def _open_system_operation(self, row: asyncpg.Record) -> ExternalOperation:
        return ExternalOperation(self.db, self._notifier, System(row["account_id"]), None, "batch")


async def delete_expired(db: Database) -> None:
    """Delete batches 30 days after they finished, with their rows, a few at a time."""
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(days=RETENTION_DAYS)

    async def delete(connection: asyncpg.Connection, expired: Sequence[asyncpg.Record]) -> None:
        batch_ids = columns(expired, 2)
        await connection.execute(runner_queries.DELETE_ROWS.text, *batch_ids)
        await connection.execute(runner_queries.DELETE_BATCHES.text, *batch_ids)

    await _EXPIRED.drain(db, lambda connection, most: runner_queries.find_expired(connection, horizon, most), delete)


def _idempotency_key(row: asyncpg.Record) -> Key:
    """An idempotency key that no client can have.

    A client's key is stored under the name of a partner or none, and no name has a space.
    """
    seed = f"{row['batch_id']} {row['position']} {row['attempt']}"
    return Key(
        f"{row['position']}.{row['attempt']}", f"batch {row['batch_id']}", hashlib.sha256(seed.encode()).digest()
    )
