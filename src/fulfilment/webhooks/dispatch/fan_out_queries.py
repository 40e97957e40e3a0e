"""SQL of the fan-out, which turns events into deliveries. Its lock order is that of `dispatch/queries.py`."""

from fulfilment.infra.database.statements import sql
from fulfilment.infra.jobs.backoff import Backoff

# Recursive index scan over workspaces, from $1 on, until $2 of them are found that are not in $4. It reads one entry
# for each waiting workspace, however many events that has.
_IN_TURN = """
    WITH RECURSIVE waiting (account_id, nth) AS (
        (SELECT account_id, 1 FROM outbox WHERE account_id > $1::text AND {waits} ORDER BY account_id LIMIT 1)
        UNION ALL
        SELECT next.account_id, waiting.nth + (waiting.account_id <> ALL ($4::text[]))::integer
          FROM waiting CROSS JOIN LATERAL (
            SELECT o.account_id FROM outbox o WHERE o.account_id > waiting.account_id AND {waits}
             ORDER BY o.account_id LIMIT 1
        ) next WHERE waiting.nth + (waiting.account_id <> ALL ($4::text[]))::integer <= $2
    )
"""

# Locks the first events of each workspace in turn: $3 of them, or the number in $6 for a workspace in $5. A row without
# an event stands for a workspace whose events other workers hold. The range over one workspace, rather than an
# equality, leaves the planner only the index that begins with the workspace. The index by position alone would read
# through all other backlogs.
CLAIM_OUTBOX = sql(
    "webhooks.unscoped_claim_outbox",
    """
    {in_turn}
    SELECT waiting.account_id, taken.position, taken.event_id FROM waiting LEFT JOIN LATERAL (
        SELECT o.position, o.event_id FROM outbox o
         WHERE o.account_id BETWEEN waiting.account_id AND waiting.account_id AND o.due_at IS NULL
         ORDER BY o.account_id, o.position
         LIMIT coalesce((SELECT few.most FROM unnest($5::text[], $6::integer[]) AS few (account_id, most)
                          WHERE few.account_id = waiting.account_id), $3)
           FOR UPDATE SKIP LOCKED
    ) taken ON true WHERE waiting.account_id <> ALL ($4::text[])
    """,
    in_turn=_IN_TURN.format(waits="due_at IS NULL"),
)

# Locks postponed events that are due.
CLAIM_POSTPONED = sql(
    "webhooks.unscoped_claim_postponed",
    """
    {in_turn}
    SELECT waiting.account_id, taken.position, taken.event_id FROM waiting LEFT JOIN LATERAL (
        SELECT o.position, o.event_id FROM outbox o WHERE o.account_id = waiting.account_id AND o.due_at <= now()
         ORDER BY o.due_at LIMIT $3 FOR UPDATE SKIP LOCKED
    ) taken ON true WHERE waiting.account_id <> ALL ($4::text[])
    """,
    in_turn=_IN_TURN.format(waits="due_at IS NOT NULL"),
)

POSTPONE = sql(
    "webhooks.postpone_event",
    """
    UPDATE outbox SET faults = faults + 1, due_at = now() + {delay}
     WHERE account_id = $1 AND position = $2
    RETURNING faults
    """,
    delay=Backoff(1, 600).interval_sql("faults"),
)

# In the form of a cuid2. The id is derived from endpoint and event, so that they have one delivery.
DELIVERY_ID = "'d' || substr(md5(e.id || ' ' || v.id), 1, 23)"
# True if endpoint `e` subscribes to event `v`; the same rule as `subscription.matches`.
IS_SUBSCRIBED = """EXISTS (SELECT FROM unnest(e.events) AS p (pattern)
                        WHERE CASE WHEN right(pattern, 1) = '*' THEN v.type ^@ left(pattern, -1)
                                   ELSE v.type = pattern END)"""

# True if event `v`, written by transaction `o`, belongs to the time since endpoint `e` became active. Events committed
# after that do, whatever their node's clock said. The times decide where the transaction is unknown, or where the data
# was restored from another installation. Such a transaction's number has not been reached here yet.
HAPPENED_WHILE_ACTIVE = """(e.active_since <= v.occurred_at
                    OR (pg_visible_in_snapshot(o.written_by, e.committed_before) IS FALSE
                        AND o.written_by < pg_snapshot_xmax(pg_current_snapshot())))"""

FAN_OUT = sql(
    "webhooks.batched_fan_out",
    """
    WITH taken AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[]) AS t (account_id, position, event_id)
    ), endpoints AS MATERIALIZED (
        -- Only the endpoints of these workspaces: a join could be planned over those of all workspaces.
        SELECT e.* FROM (SELECT DISTINCT account_id FROM taken) w CROSS JOIN LATERAL (
            SELECT account_id, id, events, active_since, committed_before FROM webhook_endpoints
             WHERE account_id = w.account_id AND active AND deleted_at IS NULL OFFSET 0
        ) e
    ), logged AS (
        INSERT INTO webhook_deliveries (account_id, id, endpoint_id, event_id, type, created_at, updated_at)
        SELECT v.account_id, {delivery_id}, e.id, v.id, v.type, $4, $4
          FROM taken t CROSS JOIN LATERAL (
                   SELECT columns(events) FROM events WHERE account_id = t.account_id AND id = t.event_id OFFSET 0
               ) v
         CROSS JOIN LATERAL (SELECT written_by FROM outbox WHERE position = t.position OFFSET 0) o
          JOIN endpoints e ON e.account_id = t.account_id AND {is_its_own}
         WHERE {is_subscribed}
         ORDER BY t.position
        ON CONFLICT (account_id, id) DO NOTHING
        RETURNING account_id, id, endpoint_id
    ), queued AS (
        -- The clock of the node that resumed the endpoint may be ahead of this one's.
        INSERT INTO webhook_queue (account_id, delivery_id, endpoint_id, due_at, queued_at)
        SELECT l.account_id, l.id, l.endpoint_id, now(), greatest($4, e.active_since)
          FROM logged l JOIN endpoints e ON e.account_id = l.account_id AND e.id = l.endpoint_id
    ), lanes AS MATERIALIZED (
        SELECT l.* FROM (SELECT DISTINCT account_id, endpoint_id FROM logged ORDER BY 1, 2) w CROSS JOIN LATERAL (
            SELECT account_id, endpoint_id FROM webhook_queue_endpoints
             WHERE account_id = w.account_id AND endpoint_id = w.endpoint_id FOR UPDATE
        ) l
    ), woken AS (
        UPDATE webhook_queue_endpoints l SET due_at = least(l.due_at, now())
          FROM lanes WHERE l.account_id = lanes.account_id AND l.endpoint_id = lanes.endpoint_id
           -- Only these rows are looked up, however many the planner expects.
           AND l.account_id = ANY (ARRAY(SELECT account_id FROM lanes))
           AND l.endpoint_id = ANY (ARRAY(SELECT endpoint_id FROM lanes))
    ), done AS (
        DELETE FROM outbox WHERE position = ANY ($2::bigint[])
    )
    SELECT count(*) FROM logged
    """,
    delivery_id=DELIVERY_ID,
    is_subscribed=IS_SUBSCRIBED,
    is_its_own=HAPPENED_WHILE_ACTIVE,
)
