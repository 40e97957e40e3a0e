"""The SQL of doing a batch's rows, the workspaces in turn, as that of courier calls (recovery_queries.py).

Whoever takes rows has locked their lane, and passes over rows that others hold; whoever changes rows otherwise locks
the lane after them, or not at all.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg

from fulfilment.bulk_jobs import outcome
from fulfilment.infra.database import heartbeat
from fulfilment.infra.database.deferred_releases import ClaimWindow, claimed_within
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.operations.idempotency import Key

# So many rows of a workspace are worked on at once, by however many workers.
MAX_PER_WORKSPACE = 4
# More than one taking takes.
MAX_RELEASED = 500

_WAKE = """
    INSERT INTO batch_tenants AS l (account_id, due_at)
    SELECT account_id, min(due_at) FROM {rows} GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id) DO UPDATE SET due_at = excluded.due_at
     WHERE l.due_at IS NULL OR l.due_at > excluded.due_at
"""

# From process to process along an index.
FIND_OWNERS = sql(
    "batches.unscoped_find_owners",
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
_RELEASE = """
    WITH left_behind AS MATERIALIZED (
        SELECT r.account_id, r.batch_id, r.position FROM unnest($2::integer[]) AS gone (holder) CROSS JOIN LATERAL (
            SELECT account_id, batch_id, position, lease_until FROM batch_rows
             WHERE holder = gone.holder LIMIT $1 FOR UPDATE SKIP LOCKED
        ) r {claimed} LIMIT $1
    ), released AS (
        UPDATE batch_rows r SET holder = NULL, lease_until = NULL, due_at = now()
          FROM left_behind b
         WHERE r.account_id = b.account_id AND r.batch_id = b.batch_id AND r.position = b.position
        RETURNING r.account_id, r.due_at
    ), woken AS ({wake})
    SELECT count(*) FROM released
"""
RELEASE = sql("batches.unscoped_release", _RELEASE, claimed="", wake=_WAKE.format(rows="released"))
# The same of what this process ($2) took in a span, and may not know of.
RELEASE_CLAIMED = sql(
    "batches.unscoped_release_claimed",
    _RELEASE,
    claimed=f"WHERE {claimed_within('r.lease_until', 3)}",
    wake=_WAKE.format(rows="released"),
)

LOCK_TENANTS = sql(
    "batches.unscoped_lock_tenants",
    """
    SELECT account_id FROM batch_tenants WHERE due_at <= now() AND account_id <> ALL ($1::text[])
     ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

# A statement of its own after LOCK_LANES: only what begins after the tenants are ours sees all that was taken before.
# $2 is the capacity of each lane, $3 the lease, $4 the process that takes. A workspace has no capacity beyond what
# other workers have in hand of it. A lane that may have more goes behind those that have waited longer. $5 is the sum
# of the capacities, which tells the planner how few rows there are.
CLAIM_DUE = sql(
    "batches.batched_claim_due",
    """
    WITH tenants AS MATERIALIZED (
        SELECT l.account_id, greatest(0, least(l.capacity, {most} - held.number)) AS capacity
          FROM unnest($1::text[], $2::integer[]) AS l (account_id, capacity)
         CROSS JOIN LATERAL (
            SELECT count(*)::integer AS number FROM (
                SELECT FROM batch_rows WHERE account_id = l.account_id AND lease_until > now() LIMIT {most}
            ) h
         ) held
    ), picked AS MATERIALIZED (
        SELECT p.* FROM tenants l CROSS JOIN LATERAL (
            SELECT account_id, batch_id, position FROM batch_rows
             WHERE account_id = l.account_id AND due_at <= now() ORDER BY due_at, batch_id, position
             LIMIT l.capacity FOR UPDATE SKIP LOCKED
        ) p LIMIT $5
    ), claimed AS (
        UPDATE batch_rows r SET status = 'running', due_at = now() + $3::interval, lease_until = now() + $3::interval,
               holder = $4, takes = r.takes + 1
          FROM picked p WHERE r.account_id = p.account_id AND r.batch_id = p.batch_id AND r.position = p.position
        RETURNING r.account_id, r.batch_id, r.position, r.shipment_id, r.attempt, r.takes
    ), moved AS (
        UPDATE batch_tenants l
           SET due_at = CASE WHEN tenants.capacity = 0 THEN now() + interval '100 ms'
                             WHEN (SELECT count(*) FROM picked p WHERE p.account_id = tenants.account_id)
                                  >= tenants.capacity
                             THEN now()
                             ELSE least((SELECT now() + $3::interval FROM picked p
                                          WHERE p.account_id = tenants.account_id LIMIT 1),
                                        (SELECT greatest(r.due_at, now() + interval '100 ms') FROM batch_rows r
                                          WHERE r.account_id = tenants.account_id AND r.due_at IS NOT NULL
                                            AND (r.due_at > now() OR NOT EXISTS (
                                                SELECT FROM picked p WHERE p.account_id = r.account_id
                                                   AND p.batch_id = r.batch_id AND p.position = r.position))
                                          ORDER BY r.due_at, r.batch_id, r.position LIMIT 1)) END
          FROM tenants WHERE l.account_id = tenants.account_id
    )
    SELECT account_id, batch_id, position, shipment_id, attempt, takes FROM claimed
    """,
    most=MAX_PER_WORKSPACE,
)

