"""Recovery worker: completes courier operations that a crash or a timeout left behind (decisions, section 6)."""

from datetime import timedelta

import asyncpg

from fulfilment.aggregators import port
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.infra.jobs.tenant_queue import JobKind, TenantQueue
from fulfilment.infra.jobs.tenant_queue_worker import TenantQueueWorker
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.operations.idempotency import InProgress
from fulfilment.settings import Settings
from fulfilment.shipments import courier_operations, rebooking
from fulfilment.shipments.booking import booking
from fulfilment.shipments.cancellation import cancellation
from fulfilment.shipping.courier_clients import CourierClients

_RESOLVERS = {
    "book": booking.resolve_booking,
    "cancel": cancellation.resolve_cancellation,
    "rebook": rebooking.resolve_rebooking,
}

# The lease of an operation protects the request that made it; a claim of the worker only moves `due_at`.
COURIER_OPERATIONS = TenantQueue(
    JobKind(
        name="courier_operations",
        table="courier_operations",
        key={"shipment_id": "shipment"},
        columns="j.account_id, j.shipment_id, j.kind, j.actor, j.memory, j.faults",
        tenants="courier_operation_tenants",
        has_holder=True,
        releases_dead=True,
    )
)


class OperationRecovery(TenantQueueWorker):
    """Queue worker that completes abandoned courier operations."""

    queue = COURIER_OPERATIONS
    max_concurrent = 32
    max_per_workspace = 4
    deferring_errors = (ApiError, port.AggregatorError)

    def __init__(self, db: Database, notifier: WorkerNotifier, aggregators: CourierClients, settings: Settings) -> None:
        super().__init__(db, timedelta(seconds=courier_operations.lease_seconds(settings)))
        self._notifier = notifier
        self._aggregators = aggregators
        self._settings = settings

    def start_span(self, row: asyncpg.Record) -> recording.Span | None:
        """A span in the trace of the request that began the operation, where that was recorded."""
        attributes = {"fulfilment.call": row["kind"], "fulfilment.workspace": row["account_id"]}
        trace = courier_operations.decode_actor(row).trace if recording.state.is_on else None
        if trace is None:
            return recording.start_root("courier call recovered", attributes=attributes)
        return recording.continue_trace(trace, "courier call recovered", recording.INTERNAL, attributes)

    async def handle(self, row: asyncpg.Record) -> None:
        operation = ExternalOperation(
            self.db,
            self._notifier,
            courier_operations.decode_actor(row),
            courier_operations.decode_key(row),
            "recovery",
        )
        async with operation.read() as read:
            courier_operation = await courier_operations.find_operation(read, row["shipment_id"])
            if courier_operation is None:
                return
            if await courier_operations.is_in_progress(read, courier_operation):
                raise InProgress
        try:
            await _RESOLVERS[courier_operation["kind"]](operation, courier_operation, self._aggregators, self._settings)
        except ApiError:
            raise
        except BaseException:
            operation.release_claims()
            raise
