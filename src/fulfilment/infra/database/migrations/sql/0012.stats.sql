-- expand: 0.3.0
-- Hourly statistics of shipments and credit.

CREATE TABLE shipment_hourly_stats (
    account_id  text NOT NULL,
    hour        timestamptz NOT NULL,
    booked      bigint NOT NULL DEFAULT 0,
    delivered   bigint NOT NULL DEFAULT 0,
    returned    bigint NOT NULL DEFAULT 0,
    cancelled   bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, hour)
) WITH (fillfactor = 50);
ALTER TABLE shipment_hourly_stats
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE shipment_hourly_stats IS 'how many shipments were booked, and came to each end, in each hour (UTC)';

CREATE TABLE credit_hourly_stats (
    account_id  text NOT NULL,
    hour        timestamptz NOT NULL,
    spent       bigint NOT NULL DEFAULT 0,
    added       bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, hour)
) WITH (fillfactor = 50);
ALTER TABLE credit_hourly_stats
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE credit_hourly_stats IS 'the sums of the credit transactions of each hour (UTC)';
COMMENT ON COLUMN credit_hourly_stats.spent IS 'what shipments were charged, less what they were given back';

-- What an event says became of a shipment: the column that it is counted in, or null. A report counts where it moved the
-- shipment, a cancellation where a courier had been booked.
CREATE FUNCTION shipment_outcome(type text, data json) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT CASE
        WHEN type LIKE '%.shipment.pickup\_confirmed.v1' THEN 'booked'
        WHEN type LIKE '%.shipment.cancelled.v1' AND data ->> 'aggregatorOrderId' NOT LIKE 'pending-%' THEN 'cancelled'
        WHEN type LIKE '%.shipment.status\_updated.v1' AND data ->> 'status' IN ('delivered', 'returned', 'cancelled')
             AND data ->> 'status' <> data ->> 'previousStatus' THEN data ->> 'status'
    END
$$;

-- Counts a workspace anew: shipments from the events since $2, credit from all of its ledger. It adds what is missing of
-- one moment, so that whatever is counted meanwhile stays; two of these at once wait for each other. What still stands
-- in the outbox is counted when it leaves.
CREATE FUNCTION rebuild_hourly_stats(workspace text, since timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
    begins timestamptz := date_trunc('hour', since, 'UTC') + interval '1 hour';
    corrected bigint;
    also bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('rebuild_hourly_stats ' || workspace, 0));
    WITH told AS (
        SELECT date_trunc('hour', e.occurred_at, 'UTC') AS hour, shipment_outcome(e.type, e.data) AS outcome
          FROM events e
         WHERE e.account_id = workspace AND e.type LIKE '%.shipment.%' AND e.occurred_at >= begins
    ), untold AS (
        -- Each is looked up by its key, so that many that wait cost no more than their number; what waits has an index
        -- for its turn, and one for what was postponed.
        SELECT date_trunc('hour', e.occurred_at, 'UTC') AS hour, shipment_outcome(e.type, e.data) AS outcome
          FROM (SELECT event_id FROM outbox WHERE account_id = workspace AND due_at IS NULL
                 UNION ALL
                SELECT event_id FROM outbox WHERE account_id = workspace AND due_at IS NOT NULL) waiting CROSS JOIN LATERAL (
            SELECT type, data, occurred_at FROM events WHERE account_id = workspace AND id = waiting.event_id OFFSET 0
          ) e WHERE e.type LIKE '%.shipment.%' AND e.occurred_at >= begins
    ), differences AS (
        SELECT hour, sum(booked) AS booked, sum(delivered) AS delivered, sum(returned) AS returned,
               sum(cancelled) AS cancelled
          FROM (
            SELECT hour, (outcome = 'booked')::integer AS booked, (outcome = 'delivered')::integer AS delivered,
                   (outcome = 'returned')::integer AS returned, (outcome = 'cancelled')::integer AS cancelled
              FROM told WHERE outcome IS NOT NULL
             UNION ALL
            SELECT hour, -(outcome = 'booked')::integer, -(outcome = 'delivered')::integer,
                   -(outcome = 'returned')::integer, -(outcome = 'cancelled')::integer
              FROM untold WHERE outcome IS NOT NULL
             UNION ALL
            SELECT hour, -booked, -delivered, -returned, -cancelled FROM shipment_hourly_stats
             WHERE account_id = workspace AND hour >= begins
          ) both_sides GROUP BY hour
    )
    INSERT INTO shipment_hourly_stats AS h (account_id, hour, booked, delivered, returned, cancelled)
    SELECT workspace, hour, booked, delivered, returned, cancelled FROM differences
     WHERE (booked, delivered, returned, cancelled) <> (0, 0, 0, 0) ORDER BY hour
        ON CONFLICT (account_id, hour) DO UPDATE
       SET booked = h.booked + excluded.booked, delivered = h.delivered + excluded.delivered,
           returned = h.returned + excluded.returned, cancelled = h.cancelled + excluded.cancelled;
    GET DIAGNOSTICS corrected = ROW_COUNT;
    WITH differences AS (
        SELECT hour, sum(spent) AS spent, sum(added) AS added FROM (
            SELECT date_trunc('hour', created_at, 'UTC') AS hour,
                   CASE WHEN kind IN ('shipment_charge', 'shipment_refund') THEN -amount ELSE 0 END AS spent,
                   CASE WHEN kind IN ('shipment_charge', 'shipment_refund') THEN 0 ELSE amount END AS added
              FROM credit_transactions WHERE account_id = workspace
             UNION ALL
            SELECT hour, -spent, -added FROM credit_hourly_stats WHERE account_id = workspace
        ) both_sides GROUP BY hour
    )
    INSERT INTO credit_hourly_stats AS h (account_id, hour, spent, added)
    SELECT workspace, hour, spent, added FROM differences WHERE (spent, added) <> (0, 0) ORDER BY hour
        ON CONFLICT (account_id, hour) DO UPDATE SET spent = h.spent + excluded.spent, added = h.added + excluded.added;
    GET DIAGNOSTICS also = ROW_COUNT;
    RETURN corrected + also;
END
$$;