FIND_JOB = sql("batches.find_job", "SELECT kind, options, actor FROM batches WHERE account_id = $1 AND id = $2")

# What one snapshot says: whoever has booked has answered for it in the same transaction.
FIND_ROW_STATE = sql(
    "batches.find_row_state",
    """
    SELECT s.status, s.replaced_by, s.waybill_id, a.suspended_at IS NOT NULL AS is_suspended,
           EXISTS (SELECT FROM courier_operations c WHERE c.account_id = $1 AND c.shipment_id = $2) AS has_operation,
           (SELECT k.status FROM idempotency_keys k
             WHERE k.account_id = $1 AND k.partner = $3 AND k.key = $4) AS stored_status
      FROM shipments s JOIN accounts a ON a.id = s.account_id
     WHERE s.account_id = $1 AND s.id = $2
    """,
)

# Whoever has begun with it last says how it ended, once, and what it moved of the credit: $9 is its shipment.
FINISH_ROW = sql(
    "batches.finish_row",
    """
    WITH moved AS (
        SELECT coalesce(-sum(amount) FILTER (WHERE kind = 'shipment_charge'), 0)::bigint AS charged,
               coalesce(sum(amount) FILTER (WHERE kind = 'shipment_refund'), 0)::bigint AS refunded
          FROM credit_transactions WHERE account_id = $1 AND shipment_id = $9 AND $5 = 'done'
    ), finished AS (
        UPDATE batch_rows r SET status = $5, error_code = $6, error_message = $7, http_status = $8, finished_at = now(),
               due_at = NULL, lease_until = NULL, holder = NULL,
               charged = CASE WHEN $5 = 'done' AND o.kind = 'book' THEN m.charged END,
               refunded = CASE WHEN $5 = 'done' AND o.kind = 'cancel' THEN m.refunded END
          FROM moved m, (SELECT kind FROM batches WHERE account_id = $1 AND id = $2) o
         WHERE r.account_id = $1 AND r.batch_id = $2 AND r.position = $3 AND r.takes = $4 AND r.status = 'running'
        RETURNING r.account_id, r.batch_id, r.status, r.charged, r.refunded
    )
    UPDATE batches b
       SET done = b.done + (f.status = 'done')::integer, failed = b.failed + (f.status = 'failed')::integer,
           skipped = b.skipped + (f.status = 'skipped')::integer,
           charged = b.charged + coalesce(f.charged, 0), refunded = b.refunded + coalesce(f.refunded, 0),
           finished_at = CASE WHEN b.done + b.failed + b.skipped + b.stopped + 1 = b.total THEN now() END
      FROM finished f WHERE b.account_id = f.account_id AND b.id = f.batch_id
    RETURNING columns(batches b), 0 AS running
    """,
)

