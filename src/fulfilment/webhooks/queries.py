"""The SQL of webhook endpoints; that of the log and of the workers stands in the other `…queries`."""

from collections.abc import Sequence
from datetime import datetime

import asyncpg

from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.outbox import CHANNEL
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import from_row
from fulfilment.webhooks.schemas import WebhookEndpoint

# What one statement changes at most, so that a long log cannot outlast the statement's time.
BATCH_ROWS = 10_000

_COLUMNS = ", ".join(WebhookEndpoint.__struct_fields__)

# Workers let go of what they have taken for the endpoint as soon as its change is committed.
_NOTIFY_WORKERS = f"pg_notify('{CHANNEL}', account_id || ' ' || id)"

LIST_ENDPOINTS = sql(
    "webhooks.list_endpoints",
    """
    SELECT {row} AS row, e.created_at, e.id FROM webhook_endpoints e
     WHERE e.account_id = $1 AND e.deleted_at IS NULL
       AND (e.created_at, e.id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3, ''))
     ORDER BY e.created_at DESC, e.id DESC LIMIT $4
    """,
    row=json_object(WebhookEndpoint, "e"),
)

FIND_ENDPOINT = sql(
    "webhooks.find_endpoint",
    "SELECT {columns} FROM webhook_endpoints WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL",
    columns=_COLUMNS,
)

LOCK_ENDPOINT = sql(
    "webhooks.lock_endpoint",
    """
    SELECT {columns} FROM webhook_endpoints WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL
       FOR NO KEY UPDATE
    """,
    columns=_COLUMNS,
)

# Stronger than the other: an event that is being fanned out to the endpoint comes before, or not at all.
LOCK_FOR_DELETION = sql(
    "webhooks.lock_for_removal",
    "SELECT {columns} FROM webhook_endpoints WHERE account_id = $1 AND id = $2 FOR UPDATE",
    columns=_COLUMNS + ", deleted_at",
)

INSERT_ENDPOINT = sql(
    "webhooks.insert_endpoint",
    """
    WITH endpoint AS (
        INSERT INTO webhook_endpoints (account_id, id, url, events, description, active_since, committed_before, secret,
                                       secret_preview, created_at, updated_at, partner)
        VALUES ($1, $2, $3, $4::text[], $5, $8, pg_current_snapshot(), $6, $7, $8, $8, $9)
        RETURNING columns(webhook_endpoints)
    ), lane AS (
        INSERT INTO webhook_queue_endpoints (account_id, endpoint_id) SELECT account_id, id FROM endpoint
    )
    SELECT {columns} FROM endpoint
    """,
    columns=_COLUMNS,
)

# Whoever becomes active again begins anew: nothing that happened before counts, and no earlier event is its own.
UPDATE_ENDPOINT = sql(
    "webhooks.update_endpoint",
    """
    UPDATE webhook_endpoints
       SET url = $3, events = $4::text[], description = $5, active = $6, updated_at = $7, partner = $8,
           active_since = CASE WHEN resumes THEN $7 ELSE active_since END,
           committed_before = CASE WHEN resumes THEN pg_current_snapshot() ELSE committed_before END,
           consecutive_failures = CASE WHEN resumes THEN 0 ELSE consecutive_failures END,
           failing_since = CASE WHEN resumes THEN NULL ELSE failing_since END,
           disabled_at = CASE WHEN resumes THEN NULL ELSE disabled_at END,
           disabled_reason = CASE WHEN resumes THEN NULL ELSE disabled_reason END
      FROM (SELECT $6 AND NOT active AS resumes FROM webhook_endpoints WHERE account_id = $1 AND id = $2) was
     WHERE account_id = $1 AND id = $2
    RETURNING {columns}, {notify_workers}
    """,
    columns=_COLUMNS,
    notify_workers=_NOTIFY_WORKERS,
)

