"""The SQL that turns events into deliveries. Its order of locks is that of `queries`."""

from fulfilment.infra.database.statements import sql
from fulfilment.infra.jobs.backoff import Backoff

# Goes from workspace to workspace along an index, from $1 on, until it has $2 of them that are not in $4. So it reads
# one entry for each workspace that waits, however many events that has.
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

# Locks the first events of each workspace whose turn it is: $3 of them, or as many as $6 says of a workspace in $5. One
# row without an event stands for a workspace of which other workers hold everything. A range of one workspace, and not
# an equality, leaves the planner no index but the one that begins with it: that by position alone would pass over the
# backlogs of all others.
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

# Locks those that could not be fanned out, as far as they are due.
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

# In the form of a cuid2. An endpoint and an event always give the same id, so that there is one delivery for both.
DELIVERY_ID = "'d' || substr(md5(e.id || ' ' || v.id), 1, 23)"
# Whether endpoint `e` asked for event `v`: what `subscription.matches` says of the same.
IS_SUBSCRIBED = """EXISTS (SELECT FROM unnest(e.events) AS p (pattern)
                        WHERE CASE WHEN right(pattern, 1) = '*' THEN v.type ^@ left(pattern, -1)
                                   ELSE v.type = pattern END)"""

# Whether event `v`, written by the transaction `o`, is of the time since endpoint `e` became active. What was committed
# after that is, whatever the clock of its node said; times decide where a transaction is not known, or is one of
# another installation's, from which the data was restored: those that have not begun here yet are.
HAPPENED_WHILE_ACTIVE = """(e.active_since <= v.occurred_at
                    OR (pg_visible_in_snapshot(o.written_by, e.committed_before) IS FALSE
                        AND o.written_by < pg_snapshot_xmax(pg_current_snapshot())))"""

FAN_OUT = sql(
    "webhooks.batched_fan_out",
    """
    WITH taken AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[]) AS t (account_id, position, event_id)
    ), endpoints AS MATERIALIZED (
        -- Of these workspaces alone, whatever the planner thinks of a join with those of all.
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
        -- The clock of whoever had the endpoint active again may be ahead of ours.
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
           -- However many lanes the planner expects, it looks up these alone.
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
