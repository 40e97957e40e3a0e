"""The SQL of recording what came of attempts. Its order of locks is that of `queries`."""

from fulfilment.infra.database.statements import sql

_RESULTS = """
    results AS (
        SELECT g.*, $13::timestamptz + g.wait AS next_retry_at
          FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::integer[], $6::boolean[],
                      $7::integer[], $8::text[], $9::text[], $10::integer[], $11::timestamptz[], $12::interval[])
               AS g (account_id, endpoint_id, delivery_id, claim_token, number, is_success, response_code,
                   response_body,
                     error, duration_ms, attempted_at, wait)
    ), ours AS MATERIALIZED (
        SELECT g.* FROM webhook_queue q
          JOIN results g ON g.account_id = q.account_id AND g.delivery_id = q.delivery_id
          AND g.claim_token = q.claim_token
         ORDER BY q.account_id, q.delivery_id FOR UPDATE OF q
    ), finished AS (
        DELETE FROM webhook_queue q USING ours o
         WHERE q.account_id = o.account_id AND q.delivery_id = o.delivery_id AND o.next_retry_at IS NULL
    )
"""

# Whoever has not failed, and did not before, is not locked.
LOCK_ENDPOINTS = sql(
    "webhooks.batched_lock_endpoints",
    """
    SELECT e.account_id, e.id FROM webhook_endpoints e
      JOIN unnest($1::text[], $2::text[], $3::boolean[]) AS g (account_id, id, has_failure)
        ON g.account_id = e.account_id AND g.id = e.id
     WHERE g.has_failure OR e.consecutive_failures > 0
     ORDER BY 1, 2 FOR NO KEY UPDATE OF e
    """,
)

# $13 is now. Only what is still ours is recorded: a late worker, or one whose endpoint was deleted meanwhile, changes
# nothing. An attempt is recorded for a delivery that this statement has found and so holds, since no foreign key asks
# for it.
RECORD_RESULTS = sql(
    "webhooks.batched_record_results",
    """
    WITH {results}, kept AS (
        UPDATE webhook_queue q SET due_at = o.next_retry_at, claim_token = NULL FROM ours o
         WHERE q.account_id = o.account_id AND q.delivery_id = o.delivery_id AND o.next_retry_at IS NOT NULL
    ), logged AS (
        UPDATE webhook_deliveries d
           SET status = CASE WHEN o.is_success THEN 'sent'
                             WHEN o.next_retry_at IS NULL THEN 'failed' ELSE 'pending' END,
               attempts = o.number, last_attempt_at = o.attempted_at, next_retry_at = o.next_retry_at,
               response_code = o.response_code, response_body = o.response_body, last_error = o.error,
               duration_ms = o.duration_ms, updated_at = $13,
               delivered_at = CASE WHEN o.is_success THEN $13 ELSE d.delivered_at END
          FROM ours o WHERE d.account_id = o.account_id AND d.id = o.delivery_id
        RETURNING o.*
    ), tried AS (
        INSERT INTO webhook_attempts (account_id, delivery_id, number, is_success, response_code, duration_ms, error,
                                      next_retry_at, attempted_at)
        SELECT account_id, delivery_id, number, is_success, response_code, duration_ms, error, next_retry_at,
               attempted_at
          FROM logged
    )
    SELECT account_id, delivery_id, next_retry_at FROM ours
    """,
    results=_RESULTS,
)

