"""Who receives an event, and that a crash neither loses nor doubles a delivery."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import asyncpg
import pytest

from fulfilment import clock, ids, settings
from fulfilment.db.pool import Database
from fulfilment.webhooks import queries
from fulfilment.webhooks.fan_out import EVENTS_OF_WORKSPACE_AT_ONCE, FanOut

pytestmark = pytest.mark.asyncio(loop_scope="function")

TYPE = "svc.product.created.v1"


class World:
    """A database with workspaces, endpoints and events, and one process that fans out."""

    def __init__(self, db: Database):
        self.db = db
        self.fan_out = FanOut(db, lambda: None, 0.01)

    async def run(self, statement: str, *args: Any) -> list[asyncpg.Record]:
        async with self.db.connection() as connection:
            return await connection.fetch(statement, *args)

    async def workspace(self) -> str:
        account_id = ids.new("acc")
        opened = "INSERT INTO accounts (id, name, origin, created_at) VALUES ($1, 'Test', 'operator', now())"
        await self.run(opened, account_id)
        return account_id

    async def endpoint(self, account_id: str, *patterns: str, since: datetime | None = None) -> str:
        endpoint_id = ids.opaque()
        given = ("https://example.com/", list(patterns) or ["*"], "", b"sealed", "whsec_…abcd")
        await self.run(queries.INSERT_ENDPOINT.text, account_id, endpoint_id, *given, since or clock.now())
        return endpoint_id

    async def event(self, account_id: str, type: str = TYPE, at: datetime | None = None) -> str:
        event_id = ids.new("evt")
        stored = """
            WITH happened AS (
                INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
                VALUES ($1, $2, $3, 'prod_1', 1, $4, $5) RETURNING account_id, id
            ) INSERT INTO outbox (account_id, event_id) SELECT account_id, id FROM happened
        """
        await self.run(stored, account_id, event_id, type, json.dumps({}), at or clock.now())
        return event_id

    async def finish(self) -> None:
        while await self.fan_out.step():
            continue

    async def deliveries(self) -> set[tuple[str, str]]:
        """(endpoint, event) of every delivery. Each is queued, and its lane is due."""
        logged = await self.run("SELECT endpoint_id, event_id, id, status FROM webhook_deliveries ORDER BY position")
        queued = await self.run("SELECT delivery_id FROM webhook_queue")
        due = await self.run("SELECT endpoint_id FROM webhook_lanes WHERE due_at <= now()")
        assert {row["id"] for row in logged} == {row["delivery_id"] for row in queued}
        assert {row["endpoint_id"] for row in logged} == {row["endpoint_id"] for row in due}
        assert len(logged) == len({(row["endpoint_id"], row["event_id"]) for row in logged})
        return {(row["endpoint_id"], row["event_id"]) for row in logged}


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    db = Database(settings.load({}), database_url, size=8)
    await db.open()
    yield World(db)
    await db.close()


async def test_whoever_asked_for_the_type_gets_it(world: World):
    account_id = await world.workspace()
    asked = [
        await world.endpoint(account_id, *patterns)
        for patterns in (["*"], [TYPE], ["svc.product.*"], ["svc.prod*"], ["svc.stock.*", "svc.product.*"])
    ]
    for patterns in (["svc.stock.*"], ["svc.product.created.v2"], ["svc.product"], ["svc.p_oduct.*"], ["svc.%*"]):
        await world.endpoint(account_id, *patterns)
    event_id = await world.event(account_id)
    await world.finish()
    assert await world.deliveries() == {(endpoint_id, event_id) for endpoint_id in asked}
    assert await world.run("SELECT * FROM outbox") == []


async def test_an_event_that_happened_before_the_endpoint_was_there_is_not_its_own(world: World):
    account_id = await world.workspace()
    registered_at = clock.now()
    endpoint_id = await world.endpoint(account_id, since=registered_at)
    await world.event(account_id, at=registered_at - timedelta(milliseconds=1))
    later = await world.event(account_id, at=registered_at)
    await world.finish()
    assert await world.deliveries() == {(endpoint_id, later)}


async def test_whoever_is_paused_or_deleted_gets_nothing(world: World):
    account_id = await world.workspace()
    paused, deleted = await world.endpoint(account_id), await world.endpoint(account_id)
    await world.run("UPDATE webhook_endpoints SET active = false WHERE id = $1", paused)
    await world.run("UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1", deleted)
    await world.event(account_id)
    await world.finish()
    assert await world.deliveries() == set()
    assert await world.run("SELECT * FROM outbox") == []


async def test_another_workspace_hears_nothing(world: World):
    account_id, stranger = await world.workspace(), await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    await world.endpoint(stranger)
    event_id = await world.event(account_id)
    await world.finish()
    assert await world.deliveries() == {(endpoint_id, event_id)}


async def test_an_event_that_is_fanned_out_twice_is_delivered_once(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    event_id = await world.event(account_id)
    await world.finish()
    await world.run("INSERT INTO outbox (account_id, event_id) VALUES ($1, $2)", account_id, event_id)
    await world.finish()
    assert await world.deliveries() == {(endpoint_id, event_id)}


async def test_the_backlog_of_one_workspace_does_not_stand_before_the_others(world: World):
    busy, quiet = await world.workspace(), await world.workspace()
    endpoint_id = await world.endpoint(quiet)
    for _ in range(EVENTS_OF_WORKSPACE_AT_ONCE + 50):
        await world.event(busy)
    event_id = await world.event(quiet)
    await world.fan_out.step()
    assert await world.deliveries() == {(endpoint_id, event_id)}
    assert len(await world.run("SELECT * FROM outbox")) == 50


async def test_more_workspaces_than_a_turn_takes_all_get_theirs(world: World):
    expected = set()
    for _ in range(45):
        account_id = await world.workspace()
        expected.add((await world.endpoint(account_id), await world.event(account_id)))
    await world.finish()
    assert await world.deliveries() == expected


async def test_several_processes_share_the_outbox_without_doubling(world: World):
    account_id = await world.workspace()
    endpoint_ids = [await world.endpoint(account_id) for _ in range(3)]
    event_ids = [await world.event(account_id) for _ in range(300)]
    others = [World(world.db) for _ in range(3)]
    await asyncio.gather(*(each.finish() for each in (world, *others)))
    await world.finish()
    assert await world.deliveries() == {(one, other) for one in endpoint_ids for other in event_ids}


async def test_one_event_that_cannot_be_fanned_out_does_not_hold_up_the_others(world: World):
    account_id = await world.workspace()
    endpoint_id = await world.endpoint(account_id)
    spoilt = await world.event(account_id, f"{TYPE}.spoilt")
    event_id = await world.event(account_id)
    await world.run("ALTER TABLE webhook_deliveries ADD CHECK (type NOT LIKE '%spoilt')")
    assert await world.fan_out.step() == 1
    assert await world.deliveries() == {(endpoint_id, event_id)}
    assert [row["event_id"] for row in await world.run("SELECT * FROM outbox")] == [spoilt]
