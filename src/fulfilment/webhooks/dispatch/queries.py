"""SQL of the delivery queue: claiming due deliveries; the SQL of results is in `result_queries`.

Lock order of every writer: endpoints, queue, log, queue endpoints, each by workspace and id. A release of claims skips
rows that other workers have locked, and a claim waits for no lock.
"""

from fulfilment.infra.database.statements import sql

# $1 to $3 are the capacities of endpoints with a state in this worker; $4 is the capacity of any other.
LOCK_QUEUE_ENDPOINTS = sql(
    "webhooks.unscoped_lock_queue_endpoints",
    """
    SELECT l.account_id, l.endpoint_id, coalesce(known.room, $4) AS room FROM webhook_queue_endpoints l
      LEFT JOIN unnest($1::text[], $2::text[], $3::integer[]) AS known (account_id, endpoint_id, room)
        ON known.account_id = l.account_id AND known.endpoint_id = l.endpoint_id
     WHERE l.due_at <= now() AND coalesce(known.room, $4) > 0
     ORDER BY l.due_at LIMIT $5 FOR UPDATE OF l SKIP LOCKED
    """,
)

LOCK_QUEUE_ENDPOINT = sql(
    "webhooks.lock_queue_endpoint",
    """
    SELECT endpoint_id FROM webhook_queue_endpoints WHERE account_id = $1 AND endpoint_id = $2 AND due_at <= now()
       FOR UPDATE SKIP LOCKED
    """,
)

NEXT_DUE = sql(
    "webhooks.unscoped_next_due",
    """
    SELECT extract(epoch FROM l.due_at - now())::float8 FROM webhook_queue_endpoints l
      LEFT JOIN unnest($1::text[], $2::text[], $3::integer[]) AS known (account_id, endpoint_id, room)
        ON known.account_id = l.account_id AND known.endpoint_id = l.endpoint_id
     WHERE l.due_at IS NOT NULL AND coalesce(known.room, $4) > 0
     ORDER BY l.due_at LIMIT 1
    """,
)

# An endpoint's queue is read from here on: nothing is due before its low-water mark or its due time. A transaction that
# adds a delivery, however late it commits, lowers the due time to that of the delivery.
_FLOOR = """CROSS JOIN LATERAL (
        SELECT CASE WHEN low_water_mark IS NULL THEN '-infinity' ELSE least(low_water_mark, due_at) END AS floor
          FROM webhook_queue_endpoints WHERE account_id = l.account_id AND endpoint_id = l.endpoint_id OFFSET 0
    ) w"""

# A separate statement after LOCK_QUEUE_ENDPOINTS: its snapshot, taken under the lock, has all deliveries queued before.
# $5 is the sum of the capacities. It changes no result, and gives the planner the number of rows.
CLAIM_DUE = sql(
    "webhooks.batched_claim_due",
    """
    WITH picked AS MATERIALIZED (
        SELECT q.* FROM unnest($1::text[], $2::text[], $3::integer[]) AS l (account_id, endpoint_id, room)
         {floor} CROSS JOIN LATERAL (
            SELECT account_id, delivery_id FROM webhook_queue
             WHERE account_id = l.account_id AND endpoint_id = l.endpoint_id AND due_at <= now() AND due_at >= w.floor
             ORDER BY due_at LIMIT l.room FOR UPDATE SKIP LOCKED
        ) q LIMIT $5
    )
    UPDATE webhook_queue q SET due_at = now() + $4::interval, claim_token = nextval('webhook_claim_tokens')
      FROM picked p WHERE q.account_id = p.account_id AND q.delivery_id = p.delivery_id
    RETURNING q.account_id, q.endpoint_id, q.delivery_id
    """,
    floor=_FLOOR,
)

