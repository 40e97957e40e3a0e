-- expand: 0.2.0
-- What became of parcels and of shipping credit, by the hour, for plots: no page ever counts shipments or transactions.
--
-- Both are kept by triggers, so that what older nodes do is counted as well. An event is counted with its departure from
-- the outbox, where it stands exactly once, and by the worker: two bookings never wait for each other because of a
-- figure. A transaction of the ledger is counted as it is written, since those of a workspace follow each other anyway.

CREATE TABLE shipment_hours (
    account_id  text NOT NULL,
    hour        timestamptz NOT NULL,
    booked      bigint NOT NULL DEFAULT 0,
    delivered   bigint NOT NULL DEFAULT 0,
    returned    bigint NOT NULL DEFAULT 0,
    cancelled   bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, hour)
) WITH (fillfactor = 50);
ALTER TABLE shipment_hours ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE shipment_hours IS 'how many shipments were booked, and came to each end, in each hour (UTC)';

CREATE TABLE credit_hours (
    account_id  text NOT NULL,
    hour        timestamptz NOT NULL,
    spent       bigint NOT NULL DEFAULT 0,
    added       bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, hour)
) WITH (fillfactor = 50);
ALTER TABLE credit_hours ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE credit_hours IS 'the sums of the credit transactions of each hour (UTC)';
COMMENT ON COLUMN credit_hours.spent IS 'what shipments were charged, less what they were given back';

-- What an event says became of a shipment: the column that it is counted in, or null. A report counts where it moved the
-- shipment, a cancellation where a courier had been booked.
CREATE FUNCTION shipment_outcome(type text, data json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN type LIKE '%.shipment.pickup\_confirmed.v1' THEN 'booked'
        WHEN type LIKE '%.shipment.cancelled.v1' AND data ->> 'aggregatorOrderId' NOT LIKE 'pending-%' THEN 'cancelled'
        WHEN type LIKE '%.shipment.status\_updated.v1' AND data ->> 'status' IN ('delivered', 'returned', 'cancelled')
             AND data ->> 'status' <> data ->> 'previousStatus' THEN data ->> 'status'
    END
$$;

CREATE FUNCTION count_shipment_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Whoever counts at the same time takes the hours in the same order.
    INSERT INTO shipment_hours AS h (account_id, hour, booked, delivered, returned, cancelled)
    SELECT account_id, hour, count(*) FILTER (WHERE outcome = 'booked'), count(*) FILTER (WHERE outcome = 'delivered'),
           count(*) FILTER (WHERE outcome = 'returned'), count(*) FILTER (WHERE outcome = 'cancelled')
      FROM (
        SELECT e.account_id, date_trunc('hour', e.occurred_at, 'UTC') AS hour, shipment_outcome(e.type, e.data) AS outcome
          FROM gone CROSS JOIN LATERAL (
            SELECT account_id, type, data, occurred_at FROM events
             WHERE account_id = gone.account_id AND id = gone.event_id OFFSET 0
          ) e WHERE e.type LIKE '%.shipment.%'
      ) told WHERE outcome IS NOT NULL
     GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (account_id, hour) DO UPDATE
       SET booked = h.booked + excluded.booked, delivered = h.delivered + excluded.delivered,
           returned = h.returned + excluded.returned, cancelled = h.cancelled + excluded.cancelled;
    RETURN NULL;
END
$$;
CREATE TRIGGER outbox_counts_shipments AFTER DELETE ON outbox
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_shipment_hours();

CREATE FUNCTION count_credit_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO credit_hours AS h (account_id, hour, spent, added)
    SELECT account_id, date_trunc('hour', created_at, 'UTC'),
           coalesce(sum(-amount) FILTER (WHERE kind IN ('shipment_charge', 'shipment_refund')), 0),
           coalesce(sum(amount) FILTER (WHERE kind NOT IN ('shipment_charge', 'shipment_refund')), 0)
      FROM made GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (account_id, hour) DO UPDATE SET spent = h.spent + excluded.spent, added = h.added + excluded.added;
    RETURN NULL;
END
$$;
CREATE TRIGGER credit_transactions_count_hours AFTER INSERT ON credit_transactions
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_credit_hours();

-- Counts a workspace anew: shipments from the events since $2, credit from all of its ledger. It adds what is missing of
-- one moment, so that whatever is counted meanwhile stays; two of these at once wait for each other. What still stands
-- in the outbox is counted when it leaves.
CREATE FUNCTION recount_hours(workspace text, since timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    begins timestamptz := date_trunc('hour', since, 'UTC') + interval '1 hour';
    corrected bigint;
    also bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('recount_hours ' || workspace, 0));
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
            SELECT hour, -booked, -delivered, -returned, -cancelled FROM shipment_hours
             WHERE account_id = workspace AND hour >= begins
          ) both_sides GROUP BY hour
    )
    INSERT INTO shipment_hours AS h (account_id, hour, booked, delivered, returned, cancelled)
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
            SELECT hour, -spent, -added FROM credit_hours WHERE account_id = workspace
        ) both_sides GROUP BY hour
    )
    INSERT INTO credit_hours AS h (account_id, hour, spent, added)
    SELECT workspace, hour, spent, added FROM differences WHERE (spent, added) <> (0, 0) ORDER BY hour
        ON CONFLICT (account_id, hour) DO UPDATE SET spent = h.spent + excluded.spent, added = h.added + excluded.added;
    GET DIAGNOSTICS also = ROW_COUNT;
    RETURN corrected + also;
END
$$;

-- Workspaces of before, which the next migration counts one by one.
CREATE TABLE workspaces_to_count (account_id text PRIMARY KEY);
ALTER TABLE workspaces_to_count ALTER COLUMN account_id SET (n_distinct = 1);
INSERT INTO workspaces_to_count (account_id) SELECT id FROM accounts;
COMMENT ON TABLE workspaces_to_count IS 'whose hours are counted for the first time as their row is deleted';

CREATE FUNCTION count_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM recount_hours(OLD.account_id, now() - interval '29 days');
    RETURN NULL;
END
$$;
CREATE TRIGGER workspaces_are_counted AFTER DELETE ON workspaces_to_count
    FOR EACH ROW EXECUTE FUNCTION count_workspace();
