"""Polling of open shipments, which makes up for lost reports (decisions, section 6).

- Call: ask the aggregator for the order, with no transaction open.
- Settle: apply the news like a report, and set the time of the next call.
"""

from datetime import datetime, timedelta

import asyncpg
import structlog

from fulfilment.aggregators import port
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database import database_clock
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.infra.jobs.tenant_queue import JobKind, TenantQueue
from fulfilment.infra.jobs.tenant_queue_worker import TenantQueueWorker
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.settings import Settings
from fulfilment.shipments import courier_operations, queries
from fulfilment.shipments.courier_status import status_updates
from fulfilment.shipping.courier_clients import CourierClients

_AFTER_BOOKING_SECONDS = 60
# After a day without a report, a shipment is polled every three hours.
_QUIET_DIVISOR = 8
_MAX_WAIT_HOURS = 24
# After this time without a report, a courier is not expected to report again; a report that comes is still applied.
_STOP_AFTER_DAYS = 90
_CLOSED_STATUSES = ("pending", "cancelled", "delivered", "returned")

_MAX_FAILURE_WAIT_SECONDS = 3 * 3_600
# A workspace whose aggregator does not answer is backed off as a whole.
_TENANT_BACKOFF = Backoff(10, 300)

_log = structlog.get_logger(__name__)

SCHEDULE = sql(
    "tracking_syncs.schedule",
    """
    UPDATE tracking_syncs SET due_at = now() + $3::interval, faults = 0 WHERE account_id = $1 AND shipment_id = $2
    """,
)

DELETE_SYNC = sql("tracking_syncs.delete", "DELETE FROM tracking_syncs WHERE account_id = $1 AND shipment_id = $2")

# A workspace's row counts the aggregator's failures in a row.
TRACKING_SYNCS = TenantQueue(
    JobKind(
        name="tracking_syncs",
        table="tracking_syncs",
        key={"shipment_id": "shipment"},
        columns="j.account_id, j.shipment_id, j.faults",
        tenants="tracking_sync_tenants",
        max_tenant_wait="interval '1 h'",
        counts_tenant_failures=True,
    )
)

# Concurrent failures count once: the first changes the counter, and the others do not match it.
BACK_OFF_TENANT = sql(
    "tracking_syncs.back_off_tenant",
    """
    UPDATE tracking_sync_tenants
       SET faults = faults + 1,
           due_at = now() + {delay}
     WHERE account_id = $1 AND faults = $2
    """,
    delay=_TENANT_BACKOFF.interval_sql("faults"),
)

RESET_TENANT_BACKOFF = sql(
    "tracking_syncs.reset_tenant_backoff",
    "UPDATE tracking_sync_tenants SET faults = 0, due_at = least(due_at, now()) WHERE account_id = $1 AND faults > 0",
)


class TrackingSync(TenantQueueWorker):
    """Queue worker that polls due shipments.

    A workspace whose aggregator does not answer is backed off exponentially, and then tried with one shipment.
    """

    queue = TRACKING_SYNCS
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
        return failure_backoff(self._settings)

    def may_be_stuck(self, row: asyncpg.Record) -> bool:
        """A courier may be down for days, and a lost report is only late."""
        return False

    async def handle(self, row: asyncpg.Record) -> None:
        operation = ExternalOperation(self.db, self._notifier, System(row["account_id"], actor_id=""), None, "poll")
        try:
            await self._sync_from_courier(operation, row["shipment_id"])
        except port.AggregatorError:
            async with operation.transaction() as tx:
                await back_off_tenant(tx, row["tenant_failures"])
            raise
        if row["tenant_failures"]:
            async with operation.transaction() as tx:
                await reset_tenant_backoff(tx)

    async def _sync_from_courier(self, operation: ExternalOperation, shipment_id: str) -> None:
        async with operation.read() as read:
            row = await queries.find_row(read, shipment_id)
            assert row is not None
            now = await database_clock.read_now(read)
        if next_wait(row, now, self._settings) is not None:
            try:
                async with operation.read() as read:
                    courier_client = await self._aggregators.for_booking(read, row)
                await status_updates.sync_from_courier(operation, row, courier_client, self._settings)
            except (port.AggregatorNotFound, port.InvalidAggregatorKey, ApiError) as problem:
                _log.info("tracking_sync_unanswered", shipment=shipment_id, error=str(problem))
        async with operation.transaction() as tx:
            row = await queries.find_row(tx, shipment_id)
            assert row is not None
            await schedule_next_sync(tx, row, self._settings)


def first_wait(settings: Settings) -> timedelta:
    """The shortest wait between a report and the next poll of a shipment."""
    return timedelta(seconds=settings.tracking_poll_seconds)


def wait_after_booking(settings: Settings) -> timedelta:
    """The wait between a booking and the first poll of the shipment.

    It is short, since the aggregator may have reported on the order before the service knew of it.
    """
    return min(timedelta(seconds=_AFTER_BOOKING_SECONDS), first_wait(settings))


def next_wait(row: asyncpg.Record, now: datetime, settings: Settings) -> timedelta | None:
    """The wait until the next poll of a shipment; None: never."""
    quiet_for = now - row["updated_at"]
    if row["status"] in _CLOSED_STATUSES or quiet_for > timedelta(days=_STOP_AFTER_DAYS):
        return None
    return max(min(quiet_for / _QUIET_DIVISOR, timedelta(hours=_MAX_WAIT_HOURS)), first_wait(settings))


async def schedule_next_sync(tx: Tx, row: asyncpg.Record, settings: Settings) -> None:
    """Schedule the next poll of a shipment, or end the polling."""
    wait = next_wait(row, await database_clock.read_now(tx), settings)
    if wait is None:
        await tx.fetch_optional(DELETE_SYNC, row["id"])
    else:
        await tx.fetch_optional(SCHEDULE, row["id"], wait)


def failure_backoff(settings: Settings) -> Backoff:
    """Back-off of a shipment that cannot be polled: the wait doubles, up to a few hours."""
    first_seconds = first_wait(settings).total_seconds()
    return Backoff(first_seconds, max(_MAX_FAILURE_WAIT_SECONDS, first_seconds))


async def back_off_tenant(tx: Tx, failures: int) -> None:
    """Back off all shipments of a workspace whose aggregator does not answer, longer after each failure in a row."""
    await tx.fetch_optional(BACK_OFF_TENANT, failures)


async def reset_tenant_backoff(tx: Tx) -> None:
    """End the back-off of a workspace, since its aggregator answers."""
    await tx.fetch_optional(RESET_TENANT_BACKOFF)