DISABLE_ENDPOINT = sql(
    "webhooks.disable_endpoint",
    """
    UPDATE webhook_endpoints SET active = false, disabled_at = $3, disabled_reason = $4, updated_at = $3
     WHERE account_id = $1 AND id = $2 AND active
    RETURNING {columns}, {notify_workers}
    """,
    columns=_COLUMNS,
    notify_workers=_NOTIFY_WORKERS,
)

ROTATE_SECRET = sql(
    "webhooks.rotate_secret",
    """
    UPDATE webhook_endpoints
       SET secret = $3, secret_preview = $4, updated_at = $6, partner = $7,
           previous_secret = CASE WHEN $5::timestamptz IS NOT NULL THEN secret END, previous_secret_until = $5
     WHERE account_id = $1 AND id = $2
    RETURNING {columns}, {notify_workers}
    """,
    columns=_COLUMNS,
    notify_workers=_NOTIFY_WORKERS,
)

# Some of the queue, in the order in which everybody locks it. Ids come as arrays: not knowing how few there are, the
# planner would join them with the whole queue.
_QUEUED = """
    part AS MATERIALIZED (
        SELECT delivery_id FROM webhook_queue WHERE account_id = $1 AND endpoint_id = $2 ORDER BY due_at LIMIT {limit}
    ), queued AS MATERIALIZED (
        SELECT delivery_id FROM webhook_queue
         WHERE account_id = $1 AND delivery_id = ANY (ARRAY(SELECT delivery_id FROM part))
         ORDER BY delivery_id FOR UPDATE
    ), gone AS (
        DELETE FROM webhook_queue
         WHERE account_id = $1 AND delivery_id = ANY (ARRAY(SELECT delivery_id FROM queued))
        RETURNING delivery_id
    )
"""

FAIL_QUEUED = sql(
    "webhooks.fail_queued",
    """
    WITH {queued}
    UPDATE webhook_deliveries
       SET status = 'failed', next_retry_at = NULL, last_error = $3, updated_at = $4
     WHERE account_id = $1 AND id = ANY (ARRAY(SELECT delivery_id FROM gone))
    """,
    queued=_QUEUED.format(limit="$5"),
)

SOFT_DELETE_ENDPOINT = sql(
    "webhooks.soft_delete_endpoint",
    """
    UPDATE webhook_endpoints
       SET active = false, deleted_at = $3, secret = '', previous_secret = NULL, previous_secret_until = NULL
     WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL
    RETURNING {notify_workers}
    """,
    notify_workers=_NOTIFY_WORKERS,
)

RESET_FAILURES = sql(
    "webhooks.reset_failures",
    """
    UPDATE webhook_endpoints e SET consecutive_failures = 0, failing_since = NULL
     WHERE e.account_id = $1 AND e.id = $2
       AND EXISTS (SELECT FROM webhook_hourly_stats h
                    WHERE h.account_id = $1 AND h.endpoint_id = $2 AND h.hour >= date_trunc('hour', $3::timestamptz)
                      AND h.outcome = 'sent' AND h.last_at > $3)
    RETURNING e.id
    """,
)

DELETE_QUEUED = sql(
    "webhooks.empty_queue", "WITH {queued} SELECT count(*) FROM gone", queued=_QUEUED.format(limit="$3")
)

DELETE_LOG = sql(
    "webhooks.purge_log",
    """
    WITH gone AS (
        DELETE FROM webhook_deliveries d
         USING (SELECT account_id, id FROM webhook_deliveries WHERE account_id = $1 AND endpoint_id = $2 LIMIT $3) part
         WHERE d.account_id = part.account_id AND d.id = part.id
        RETURNING d.id
    )
    SELECT count(*) FROM gone
    """,
)

DELETE_ENDPOINT = sql(
    "webhooks.remove_endpoint",
    """
    WITH counted AS (
        DELETE FROM webhook_hourly_stats WHERE account_id = $1 AND endpoint_id = $2
    )
    DELETE FROM webhook_endpoints WHERE account_id = $1 AND id = $2 AND deleted_at IS NOT NULL
    """,
)


