"""The polling of open shipments, which catches up with a lost report (decisions, section 6).

- Call: ask the aggregator for the order, with no transaction open.
- Settle: apply the news as a report would, and set the time of the next call.
"""

from datetime import timedelta

import asyncpg
import structlog

from fulfilment.aggregators import port
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database import database_clock
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import System
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.infra.jobs.tenant_queue_worker import TenantQueueWorker
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.settings import Settings
from fulfilment.shipments import courier_operations, queries
from fulfilment.shipments.courier_status import status_updates, tracking_sync_queries
from fulfilment.shipping.courier_clients import CourierClients

_log = structlog.get_logger(__name__)


class TrackingSync(TenantQueueWorker):
    """Asks about the shipments that are due.

    A workspace whose aggregator does not answer is left alone for longer each time, and then tried with one shipment.
    """

    queue = tracking_sync_queries.TRACKING_SYNCS
    max_concurrent = 20
    max_per_workspace = 5
    poll_seconds = 5.0
    deferring_errors = (port.AggregatorError,)

    def __init__(self, db: Database, notifier: WorkerNotifier, aggregators: CourierClients, settings: Settings) -> None:
        super().__init__(db, timedelta(seconds=courier_operations.lease_seconds(settings)))
        self._notifier = notifier
        self._aggregators = aggregators
        self._settings = settings

    def backoff(self, row: asyncpg.Record) -> Backoff:
        return tracking_sync_queries.failure_backoff(self._settings)

    def may_be_stuck(self, row: asyncpg.Record) -> bool:
        """A courier may be away for days, and a lost report is only late."""
        return False

    async def handle(self, row: asyncpg.Record) -> None:
        operation = ExternalOperation(self.db, self._notifier, System(row["account_id"], actor_id=""), None, "poll")
        try:
            await self._sync_from_courier(operation, row["shipment_id"])
        except port.AggregatorError:
            async with operation.transaction() as tx:
                await tracking_sync_queries.back_off_tenant(tx, row["tenant_failures"])
            raise
        if row["tenant_failures"]:
            async with operation.transaction() as tx:
                await tracking_sync_queries.reset_tenant_backoff(tx)

    async def _sync_from_courier(self, operation: ExternalOperation, shipment_id: str) -> None:
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
                _log.info("tracking_sync_unanswered", shipment=shipment_id, error=str(problem))
        async with operation.transaction() as tx:
            row = await queries.find_row(tx, shipment_id)
            assert row is not None
            await tracking_sync_queries.schedule_next_sync(tx, row, self._settings)
