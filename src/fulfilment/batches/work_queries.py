"""The SQL of doing a batch's rows, the workspaces in turn, as that of courier calls (shipments/recovery_queries.py).

Whoever takes rows has locked their lane, and passes over rows that others hold; whoever changes rows otherwise locks
the lane after them, or not at all.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg

from fulfilment.batches import outcome
from fulfilment.db import presence
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx
from fulfilment.http.idempotency import Key

# So many rows of a workspace are worked on at once, by however many workers.
OF_WORKSPACE_AT_ONCE = 4

_WAKE = """
    INSERT INTO batch_lanes AS l (account_id, due_at)
    SELECT account_id, min(due_at) FROM {rows} GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id) DO UPDATE SET due_at = excluded.due_at
     WHERE l.due_at IS NULL OR l.due_at > excluded.due_at
"""

# From process to process along an index.
FIND_HOLDERS = sql(
    "batches.unscoped_find_holders",
    """
    WITH RECURSIVE held (holder) AS (
        (SELECT holder FROM batch_rows WHERE holder IS NOT NULL ORDER BY holder LIMIT 1)
        UNION ALL
        SELECT next.holder FROM held CROSS JOIN LATERAL (
            SELECT r.holder FROM batch_rows r WHERE r.holder > held.holder ORDER BY r.holder LIMIT 1
        ) next
    )
    SELECT holder FROM held
    """,
)

# What those that are gone ($2) had in hand is due at once.
RELEASE = sql(
    "batches.unscoped_release",
    """
    WITH left_behind AS MATERIALIZED (
        SELECT r.account_id, r.batch_id, r.position FROM unnest($2::integer[]) AS gone (holder) CROSS JOIN LATERAL (
            SELECT account_id, batch_id, position FROM batch_rows
             WHERE holder = gone.holder LIMIT $1 FOR UPDATE SKIP LOCKED
        ) r LIMIT $1
    ), released AS (
        UPDATE batch_rows r SET holder = NULL, held_until = NULL, due_at = now()
          FROM left_behind b
         WHERE r.account_id = b.account_id AND r.batch_id = b.batch_id AND r.position = b.position
        RETURNING r.account_id, r.due_at
    ), woken AS ({wake})
    SELECT count(*) FROM released
    """,
    wake=_WAKE.format(rows="released"),
)

LOCK_LANES = sql(
    "batches.unscoped_lock_lanes",
    """
    SELECT account_id FROM batch_lanes WHERE due_at <= now() AND account_id <> ALL ($1::text[])
     ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

# A statement of its own after LOCK_LANES: only what begins after the lanes are ours sees all that was taken before.
# $2 is the room of each lane, $3 the lease, $4 the process that takes. A workspace has no room beyond what other
# workers have in hand of it. A lane that may have more goes behind those that have waited longer. $5 is the sum of
# the rooms, which tells the planner how few rows there are.
TAKE = sql(
    "batches.batched_take",
    """
    WITH lanes AS MATERIALIZED (
        SELECT l.account_id, greatest(0, least(l.room, {most} - held.number)) AS room
          FROM unnest($1::text[], $2::integer[]) AS l (account_id, room)
         CROSS JOIN LATERAL (
            SELECT count(*)::integer AS number FROM (
                SELECT FROM batch_rows WHERE account_id = l.account_id AND held_until > now() LIMIT {most}
            ) h
         ) held
    ), picked AS MATERIALIZED (
        SELECT p.* FROM lanes l CROSS JOIN LATERAL (
            SELECT account_id, batch_id, position FROM batch_rows
             WHERE account_id = l.account_id AND due_at <= now() ORDER BY due_at, batch_id, position
             LIMIT l.room FOR UPDATE SKIP LOCKED
        ) p LIMIT $5
    ), taken AS (
        UPDATE batch_rows r SET status = 'running', due_at = now() + $3::interval, held_until = now() + $3::interval,
               holder = $4, takes = r.takes + 1
          FROM picked p WHERE r.account_id = p.account_id AND r.batch_id = p.batch_id AND r.position = p.position
        RETURNING r.account_id, r.batch_id, r.position, r.shipment_id, r.attempt, r.takes
    ), moved AS (
        UPDATE batch_lanes l
           SET due_at = CASE WHEN lanes.room = 0 THEN now() + interval '100 ms'
                             WHEN (SELECT count(*) FROM picked p WHERE p.account_id = lanes.account_id) >= lanes.room
                             THEN now()
                             ELSE least((SELECT now() + $3::interval FROM picked p
                                          WHERE p.account_id = lanes.account_id LIMIT 1),
                                        (SELECT greatest(r.due_at, now() + interval '100 ms') FROM batch_rows r
                                          WHERE r.account_id = lanes.account_id AND r.due_at IS NOT NULL
                                            AND (r.due_at > now() OR NOT EXISTS (
                                                SELECT FROM picked p WHERE p.account_id = r.account_id
                                                   AND p.batch_id = r.batch_id AND p.position = r.position))
                                          ORDER BY r.due_at, r.batch_id, r.position LIMIT 1)) END
          FROM lanes WHERE l.account_id = lanes.account_id
    )
    SELECT account_id, batch_id, position, shipment_id, attempt, takes FROM taken
    """,
    most=OF_WORKSPACE_AT_ONCE,
)

