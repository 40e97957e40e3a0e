"""A database with workspaces, endpoints and events, without an API or a worker process."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import asyncpg

from fulfilment import settings
from fulfilment.infra import clock, ids
from fulfilment.infra.database.pool import Database
from fulfilment.webhooks import queries
from fulfilment.webhooks.dispatch.fan_out import FanOut

TYPE = "svc.product.created.v1"


class World:
    """The database, and one process that fans out."""

    def __init__(self, db: Database):
        self.db = db
        self.fan_out = FanOut(db, lambda: None, 0.01)

    async def run(self, statement: str, *args: Any) -> list[asyncpg.Record]:
        async with self.db.connection() as connection:
            return await connection.fetch(statement, *args)

    async def execute(self, script: str) -> None:
        """Several statements, without arguments."""
        async with self.db.connection() as connection:
            await connection.execute(script)

    async def workspace(self) -> str:
        account_id = ids.new("acc")
        insert_workspace = "INSERT INTO accounts (id, name, origin, created_at) VALUES ($1, 'Test', 'operator', now())"
        await self.run(insert_workspace, account_id)
        return account_id

    async def endpoint(self, account_id: str, *patterns: str, since: datetime | None = None) -> str:
        endpoint_id = ids.cuid()
        columns = ("https://example.com/", list(patterns) or ["*"], "", b"sealed", "whsec_…abcd")
        await self.run(queries.INSERT_ENDPOINT.text, account_id, endpoint_id, *columns, since or clock.now(), None)
        return endpoint_id

    async def event(self, account_id: str, type: str = TYPE, at: datetime | None = None) -> str:
        event_id = ids.new("evt")
        insert_event = """
            WITH happened AS (
                INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
                VALUES ($1, $2, $3, 'prod_1', 1, $4, $5) RETURNING account_id, id
            ) INSERT INTO outbox (account_id, event_id) SELECT account_id, id FROM happened
        """
        await self.run(insert_event, account_id, event_id, type, json.dumps({}), at or clock.now())
        return event_id

    async def finish(self) -> None:
        while await self.fan_out.run_batch():
            continue

    async def deliveries(self) -> set[tuple[str, str]]:
        """(endpoint, event) of every delivery. Each is queued, and its endpoint is due."""
        logged = await self.run("SELECT endpoint_id, event_id, id, status FROM webhook_deliveries ORDER BY position")
        queued = await self.run("SELECT delivery_id FROM webhook_queue")
        due = await self.run("SELECT endpoint_id FROM webhook_queue_endpoints WHERE due_at <= now()")
        assert {row["id"] for row in logged} == {row["delivery_id"] for row in queued}
        assert {row["endpoint_id"] for row in logged} == {row["endpoint_id"] for row in due}
        assert len(logged) == len({(row["endpoint_id"], row["event_id"]) for row in logged})
        return {(row["endpoint_id"], row["event_id"]) for row in logged}


@asynccontextmanager
async def open_world(database_url: str) -> AsyncIterator[World]:
    """A world on the database."""
    db = Database(settings.load({}), database_url, size=8)
    await db.open()
    try:
        yield World(db)
    finally:
        await db.close()
