"""The worker's part of batches: their rows, each by itself, through the code that a single request takes.

release   what a dead process had in hand is due at once, the rest when its lease has run out
take      the due ones, each workspace in its turn, at most four of it at once
carry out book, cancel or look, in the name of whoever ordered it, under a key made of batch, row and attempt
finish    store the outcome; the last row tells that the batch has finished

A row that was begun by somebody who died is begun again: under the same key it finds what was done, or goes on with it,
so that nothing is booked twice. No transaction is open while a courier is asked.
"""

import asyncio
import hashlib
import time
from datetime import timedelta
from functools import partial

import asyncpg
import structlog

from fulfilment.bulk_jobs import events, outcome, runner_queries, serializer, service
from fulfilment.bulk_jobs.outcome import RowOutcome
from fulfilment.infra.api.errors import ApiError, Internal, ServiceUnavailable
from fulfilment.infra.database import outbox
from fulfilment.infra.database.deferred_releases import ClaimWindow
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.database.transaction import System
from fulfilment.infra.encryption.keyring import DecryptionFailed
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.jobs.wake_event import WakeEvent
from fulfilment.infra.jobs.workspace_task_pool import WorkspaceTaskPool
from fulfilment.infra.observability.metrics import recorder
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.operations.idempotency import InProgress, Key
from fulfilment.settings import Settings
from fulfilment.shipments.booking import booking
from fulfilment.shipments.cancellation import cancellation
from fulfilment.shipping.courier_clients import CourierClients

log = structlog.get_logger(__name__)

POLL_SECONDS = 1.0
MIN_POLL_SECONDS = 0.05
# So many are under way at once; none of them holds a connection while it waits for the courier.
MAX_CONCURRENT_ROWS = 32
RELEASE_BATCH_SIZE = 500
RELEASE_EVERY_SECONDS = 1.0
# A row that is not known yet is looked at again after as many seconds as it was begun times, at most so many.
MAX_WAIT_SECONDS = 60
SUSPENDED_WAIT_SECONDS = 60
# A defect that one row provokes is not provoked for ever.
MAX_FAILURES = 5
# A quote, the booking, and what was left behind before it; and the database's part of them.
_CALLS_OF_ROW = 4
_MARGIN_SECONDS = 30

_OUTCOME_UNKNOWN = "It is not known yet what the courier has done; it is found out, and nothing is done twice."
_TRANSIENT_ERRORS = (*UNAVAILABLE, *SERIALIZATION_CONFLICTS, PoolFull, ServiceUnavailable)


