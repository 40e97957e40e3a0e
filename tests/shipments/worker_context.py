"""The worker's tracking sync, run inside of the test on the service's own database."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import msgspec
import pytest

from fulfilment.aggregators import port
from fulfilment.aggregators.biteship import adapter
from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import System
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.settings import Settings, load
from fulfilment.shipments.booking.recovery import OperationRecovery
from fulfilment.shipments.courier_status.tracking_sync import TrackingSync
from fulfilment.shipping.courier_clients import CourierClients
from tests.harness.database import execute, rows
from tests.harness.fixtures import PATIENT_SECONDS
from tests.harness.service import MASTER_KEYS, Client
from tests.harness.workspaces import as_operator

_MAKE_OPERATIONS_DUE = "UPDATE courier_operations SET due_at = now() - interval '1 s' WHERE account_id = $1"
MAKE_TENANT_DUE = """
    INSERT INTO courier_operation_tenants (account_id, due_at) VALUES ($1, now() - interval '1 h')
    ON CONFLICT (account_id) DO UPDATE SET due_at = excluded.due_at
"""


class RecordedTrackingSync(TrackingSync):
    """Notes for each shipment that was asked about whether the aggregator could be reached."""

    async def sync_due(self) -> list[bool]:
        """Ask about some of what is due."""
        self.reached: list[bool] = []
        await self.start_due()
        await self.join()
        return self.reached

    async def handle(self, row: asyncpg.Record) -> None:
        is_reached = True
        try:
            await super().handle(row)
        except port.AggregatorError as problem:
            is_reached = isinstance(problem, port.AggregatorNotFound | port.InvalidAggregatorKey)
            raise
        finally:
            self.reached.append(is_reached)


class WorkerContext(msgspec.Struct):
    """The resources of a worker."""

    db: Database
    notifier: WorkerNotifier
    aggregators: CourierClients
    settings: Settings

    @property
    def tracking_sync(self) -> "RecordedTrackingSync":
        return RecordedTrackingSync(self.db, self.notifier, self.aggregators, self.settings)

    @property
    def recovery(self) -> OperationRecovery:
        return OperationRecovery(self.db, self.notifier, self.aggregators, self.settings)

    def operation(self, client: Client) -> ExternalOperation:
        return ExternalOperation(self.db, self.notifier, System(client.account_id, actor_id=""), None, "test")


def settings_for(database_url: str, aggregator_url: str, **overrides: str) -> Settings:
    values = {
        "database_url": database_url,
        "aggregator_url": aggregator_url,
        "aggregator_key": "simulator",
        "aggregator_timeout_seconds": str(PATIENT_SECONDS),
        "master_keys": MASTER_KEYS,
        "mode": "development",
        **overrides,
    }
    return load({f"FULFILMENT_{name.upper()}": value for name, value in values.items()})


def run_in_worker(settings: Settings, work: Callable[[WorkerContext], Awaitable[Any]]) -> Any:
    """The result of `work`, for which a courier that stumbles is asked again at once."""

    async def run() -> Any:
        db, aggregators = Database(settings, settings.database_url), CourierClients(settings)
        await db.open()
        await aggregators.open()
        try:
            return await work(WorkerContext(db, WorkerNotifier(db), aggregators, settings))
        finally:
            await aggregators.close()
            await db.close()

    with as_operator(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(adapter, "RETRY_DELAYS_SECONDS", (0.0,) * len(adapter.RETRY_DELAYS_SECONDS))
        return asyncio.run(run())


def make_operations_due(client: Client) -> None:
    """Time has passed: every courier call of the workspace that failed is to be carried on with."""
    rows(client, _MAKE_OPERATIONS_DUE)
    rows(client, MAKE_TENANT_DUE)


def make_syncs_due(client: Client) -> None:
    """Time has passed: every open shipment of the workspace is to be asked about."""
    rows(client, "UPDATE tracking_syncs SET due_at = now() - interval '1 second' WHERE account_id = $1")
    rows(client, "UPDATE tracking_sync_tenants SET due_at = now() - interval '1 second' WHERE account_id = $1")


def postpone_other_syncs(client: Client) -> None:
    """Postpone the syncs that other tests left behind."""
    execute(client, "UPDATE tracking_sync_tenants SET due_at = now() + interval '1 day'")


def next_sync_times(client: Client) -> dict[str, Any]:
    """When each shipment is asked about next."""
    found = rows(client, "SELECT shipment_id, due_at FROM tracking_syncs WHERE account_id = $1")
    return {row["shipment_id"]: row["due_at"] for row in found}
