"""SQL of batches for the API; the SQL of the worker is in runner_queries.py.

Lock order: rows before their batch. The `batch_tenants` row of a workspace says when a worker looks at it next. A
worker that claims rows locks it first, and then skips rows that are locked. An order or a retry locks it first too. A
worker that postpones a row locks it last.
"""

from collections.abc import Sequence

import asyncpg
import msgspec

from fulfilment.bulk_jobs.errors import MAX_UNFINISHED
from fulfilment.bulk_jobs.schemas import RowStatus
from fulfilment.infra import ids
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx

_RUNNING = """(SELECT count(*) FROM batch_rows r
                WHERE r.account_id = b.account_id AND r.batch_id = b.id AND r.status = 'running')::integer AS running"""

FIND_BATCH = sql(
    "batches.find",
    "SELECT columns(batches b), {running} FROM batches b WHERE b.account_id = $1 AND b.id = $2",
    running=_RUNNING,
)

LIST_BATCHES = sql(
    "batches.list",
    """
    SELECT columns(batches b), {running} FROM batches b
     WHERE b.account_id = $1 AND b.id < $2 ORDER BY b.id DESC LIMIT $3
    """,
    running=_RUNNING,
)

LIST_ROWS = sql(
    "batches.list_rows",
    """
    SELECT columns(batch_rows r), s.external_ref, s.destination_snapshot ->> 'contactName' AS recipient
      FROM (SELECT columns(batch_rows) FROM batch_rows WHERE account_id = $1 AND batch_id = $2 AND position > $3
               AND ($5::text IS NULL OR status = $5) ORDER BY position LIMIT $4) r
      LEFT JOIN LATERAL (SELECT external_ref, destination_snapshot FROM shipments
                          WHERE account_id = $1 AND id = r.shipment_id LIMIT 1) s ON true
     ORDER BY r.position
    """,
)

# A batch has 500 rows at most.
LIST_DONE = sql(
    "batches.list_done",
    """
    SELECT shipment_id FROM batch_rows WHERE account_id = $1 AND batch_id = $2 AND status = 'done'
     ORDER BY position
    """,
)

FIND_SHIPMENTS = sql(
    "batches.find_shipments",
    """
    SELECT id, external_ref, status, replaced_by, waybill_id,
           price + CASE WHEN insured THEN insurance ELSE 0 END AS cost
      FROM shipments WHERE account_id = $1 AND id = ANY($2::text[])
    """,
)

HAS_MERCHANT_KEY = sql(
    "batches.has_merchant_key",
    "SELECT EXISTS (SELECT FROM aggregator_configs WHERE account_id = $1 AND api_key IS NOT NULL) AS is_merchant_key",
)

# Runs before the count, so that the second of two concurrent orders counts the batch of the first.
WAKE_TENANT = sql(
    "batches.wake_tenant",
    """
    INSERT INTO batch_tenants AS l (account_id, due_at) VALUES ($1, now())
    ON CONFLICT (account_id) DO UPDATE SET due_at = least(l.due_at, excluded.due_at)
    """,
)

COUNT_UNFINISHED = sql(
    "batches.count_unfinished",
    """
    SELECT count(*) FROM (SELECT FROM batches WHERE account_id = $1 AND finished_at IS NULL LIMIT {most}) b
    """,
    most=MAX_UNFINISHED,
)

INSERT_BATCH = sql(
    "batches.insert",
    """
    INSERT INTO batches (account_id, id, kind, options, total, is_truncated, actor, created_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING columns(batches), 0 AS running
    """,
)

# Earlier orders come first: among batches, and among the rows of one batch.
INSERT_ROWS = sql(
    "batches.insert_rows",
    """
    INSERT INTO batch_rows (account_id, batch_id, position, shipment_id, due_at)
    SELECT $1, $2, (input.nth - 1)::integer, input.id, now()
      FROM unnest($3::text[]) WITH ORDINALITY AS input (id, nth)
    """,
)

STOP_ROWS = sql(
    "batches.stop_rows",
    """
    WITH waiting AS MATERIALIZED (
        SELECT account_id, batch_id, position FROM batch_rows
         WHERE account_id = $1 AND batch_id = $2 AND status = 'waiting' ORDER BY position FOR UPDATE
    ), stopped AS (
        UPDATE batch_rows r SET status = 'stopped', due_at = NULL, lease_until = NULL, holder = NULL,
            finished_at = now()
          FROM waiting l WHERE r.account_id = l.account_id AND r.batch_id = l.batch_id AND r.position = l.position
        RETURNING r.position
    )
    SELECT count(*) AS stopped FROM stopped
    """,
)

