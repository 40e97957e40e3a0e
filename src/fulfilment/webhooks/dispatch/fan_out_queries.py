"""The SQL that turns events into deliveries. Its order of locks is that of `queries`."""

from fulfilment.infra.database.statements import sql

# Of so many positions, some thousand index entries are what a look at a span reads at most beside its own events.
_POSITIONS_PER_RANGE = 4096

# From workspace to workspace along an index, beginning after $1, without those of $4.
_IN_TURN = """
    WITH RECURSIVE waiting (account_id, nth) AS (
        (SELECT account_id, 1 FROM outbox WHERE account_id > $1::text AND due_at IS NOT NULL
          ORDER BY account_id LIMIT 1)
        UNION ALL
        SELECT next.account_id, waiting.nth + (waiting.account_id <> ALL ($4::text[]))::integer
          FROM waiting CROSS JOIN LATERAL (
            SELECT o.account_id FROM outbox o WHERE o.account_id > waiting.account_id AND due_at IS NOT NULL
             ORDER BY o.account_id LIMIT 1
        ) next WHERE waiting.nth + (waiting.account_id <> ALL ($4::text[]))::integer <= $2
    )
"""

# What was written by the transactions from $1 to before $2, and by those of $3 that have ended since: `outbox_reader`
# says why. Positions that lie close together are one span, so that few rows come back, however much was written. Where
# all rows are dead the planner takes the table for empty, and any index that it may use for as good as another: so each
# scan here has the condition alone that it is to go by.
POLL_OUTBOX = sql(
    "webhooks.unscoped_poll_outbox",
    """
    WITH found AS MATERIALIZED (
        SELECT fresh.account_id, fresh.position FROM (
            SELECT account_id, position, due_at FROM outbox
             WHERE written_by >= $1::text::xid8 AND written_by < $2::text::xid8 OFFSET 0
        ) fresh WHERE fresh.due_at IS NULL
        UNION ALL
        SELECT late.account_id, late.position FROM unnest($3::text[]::xid8[]) AS x (id) CROSS JOIN LATERAL (
            SELECT account_id, position, due_at FROM outbox WHERE written_by = x.id OFFSET 0
        ) late WHERE pg_visible_in_snapshot(x.id, pg_current_snapshot()) AND late.due_at IS NULL
    )
    SELECT pg_current_snapshot()::text AS seen, pg_postmaster_start_time() AS server_since,
           s.account_id, s.first, s.last
      FROM (VALUES (1)) AS always LEFT JOIN (
        SELECT account_id, min(position) AS first, max(position) AS last FROM found
         GROUP BY account_id, position / {close}
    ) s ON true
    """,
    close=_POSITIONS_PER_RANGE,
)

# What some pages of the table hold, by the places of rows.
SCAN_OUTBOX = sql(
    "webhooks.unscoped_scan_outbox",
    """
    SELECT pg_relation_size('outbox') / current_setting('block_size')::bigint AS pages, s.account_id, s.first, s.last
      FROM (VALUES (1)) AS always LEFT JOIN (
        SELECT account_id, min(position) AS first, max(position) AS last FROM (
            SELECT account_id, position, due_at FROM outbox
             WHERE ctid >= $1::text::tid AND ctid < $2::text::tid OFFSET 0
        ) held WHERE due_at IS NULL GROUP BY account_id, position / {close}
    ) s ON true
    """,
    close=_POSITIONS_PER_RANGE,
)

# Some of the events of each span. `seen` says whether that is all of them (one more than $4 where it is not), and
# `least` where to look on: others may hold what comes first.
CLAIM_OUTBOX = sql(
    "webhooks.batched_claim_outbox",
    """
    SELECT s.account_id, s.first, s.last, held.seen, held.least, taken.position, taken.event_id
      FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS s (account_id, first, last, most)
     CROSS JOIN LATERAL (
        SELECT count(*) AS seen, min(position) AS least FROM (
            SELECT o.position FROM outbox o
             WHERE o.account_id = s.account_id AND o.due_at IS NULL AND o.position BETWEEN s.first AND s.last
             ORDER BY o.position LIMIT s.most + 1
        ) begun
    ) held LEFT JOIN LATERAL (
        SELECT o.position, o.event_id FROM outbox o
         WHERE o.account_id = s.account_id AND o.due_at IS NULL AND o.position BETWEEN s.first AND s.last
         ORDER BY o.position LIMIT s.most FOR UPDATE SKIP LOCKED
    ) taken ON true
    """,
)

# Those that could not be fanned out, as far as they are due. Going from `$1` on goes round, so a workspace whose turn
# it was is told of even where others hold all that it has.
CLAIM_POSTPONED = sql(
    "webhooks.unscoped_claim_postponed",
    """
    {in_turn}
    SELECT waiting.account_id, taken.position, taken.event_id FROM waiting LEFT JOIN LATERAL (
        SELECT o.position, o.event_id FROM outbox o WHERE o.account_id = waiting.account_id AND o.due_at <= now()
         ORDER BY o.due_at LIMIT $3 FOR UPDATE SKIP LOCKED
    ) taken ON true WHERE waiting.account_id <> ALL ($4::text[])
    """,
    in_turn=_IN_TURN,
)

POSTPONE = sql(
    "webhooks.postpone_event",
    """
    UPDATE outbox SET faults = faults + 1, due_at = now() + least(2 ^ least(faults, 16), 600) * interval '1 s'
     WHERE account_id = $1 AND position = $2
    RETURNING faults
    """,
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
