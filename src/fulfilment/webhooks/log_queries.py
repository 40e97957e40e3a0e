"""SQL of the delivery log."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import asyncpg
import msgspec

from fulfilment.infra.api.pagination import stop_when_full_sql, stored_bytes_sql
from fulfilment.infra.database.event import Event
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.webhooks.schemas import WebhookAttempt, WebhookLogQuery

STATUSES = ("pending", "sent", "failed")

_ATTEMPTS = (
    "coalesce((SELECT json_agg("
    + json_object(
        WebhookAttempt,
        "t",
        attempt_number="t.number",
        status="CASE WHEN t.is_success THEN 'succeeded' ELSE 'failed' END",
    )
    + " ORDER BY t.number) FROM webhook_attempts t"
    " WHERE t.account_id = d.account_id AND t.delivery_id = d.id), '[]')::text AS delivery_attempts"
)
_ROW = f"columns(webhook_deliveries d), {_ATTEMPTS}, v.occurred_at, v.sequence"
# A look-up for each row shown: with many endpoints, a join would be planned over all events.
_EVENT = """
    CROSS JOIN LATERAL (
        SELECT occurred_at, data, sequence FROM events WHERE account_id = d.account_id AND id = d.event_id OFFSET 0
    ) v
"""

# Each status is an index range of its own; with a type, each endpoint too. So no filter reads more rows than the page
# needs.
_LIST_DELIVERIES = """
    SELECT {row}, {data} FROM (
        SELECT found.* FROM {ranges} CROSS JOIN LATERAL (
            SELECT columns(webhook_deliveries) FROM webhook_deliveries l
             WHERE l.account_id = $1 AND l.status = wanted.status AND l.position < $3 {which}
             ORDER BY l.position DESC LIMIT $4
        ) found ORDER BY found.position DESC LIMIT $4
    ) d {event} ORDER BY d.position DESC