# After a claim, an endpoint with more deliveries goes behind those that have waited longer. An endpoint that may have
# none is due later. A delivery that another worker holds is looked for again soon.
MOVE_QUEUE_ENDPOINTS = sql(
    "webhooks.batched_move_queue_endpoints",
    """
    WITH lanes AS MATERIALIZED (
        SELECT l.*, (SELECT due_at FROM webhook_queue
                      WHERE account_id = l.account_id AND endpoint_id = l.endpoint_id AND due_at >= w.floor
                      ORDER BY due_at LIMIT 1) AS least_due_at
          FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[])
               AS l (account_id, endpoint_id, room, claimed)
         {floor}
    )
    UPDATE webhook_queue_endpoints e
       SET due_at = CASE WHEN l.room = 0 THEN now() + interval '500 milliseconds'
                         WHEN l.claimed >= l.room THEN now()
                         WHEN l.least_due_at IS NOT NULL
                         THEN greatest(l.least_due_at, now() + interval '50 milliseconds') END,
           low_water_mark = least(l.least_due_at, now())
      FROM lanes l WHERE e.account_id = l.account_id AND e.endpoint_id = l.endpoint_id
    """,
    floor=_FLOOR,
)

# Beyond $3 bytes the data are left out.
GET_CLAIMED = sql(
    "webhooks.batched_get_claimed",
    """
    SELECT t.account_id, t.delivery_id, t.endpoint_id, t.claim_token, d.event_id, d.type, d.attempts,
           e.url, e.secret, CASE WHEN e.previous_secret_until > now() THEN e.previous_secret END AS previous_secret,
           e.events,
           e.active AND e.deleted_at IS NULL AND t.queued_at >= e.active_since AS is_active,
           -- A retry by hand or a replay, which the subscription does not filter.
           t.queued_at > d.created_at AS is_requeued,
           v.occurred_at, v.sequence, v.trace,
           CASE WHEN sum(octet_length(v.data::text)) OVER (ORDER BY t.claim_token) - octet_length(v.data::text) < $3
                THEN v.data END AS data
      FROM unnest($1::text[], $2::text[]) AS g (account_id, delivery_id)
      JOIN webhook_queue t ON t.account_id = g.account_id AND t.delivery_id = g.delivery_id
      JOIN webhook_deliveries d ON d.account_id = t.account_id AND d.id = t.delivery_id
      JOIN webhook_endpoints e ON e.account_id = t.account_id AND e.id = t.endpoint_id
      JOIN events v ON v.account_id = t.account_id AND v.id = d.event_id
    """,
)

# Releases claims without an attempt. A row that another worker holds is due again when its lease ends.
RELEASE_CLAIMS = sql(
    "webhooks.batched_release_claims",
    """
    WITH ours AS MATERIALIZED (
        SELECT q.account_id, q.delivery_id, q.endpoint_id FROM webhook_queue q
          JOIN unnest($1::text[], $2::text[], $3::bigint[]) AS g (account_id, delivery_id, claim_token)
            ON g.account_id = q.account_id AND g.delivery_id = q.delivery_id AND g.claim_token = q.claim_token
         ORDER BY q.account_id, q.delivery_id FOR UPDATE OF q SKIP LOCKED
    ), back AS (
        UPDATE webhook_queue q SET due_at = now(), claim_token = NULL FROM ours o
         WHERE q.account_id = o.account_id AND q.delivery_id = o.delivery_id
    ), lanes AS MATERIALIZED (
        SELECT l.account_id, l.endpoint_id FROM webhook_queue_endpoints l
          JOIN (SELECT DISTINCT account_id, endpoint_id FROM ours) o USING (account_id, endpoint_id)
         ORDER BY 1, 2 FOR UPDATE OF l
    )
    UPDATE webhook_queue_endpoints l SET due_at = least(l.due_at, now())
      FROM lanes WHERE l.account_id = lanes.account_id AND l.endpoint_id = lanes.endpoint_id
    """,
)

DELETED_ENDPOINTS = sql(
    "webhooks.unscoped_deleted_endpoints",
    "SELECT account_id, id FROM webhook_endpoints WHERE deleted_at IS NOT NULL ORDER BY deleted_at LIMIT $1",
)
