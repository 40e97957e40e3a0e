"""SQL of recoveries. A change of a running recovery locks its endpoint first, or locks nothing else."""

from datetime import datetime

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.jobs.tenant_queue import JobKind, TenantQueue
from fulfilment.infra.models import from_row
from fulfilment.webhooks.dispatch.fan_out_queries import DELIVERY_ID, IS_SUBSCRIBED
from fulfilment.webhooks.schemas import WebhookRecovery

_COLUMNS = ", ".join(WebhookRecovery.__struct_fields__)

INSERT = sql(
    "webhooks.insert_recovery",
    """
    INSERT INTO webhook_replays (account_id, id, endpoint_id, since, until, is_open, position, last, created_at,
                                    updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
    ON CONFLICT (account_id, endpoint_id) WHERE status = 'running' DO NOTHING
    RETURNING {columns}
    """,
    columns=_COLUMNS,
)

READ_NOW = sql(
    "webhooks.now", "SELECT date_trunc('milliseconds', clock_timestamp()) AS now FROM (VALUES ($1::text)) AS asked"
)

FIND = sql(
    "webhooks.find_recovery",
    """
    SELECT {columns} FROM webhook_replays r WHERE account_id = $1 AND id = $2
       AND NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.account_id = $1 AND e.id = r.endpoint_id
                          AND e.deleted_at IS NOT NULL)
    """,
    columns=_COLUMNS,
)

REPLAYS = TenantQueue(
    JobKind(
        name="recoveries",
        table="webhook_replays",
        key={"id": "recovery_id"},
        columns="j.account_id, j.id, j.endpoint_id, j.faults",
        condition="status = 'running'",
    )
)

STOP_REPLAY = sql(
    "webhooks.stop_recovery",
    """
    UPDATE webhook_replays SET status = 'stopped', updated_at = $3, finished_at = $3
     WHERE account_id = $1 AND id = $2 AND status = 'running'
    """,
)

# Events about the endpoint itself are left out, since they are meant for the others. Pending and sent deliveries are
# left alone; a failed delivery that is being retried by hand is waited for. An open period includes events that a clock
# ahead of the database's has dated up to a minute later.
REDELIVER = sql(
    "webhooks.redeliver",
    """
    WITH job AS MATERIALIZED (
        SELECT columns(webhook_replays r), e.active_since
          FROM webhook_replays r JOIN webhook_endpoints e ON e.account_id = r.account_id AND e.id = r.endpoint_id
         WHERE r.account_id = $1 AND r.id = $2 AND r.status = 'running' FOR UPDATE OF r
    ), seen AS MATERIALIZED (
        SELECT v.* FROM job j CROSS JOIN LATERAL (
            SELECT id, type, subject, occurred_at FROM events
             WHERE account_id = $1 AND id > j.position AND id < j.last ORDER BY id LIMIT $3
        ) v
    ), wanted AS MATERIALIZED (
        SELECT {delivery_id} AS delivery_id, e.id AS endpoint_id, v.id AS event_id, v.type
          FROM seen v CROSS JOIN job j JOIN webhook_endpoints e ON e.account_id = $1 AND e.id = j.endpoint_id
         WHERE v.occurred_at >= j.since
           AND v.occurred_at < j.until + CASE WHEN j.is_open THEN interval '1 minute' ELSE '0' END
           -- Only the endpoint's own events: since its creation by the clocks, or with a delivery to it.
           AND (v.occurred_at >= e.created_at
                OR EXISTS (SELECT FROM webhook_deliveries WHERE account_id = $1 AND id = {delivery_id}))
           AND v.type <> $5 AND v.subject <> e.id AND {is_subscribed}
    ), stale AS MATERIALIZED (
        -- Deliveries of a very long queue from before a pause may still wait, and would fail when they are due.
        SELECT q.delivery_id, j.active_since
          FROM wanted w CROSS JOIN job j JOIN webhook_queue q ON q.account_id = $1 AND q.delivery_id = w.delivery_id
         WHERE q.queued_at < j.active_since ORDER BY q.delivery_id FOR UPDATE OF q
    ), revived AS (
        UPDATE webhook_queue q SET queued_at = greatest($4, stale.active_since)
          FROM stale WHERE q.account_id = $1 AND q.delivery_id = stale.delivery_id
        RETURNING q.delivery_id
    ), again AS (
        UPDATE webhook_deliveries d SET status = 'pending', next_retry_at = $4, updated_at = $4
          FROM wanted w WHERE d.account_id = $1 AND d.id = w.delivery_id AND d.status = 'failed'
        RETURNING d.account_id, d.id
    ), missed AS (
        INSERT INTO webhook_deliveries (account_id, id, endpoint_id, event_id, type, created_at, updated_at)
        SELECT $1, delivery_id, endpoint_id, event_id, type, $4, $4 FROM wanted ORDER BY event_id
        ON CONFLICT (account_id, id) DO NOTHING
        RETURNING account_id, id
    ), queued AS (
        INSERT INTO webhook_queue (account_id, delivery_id, endpoint_id, due_at, queued_at)
        SELECT f.account_id, f.id, j.endpoint_id, now(), greatest($4, j.active_since)
          FROM job j CROSS JOIN (SELECT * FROM again UNION ALL SELECT * FROM missed) f
        RETURNING delivery_id
    ), woken AS (
        UPDATE webhook_queue_endpoints l SET due_at = least(l.due_at, now())
          FROM job j WHERE l.account_id = $1 AND l.endpoint_id = j.endpoint_id AND EXISTS (SELECT FROM queued)
    )
    UPDATE webhook_replays r
       SET position = coalesce(s.newest, r.position),
           queued = r.queued + (SELECT count(*) FROM queued) + (SELECT count(*) FROM revived),
           updated_at = $4, due_at = now(), faults = 0, status = CASE WHEN s.number < $3 THEN 'done' ELSE 'running' END,
           finished_at = CASE WHEN s.number < $3 THEN $4 END
      FROM job j CROSS JOIN (SELECT count(*) AS number, max(id) AS newest FROM seen) s
     WHERE r.account_id = $1 AND r.id = j.id
    """,
    delivery_id=DELIVERY_ID,
    is_subscribed=IS_SUBSCRIBED,
)


async def insert_replay(tx: Tx, id: str, endpoint_id: str, *columns: object) -> WebhookRecovery | None:
    """Create a recovery; None where one is already running."""
    row = await tx.fetch_optional(INSERT, id, endpoint_id, *columns)
    return None if row is None else from_row(WebhookRecovery, row)


async def read_now(read: Read) -> datetime:
    """The time of the database's clock.

    This node's clock may differ from those of the nodes that wrote the events.
    """
    return (await read.fetch_one(READ_NOW))["now"]


async def find_replay(read: Read, id: str) -> WebhookRecovery | None:
    row = await read.fetch_optional(FIND, id)
    return None if row is None else from_row(WebhookRecovery, row)


async def stop_replay(tx: Tx, id: str, at: datetime) -> None:
    """Stop a recovery, since its endpoint is no longer active."""
    await tx.fetch_optional(STOP_REPLAY, id, at)


async def redeliver_events(tx: Tx, id: str, limit: int, at: datetime, test_event_type: str) -> None:
    """Queue the next events, and finish where there are no more.

    Test events (`test_event_type`) are left out: each belongs to the endpoint it tested.
    """
    await tx.fetch_optional(REDELIVER, id, limit, at, test_event_type)