async def list_endpoints(read: Read, page: PageRequest) -> Sequence[asyncpg.Record]:
    """Newest first, as JSON."""
    return await read.fetch_all(LIST_ENDPOINTS, *(page.after or (None, None)), page.fetch_limit)


async def find_endpoint(read: Read, id: str) -> WebhookEndpoint | None:
    return _to_endpoint(await read.fetch_optional(FIND_ENDPOINT, id))


async def lock_endpoint(tx: Tx, id: str) -> WebhookEndpoint | None:
    """Whoever changes the endpoint, or counts its failures, waits until we are done."""
    return _to_endpoint(await tx.fetch_optional(LOCK_ENDPOINT, id))


async def insert_endpoint(tx: Tx, *columns: object, partner: str | None = None) -> WebhookEndpoint:
    return from_row(WebhookEndpoint, await tx.fetch_one(INSERT_ENDPOINT, *columns, partner))


async def update_endpoint(tx: Tx, id: str, changed: WebhookEndpoint, at: datetime) -> WebhookEndpoint:
    """Store what a change may touch; becoming active again resets what the service noted of failures."""
    columns = changed.url, changed.events, changed.description, changed.active
    return from_row(WebhookEndpoint, await tx.fetch_one(UPDATE_ENDPOINT, id, *columns, at, changed.partner))


async def rotate_secret(
    tx: Tx,
    id: str,
    encrypted_secret: bytes,
    preview: str,
    until: datetime | None,
    at: datetime,
    partner: str | None = None,
) -> WebhookEndpoint:
    """Store the new secret, which `partner` knows; the present one signs beside it until then."""
    return from_row(
        WebhookEndpoint, await tx.fetch_one(ROTATE_SECRET, id, encrypted_secret, preview, until, at, partner)
    )


async def disable_endpoint(tx: Tx, id: str, reason: str, at: datetime) -> WebhookEndpoint | None:
    """The endpoint, switched off by the service; None where it was off or gone."""
    return _to_endpoint(await tx.fetch_optional(DISABLE_ENDPOINT, id, at, reason))


async def reset_failures_before_success(tx: Tx, endpoint_id: str, since: datetime) -> bool:
    """Whether an attempt has succeeded since then; the failures are counted anew, should that be so."""
    return await tx.fetch_optional(RESET_FAILURES, endpoint_id, since) is not None


async def fail_queued(tx: Tx, endpoint_id: str, reason: str, at: datetime) -> None:
    """Queued deliveries become failed. Of a very long queue, the workers do the same to the rest when it comes up."""
    await tx.fetch_optional(FAIL_QUEUED, endpoint_id, reason, at, BATCH_ROWS)


async def soft_delete_endpoint(tx: Tx, id: str, at: datetime) -> WebhookEndpoint | None:
    """The endpoint is gone at once; of a very long queue or log, the rest is swept up later."""
    row = await tx.fetch_optional(LOCK_FOR_DELETION, id)
    if row is None or row["deleted_at"] is not None:
        return None
    await tx.fetch_optional(SOFT_DELETE_ENDPOINT, id, at)
    await purge_endpoint(tx, id)
    return from_row(WebhookEndpoint, row)


async def purge_endpoint(tx: Tx, id: str, limit: int | None = None) -> bool:
    """Remove a part of a deleted endpoint's queue or log, and the endpoint with the last; whether that was all."""
    limit = limit or BATCH_ROWS
    await tx.fetch_optional(LOCK_FOR_DELETION, id)
    # Who settles or rejects what is queued writes to the log, so the queue goes first.
    if await tx.fetch_value(DELETE_QUEUED, id, limit) == limit:
        return False
    is_all = await tx.fetch_value(DELETE_LOG, id, limit) < limit
    if is_all:
        await tx.fetch_optional(DELETE_ENDPOINT, id)
    return is_all


def _to_endpoint(row: asyncpg.Record | None) -> WebhookEndpoint | None:
    return None if row is None else from_row(WebhookEndpoint, row)