# The usual case in one round trip: successes of endpoints that had not failed, which need no count of failures. Those
# that had are returned, and of theirs nothing is stored.
RECORD_SUCCESSES = sql(
    "webhooks.batched_record_successes",
    """
    WITH results AS (
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::integer[], $6::integer[],
                             $7::text[], $8::integer[], $9::smallint[], $10::timestamptz[])
               AS g (account_id, endpoint_id, delivery_id, claim_token, number, response_code, response_body,
                   duration_ms,
                     duration_bucket, attempted_at)
    ), recovering AS MATERIALIZED (
        SELECT e.account_id, e.id FROM webhook_endpoints e
          JOIN (SELECT DISTINCT account_id, endpoint_id FROM results) g
            ON g.account_id = e.account_id AND g.endpoint_id = e.id
         WHERE e.consecutive_failures > 0
    ), ours AS MATERIALIZED (
        SELECT g.* FROM webhook_queue q
          JOIN results g ON g.account_id = q.account_id AND g.delivery_id = q.delivery_id
          AND g.claim_token = q.claim_token
         WHERE NOT EXISTS (SELECT FROM recovering r WHERE r.account_id = g.account_id AND r.id = g.endpoint_id)
         ORDER BY q.account_id, q.delivery_id FOR UPDATE OF q
    ), finished AS (
        DELETE FROM webhook_queue q USING ours o
         WHERE q.account_id = o.account_id AND q.delivery_id = o.delivery_id
    ), logged AS (
        UPDATE webhook_deliveries d
           SET status = 'sent', attempts = o.number, last_attempt_at = o.attempted_at, next_retry_at = NULL,
               response_code = o.response_code, response_body = o.response_body, last_error = NULL,
               duration_ms = o.duration_ms, updated_at = $11, delivered_at = $11
          FROM ours o WHERE d.account_id = o.account_id AND d.id = o.delivery_id
        RETURNING o.*
    ), tried AS (
        INSERT INTO webhook_attempts (account_id, delivery_id, number, is_success, response_code, duration_ms,
                                      attempted_at)
        SELECT account_id, delivery_id, number, true, response_code, duration_ms, attempted_at FROM logged
    ), counted AS (
        INSERT INTO webhook_hourly_stats AS h (account_id, endpoint_id, hour, outcome, duration_bucket, attempts,
            last_at)
        SELECT account_id, endpoint_id, date_trunc('hour', attempted_at), 'sent', duration_bucket, count(*),
               max(attempted_at)
          FROM ours GROUP BY 1, 2, 3, 5 ORDER BY 1, 2, 3, 5
        ON CONFLICT (account_id, endpoint_id, hour, outcome, duration_bucket)
        DO UPDATE SET attempts = h.attempts + excluded.attempts, last_at = greatest(h.last_at, excluded.last_at)
    )
    SELECT account_id, id FROM recovering
    """,
)

# Not to be tried at all: no attempt is recorded. What others hold comes up again when its lease ends.
DISCARD_DELIVERIES = sql(
    "webhooks.batched_discard_deliveries",
    """
    WITH ours AS MATERIALIZED (
        SELECT q.account_id, q.delivery_id, g.reason FROM webhook_queue q
          JOIN unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) AS g (account_id, delivery_id, claim_token,
              reason)
            ON g.account_id = q.account_id AND g.delivery_id = q.delivery_id AND g.claim_token = q.claim_token
         ORDER BY q.account_id, q.delivery_id FOR UPDATE OF q SKIP LOCKED
    ), gone AS (
        DELETE FROM webhook_queue q USING ours o WHERE q.account_id = o.account_id AND q.delivery_id = o.delivery_id
    )
    UPDATE webhook_deliveries d
       SET status = 'failed', next_retry_at = NULL, last_error = o.reason, updated_at = $5
      FROM ours o WHERE d.account_id = o.account_id AND d.id = o.delivery_id
    """,
)

SET_SHORT_LOCK_TIMEOUT = sql(
    "webhooks.unscoped_set_short_lock_timeout", "SELECT set_config('lock_timeout', '100ms', true)"
)

# Taken and attempted, though that cannot be recorded.
POSTPONE_DELIVERY = sql(
    "webhooks.postpone_delivery",
    """
    UPDATE webhook_queue SET due_at = now() + $4::interval, claim_token = NULL
     WHERE account_id = $1 AND delivery_id = $2 AND claim_token = $3
    RETURNING delivery_id
    """,
)

WAKE_QUEUE_ENDPOINTS = sql(
    "webhooks.batched_wake_queue_endpoints",
    """
    WITH lanes AS MATERIALIZED (
        SELECT l.account_id, l.endpoint_id, w.due_at FROM webhook_queue_endpoints l
          JOIN unnest($1::text[], $2::text[], $3::timestamptz[]) AS w (account_id, endpoint_id, due_at)
            ON w.account_id = l.account_id AND w.endpoint_id = l.endpoint_id
         ORDER BY 1, 2 FOR UPDATE OF l
    )
    UPDATE webhook_queue_endpoints l SET due_at = least(l.due_at, lanes.due_at)
      FROM lanes WHERE l.account_id = lanes.account_id AND l.endpoint_id = lanes.endpoint_id
    """,
)

# `failures` and `first_failure_at` are of the attempts since the last success among those settled together.
COUNT_FAILURES = sql(
    "webhooks.batched_count_failures",
    """
    UPDATE webhook_endpoints e
       SET consecutive_failures = g.failures + CASE WHEN g.has_success THEN 0 ELSE e.consecutive_failures END,
           failing_since = CASE WHEN g.has_success THEN g.first_failure_at
                                ELSE coalesce(e.failing_since, g.first_failure_at) END
      FROM unnest($1::text[], $2::text[], $3::boolean[], $4::integer[], $5::timestamptz[])
           AS g (account_id, id, has_success, failures, first_failure_at)
     WHERE e.account_id = g.account_id AND e.id = g.id AND e.deleted_at IS NULL
    RETURNING e.account_id, e.id, e.active, e.consecutive_failures, e.failing_since
    """,
)
