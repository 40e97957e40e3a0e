-- expand: 0.3.0
-- Hourly statistics of shipments are counted when an event is stored, in its transaction, whichever release's node
-- stores it. Until now they were counted when the event left the outbox.

-- While one way of counting replaces the other, no transaction stores an event, and no event leaves the outbox.
LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE;

CREATE FUNCTION count_shipment_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    outcome text := shipment_outcome(NEW.type, NEW.data);
BEGIN
    INSERT INTO shipment_hourly_stats AS h (account_id, hour, booked, delivered, returned, cancelled)
    VALUES (NEW.account_id, date_trunc('hour', NEW.occurred_at, 'UTC'), (outcome = 'booked')::integer,
            (outcome = 'delivered')::integer, (outcome = 'returned')::integer, (outcome = 'cancelled')::integer)
        ON CONFLICT (account_id, hour) DO UPDATE
       SET booked = h.booked + excluded.booked, delivered = h.delivered + excluded.delivered,
           returned = h.returned + excluded.returned, cancelled = h.cancelled + excluded.cancelled;
    RETURN NULL;
END
$$;
CREATE TRIGGER events_count_shipment AFTER INSERT ON events
    FOR EACH ROW WHEN (shipment_outcome(NEW.type, NEW.data) IS NOT NULL) EXECUTE FUNCTION count_shipment_event();

-- Events in the outbox were stored before the new trigger exists, and the old trigger will not count them any more.
INSERT INTO shipment_hourly_stats AS h (account_id, hour, booked, delivered, returned, cancelled)
SELECT account_id, hour, count(*) FILTER (WHERE outcome = 'booked'), count(*) FILTER (WHERE outcome = 'delivered'),
       count(*) FILTER (WHERE outcome = 'returned'), count(*) FILTER (WHERE outcome = 'cancelled')
  FROM (SELECT e.account_id, date_trunc('hour', e.occurred_at, 'UTC') AS hour,
               shipment_outcome(e.type, e.data) AS outcome
          FROM outbox o JOIN events e ON e.account_id = o.account_id AND e.id = o.event_id
         WHERE e.type LIKE '%.shipment.%') waiting
 WHERE outcome IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (account_id, hour) DO UPDATE
   SET booked = h.booked + excluded.booked, delivered = h.delivered + excluded.delivered,
       returned = h.returned + excluded.returned, cancelled = h.cancelled + excluded.cancelled;

ALTER TABLE outbox DISABLE TRIGGER outbox_counts_shipment_stats;

-- Recounts a workspace: shipments from the events since $2, credit from its whole ledger. It adds the differences of one
-- snapshot, so that concurrent counts stay. Two recounts of a workspace wait for each other. Credit is locked first, as
-- in a booking, which stores its event last.
CREATE OR REPLACE FUNCTION rebuild_hourly_stats(workspace text, since timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
    begins timestamptz := date_trunc('hour', since, 'UTC') + interval '1 hour';
    corrected bigint;
    also bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('rebuild_hourly_stats ' || workspace, 0));
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
    GET DIAGNOSTICS corrected = ROW_COUNT;
    WITH told AS (
        SELECT date_trunc('hour', e.occurred_at, 'UTC') AS hour, shipment_outcome(e.type, e.data) AS outcome
          FROM events e
         WHERE e.account_id = workspace AND e.type LIKE '%.shipment.%' AND e.occurred_at >= begins
    ), differences AS (
        SELECT hour, sum(booked) AS booked, sum(delivered) AS delivered, sum(returned) AS returned,
               sum(cancelled) AS cancelled
          FROM (
            SELECT hour, (outcome = 'booked')::integer AS booked, (outcome = 'delivered')::integer AS delivered,
                   (outcome = 'returned')::integer AS returned, (outcome = 'cancelled')::integer AS cancelled
              FROM told WHERE outcome IS NOT NULL
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
    GET DIAGNOSTICS also = ROW_COUNT;
    RETURN corrected + also;
END
$$;
