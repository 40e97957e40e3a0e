"""SQL of webhook endpoints; the SQL of the log and of the workers is in the other modules of queries."""

from collections.abc import Sequence
from datetime import datetime

import asyncpg

from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.outbox import CHANNEL
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import from_row
from fulfilment.webhooks.schemas import WebhookEndpoint

# Limit of rows that one statement changes, so that a long log cannot exceed the statement timeout.
BATCH_ROWS = 10_000

_COLUMNS = ", ".join(WebhookEndpoint.__struct_fields__)

# Workers drop the claims of the endpoint as soon as its change is committed.
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

# A stronger lock than LOCK_ENDPOINT: a fan-out to the endpoint is complete, or finds it deleted.
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

# A resumed endpoint starts again: failures are reset, and events from before are not sent to it.
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

# Part of the queue, locked in the common order. Ids are passed as arrays: without an estimate of their number, the
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
    """Endpoints, newest first, as JSON."""
    return await read.fetch_all(LIST_ENDPOINTS, *(page.after or (None, None)), page.fetch_limit)


async def find_endpoint(read: Read, id: str) -> WebhookEndpoint | None:
    return _to_endpoint(await read.fetch_optional(FIND_ENDPOINT, id))


async def lock_endpoint(tx: Tx, id: str) -> WebhookEndpoint | None:
    """The endpoint, locked against other changes and against the counting of failures."""
    return _to_endpoint(await tx.fetch_optional(LOCK_ENDPOINT, id))


async def insert_endpoint(tx: Tx, *columns: object, partner: str | None = None) -> WebhookEndpoint:
    return from_row(WebhookEndpoint, await tx.fetch_one(INSERT_ENDPOINT, *columns, partner))


async def update_endpoint(tx: Tx, id: str, changed: WebhookEndpoint, at: datetime) -> WebhookEndpoint:
    """Store a change of an endpoint; a resumed endpoint's failures are reset."""
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
    """Store the new secret, which `partner` knows. The current secret also signs until `until`."""
    return from_row(
        WebhookEndpoint, await tx.fetch_one(ROTATE_SECRET, id, encrypted_secret, preview, until, at, partner)
    )


async def disable_endpoint(tx: Tx, id: str, reason: str, at: datetime) -> WebhookEndpoint | None:
    """Disable the endpoint; None where it is inactive or deleted."""
    return _to_endpoint(await tx.fetch_optional(DISABLE_ENDPOINT, id, at, reason))


async def reset_failures_before_success(tx: Tx, endpoint_id: str, since: datetime) -> bool:
    """Reset the failures if an attempt has succeeded since then. Returns true if so."""
    return await tx.fetch_optional(RESET_FAILURES, endpoint_id, since) is not None


async def fail_queued(tx: Tx, endpoint_id: str, reason: str, at: datetime) -> None:
    """Fail queued deliveries, up to BATCH_ROWS of them. Workers fail the rest of a longer queue when it is due."""
    await tx.fetch_optional(FAIL_QUEUED, endpoint_id, reason, at, BATCH_ROWS)


async def soft_delete_endpoint(tx: Tx, id: str, at: datetime) -> WebhookEndpoint | None:
    """Mark the endpoint as deleted, and delete its queue and log; the rest of long ones is purged later."""
    row = await tx.fetch_optional(LOCK_FOR_DELETION, id)
    if row is None or row["deleted_at"] is not None:
        return None
    await tx.fetch_optional(SOFT_DELETE_ENDPOINT, id, at)
    await purge_endpoint(tx, id)
    return from_row(WebhookEndpoint, row)


async def purge_endpoint(tx: Tx, id: str, limit: int | None = None) -> bool:
    """Delete a part of a deleted endpoint's queue or log, and at last the endpoint.

    Returns true when nothing is left.
    """
    limit = limit or BATCH_ROWS
    await tx.fetch_optional(LOCK_FOR_DELETION, id)
    # Recording or discarding a queued delivery writes to the log, so the queue is deleted first.
    if await tx.fetch_value(DELETE_QUEUED, id, limit) == limit:
        return False
    is_all = await tx.fetch_value(DELETE_LOG, id, limit) < limit
    if is_all:
        await tx.fetch_optional(DELETE_ENDPOINT, id)
    return is_all


def _to_endpoint(row: asyncpg.Record | None) -> WebhookEndpoint | None:
    return None if row is None else from_row(WebhookEndpoint, row)
