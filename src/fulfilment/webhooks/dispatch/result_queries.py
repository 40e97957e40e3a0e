"""SQL of attempts' results. Its lock order is that of `dispatch/queries.py`."""

from fulfilment.infra.database.statements import sql

# Endpoints without a failure, now or before, are not locked.
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

# The claims that this worker still holds. A late worker, or the worker of a deleted endpoint, finds none.
LOCK_CLAIMS = sql(
    "webhooks.batched_lock_claims",
    """
    SELECT q.account_id, q.delivery_id FROM webhook_queue q
      JOIN unnest($1::text[], $2::text[], $3::bigint[]) AS g (account_id, delivery_id, claim_token)
        ON g.account_id = q.account_id AND g.delivery_id = q.delivery_id AND g.claim_token = q.claim_token
     ORDER BY 1, 2 FOR UPDATE OF q
    """,
)

# The fields of a result are read by name (AttemptRecord).
_RECORDS = """unnest($1::text[], $2::text[], $3::json[]) AS g (account_id, delivery_id, record)
     CROSS JOIN LATERAL json_to_record(g.record) AS r (
        number integer, status text, response_code integer, response_body text, error text,
        duration_ms integer, attempted_at timestamptz, next_retry_at timestamptz)"""

UPDATE_DELIVERIES = sql(
    "webhooks.batched_update_deliveries",
    """
    UPDATE webhook_deliveries d
       SET status = r.status, attempts = r.number, last_attempt_at = r.attempted_at, next_retry_at = r.next_retry_at,
           response_code = r.response_code, response_body = r.response_body, last_error = r.error,
           duration_ms = r.duration_ms, updated_at = $4,
           delivered_at = CASE WHEN r.status = 'sent' THEN $4 ELSE d.delivered_at END
      FROM {records} WHERE d.account_id = g.account_id AND d.id = g.delivery_id
    RETURNING d.account_id, d.id
    """,
    records=_RECORDS,
)

# No foreign key checks the delivery: the statement before has found and locked it.
INSERT_ATTEMPTS = sql(
    "webhooks.batched_insert_attempts",
    """
    INSERT INTO webhook_attempts (account_id, delivery_id, number, is_success, response_code, duration_ms, error,
                                  next_retry_at, attempted_at)
    SELECT g.account_id, g.delivery_id, r.number, r.status = 'sent', r.response_code, r.duration_ms, r.error,
           r.next_retry_at, r.attempted_at
      FROM {records}
    """,
    records=_RECORDS,
)

DEQUEUE_DELIVERIES = sql(
    "webhooks.batched_dequeue_deliveries",
    """
    DELETE FROM webhook_queue q USING unnest($1::text[], $2::text[]) AS g (account_id, delivery_id)
     WHERE q.account_id = g.account_id AND q.delivery_id = g.delivery_id
    """,
)

RESCHEDULE_DELIVERIES = sql(
    "webhooks.batched_reschedule_deliveries",
    """
    UPDATE webhook_queue q SET due_at = g.due_at, claim_token = NULL
      FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS g (account_id, delivery_id, due_at)
     WHERE q.account_id = g.account_id AND q.delivery_id = g.delivery_id
    """,
)

# Discards deliveries without recording an attempt. A row that another worker holds is due again when its lease ends.
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

# Postpones a delivery whose attempt cannot be recorded.
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

# `failures` and `first_failure_at` cover the attempts since the last success of this batch.
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
