"""The worker's recovery of courier calls, run when a test asks for it."""

import asyncio
from collections.abc import Callable

import pytest

from fulfilment.db.bell import Bell
from fulfilment.db.pool import Database
from fulfilment.settings import load
from fulfilment.shipments.recovery import Recoverer
from fulfilment.shipping.aggregator_access import Aggregators
from tests.harness.database import rows
from tests.harness.line import Line
from tests.harness.waiting import eventually
from tests.http.service import MASTER_KEYS, Client, Service
from tests.http.workspaces import as_operator


@pytest.fixture
def recover(api: Service, line: Line, merchant: Client) -> Callable[[], None]:
    """Carries what a courier call left behind to its end, as the worker does again and again."""
    given = {"database_url": api.database_url, "aggregator_url": line.url, "aggregator_key": "simulator"}
    settings = load({f"FULFILMENT_{name.upper()}": value for name, value in given.items()} | _KEYS)

    async def sweep() -> None:
        db, aggregators = Database(settings, api.database_url), Aggregators(settings)
        await db.open()
        await aggregators.open()
        await Recoverer(db, Bell(db), aggregators, settings).recover()
        await aggregators.close()
        await db.close()

    def is_nothing_left() -> bool:
        with as_operator():
            asyncio.run(sweep())
        return not rows(merchant, "SELECT shipment_id FROM courier_calls WHERE account_id = $1")

    return lambda: eventually(is_nothing_left)


@pytest.fixture(params=["lose", "lose-500", "lose-500-coded"])
def lost(request: pytest.FixtureRequest) -> str:
    """How an answer is lost to what was done: without a word, or behind a breakdown that says its code or none."""
    return request.param


_KEYS = {"FULFILMENT_MASTER_KEYS": MASTER_KEYS, "FULFILMENT_MODE": "development"}
