"""Courier calls that a crash or a timeout left behind, carried to their end by the worker (decisions, section 6).

release   what a dead process had in hand is due at once, the rest when its lease has run out
take      the due ones, each workspace in its turn, as many as it has room for
finish    resolve them, each by itself; what fails is left alone for longer each time

A call is postponed by being taken: even one that kills whoever carries on with it counts.
"""

import asyncio
from datetime import timedelta
from functools import partial

import asyncpg
import structlog

from fulfilment.aggregators import port
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.deferred_releases import ClaimWindow
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.infra.encryption.keyring import DecryptionFailed
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.jobs.workspace_task_pool import WorkspaceTaskPool
from fulfilment.infra.observability.metrics import recorder
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.settings import Settings
from fulfilment.shipments import courier_operations
from fulfilment.shipments.booking import booking, recovery_queries
from fulfilment.shipments.cancellation import cancellation
from fulfilment.shipments.rebooking import rebooking
from fulfilment.shipping.courier_clients import CourierClients

log = structlog.get_logger(__name__)

POLL_INTERVAL_SECONDS = 1.0
# So many are carried to their end at once; none of them holds a connection while it waits for the courier.
MAX_CONCURRENT = 32
MAX_CONCURRENT_PER_WORKSPACE = 4
RELEASE_BATCH_SIZE = 500
# Tried so often, some ten minutes have passed, and somebody should have a look.
STUCK_AFTER_FAILURES = 10

_RESOLVERS = {
    "book": booking.resolve_booking,
    "cancel": cancellation.resolve_cancellation,
    "rebook": rebooking.resolve_rebooking,
}
_RETRYABLE_ERRORS = (*UNAVAILABLE, *SERIALIZATION_CONFLICTS, PoolFull)


class OperationRecovery:
    """One process's share of the calls that nobody is at any more."""

    def __init__(self, db: Database, notifier: WorkerNotifier, aggregators: CourierClients, settings: Settings) -> None:
        self._db = db
        self._notifier = notifier
        self._aggregators = aggregators
        self._settings = settings
        self._lease = timedelta(seconds=courier_operations.lease_seconds(settings))
        self._task_pool = WorkspaceTaskPool(MAX_CONCURRENT, MAX_CONCURRENT_PER_WORKSPACE)

    async def run(self) -> None:
        """Carry on with what is due, for ever."""
        try:
            while True:
                task_supervisor.tick()
                started = await self.start_due()
                recorder.record_tick("courier_operations")
                if not started:
                    await self._task_pool.wait(POLL_INTERVAL_SECONDS)
        except asyncio.CancelledError:
            await self._task_pool.stop()
            raise

    async def recover_due(self) -> None:
        """Carry on once with everything that is due."""
        while await self.start_due():
            await self._task_pool.join()

    async def start_due(self) -> int:
        """Begin to carry on with what is due, as far as there is room; with how many."""
        async with self._db.connection() as connection:
            await recovery_queries.release_dead_owners(connection, RELEASE_BATCH_SIZE)
        if not self._task_pool.free_capacity:
            return 0
        owner_id = self._db.owner_id
        claimed = await self._claim_due(owner_id)
        for courier_operation in claimed:
            self._task_pool.spawn(courier_operation["account_id"], self._recover_operation(courier_operation, owner_id))
        return len(claimed)

    async def _claim_due(self, owner_id: int | None) -> list[asyncpg.Record]:
        async with (
            self._db.deferred_releases.claiming(self._lease, partial(self._release_claimed, owner_id)),
            self._db.transaction() as connection,
        ):
            account_ids = await recovery_queries.lock_due_tenants(
                connection, self._task_pool.saturated, self._task_pool.free_capacity
            )
            if not account_ids:
                return []
            capacities = self._task_pool.capacity_for(account_ids)
            return await recovery_queries.claim_due(connection, account_ids, capacities, self._lease, owner_id)

    async def _release_claimed(self, owner_id: int | None, window: ClaimWindow) -> None:
        async with self._db.connection() as connection:
            await recovery_queries.release_claimed(connection, owner_id, window)

    async def _recover_operation(self, courier_operation: asyncpg.Record, owner_id: int | None) -> None:
        log_fields = {
            "account": courier_operation["account_id"],
            "shipment": courier_operation["shipment_id"],
            "kind": courier_operation["kind"],
        }
        try:
            with recording.SpanScope(_start_span(courier_operation)):
                await self._resolve_operation(courier_operation)
        except (ApiError, port.AggregatorError, DecryptionFailed) as problem:
            log.info("courier_operation_still_unclear", **log_fields, error=str(problem))
            if courier_operation["faults"] % STUCK_AFTER_FAILURES == 0:
                since = courier_operation["started_at"].isoformat(timespec="seconds")
                log.warning(
                    "courier_operation_stuck",
                    **log_fields,
                    tries=courier_operation["faults"],
                    since=since,
                    error=str(problem),
                )
        except _RETRYABLE_ERRORS as problem:
            log.warning("courier_operation_not_finished", **log_fields, error=type(problem).__name__)
        except Exception:
            log.exception("courier_operation_failed", **log_fields, tries=courier_operation["faults"])
        await self._schedule_retry(courier_operation, owner_id)

    async def _resolve_operation(self, claimed: asyncpg.Record) -> None:
        operation = ExternalOperation(
            self._db,
            self._notifier,
            courier_operations.decode_actor(claimed),
            courier_operations.decode_key(claimed),
            "recovery",
        )
        async with operation.read() as read:
            courier_operation = await courier_operations.find_operation(read, claimed["shipment_id"])
            is_unfinished = courier_operation is not None and not await courier_operations.is_in_progress(
                read, courier_operation
            )
        if courier_operation is not None and is_unfinished:
            try:
                await _RESOLVERS[courier_operation["kind"]](
                    operation, courier_operation, self._aggregators, self._settings
                )
            except ApiError:
                raise
            except BaseException:
                operation.release_claims()
                raise

    async def _schedule_retry(self, courier_operation: asyncpg.Record, owner_id: int | None) -> None:
        """Where it has not ended, and is nobody else's by now, it has its next turn later."""
        try:
            await self._postpone(courier_operation, owner_id)
        except _RETRYABLE_ERRORS as problem:
            log.warning(
                "courier_operation_not_postponed",
                shipment=courier_operation["shipment_id"],
                error=type(problem).__name__,
            )
            self._db.deferred_releases.schedule(partial(self._postpone, courier_operation, owner_id), self._lease)

    async def _postpone(self, courier_operation: asyncpg.Record, owner_id: int | None) -> None:
        async with self._db.transaction() as connection:
            tx = Tx(connection, System(courier_operation["account_id"]))
            await recovery_queries.postpone_operation(tx, courier_operation["shipment_id"], owner_id)


def _start_span(courier_operation: asyncpg.Record) -> recording.Span | None:
    """In the trace of the request that began the call, where that was recorded."""
    if not recording.state.is_on:
        return None
    attributes = {"fulfilment.call": courier_operation["kind"], "fulfilment.workspace": courier_operation["account_id"]}
    trace = courier_operations.decode_actor(courier_operation).trace
    if trace is None:
        return recording.start_root("courier call recovered", attributes=attributes)
    return recording.continue_trace(trace, "courier call recovered", recording.INTERNAL, attributes)
