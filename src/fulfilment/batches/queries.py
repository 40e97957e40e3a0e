"""The SQL of batches as the API sees them; what the worker does is in work_queries.py.

Whoever changes rows and their batch locks the rows first. The lane of a workspace, which says when a worker looks at
it next, is locked first by who takes rows, who then passes over those that others hold, and last by everybody else.
"""

from collections.abc import Sequence

import asyncpg
import msgspec

from fulfilment import ids
from fulfilment.batches.records import RowStatus
from fulfilment.batches.refusals import MOST_UNFINISHED
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx
from fulfilment.http.paging import Page

_RUNNING = """(SELECT count(*) FROM batch_rows r
                WHERE r.account_id = b.account_id AND r.batch_id = b.id AND r.status = 'running')::integer AS running"""

FIND = sql(
    "batches.find",
    "SELECT columns(batches b), {running} FROM batches b WHERE b.account_id = $1 AND b.id = $2",
    running=_RUNNING,
)

LIST = sql(
    "batches.list",
    """
    SELECT columns(batches b), {running} FROM batches b
     WHERE b.account_id = $1 AND b.id < $2 ORDER BY b.id DESC LIMIT $3
    """,
    running=_RUNNING,
)

ROWS = sql(
    "batches.rows",
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
DONE = sql(
    "batches.done",
    """
    SELECT shipment_id FROM batch_rows WHERE account_id = $1 AND batch_id = $2 AND status = 'done'
     ORDER BY position
    """,
)

LOOK = sql(
    "batches.look",
    """
    SELECT id, external_ref, status, replaced_by, waybill_id, price + insurance AS cost
      FROM shipments WHERE account_id = $1 AND id = ANY($2::text[])
    """,
)

OWN_KEY = sql(
    "batches.own_key",
    "SELECT EXISTS (SELECT FROM aggregator_configs WHERE account_id = $1 AND api_key IS NOT NULL) AS is_own_key",
)

# First of all, so that of two who order at once the second counts what the first has ordered.
WAKE = sql(
    "batches.wake",
    """
    INSERT INTO batch_lanes AS l (account_id, due_at) VALUES ($1, now())
    ON CONFLICT (account_id) DO UPDATE SET due_at = least(l.due_at, excluded.due_at)
    """,
)

COUNT_UNFINISHED = sql(
    "batches.count_unfinished",
    """
    SELECT count(*) FROM (SELECT FROM batches WHERE account_id = $1 AND finished_at IS NULL LIMIT {most}) b
    """,
    most=MOST_UNFINISHED,
)

INSERT = sql(
    "batches.insert",
    """
    INSERT INTO batches (account_id, id, kind, options, total, is_truncated, actor, created_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING columns(batches), 0 AS running
    """,
)

# Those that were ordered first come first: of several batches, and of the rows of one.
INSERT_ROWS = sql(
    "batches.insert_rows",
    """
    INSERT INTO batch_rows (account_id, batch_id, position, shipment_id, due_at)
    SELECT $1, $2, (given.nth - 1)::integer, given.id, now()
      FROM unnest($3::text[]) WITH ORDINALITY AS given (id, nth)
    """,
)

STOP_ROWS = sql(
    "batches.stop_rows",
    """
    WITH left_alone AS MATERIALIZED (
        SELECT account_id, batch_id, position FROM batch_rows
         WHERE account_id = $1 AND batch_id = $2 AND status = 'waiting' ORDER BY position FOR UPDATE
    ), stopped AS (
        UPDATE batch_rows r SET status = 'stopped', due_at = NULL, held_until = NULL, holder = NULL, finished_at = now()
          FROM left_alone l WHERE r.account_id = l.account_id AND r.batch_id = l.batch_id AND r.position = l.position
        RETURNING r.position
    )
    SELECT count(*) AS stopped FROM stopped
    """,
)

STOP = sql(
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
    ), again AS (
        UPDATE batch_rows r SET status = 'waiting', attempt = r.attempt + 1, takes = 0, due_at = now(),
               error_code = NULL, error_message = NULL, http_status = NULL, finished_at = NULL
          FROM failed f WHERE r.account_id = f.account_id AND r.batch_id = f.batch_id AND r.position = f.position
        RETURNING r.position
    )
    SELECT count(*) AS again FROM again
    """,
)

RETRY = sql(
    "batches.retry",
    """
    UPDATE batches b SET failed = b.failed - $3, finished_at = NULL WHERE b.account_id = $1 AND b.id = $2
    RETURNING columns(batches b), {running}
    """,
    running=_RUNNING,
)


async def find(read: Read, id: str) -> asyncpg.Record | None:
    return await read.one(FIND, id)


async def list_batches(read: Read, page: Page) -> Sequence[asyncpg.Record]:
    """Newest first."""
    return await read.all(LIST, page.after[0] if page.after else ids.beyond("batch"), page.reach)


async def list_rows(
    read: Read, id: str, after: int, most: int | None, status: RowStatus | None
) -> Sequence[asyncpg.Record]:
    """In the batch's order."""
    return await read.all(ROWS, id, after, most, status)


async def done(read: Read, id: str) -> list[str]:
    """The shipments of the good rows, in the batch's order."""
    return [row["shipment_id"] for row in await read.all(DONE, id)]


async def look(read: Read, named: Sequence[str]) -> dict[str, asyncpg.Record]:
    """Those of the shipments that there are, by their ids, as far as it matters whether they qualify."""
    return {row["id"]: row for row in await read.all(LOOK, list(dict.fromkeys(named)))}


async def has_own_key(read: Read) -> bool:
    """Whether the workspace books with an aggregator key of its own."""
    return await read.value(OWN_KEY)


async def wake(tx: Tx) -> None:
    """A worker looks at the workspace before long."""
    await tx.one(WAKE)


async def count_unfinished(tx: Tx) -> int:
    """How many there are, as far as it matters."""
    return await tx.value(COUNT_UNFINISHED)


async def insert(
    tx: Tx, id: str, kind: str, options: str, shipment_ids: Sequence[str], *, is_truncated: bool, actor: str
) -> asyncpg.Record:
    asked = (id, kind, options, len(shipment_ids), is_truncated, actor, tx.actor.actor_id)
    row = await tx.one(INSERT, *asked)
    await tx.one(INSERT_ROWS, id, list(shipment_ids))
    return row


async def stop(tx: Tx, id: str) -> asyncpg.Record | None:
    """Leave what has not begun alone; None where the batch has finished meanwhile."""
    stopped = await tx.value(STOP_ROWS, id)
    return await tx.one(STOP, id, stopped)


async def retry(tx: Tx, id: str) -> asyncpg.Record | None:
    """Have the failed ones wait once more; None where none has failed."""
    again = await tx.value(RETRY_ROWS, id)
    return await tx.one(RETRY, id, again) if again else None


def encode(value: object) -> str:
    return msgspec.json.encode(value).decode()
