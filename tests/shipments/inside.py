"""The worker's part of following shipments, run inside of the test on the service's own database."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from fulfilment.db.bell import Bell
from fulfilment.db.pool import Database
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings, load
from fulfilment.shipments.calls import Actor
from fulfilment.shipments.polling import Poller
from fulfilment.shipments.recovery import Recoverer
from fulfilment.shipping.aggregator_access import Aggregators
from tests.harness.database import execute, rows
from tests.http.service import MASTER_KEYS, Client
from tests.http.workspaces import as_operator


class Inside(msgspec.Struct):
    """What a worker has in hand."""

    db: Database
    bell: Bell
    aggregators: Aggregators
    settings: Settings

    @property
    def poller(self) -> Poller:
        return Poller(self.db, self.bell, self.aggregators, self.settings)

    @property
    def recoverer(self) -> Recoverer:
        return Recoverer(self.db, self.bell, self.aggregators, self.settings)

    def saga(self, client: Client) -> Saga:
        return Saga(self.db, self.bell, Actor(client.account_id, actor_id=""), None, "test")


def settings_for(database_url: str, aggregator_url: str, **more: str) -> Settings:
    given = {
        "database_url": database_url,
        "aggregator_url": aggregator_url,
        "aggregator_key": "simulator",
        "aggregator_timeout_seconds": "2.5",
        "master_keys": MASTER_KEYS,
        "mode": "development",
        **more,
    }
    return load({f"FULFILMENT_{name.upper()}": value for name, value in given.items()})


def run_inside(settings: Settings, work: Callable[[Inside], Awaitable[Any]]) -> Any:
    """The result of `work`."""

    async def run() -> Any:
        db, aggregators = Database(settings, settings.database_url), Aggregators(settings)
        await db.open()
        await aggregators.open()
        try:
            return await work(Inside(db, Bell(db), aggregators, settings))
        finally:
            await aggregators.close()
            await db.close()

    with as_operator():
        return asyncio.run(run())


def make_due(client: Client) -> None:
    """Time has passed: every open shipment of the workspace is to be asked about."""
    rows(client, "UPDATE courier_polls SET due_at = now() - interval '1 second' WHERE account_id = $1")
    rows(client, "UPDATE courier_poll_lanes SET due_at = now() - interval '1 second' WHERE account_id = $1")


def let_nobody_else_be_due(client: Client) -> None:
    """What other tests left behind is not this one's to ask about."""
    execute(client, "UPDATE courier_poll_lanes SET due_at = now() + interval '1 day'")


def polls(client: Client) -> dict[str, Any]:
    """When each shipment is asked about next."""
    found = rows(client, "SELECT shipment_id, due_at FROM courier_polls WHERE account_id = $1")
    return {row["shipment_id"]: row["due_at"] for row in found}