STOP_BATCH = sql(
    "batches.stop",
    """
    UPDATE batches b SET stopped = b.stopped + $3, stopped_at = coalesce(b.stopped_at, now()),
           finished_at = CASE WHEN b.done + b.failed + b.skipped + b.stopped + $3 = b.total THEN now() END
     WHERE b.account_id = $1 AND b.id = $2 AND b.finished_at IS NULL
    RETURNING columns(batches b), {running}
    """,
    running=_RUNNING,
)

RETRY_ROWS = sql(
    "batches.retry_rows",
    """
    WITH failed AS MATERIALIZED (
        SELECT account_id, batch_id, position FROM batch_rows
         WHERE account_id = $1 AND batch_id = $2 AND status = 'failed' ORDER BY position FOR UPDATE
    ), retried AS (
        UPDATE batch_rows r SET status = 'waiting', attempt = r.attempt + 1, takes = 0, due_at = now(),
               error_code = NULL, error_message = NULL, http_status = NULL, finished_at = NULL
          FROM failed f WHERE r.account_id = f.account_id AND r.batch_id = f.batch_id AND r.position = f.position
        RETURNING r.position
    )
    SELECT count(*) AS retried FROM retried
    """,
)

RETRY_BATCH = sql(
    "batches.retry",
    """
    UPDATE batches b SET failed = b.failed - $3, finished_at = NULL WHERE b.account_id = $1 AND b.id = $2
    RETURNING columns(batches b), {running}
    """,
    running=_RUNNING,
)


async def find_batch(read: Read, id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND_BATCH, id)


async def list_batches(read: Read, page: PageRequest) -> Sequence[asyncpg.Record]:
    """Batches, newest first."""
    return await read.fetch_all(
        LIST_BATCHES, page.after[0] if page.after else ids.upper_bound("batch"), page.fetch_limit
    )


async def list_rows(
    read: Read, id: str, after: int, limit: int | None, status: RowStatus | None
) -> Sequence[asyncpg.Record]:
    """The rows of a batch, in its order."""
    return await read.fetch_all(LIST_ROWS, id, after, limit, status)


async def list_done(read: Read, id: str) -> list[str]:
    """The shipments of the rows that are done, in the batch's order."""
    return [row["shipment_id"] for row in await read.fetch_all(LIST_DONE, id)]


async def find_shipments(read: Read, shipment_ids: Sequence[str]) -> dict[str, asyncpg.Record]:
    """The existing shipments by id, with the columns that decide whether they qualify."""
    return {row["id"]: row for row in await read.fetch_all(FIND_SHIPMENTS, list(dict.fromkeys(shipment_ids)))}


async def has_merchant_key(read: Read) -> bool:
    """True if the workspace books with an aggregator key of its own."""
    return await read.fetch_value(HAS_MERCHANT_KEY)


async def wake_tenant(tx: Tx) -> None:
    """Have a worker look at the workspace soon."""
    await tx.fetch_optional(WAKE_TENANT)


async def count_unfinished(tx: Tx) -> int:
    """The number of unfinished batches, counted up to the limit."""
    return await tx.fetch_value(COUNT_UNFINISHED)


async def insert_batch(
    tx: Tx, id: str, kind: str, options: str, shipment_ids: Sequence[str], *, is_truncated: bool, actor: str
) -> asyncpg.Record:
    arguments = (id, kind, options, len(shipment_ids), is_truncated, actor, tx.actor.actor_id)
    row = await tx.fetch_optional(INSERT_BATCH, *arguments)
    assert row is not None
    await tx.fetch_optional(INSERT_ROWS, id, list(shipment_ids))
    return row


async def stop_batch(tx: Tx, id: str) -> asyncpg.Record | None:
    """Stop the rows that are still waiting; None where the batch has finished meanwhile."""
    stopped = await tx.fetch_value(STOP_ROWS, id)
    return await tx.fetch_optional(STOP_BATCH, id, stopped)


async def retry_batch(tx: Tx, id: str) -> asyncpg.Record | None:
    """Have the failed rows wait again; None where none has failed."""
    retried = await tx.fetch_value(RETRY_ROWS, id)
    return await tx.fetch_optional(RETRY_BATCH, id, retried) if retried else None


def encode_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
