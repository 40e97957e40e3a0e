"""The slow poll of open shipments, so that a report that was lost is caught up with (decisions, section 6).

take    the due ones, each workspace in its turn, under a lease
call    ask the aggregator for the order; no transaction is open meanwhile
settle  apply what is new of it as if it had been reported, and plan the next time
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from functools import partial

import asyncpg
import msgspec
import structlog

from fulfilment.aggregators import port
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database import database_clock
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.database.transaction import System
from fulfilment.infra.encryption.keyring import DecryptionFailed
from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.jobs.workspace_task_pool import WorkspaceTaskPool
from fulfilment.infra.observability.metrics import recorder
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.settings import Settings
from fulfilment.shipments import courier_operations, queries
from fulfilment.shipments.courier_status import status_updates, tracking_sync_queries
from fulfilment.shipping.courier_clients import CourierClients

log = structlog.get_logger(__name__)

# So many are asked about at once; none of them holds a connection while it waits for the aggregator.
MAX_CONCURRENT = 20
MAX_CONCURRENT_PER_WORKSPACE = 5
POLL_INTERVAL_SECONDS = 5.0

_RETRYABLE_ERRORS = (*UNAVAILABLE, *SERIALIZATION_CONFLICTS, PoolFull)


class DueSync(msgspec.Struct, frozen=True):
    """A shipment that is ours to ask about until its lease ends.

    `failures` counts this asking and those before it that did not go well; `tenant_failures` is how often in a row the
    aggregator did not answer its workspace.
    """

    account_id: str
    shipment_id: str
    failures: int
    tenant_failures: int


class TrackingSync:
    """Asks about what is due, as long as anything is: the workspaces in turn, each with a share of what goes on.

    A workspace whose aggregator does not answer is left alone for longer each time, and then tried with one shipment.
    """

    def __init__(self, db: Database, notifier: WorkerNotifier, aggregators: CourierClients, settings: Settings) -> None:
        self._db = db
        self._notifier = notifier
        self._aggregators = aggregators
        self._settings = settings
        self._task_pool = WorkspaceTaskPool(MAX_CONCURRENT, MAX_CONCURRENT_PER_WORKSPACE)

    async def run(self) -> None:
        """Poll for ever."""
        try:
            while True:
                task_supervisor.tick()
                started = await self._start_due([])
                recorder.record_tick("tracking_syncs")
                if not started:
                    await self._task_pool.wait(POLL_INTERVAL_SECONDS)
        except asyncio.CancelledError:
            await self._task_pool.stop()
            raise

    async def sync_due(self) -> list[bool]:
        """Ask about some of what is due. For each of them, whether the aggregator could be reached."""
        reached: list[bool] = []
        await self._start_due(reached)
        await self._task_pool.join()
        return reached

    async def _start_due(self, reached: list[bool]) -> int:
        """Begin to ask, as far as there is room, noting later whether it was answered; about how many."""
        claimed = await self._claim_due() if self._task_pool.free_capacity else []
        for due in claimed:
            self._task_pool.spawn(due.account_id, self._sync_shipment(due, reached))
        return len(claimed)

    async def _claim_due(self) -> list[DueSync]:
        async with self._db.transaction() as connection:
            tenants = await connection.fetch(
                tracking_sync_queries.LOCK_DUE_TENANTS.text, self._task_pool.saturated, self._task_pool.free_capacity
            )
            if not tenants:
                return []
            account_ids, now = [lane["account_id"] for lane in tenants], tenants[0]["at"]
            lease_until = now + timedelta(seconds=courier_operations.lease_seconds(self._settings))
            next_check_at = now + tracking_sync_queries.first_wait(self._settings)
            capacities = self._tenant_capacities(tenants)
            arguments = account_ids, now, capacities, lease_until, next_check_at, sum(capacities)
            rows = await connection.fetch(tracking_sync_queries.CLAIM_DUE.text, *arguments)
        failures = {lane["account_id"]: lane["faults"] for lane in tenants}
        return [
            DueSync(row["account_id"], row["shipment_id"], row["faults"], failures[row["account_id"]]) for row in rows
        ]

    def _tenant_capacities(self, tenants: Sequence[asyncpg.Record]) -> list[int]:
        """One alone shows whether an aggregator that did not answer is there again."""
        capacities = self._task_pool.capacity_for([lane["account_id"] for lane in tenants])
        return [min(room, 1) if lane["faults"] else room for lane, room in zip(tenants, capacities, strict=True)]

    async def _sync_shipment(self, due: DueSync, reached: list[bool]) -> None:
        operation = ExternalOperation(self._db, self._notifier, System(due.account_id, actor_id=""), None, "poll")
        is_reached = True
        try:
            is_reached = await self._sync_from_courier(operation, due.shipment_id)
            await self._update_tenant_backoff(operation, due, is_reached)
        except _RETRYABLE_ERRORS as problem:
            log.warning("tracking_sync_not_finished", shipment=due.shipment_id, error=type(problem).__name__)
            await self._schedule_retry(operation, due)
        except DecryptionFailed as problem:
            # Another worker may have the key: for it the shipment must not wait longer each time that we took it.
            log.error("tracking_sync_postponed", shipment=due.shipment_id, error=str(problem))
            await self._schedule_retry(operation, msgspec.structs.replace(due, failures=1))
        except Exception:
            # One shipment that cannot be followed must not keep the others from it.
            log.exception("tracking_sync_failed", account=due.account_id, shipment=due.shipment_id, tries=due.failures)
            await self._schedule_retry(operation, due)
        reached.append(is_reached)

    async def _update_tenant_backoff(self, operation: ExternalOperation, due: DueSync, is_reached: bool) -> None:
        if not is_reached:
            async with operation.transaction() as tx:
                await tracking_sync_queries.back_off_tenant(tx, due.tenant_failures)
        elif due.tenant_failures:
            async with operation.transaction() as tx:
                await tracking_sync_queries.reset_tenant_backoff(tx)

    async def _schedule_retry(self, operation: ExternalOperation, due: DueSync) -> None:
        try:
            await self._postpone_sync(operation, due)
        except _RETRYABLE_ERRORS:
            lease = timedelta(seconds=courier_operations.lease_seconds(self._settings))
            self._db.deferred_releases.schedule(partial(self._postpone_sync, operation, due), lease)

    async def _postpone_sync(self, operation: ExternalOperation, due: DueSync) -> None:
        async with operation.transaction() as tx:
            await tracking_sync_queries.postpone_sync(tx, due.shipment_id, self._settings, due.failures)

    async def _sync_from_courier(self, operation: ExternalOperation, shipment_id: str) -> bool:
        async with operation.read() as read:
            row = await queries.find_row(read, shipment_id)
            assert row is not None
            now = await database_clock.read_now(read)
        if tracking_sync_queries.next_wait(row, now, self._settings) is not None:
            try:
                async with operation.read() as read:
                    courier_client = await self._aggregators.for_booking(read, row)
                await status_updates.sync_from_courier(operation, row, courier_client, self._settings)
            except (port.AggregatorNotFound, port.InvalidAggregatorKey, ApiError) as problem:
                log.info("tracking_sync_unanswered", shipment=shipment_id, error=str(problem))
            except port.AggregatorError as problem:
                log.info("tracking_sync_postponed", shipment=shipment_id, error=problem.message)
                async with operation.transaction() as tx:
                    await tracking_sync_queries.postpone_sync(tx, shipment_id, self._settings)
                return False
        async with operation.transaction() as tx:
            row = await queries.find_row(tx, shipment_id)
            assert row is not None
            await tracking_sync_queries.schedule_next_sync(tx, row, self._settings)
        return True
