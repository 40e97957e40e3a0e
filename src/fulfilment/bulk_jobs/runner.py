"""The worker of bulk jobs: runs each row by itself, through the code that a single request takes.

- Run: book or cancel the row for the actor of the job, under an idempotency key made of job, row and attempt.
- Finish: store the outcome. The last row emits the event that the job has finished.

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

# A row whose outcome is not known yet, or that met a failure of ours, is looked at again within a minute.
BACKOFF = Backoff(1, 60)
SUSPENDED_WAIT_SECONDS = 60
# A defect that one row provokes is not provoked for ever.
MAX_FAILURES = 5
# A quote, the booking, and what was left behind before it; and the database's part of them.
_CALLS_OF_ROW = 4
_MARGIN_SECONDS = 30

_OUTCOME_UNKNOWN = "It is not known yet what the courier has done; it is found out, and nothing is done twice."


class BulkJobRunner(TenantQueueWorker):
    """Carries out rows of batches that are due."""

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
            # A defect that one row provokes ends it, so that its batch has an end.
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
        """In the name of whoever ordered the batch, so that plan, credit and audit are theirs."""
        async with self._open_system_operation(row).read() as read:
            job = await runner_queries.find_job(read, row["batch_id"])
        return ExternalOperation(self.db, self._notifier, service.load_actor(job), key, "batch"), job

    async def _find_outcome(
        self, operation: ExternalOperation, job: asyncpg.Record, row: asyncpg.Record, key: Key
    ) -> RowOutcome | None:
        """How it ends without doing anything; None where something is to be done."""
        async with operation.read() as read:
            state = await runner_queries.find_row_state(read, row["shipment_id"], key)
        if state["stored_status"] is not None:
            return outcome.DONE
        if state["has_operation"]:
            # Somebody is at it, or the recovery will be: what it comes to is known before long.
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
            # What happened meanwhile, or was done in our name by the recovery, tells more than the refusal.
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


def _idempotency_key(row: asyncpg.Record) -> Key:
    """No caller can have the same: their keys are remembered with a partner's name, or none, and no space is in it."""
    seed = f"{row['batch_id']} {row['position']} {row['attempt']}"
    return Key(
        f"{row['position']}.{row['attempt']}", f"batch {row['batch_id']}", hashlib.sha256(seed.encode()).digest()
    )


RETENTION_DAYS = 30
DELETE_EVERY_SECONDS = 600
# Each has up to 500 rows.
DELETE_BATCH_SIZE = 10

_EXPIRED = BatchProcessor("batches", ("account_id", "id"), DELETE_BATCH_SIZE)


async def delete_expired(db: Database) -> None:
    """Delete batches 30 days after they finished, with their rows, a few at a time."""
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(days=RETENTION_DAYS)

    async def delete(connection: asyncpg.Connection, expired: Sequence[asyncpg.Record]) -> None:
        batch_ids = columns(expired, 2)
        await connection.execute(runner_queries.DELETE_ROWS.text, *batch_ids)
        await connection.execute(runner_queries.DELETE_BATCHES.text, *batch_ids)

    await _EXPIRED.drain(db, lambda connection, most: runner_queries.find_expired(connection, horizon, most), delete)
