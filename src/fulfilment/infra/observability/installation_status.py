"""Installation status: running processes, the ages of the queues, the size of the database, and the clock.

Queues are read from the first entries of an index, so the cost does not grow with them.
"""

import time
from datetime import UTC, datetime

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.models import ApiModel

_PROCESSES = sql(
    "standing.unscoped_processes",
    """
    -- The kind of process, which its release follows.
    SELECT split_part(name, ' ', 1) AS name, count(*) AS count
      FROM process_heartbeats WHERE present_until > now() GROUP BY 1 ORDER BY 1
    """,
)
_QUEUES = sql(
    "standing.unscoped_queues",
    """
    SELECT (SELECT e.occurred_at FROM outbox o JOIN events e ON e.account_id = o.account_id AND e.id = o.event_id
             ORDER BY o.position LIMIT 1) AS events,
           (SELECT min(due_at) FROM webhook_queue_endpoints WHERE due_at IS NOT NULL) AS webhooks,
           (SELECT min(due_at) FROM courier_operation_tenants WHERE due_at IS NOT NULL) AS courier_operations,
           (SELECT min(due_at) FROM tracking_sync_tenants) AS tracking_syncs,
           clock_timestamp() AS now
    """,
)
_SIZE = sql("standing.unscoped_size", "SELECT pg_database_size(current_database())")
_CLOCK = sql("standing.unscoped_clock", "SELECT clock_timestamp()")


class QueueAges(ApiModel):
    """Seconds for which the first entry of each queue has been due; null where none is due."""

    events: float | None
    webhooks: float | None
    courier_operations: float | None
    tracking_syncs: float | None


class InstallationStatus(ApiModel):
    """The number of processes by kind, the ages of the queues, and the size of the database.

    `clock_ahead_seconds`: the difference of this machine's clock to the database's; positive where it is ahead.
    """

    processes: dict[str, int]
    waiting_seconds: QueueAges
    database_bytes: int
    clock_ahead_seconds: float


async def collect(db: asyncpg.Connection) -> InstallationStatus:
    """Read the current status."""
    processes = {row["name"]: row["count"] for row in await db.fetch(_PROCESSES.text)}
    found = await db.fetchrow(_QUEUES.text)
    database_bytes = await db.fetchval(_SIZE.text)
    assert found is not None and database_bytes is not None
    queues = dict(found)
    now = queues.pop("now")
    return InstallationStatus(
        processes=processes,
        waiting_seconds=QueueAges(**{name: _age_of(due_at, now) for name, due_at in queues.items()}),
        database_bytes=database_bytes,
        clock_ahead_seconds=await _clock_ahead(db),
    )


def _age_of(due_at: datetime | None, now: datetime) -> float | None:
    return None if due_at is None or due_at > now else round((now - due_at).total_seconds(), 1)


async def _clock_ahead(db: asyncpg.Connection) -> float:
    before = time.time()
    theirs = await db.fetchval(_CLOCK.text)
    assert theirs is not None
    ours = (before + time.time()) / 2
    return round(ours - theirs.astimezone(UTC).timestamp(), 3)
