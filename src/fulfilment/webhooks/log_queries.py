"""The SQL of the delivery log."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import asyncpg
import msgspec

from fulfilment.db.sql import sql
from fulfilment.db.tx import Read, Tx
from fulfilment.db.wire_json import object_of
from fulfilment.events.event import Event
from fulfilment.http.paging import bytes_of, until_full
from fulfilment.webhooks.records import WebhookAttempt, WebhookLogQuery

STATUSES = ("pending", "sent", "failed")

_ATTEMPTS = (
    "coalesce((SELECT json_agg("
    + object_of(
        WebhookAttempt,
        "t",
        attempt_number="t.number",
        status="CASE WHEN t.is_success THEN 'succeeded' ELSE 'failed' END",
    )
    + " ORDER BY t.number) FROM webhook_attempts t"
    " WHERE t.account_id = d.account_id AND t.delivery_id = d.id), '[]')::text AS delivery_attempts"
)
_ROW = f"columns(webhook_deliveries d), {_ATTEMPTS}, v.occurred_at, v.sequence"
# Looked up for each row that is shown: as a join it is planned, when there are many endpoints, for all events.
_EVENT = """
    CROSS JOIN LATERAL (
        SELECT occurred_at, data, sequence FROM events WHERE account_id = d.account_id AND id = d.event_id OFFSET 0
    ) v
"""

# Each status is an index range of its own, and for a type each endpoint, so that no combination of filters reads more
# than it shows.
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
# So is this for each row that is found: when many endpoints were deleted it would be planned for the whole log.
_STANDING = """AND (SELECT e.deleted_at IS NULL FROM webhook_endpoints e
                   WHERE e.account_id = l.account_id AND e.id = l.endpoint_id)"""
_PARTS = {
    "row": _ROW,
    "data": until_full("v.data", "data", size=bytes_of("v.data"), order="d.position DESC"),
    "event": _EVENT,
}
LIST_DELIVERIES = sql("webhooks.list_deliveries", _LIST_DELIVERIES, ranges=_STATUSES, which=_STANDING, **_PARTS)
LIST_OF_TYPE = sql(
    "webhooks.list_of_type",
    _LIST_DELIVERIES,
    ranges=f"{_STATUSES} CROSS JOIN {_ENDPOINTS}",
    which="AND l.endpoint_id = e.id AND l.type = $5",
    **_PARTS,
)
LIST_OF_ENDPOINT = sql(
    "webhooks.list_of_endpoint",
    _LIST_DELIVERIES,
    ranges=_STATUSES,
    which=f"AND l.endpoint_id = $5 {_STANDING}",
    **_PARTS,
)
LIST_OF_BOTH = sql(
    "webhooks.list_of_both",
    _LIST_DELIVERIES,
    ranges=_STATUSES,
    which=f"AND l.type = $5 AND l.endpoint_id = $6 {_STANDING}",
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

# Before the delivery, as everybody does; whoever deletes the endpoint waits, or has.
HOLD_ENDPOINT = sql(
    "webhooks.hold_endpoint",
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

REQUEUE = sql(
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
    UPDATE webhook_lanes l SET due_at = least(l.due_at, now())
      FROM again WHERE l.account_id = $1 AND l.endpoint_id = again.endpoint_id
    """,
)

# The endpoint is locked, and the event goes nowhere else: it is not in the outbox.
QUEUE_TRIAL = sql(
    "webhooks.queue_trial",
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
    UPDATE webhook_lanes l SET due_at = least(l.due_at, now())
      FROM logged WHERE l.account_id = $1 AND l.endpoint_id = logged.endpoint_id
    """,
)


async def list_deliveries(read: Read, query: WebhookLogQuery, before: int, reach: int) -> Sequence[asyncpg.Record]:
    """Newest first, from the position `before` on."""
    filters: list[Any] = [given for given in (query.type, query.endpointId) if given is not None]
    if len(filters) == 2:
        statement = LIST_OF_BOTH
    elif query.type is not None:
        statement = LIST_OF_TYPE
    else:
        statement = LIST_DELIVERIES if query.endpointId is None else LIST_OF_ENDPOINT
    statuses = STATUSES if query.status is None else (query.status,)
    return await read.all(statement, list(statuses), before, reach, *filters)


async def find_delivery(read: Read, id: str) -> asyncpg.Record | None:
    return await read.one(FIND_DELIVERY, id)


async def lock_delivery(tx: Tx, id: str) -> asyncpg.Record | None:
    """Its status and whether its endpoint is active."""
    await tx.one(HOLD_ENDPOINT, id)
    return await tx.one(LOCK_DELIVERY, id)


async def queue_trial(tx: Tx, delivery_id: str, event: Event) -> None:
    """The event, as the one delivery to the endpoint that is its subject."""
    data = msgspec.json.encode(event.data).decode()
    await tx.one(QUEUE_TRIAL, delivery_id, event.id, event.type, event.subject, data, event.occurred_at)


async def requeue(tx: Tx, id: str, at: datetime) -> None:
    """One more attempt, now."""
    await tx.one(REQUEUE, id, at)