POSTPONE_ROW = sql(
    "batches.postpone_row",
    """
    WITH postponed AS (
        UPDATE batch_rows SET status = $5, error_code = $6, error_message = $7, http_status = $8,
               due_at = now() + $9::interval, lease_until = NULL, holder = NULL
         WHERE account_id = $1 AND batch_id = $2 AND position = $3 AND takes = $4 AND status = 'running'
        RETURNING account_id, due_at
    )
    {wake}
    """,
    wake=_WAKE.format(rows="postponed"),
)

FIND_EXPIRED = sql(
    "batches.unscoped_find_expired",
    """
    SELECT account_id, id FROM batches WHERE finished_at <= $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

DELETE_ROWS = sql(
    "batches.batched_delete_rows",
    """
    DELETE FROM batch_rows r USING unnest($1::text[], $2::text[]) AS old (account_id, id)
     WHERE r.account_id = old.account_id AND r.batch_id = old.id
    """,
)

DELETE_BATCHES = sql(
    "batches.batched_delete",
    """
    DELETE FROM batches b USING unnest($1::text[], $2::text[]) AS old (account_id, id)
     WHERE b.account_id = old.account_id AND b.id = old.id
    """,
)


async def release_dead(connection: asyncpg.Connection, limit: int) -> int:
    """Have what dead processes left behind be due; how much that was."""
    owner_ids = [row["holder"] for row in await connection.fetch(FIND_OWNERS.text)]
    dead = await heartbeat.find_dead_owners(connection, owner_ids)
    if not dead:
        return 0
    released = await connection.fetchval(RELEASE.text, limit, dead)
    assert released is not None, "a count is always answered"
    return released


async def release_claimed(connection: asyncpg.Connection, owner_id: int | None, claim_window: ClaimWindow) -> None:
    """Have what a process took in that time be due: the answer to its taking was lost."""
    if owner_id is not None:
        await connection.execute(RELEASE_CLAIMED.text, MAX_RELEASED, [owner_id], *claim_window.arguments)


async def lock_tenants(connection: asyncpg.Connection, saturated: Sequence[str], limit: int) -> list[str]:
    """The workspaces whose turn it is, but for those that have no capacity."""
    return [row["account_id"] for row in await connection.fetch(LOCK_TENANTS.text, saturated, limit)]


async def claim_due(
    connection: asyncpg.Connection,
    tenants: Sequence[str],
    capacities: Sequence[int],
    lease: timedelta,
    owner_id: int | None,
) -> list[asyncpg.Record]:
    """Rows of these workspaces that are due, as many of each as it has capacity for, ours for a while."""
    return await connection.fetch(CLAIM_DUE.text, tenants, capacities, lease, owner_id, sum(capacities))


async def find_job(read: Read, batch_id: str) -> asyncpg.Record:
    """What is to be done, and who ordered it."""
    return await read.fetch_one(FIND_JOB, batch_id)


async def find_row_state(read: Read, shipment_id: str, key: Key) -> asyncpg.Record:
    """The shipment as it is, and what is known of what this row has done with it."""
    return await read.fetch_one(FIND_ROW_STATE, shipment_id, key.partner, key.key)


async def finish_row(tx: Tx, row: asyncpg.Record, row_outcome: "outcome.RowOutcome") -> asyncpg.Record | None:
    """Its batch, where it is we who say so."""
    row_key = (row["batch_id"], row["position"], row["takes"])
    return await tx.fetch_optional(
        FINISH_ROW,
        *row_key,
        row_outcome.status,
        row_outcome.code,
        row_outcome.message,
        row_outcome.http_status,
        row["shipment_id"],
    )


async def postpone_row(tx: Tx, row: asyncpg.Record, row_outcome: "outcome.RowOutcome", wait: timedelta) -> None:
    """Carry on with it later."""
    row_key = (row["batch_id"], row["position"], row["takes"])
    await tx.fetch_optional(
        POSTPONE_ROW, *row_key, row_outcome.status, row_outcome.code, row_outcome.message, row_outcome.http_status, wait
    )


async def find_expired(connection: asyncpg.Connection, horizon: datetime, limit: int) -> list[asyncpg.Record]:
    """Batches that finished before then, locked."""
    return await connection.fetch(FIND_EXPIRED.text, horizon, limit)
