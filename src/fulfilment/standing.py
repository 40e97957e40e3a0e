"""How an installation stands: who works on its database, what waits in its queues and since when, and its clock.

Nothing here reads more than the beginning of an index, so that asking costs the same however much there is.
"""

import time
from datetime import UTC, datetime

import asyncpg

from fulfilment.db.sql import sql
from fulfilment.fields import Wire

# Those of db/presence.py, and the locks that nodes of the former release hold (migration 0055).
_PROCESSES = sql(
    "standing.unscoped_processes",
    """
    -- What a node is; its release stands behind it.
    SELECT present.name, count(*) AS count
      FROM (SELECT split_part(name, ' ', 1) AS name FROM presences WHERE present_until > now()
            UNION ALL
            SELECT split_part(a.application_name, ' ', 2)
              FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
             WHERE l.locktype = 'advisory' AND l.classid = 1718971494 AND l.objsubid = 2 AND l.granted
               AND a.datname = current_database()) AS present
     GROUP BY 1 ORDER BY 1
    """,
)
_QUEUES = sql(
    "standing.unscoped_queues",
    """
    SELECT (SELECT e.occurred_at FROM outbox o JOIN events e ON e.account_id = o.account_id AND e.id = o.event_id
             ORDER BY o.position LIMIT 1) AS events,
           (SELECT min(due_at) FROM webhook_lanes WHERE due_at IS NOT NULL) AS webhooks,
           (SELECT min(due_at) FROM courier_call_lanes WHERE due_at IS NOT NULL) AS courier_calls,
           (SELECT min(due_at) FROM courier_poll_lanes) AS courier_polls,
           clock_timestamp() AS now
    """,
)
_SIZE = sql("standing.unscoped_size", "SELECT pg_database_size(current_database())")
_CLOCK = sql("standing.unscoped_clock", "SELECT clock_timestamp()")


class Waiting(Wire):
    """For how many seconds the first of each queue has been due; null: nothing is."""

    events: float | None
    webhooks: float | None
    courier_calls: float | None
    courier_polls: float | None


class Standing(Wire):
    """How many processes there are, by what they are, and what waits.

    `clock_ahead_seconds`: how far this machine's clock is ahead of the database's.
    """

    processes: dict[str, int]
    waiting_seconds: Waiting
    database_bytes: int
    clock_ahead_seconds: float


async def look(db: asyncpg.Connection) -> Standing:
    """How it stands now."""
    processes = {row["name"]: row["count"] for row in await db.fetch(_PROCESSES.text)}
    queues = dict(await db.fetchrow(_QUEUES.text))
    now = queues.pop("now")
    return Standing(
        processes=processes,
        waiting_seconds=Waiting(**{name: _waiting(due_at, now) for name, due_at in queues.items()}),
        database_bytes=await db.fetchval(_SIZE.text),
        clock_ahead_seconds=await _clock_ahead(db),
    )


def _waiting(due_at: datetime | None, now: datetime) -> float | None:
    return None if due_at is None or due_at > now else round((now - due_at).total_seconds(), 1)


async def _clock_ahead(db: asyncpg.Connection) -> float:
    before = time.time()
    theirs = await db.fetchval(_CLOCK.text)
    ours = (before + time.time()) / 2
    return round(ours - theirs.astimezone(UTC).timestamp(), 3)
