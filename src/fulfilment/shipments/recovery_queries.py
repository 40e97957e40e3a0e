"""The SQL of taking over courier calls that nobody is at any more, the workspaces in turn.

Whoever takes calls has locked their lane, and passes over calls that others hold; whoever changes calls otherwise locks
the lane after them. So neither waits for the other with something in hand that it needs.
"""

from collections.abc import Sequence
from datetime import timedelta

import asyncpg

from fulfilment.db import presence
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.shipments.calls import DELAY, WAKE

# From process to process along an index.
FIND_HOLDERS = sql(
    "calls.unscoped_find_holders",
    """
    WITH RECURSIVE held (holder) AS (
        (SELECT holder FROM courier_calls WHERE holder IS NOT NULL ORDER BY holder LIMIT 1)
        UNION ALL
        SELECT next.holder FROM held CROSS JOIN LATERAL (
            SELECT c.holder FROM courier_calls c WHERE c.holder > held.holder ORDER BY c.holder LIMIT 1
        ) next
    )
    SELECT holder FROM held
    """,
)

# What those that are gone ($2) had in hand is due at once.
RELEASE = sql(
    "calls.unscoped_release",
    """
    WITH left_behind AS MATERIALIZED (
        SELECT c.account_id, c.shipment_id FROM unnest($2::integer[]) AS gone (holder) CROSS JOIN LATERAL (
            SELECT account_id, shipment_id FROM courier_calls
             WHERE holder = gone.holder LIMIT $1 FOR UPDATE SKIP LOCKED
        ) c LIMIT $1
    ), released AS (
        UPDATE courier_calls c SET holder = NULL, lease_until = least(c.lease_until, now()), due_at = now()
          FROM left_behind b WHERE c.account_id = b.account_id AND c.shipment_id = b.shipment_id
        RETURNING c.account_id, c.due_at
    ), woken AS ({wake})
    SELECT count(*) FROM released
    """,
    wake=WAKE.format(calls="released"),
)

LOCK_LANES = sql(
    "calls.unscoped_lock_lanes",
    """
    SELECT account_id FROM courier_call_lanes WHERE due_at <= now() AND account_id <> ALL ($1::text[])
     ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

# A statement of its own after LOCK_LANES: only what begins after the lanes are ours sees all that was claimed before.
# $2 is the room of each lane, $3 the lease, $4 the process that takes. A lane that may have more goes behind those that
# have waited longer; what others hold just now is looked at again soon. $5 is the sum of the rooms: it takes nothing
# away, but tells the planner how few rows there are, which else reads the table from end to end.
TAKE = sql(
    "calls.batched_take",
    """
    WITH lanes AS (
        SELECT * FROM unnest($1::text[], $2::integer[]) AS l (account_id, room)
    ), picked AS MATERIALIZED (
        SELECT p.* FROM lanes l CROSS JOIN LATERAL (
            SELECT account_id, shipment_id FROM courier_calls
             WHERE account_id = l.account_id AND due_at <= now() ORDER BY due_at LIMIT l.room FOR UPDATE SKIP LOCKED
        ) p LIMIT $5
    ), taken AS (
        UPDATE courier_calls c SET due_at = now() + $3::interval, holder = $4, faults = c.faults + 1
          FROM picked p WHERE c.account_id = p.account_id AND c.shipment_id = p.shipment_id
        RETURNING c.account_id, c.shipment_id, c.kind, c.actor, c.memory, c.faults, c.started_at
    ), moved AS (
        UPDATE courier_call_lanes l
           SET due_at = CASE WHEN (SELECT count(*) FROM picked p WHERE p.account_id = lanes.account_id) >= lanes.room
                             THEN now()
                             ELSE least((SELECT now() + $3::interval FROM picked p
                                          WHERE p.account_id = lanes.account_id LIMIT 1),
                                        (SELECT greatest(min(c.due_at), now() + interval '1 s')
                                           FROM (SELECT shipment_id, due_at FROM courier_calls
                                                  WHERE account_id = lanes.account_id
                                                  ORDER BY due_at LIMIT lanes.room + 1) c
                                          WHERE c.shipment_id NOT IN (SELECT p.shipment_id FROM picked p
                                                                       WHERE p.account_id = lanes.account_id)
                                         HAVING count(*) > 0)) END
          FROM lanes WHERE l.account_id = lanes.account_id
    )
    SELECT * FROM taken
    """,
)

# What of it is still in the hands of the process that took it, which has given up for now.
POSTPONE = sql(
    "calls.postpone",
    """
    WITH postponed AS (
        UPDATE courier_calls c SET holder = NULL, lease_until = least(c.lease_until, now()), due_at = now() + {delay}
         WHERE account_id = $1 AND shipment_id = $2 AND holder IS NOT DISTINCT FROM $3
        RETURNING account_id, due_at
    )
    {wake}
    """,
    delay=DELAY,
    wake=WAKE.format(calls="postponed"),
)


async def release(connection: asyncpg.Connection, most: int) -> int:
    """Have what dead processes left behind be due; how much that was."""
    holders = [row["holder"] for row in await connection.fetch(FIND_HOLDERS.text)]
    gone = await presence.find_gone(connection, holders)
    return await connection.fetchval(RELEASE.text, most, gone) if gone else 0


async def lock_lanes(connection: asyncpg.Connection, full: Sequence[str], most: int) -> list[str]:
    """The workspaces whose turn it is, but for those that have no room."""
    return [row["account_id"] for row in await connection.fetch(LOCK_LANES.text, full, most)]


async def take(
    connection: asyncpg.Connection, lanes: Sequence[str], rooms: Sequence[int], lease: timedelta, holder: int | None
) -> list[asyncpg.Record]:
    """Calls of these workspaces that are due, as many of each as it has room for, ours for a while."""
    return await connection.fetch(TAKE.text, lanes, rooms, lease, holder, sum(rooms))


async def postpone(tx: Tx, shipment_id: str, holder: int | None) -> None:
    """Leave it alone for longer than the last time, unless it has ended, was given up or is somebody else's by now."""
    await tx.one(POSTPONE, shipment_id, holder)
