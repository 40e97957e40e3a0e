"""SQL of retention: deletes a few rows at once, and skips rows that other transactions have locked."""

from fulfilment.infra.database.statements import sql

FIND_EXPIRED_SECRETS = sql(
    "webhooks.unscoped_old_secrets",
    """
    SELECT account_id, id FROM webhook_endpoints WHERE previous_secret_until <= now()
     ORDER BY previous_secret_until LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
    """,
)

CLEAR_PREVIOUS_SECRETS = sql(
    "webhooks.batched_clear_previous_secrets",
    """
    UPDATE webhook_endpoints e SET previous_secret = NULL, previous_secret_until = NULL
      FROM unnest($1::text[], $2::text[]) AS old (account_id, id) WHERE e.account_id = old.account_id AND e.id = old.id
    """,
)

FIND_OLD_HOURLY_STATS = sql(
    "webhooks.unscoped_old_hours",
    """
    SELECT account_id, endpoint_id, hour, outcome, duration_bucket FROM webhook_hourly_stats
     WHERE hour < $1 ORDER BY hour LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

DELETE_HOURLY_STATS = sql(
    "webhooks.batched_delete_hourly_stats",
    """
    DELETE FROM webhook_hourly_stats h
     USING unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::smallint[])
           AS old (account_id, endpoint_id, hour, outcome, duration_bucket)
     WHERE h.account_id = old.account_id AND h.endpoint_id = old.endpoint_id AND h.hour = old.hour
       AND h.outcome = old.outcome AND h.duration_bucket = old.duration_bucket
    """,
)

FIND_OLD_REPLAYS = sql(
    "webhooks.unscoped_old_recoveries",
    """
    SELECT account_id, id FROM webhook_replays
     WHERE finished_at < $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

DELETE_REPLAYS = sql(
    "webhooks.batched_delete_replays",
    """
    DELETE FROM webhook_replays r USING unnest($1::text[], $2::text[]) AS old (account_id, id)
     WHERE r.account_id = old.account_id AND r.id = old.id
    """,
)

LIST_WORKSPACES = sql(
    "webhooks.unscoped_next_workspaces", "SELECT id FROM accounts WHERE id > $1::text ORDER BY id LIMIT $2"
)

FIND_WORKSPACES_WITH_OLD_DELIVERIES = sql(
    "webhooks.batched_find_workspaces_with_old_deliveries",
    """
    SELECT DISTINCT w.account_id FROM unnest($1::text[]) AS w (account_id)
     CROSS JOIN (VALUES ('sent'), ('failed')) AS ended (status) CROSS JOIN LATERAL (
        SELECT created_at FROM webhook_deliveries d
         WHERE d.account_id = w.account_id AND d.status = ended.status ORDER BY d.position LIMIT 1
    ) oldest WHERE oldest.created_at < $2
    """,
)

# The log is ordered by time. Returns the position to continue after, or null where the other rows are younger. So a
# batch never reads the index entries of rows that earlier batches deleted.
DELETE_DELIVERIES = sql(
    "webhooks.delete_deliveries",
    """
    WITH oldest AS MATERIALIZED (
        SELECT d.* FROM (VALUES ('sent'), ('failed')) AS ended (status) CROSS JOIN LATERAL (
            SELECT id, created_at, position FROM webhook_deliveries
             WHERE account_id = $1 AND status = ended.status AND position > $2 ORDER BY position LIMIT $4
        ) d ORDER BY d.position LIMIT $4
    ), old AS MATERIALIZED (
        SELECT d.account_id, d.id FROM webhook_deliveries d
         WHERE d.account_id = $1 AND d.id = ANY (ARRAY(SELECT id FROM oldest WHERE created_at < $3))
           AND d.status <> 'pending'
         ORDER BY d.id FOR UPDATE SKIP LOCKED
    ), gone AS (
        DELETE FROM webhook_deliveries d USING old WHERE d.account_id = $1 AND d.id = old.id
    )
    SELECT CASE WHEN count(*) FILTER (WHERE created_at < $3) = $4 THEN max(position) END FROM oldest
    """,
)

# The first row that DELETE_DELIVERIES reads.
FIND_NEXT_DELIVERY = sql(
    "webhooks.next_old_delivery",
    """
    SELECT d.position AS after, d.id FROM (VALUES ('sent'), ('failed')) AS ended (status) CROSS JOIN LATERAL (
        SELECT id, position FROM webhook_deliveries
         WHERE account_id = $1 AND status = ended.status AND position > $2 ORDER BY position LIMIT 1
    ) d ORDER BY d.position LIMIT 1
    """,
)

FIND_WORKSPACES_WITH_OLD_EVENTS = sql(
    "webhooks.batched_find_workspaces_with_old_events",
    """
    SELECT w.account_id FROM unnest($1::text[]) AS w (account_id) CROSS JOIN LATERAL (
        SELECT occurred_at FROM events v WHERE v.account_id = w.account_id ORDER BY v.id LIMIT 1
    ) oldest WHERE oldest.occurred_at < $2
    """,
)

# Returns the id to continue after, or null where the other events are younger. Events that a delivery or the outbox
# needs are skipped. While many events wait in the outbox nothing is deleted, since checking them all would be
# expensive.
DELETE_EVENTS = sql(
    "webhooks.delete_events",
    """
    WITH waiting AS MATERIALIZED (
        SELECT event_id FROM outbox WHERE account_id = $1 AND due_at IS NULL ORDER BY position LIMIT $4
    ), oldest AS MATERIALIZED (
        SELECT id, occurred_at FROM events
         WHERE account_id = $1 AND id > $2 AND (SELECT count(*) FROM waiting) < $4 ORDER BY id LIMIT $4
    ), old AS MATERIALIZED (
        SELECT v.account_id, v.id FROM events v
         WHERE v.account_id = $1 AND v.id = ANY (ARRAY(SELECT id FROM oldest WHERE occurred_at < $3))
           AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.account_id = $1 AND d.event_id = v.id)
           AND NOT EXISTS (SELECT FROM waiting w WHERE w.event_id = v.id)
           AND NOT EXISTS (SELECT FROM outbox p
                            WHERE p.account_id = $1 AND p.event_id = v.id AND p.due_at IS NOT NULL)
         ORDER BY v.id FOR UPDATE OF v SKIP LOCKED
    ), gone AS (
        DELETE FROM events v USING old WHERE v.account_id = $1 AND v.id = old.id
    )
    SELECT CASE WHEN count(*) FILTER (WHERE occurred_at < $3) = $4 THEN max(id) END FROM oldest
    """,
)

FIND_NEXT_EVENT = sql(
    "webhooks.next_old_event",
    "SELECT id AS after, id FROM events WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT 1",
)