class BulkJobRunner:
    """One process's share of the rows that are due."""

    def __init__(self, db: Database, notifier: WorkerNotifier, aggregators: CourierClients, settings: Settings) -> None:
        self._db = db
        self._notifier = notifier
        self._aggregators = aggregators
        self._settings = settings
        self._lease = timedelta(seconds=_CALLS_OF_ROW * settings.aggregator_timeout_seconds + _MARGIN_SECONDS)
        self._task_pool = WorkspaceTaskPool(MAX_CONCURRENT_ROWS, runner_queries.MAX_PER_WORKSPACE)
        self._release_at = 0.0
        # Rung when something was committed, for example a batch.
        self.wake_event: WakeEvent = self._task_pool.wake_event

    async def run(self) -> None:
        """Do what is due, for ever."""
        try:
            while True:
                task_supervisor.tick()
                found = await self.start_due()
                recorder.record_tick("batches")
                if not found:
                    # However often somebody rings, so many looks a second find what is due soon enough.
                    await asyncio.sleep(MIN_POLL_SECONDS)
                    await self._task_pool.wait(POLL_SECONDS)
        except asyncio.CancelledError:
            await self._task_pool.stop()
            raise

    async def run_until_idle(self) -> None:
        """Do once all that is due."""
        while await self.start_due():
            await self._task_pool.join()

    async def start_due(self) -> int:
        """Begin what is due, as far as there is room; with how much."""
        await self._release_dead()
        if not self._task_pool.free_capacity:
            return 0
        rows = await self._claim_due()
        for row in rows:
            self._task_pool.spawn(row["account_id"], self._process_row(row))
        return len(rows)

    async def _claim_due(self) -> list[asyncpg.Record]:
        owner_id = self._db.owner_id
        async with (
            self._db.deferred_releases.claiming(self._lease, partial(self._release_claimed, owner_id)),
            self._db.transaction() as connection,
        ):
            tenants = await runner_queries.lock_tenants(
                connection, self._task_pool.saturated, self._task_pool.free_capacity
            )
            if not tenants:
                return []
            capacities = self._task_pool.capacity_for(tenants)
            return await runner_queries.claim_due(connection, tenants, capacities, self._lease, owner_id)

    async def _release_claimed(self, owner_id: int | None, claim_window: ClaimWindow) -> None:
        async with self._db.connection() as connection:
            await runner_queries.release_claimed(connection, owner_id, claim_window)

    async def _release_dead(self) -> None:
        if time.monotonic() < self._release_at:
            return
        self._release_at = time.monotonic() + RELEASE_EVERY_SECONDS
        async with self._db.connection() as connection:
            await runner_queries.release_dead(connection, RELEASE_BATCH_SIZE)

    async def _process_row(self, row: asyncpg.Record) -> None:
        log_fields = {"account": row["account_id"], "batch": row["batch_id"], "row": row["position"]}
        try:
            await self._execute_row(row)
        except (*_TRANSIENT_ERRORS, DecryptionFailed) as problem:
            log.warning("batch_row_waits", **log_fields, error=type(problem).__name__)
            await self._postpone_after_failure(row, outcome.RUNNING)
        except Exception:
            log.exception("batch_row_fault", **log_fields, tries=row["takes"])
            await self._postpone_after_failure(row, outcome.RUNNING, is_failure=True)

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
        system = ExternalOperation(self._db, self._notifier, System(row["account_id"]), None, "batch")
        async with system.read() as read:
            job = await runner_queries.find_job(read, row["batch_id"])
        return ExternalOperation(self._db, self._notifier, service.load_actor(job), key, "batch"), job

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
        seconds = min(row["takes"], MAX_WAIT_SECONDS) if row_outcome.status == "running" else SUSPENDED_WAIT_SECONDS
        async with operation.transaction() as tx:
            await runner_queries.postpone_row(tx, row, row_outcome, timedelta(seconds=seconds))

    async def _postpone_after_failure(
        self, row: asyncpg.Record, row_outcome: RowOutcome, *, is_failure: bool = False
    ) -> None:
        """After a failure of ours. One that a row provokes again and again ends it, so that its batch has an end."""
        operation = ExternalOperation(self._db, self._notifier, System(row["account_id"]), None, "batch")
        try:
            if is_failure and row["takes"] >= MAX_FAILURES and not await self._is_outcome_unknown(operation, row):
                await self._finish_row(operation, row, outcome.error_outcome("failed", Internal()))
            else:
                await self._postpone_row(operation, row, row_outcome)
        except _TRANSIENT_ERRORS as problem:
            log.warning("batch_row_not_postponed", batch=row["batch_id"], error=type(problem).__name__)
            self._db.deferred_releases.schedule(partial(self._postpone_row, operation, row, row_outcome), self._lease)

    async def _is_outcome_unknown(self, operation: ExternalOperation, row: asyncpg.Record) -> bool:
        async with operation.read() as read:
            return (await runner_queries.find_row_state(read, row["shipment_id"], _idempotency_key(row)))[
                "has_operation"
            ]


def _idempotency_key(row: asyncpg.Record) -> Key:
    """No caller can have the same: their keys are remembered with a partner's name, or none, and no space is in it."""
    seed = f"{row['batch_id']} {row['position']} {row['attempt']}"
    return Key(
        f"{row['position']}.{row['attempt']}", f"batch {row['batch_id']}", hashlib.sha256(seed.encode()).digest()
    )
