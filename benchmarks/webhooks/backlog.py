"""Endpoints, events and deliveries, straight into the database."""

import json

import asyncpg

from benchmarks.processes import CannotMeasure
from benchmarks.webhooks.receiving import Receiver
from fulfilment.infra import branding, clock, ids
from fulfilment.infra.database import event
from fulfilment.infra.database.outbox import CHANNEL
from fulfilment.webhooks import endpoints, queries
from fulfilment.webhooks.dispatch.fan_out_queries import DELIVERY_ID
from fulfilment.workspaces.administration import create_workspace

WORKSPACES = 2
# The size of an event about a product.
_DATA = json.dumps({"product": {"name": "Coffee", "description": "x" * 600, "sku": "COFFEE-1", "weight": 250}})

_FORGET = "TRUNCATE webhook_attempts, webhook_queue, webhook_hourly_stats, webhook_deliveries, outbox, events CASCADE"
_EVENTS = """
    INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
    SELECT $1, 'evt_' || lpad(n::text, 26, '0'), $2, 'prd_' || n % 500, n / 500 + 1, $3::json, now()
      FROM generate_series(1, $4::integer) AS n
"""
_DELIVERIES = f"""
    WITH logged AS (
        INSERT INTO webhook_deliveries (account_id, id, endpoint_id, event_id, type, created_at, updated_at)
        SELECT v.account_id, {DELIVERY_ID}, e.id, v.id, v.type, now(), now()
          FROM events v JOIN webhook_endpoints e ON e.account_id = v.account_id AND e.id = ANY($1::text[])
         ORDER BY v.id RETURNING account_id, id, endpoint_id
    ), queued AS (
        INSERT INTO webhook_queue (account_id, delivery_id, endpoint_id, due_at, queued_at)
        SELECT account_id, id, endpoint_id, now(), now() FROM logged
    )
    UPDATE webhook_queue_endpoints SET due_at = now() WHERE endpoint_id = ANY($1::text[])
"""
_HAPPEN = """
    WITH happened AS (
        INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
        VALUES ($1, $2, $3, 'prd_1', 1, $4, now()) RETURNING account_id, id
    ), queued AS (
        INSERT INTO outbox (account_id, event_id) SELECT account_id, id FROM happened
    )
    SELECT pg_notify($5, '')
"""
_STATE = """
    SELECT count(*) AS deliveries, count(*) FILTER (WHERE status = 'sent' AND attempts = 1) AS sent,
           (SELECT count(*) FROM webhook_queue) AS queued,
           (SELECT count(*) FROM webhook_attempts WHERE is_success) AS attempts
      FROM webhook_deliveries
"""


class Backlog:
    """Workspaces with endpoints, and what is to be delivered to them."""

    def __init__(self, db: asyncpg.Connection, account_ids: list[str]):
        self._db = db
        self._account_ids = account_ids
        self._type = branding.current().event_type("product.updated")

    @classmethod
    async def opened(cls, db: asyncpg.Connection) -> "Backlog":
        return cls(db, [(await create_workspace(db, f"Bench {number}")).account_id for number in range(WORKSPACES)])

    async def register(self, url: str, workspace: int = 0) -> str:
        """An endpoint of a workspace, the first by default, that is sent everything; its id."""
        endpoint_id, secret = ids.cuid(), endpoints.generate_secret()
        sealed, preview = endpoints.encrypt_secret(secret, endpoint_id), endpoints.preview_secret(secret)
        given = url, ["*"], "", sealed, preview, clock.now()
        await self._db.execute(queries.INSERT_ENDPOINT.text, self._account_ids[workspace], endpoint_id, *given, None)
        return endpoint_id

    async def pause(self) -> None:
        """No endpoint of now is sent what happens from now on."""
        await self._db.execute("UPDATE webhook_endpoints SET active = false")

    async def load(self, receivers: list[str], count: int) -> None:
        """Nothing but `count` deliveries that are due, as many for each of the endpoints."""
        await self._db.execute(_FORGET)
        for account_id in self._account_ids:
            await self._db.execute(_EVENTS, account_id, self._type, _DATA, count // len(receivers))
        await self._db.execute(_DELIVERIES, receivers)
        await self._db.execute("VACUUM ANALYZE")
        await self._db.execute("CHECKPOINT")

    async def bodies(self, count: int) -> list[bytes]:
        """The bodies of the first deliveries."""
        rows = await self._db.fetch("SELECT * FROM events ORDER BY id LIMIT $1", count)
        named = ("id", "type", "occurred_at", "account_id", "sequence")
        return [event.envelope(**{name: row[name] for name in named}, data=row["data"].encode()) for row in rows]

    async def happen(self) -> str:
        """Commit one event of the first workspace and wake the workers, as a mutation does; its id."""
        event_id = ids.new("evt")
        await self._db.execute(_HAPPEN, self._account_ids[0], event_id, self._type, _DATA, CHANNEL)
        return event_id

    async def is_drained(self) -> bool:
        return await self._db.fetchval("SELECT NOT EXISTS (SELECT FROM webhook_queue)")

    async def check(self, count: int) -> None:
        """Raise CannotMeasure unless each of the deliveries was sent, at one attempt that was recorded."""
        found = dict(await self._db.fetchrow(_STATE))
        if found != {"deliveries": count, "sent": count, "queued": 0, "attempts": count}:
            raise CannotMeasure(f"{count} deliveries were queued, but the database holds {found}.")


async def register_all(backlog: Backlog, receiver: Receiver, paths: list[str], workspaces: int = 1) -> list[str]:
    """An endpoint for each path of the receiver, of so many workspaces in turn; their ids."""
    return [await backlog.register(receiver.url(path), number % workspaces) for number, path in enumerate(paths)]