"""
_STATUSES = "unnest($2::text[]) AS wanted (status)"
_ENDPOINTS = "(SELECT id FROM webhook_endpoints WHERE account_id = $1 AND deleted_at IS NULL) e"
# A look-up for each row found: with many deleted endpoints, a join would be planned over the whole log.
_ENDPOINT_NOT_DELETED = """AND (SELECT e.deleted_at IS NULL FROM webhook_endpoints e
                   WHERE e.account_id = l.account_id AND e.id = l.endpoint_id)"""
_PARTS = {
    "row": _ROW,
    "data": stop_when_full_sql("v.data", "data", size=stored_bytes_sql("v.data"), order="d.position DESC"),
    "event": _EVENT,
}
LIST_DELIVERIES = sql(
    "webhooks.list_deliveries", _LIST_DELIVERIES, ranges=_STATUSES, which=_ENDPOINT_NOT_DELETED, **_PARTS
)
LIST_BY_TYPE = sql(
    "webhooks.list_of_type",
    _LIST_DELIVERIES,
    ranges=f"{_STATUSES} CROSS JOIN {_ENDPOINTS}",
    which="AND l.endpoint_id = e.id AND l.type = $5",
    **_PARTS,
)
LIST_BY_ENDPOINT = sql(
    "webhooks.list_of_endpoint",
    _LIST_DELIVERIES,
    ranges=_STATUSES,
    which=f"AND l.endpoint_id = $5 {_ENDPOINT_NOT_DELETED}",
    **_PARTS,
)
LIST_BY_TYPE_AND_ENDPOINT = sql(
    "webhooks.list_of_both",
    _LIST_DELIVERIES,
    ranges=_STATUSES,
    which=f"AND l.type = $5 AND l.endpoint_id = $6 {_ENDPOINT_NOT_DELETED}",
    **_PARTS,
)

FIND_DELIVERY = sql(
    "webhooks.find_delivery",
    """
    SELECT {row}, v.data FROM webhook_deliveries d {event}
      JOIN webhook_endpoints e ON e.account_id = d.account_id AND e.id = d.endpoint_id AND e.deleted_at IS NULL
     WHERE d.account_id = $1 AND d.id = $2
    """,
    **_PARTS,
)

# Locked before the delivery, in the common order. A deletion of the endpoint waits, or has been committed.
LOCK_ENDPOINT_SHARED = sql(
    "webhooks.lock_endpoint_shared",
    """
    SELECT e.id FROM webhook_endpoints e
     WHERE e.account_id = $1
       AND e.id = (SELECT d.endpoint_id FROM webhook_deliveries d WHERE d.account_id = $1 AND d.id = $2)
       FOR KEY SHARE OF e
    """,
)

LOCK_DELIVERY = sql(
    "webhooks.lock_delivery",
    """
    SELECT d.status, e.active FROM webhook_deliveries d
      JOIN webhook_endpoints e ON e.account_id = d.account_id AND e.id = d.endpoint_id AND e.deleted_at IS NULL
     WHERE d.account_id = $1 AND d.id = $2 FOR NO KEY UPDATE OF d
    """,
)

REQUEUE_DELIVERY = sql(
    "webhooks.requeue",
    """
    WITH again AS (
        UPDATE webhook_deliveries SET status = 'pending', next_retry_at = $3, updated_at = $3
         WHERE account_id = $1 AND id = $2
        RETURNING account_id, id, endpoint_id
    ), queued AS (
        INSERT INTO webhook_queue (account_id, delivery_id, endpoint_id, due_at, queued_at)
        SELECT a.account_id, a.id, a.endpoint_id, now(), greatest($3, e.active_since)
          FROM again a JOIN webhook_endpoints e ON e.account_id = a.account_id AND e.id = a.endpoint_id
    )
    UPDATE webhook_queue_endpoints l SET due_at = least(l.due_at, now())
      FROM again WHERE l.account_id = $1 AND l.endpoint_id = again.endpoint_id
    """,
)

# The endpoint is locked. The event goes only to this endpoint, since it is not in the outbox.
QUEUE_TEST_EVENT = sql(
    "webhooks.queue_test_event",
    """
    WITH numbered AS (
        INSERT INTO event_sequences AS s (account_id, subject, last) VALUES ($1, $5, 1)
        ON CONFLICT (account_id, subject) DO UPDATE SET last = s.last + 1
        RETURNING account_id, subject, last
    ), happened AS (
        INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
        SELECT account_id, $3, $4, subject, last, $6::json, $7 FROM numbered
        RETURNING account_id, id, type, subject
    ), logged AS (
        INSERT INTO webhook_deliveries (account_id, id, endpoint_id, event_id, type, created_at, updated_at)
        SELECT account_id, $2, subject, id, type, $7, $7 FROM happened
        RETURNING account_id, id, endpoint_id
    ), queued AS (
        INSERT INTO webhook_queue (account_id, delivery_id, endpoint_id, due_at, queued_at)
        SELECT l.account_id, l.id, l.endpoint_id, now(), greatest($7, e.active_since)
          FROM logged l JOIN webhook_endpoints e ON e.account_id = l.account_id AND e.id = l.endpoint_id
    )
    UPDATE webhook_queue_endpoints l SET due_at = least(l.due_at, now())
      FROM logged WHERE l.account_id = $1 AND l.endpoint_id = logged.endpoint_id
    """,
)


async def list_deliveries(
    read: Read, query: WebhookLogQuery, before: int, limit: int | None
) -> Sequence[asyncpg.Record]:
    """Deliveries, newest first, below the position `before`."""
    filters: list[Any] = [value for value in (query.type, query.endpointId) if value is not None]
    if len(filters) == 2:
        statement = LIST_BY_TYPE_AND_ENDPOINT
    elif query.type is not None:
        statement = LIST_BY_TYPE
    else:
        statement = LIST_DELIVERIES if query.endpointId is None else LIST_BY_ENDPOINT
    statuses = STATUSES if query.status is None else (query.status,)
    return await read.fetch_all(statement, list(statuses), before, limit, *filters)


async def find_delivery(read: Read, id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND_DELIVERY, id)


async def lock_delivery(tx: Tx, id: str) -> asyncpg.Record | None:
    """The delivery's status, and whether its endpoint is active, with the delivery locked."""
    await tx.fetch_optional(LOCK_ENDPOINT_SHARED, id)
    return await tx.fetch_optional(LOCK_DELIVERY, id)


async def queue_test_event(tx: Tx, delivery_id: str, event: Event) -> None:
    """Store a test event, and queue its one delivery to the endpoint that is its subject."""
    data = msgspec.json.encode(event.data).decode()
    await tx.fetch_optional(QUEUE_TEST_EVENT, delivery_id, event.id, event.type, event.subject, data, event.occurred_at)


async def requeue_delivery(tx: Tx, id: str, at: datetime) -> None:
    """Queue one more attempt, due now."""
    await tx.fetch_optional(REQUEUE_DELIVERY, id, at)
