"""The worker's recovery of courier calls, run on demand by a test."""

import asyncio
from collections.abc import Callable

import pytest

from fulfilment.infra.database.notifier import WorkerNotifier
from fulfilment.infra.database.pool import Database
from fulfilment.settings import load
from fulfilment.shipments.booking.recovery import OperationRecovery
from fulfilment.shipping.courier_clients import CourierClients
from tests.harness.database import rows
from tests.harness.line import Line
from tests.harness.service import MASTER_KEYS, Client, Service
from tests.harness.waiting import eventually
from tests.harness.workspaces import as_operator
from tests.shipments.worker_context import make_operations_due


@pytest.fixture
def recover(api: Service, line: Line, merchant: Client) -> Callable[[], None]:
    """Carries what a courier call left behind to its end, as the worker does again and again."""
    values = {"database_url": api.database_url, "aggregator_url": line.url, "aggregator_key": "simulator"}
    settings = load({f"FULFILMENT_{name.upper()}": value for name, value in values.items()} | _KEYS)

    async def run_recovery() -> None:
        db, aggregators = Database(settings, api.database_url), CourierClients(settings)
        await db.open()
        await aggregators.open()
        await OperationRecovery(db, WorkerNotifier(db), aggregators, settings).run_due()
        await aggregators.close()
        await db.close()

    def has_nothing_left() -> bool:
        make_operations_due(merchant)
        with as_operator():
            asyncio.run(run_recovery())
        return not rows(merchant, "SELECT shipment_id FROM courier_operations WHERE account_id = $1")

    return lambda: eventually(has_nothing_left)


@pytest.fixture(params=["lose", "lose-500", "lose-500-coded"])
def lost(request: pytest.FixtureRequest) -> str:
    """How an answer is lost to what was done: without a word, or behind a breakdown that says its code or none."""
    return request.param


_KEYS = {"FULFILMENT_MASTER_KEYS": MASTER_KEYS, "FULFILMENT_MODE": "development"}