ORDER = sql("batches.order", "SELECT kind, options, actor FROM batches WHERE account_id = $1 AND id = $2")

# What one snapshot says: whoever has booked has answered for it in the same transaction.
LOOK = sql(
    "batches.look_at_row",
    """
    SELECT s.status, s.replaced_by, s.waybill_id, a.suspended_at IS NOT NULL AS is_suspended,
           EXISTS (SELECT FROM courier_calls c WHERE c.account_id = $1 AND c.shipment_id = $2) AS has_call,
           (SELECT k.status FROM idempotency_keys k
             WHERE k.account_id = $1 AND k.partner = $3 AND k.key = $4) AS answered
      FROM shipments s JOIN accounts a ON a.id = s.account_id
     WHERE s.account_id = $1 AND s.id = $2
    """,
)

# Whoever has begun with it last says how it ended, once.
FINISH = sql(
    "batches.finish_row",
    """
    WITH finished AS (
        UPDATE batch_rows SET status = $5, error_code = $6, error_message = $7, http_status = $8, finished_at = now(),
               due_at = NULL, held_until = NULL, holder = NULL
         WHERE account_id = $1 AND batch_id = $2 AND position = $3 AND takes = $4 AND status = 'running'
        RETURNING account_id, batch_id, status
    )
    UPDATE batches b
       SET done = b.done + (f.status = 'done')::integer, failed = b.failed + (f.status = 'failed')::integer,
           skipped = b.skipped + (f.status = 'skipped')::integer,
           finished_at = CASE WHEN b.done + b.failed + b.skipped + b.stopped + 1 = b.total THEN now() END
      FROM finished f WHERE b.account_id = f.account_id AND b.id = f.batch_id
    RETURNING columns(batches b), 0 AS running
    """,
)

POSTPONE = sql(
    "batches.postpone_row",
    """
    WITH postponed AS (
        UPDATE batch_rows SET status = $5, error_code = $6, error_message = $7, http_status = $8,
               due_at = now() + $9::interval, held_until = NULL, holder = NULL
         WHERE account_id = $1 AND batch_id = $2 AND position = $3 AND takes = $4 AND status = 'running'
        RETURNING account_id, due_at
    )
    {wake}
    """,
    wake=_WAKE.format(rows="postponed"),
)

OLD = sql(
    "batches.unscoped_old",
    """
    SELECT account_id, id FROM batches WHERE finished_at <= $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

FORGET_ROWS = sql(
    "batches.batched_forget_rows",
    """
    DELETE FROM batch_rows r USING unnest($1::text[], $2::text[]) AS old (account_id, id)
     WHERE r.account_id = old.account_id AND r.batch_id = old.id
    """,
)

FORGET = sql(
    "batches.batched_forget",
    """
    DELETE FROM batches b USING unnest($1::text[], $2::text[]) AS old (account_id, id)
     WHERE b.account_id = old.account_id AND b.id = old.id
    """,
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
    """Rows of these workspaces that are due, as many of each as it has room for, ours for a while."""
    return await connection.fetch(TAKE.text, lanes, rooms, lease, holder, sum(rooms))


async def find_order(read: Read, batch_id: str) -> asyncpg.Record:
    """What is to be done, and who ordered it."""
    return await read.only(ORDER, batch_id)


async def look(read: Read, shipment_id: str, key: Key) -> asyncpg.Record:
    """The shipment as it is, and what is known of what this row has done with it."""
    return await read.only(LOOK, shipment_id, key.partner, key.key)


async def finish(tx: Tx, row: asyncpg.Record, said: "outcome.Outcome") -> asyncpg.Record | None:
    """Its batch, where it is we who say so."""
    at = (row["batch_id"], row["position"], row["takes"])
    return await tx.one(FINISH, *at, said.status, said.code, said.message, said.http_status)


async def postpone(tx: Tx, row: asyncpg.Record, said: "outcome.Outcome", wait: timedelta) -> None:
    """Carry on with it later."""
    at = (row["batch_id"], row["position"], row["takes"])
    await tx.one(POSTPONE, *at, said.status, said.code, said.message, said.http_status, wait)


async def find_old(connection: asyncpg.Connection, horizon: datetime, most: int) -> list[asyncpg.Record]:
    """Batches that finished before then, locked."""
    return await connection.fetch(OLD.text, horizon, most)
