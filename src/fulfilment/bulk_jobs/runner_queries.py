"""SQL of the batch worker.

Changes of rows lock the workspace's row in `batch_tenants` last, or not at all.
"""

from datetime import datetime, timedelta

import asyncpg

from fulfilment.bulk_jobs import outcome
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.jobs.tenant_queue import JobKind, TenantQueue, wake_sql
from fulfilment.infra.operations.idempotency import Key

# Limit of rows of a workspace that run at once, over all workers.
MAX_PER_WORKSPACE = 4

# Earlier orders come first: among batches, and among the rows of one batch.
BATCH_ROWS = TenantQueue(
    JobKind(
        name="batches",
        table="batch_rows",
        key={"batch_id": "batch", "position": "row"},
        columns="j.account_id, j.batch_id, j.position, j.shipment_id, j.attempt, j.takes",
        tenants="batch_tenants",
        attempts="takes",
        has_holder=True,
        has_lease=True,
        releases_dead=True,
        max_claimed=MAX_PER_WORKSPACE,
        claim_sets="status = 'running'",
        order="due_at, batch_id, position",
    )
)

FIND_JOB = sql("batches.find_job", "SELECT kind, options, actor FROM batches WHERE account_id = $1 AND id = $2")

# One snapshot: a booking and its stored response commit together, so both are seen or neither.
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

# Only the latest claim ($4) stores the outcome, once, with the credit that it moved. $9 is the row's shipment.
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
    wake=wake_sql("batch_tenants", "postponed"),
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


async def find_job(read: Read, batch_id: str) -> asyncpg.Record:
    """The kind, the options and the actor of a batch."""
    return await read.fetch_one(FIND_JOB, batch_id)


async def find_row_state(read: Read, shipment_id: str, key: Key) -> asyncpg.Record:
    """The shipment's state, and the outcome stored under this row's key, if any."""
    return await read.fetch_one(FIND_ROW_STATE, shipment_id, key.partner, key.key)


async def finish_row(tx: Tx, row: asyncpg.Record, row_outcome: "outcome.RowOutcome") -> asyncpg.Record | None:
    """Store the outcome of a row, and return its batch; None where another claim has the row."""
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
    """Release the row and run it again after a wait."""
    row_key = (row["batch_id"], row["position"], row["takes"])
    await tx.fetch_optional(
        POSTPONE_ROW, *row_key, row_outcome.status, row_outcome.code, row_outcome.message, row_outcome.http_status, wait
    )


async def find_expired(connection: asyncpg.Connection, horizon: datetime, limit: int) -> list[asyncpg.Record]:
    """Batches that finished before `horizon`, locked."""
    return await connection.fetch(FIND_EXPIRED.text, horizon, limit)
