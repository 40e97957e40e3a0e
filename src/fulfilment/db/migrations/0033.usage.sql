-- What each workspace used by the month, which plans limit and partners pay by; and counts of what a dashboard shows.
--
-- Both are counted in the transaction of what they count (db/outbox.py). What an older node does until it is replaced is
-- not counted.

CREATE TABLE usage_months (
    account_id  text NOT NULL,
    month       date NOT NULL CHECK (extract(day FROM month) = 1),
    noun        text NOT NULL,
    shard       smallint NOT NULL,
    count       bigint NOT NULL,
    PRIMARY KEY (account_id, month, noun, shard)
) WITH (fillfactor = 50);
ALTER TABLE usage_months ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE usage_months IS 'shipments booked, deliveries and licenses of each calendar month (UTC, by this clock)';
COMMENT ON COLUMN usage_months.shard IS
    'by the connection that counted, so that those who count at once need not wait for each other''s commits';

INSERT INTO usage_months (account_id, month, noun, shard, count)
SELECT account_id, date_trunc('month', at AT TIME ZONE 'UTC')::date, noun, 0, count(*) FROM (
    SELECT account_id, 'delivery' AS noun, created_at AS at FROM deliveries
    UNION ALL
    SELECT account_id, 'license', created_at FROM licenses
    UNION ALL
    -- The first that is known of a booking is what the courier said of it.
    SELECT s.account_id, 'shipment',
           coalesce((SELECT min(e.occurred_at) FROM shipment_events e
                      WHERE e.account_id = s.account_id AND e.shipment_id = s.id), s.created_at)
      FROM shipments s WHERE s.aggregator_order_id NOT LIKE 'pending-%'
) AS used GROUP BY 1, 2, 3;

CREATE TABLE spread_tallies (
    account_id  text NOT NULL,
    noun        text NOT NULL,
    status      text NOT NULL,
    shard       smallint NOT NULL,
    count       bigint NOT NULL,
    PRIMARY KEY (account_id, noun, status, shard)
) WITH (fillfactor = 50);
ALTER TABLE spread_tallies ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE spread_tallies IS
    'as tallies, of what many may change at once: a count is the sum of its shards, each of which may be below zero';

INSERT INTO spread_tallies (account_id, noun, status, shard, count)
SELECT account_id, noun, status, 0, count(*) FROM (
    SELECT account_id, 'product' AS noun, CASE WHEN archived THEN 'archived' ELSE 'active' END AS status FROM products
    UNION ALL
    SELECT account_id, 'variant', CASE WHEN archived THEN 'archived' ELSE 'active' END FROM variants
    UNION ALL
    SELECT account_id, 'warehouse', CASE WHEN archived THEN 'archived' ELSE 'active' END FROM warehouses
    UNION ALL
    SELECT account_id, 'delivery', 'granted' FROM deliveries
) AS kept GROUP BY 1, 2, 3;

-- What a plan limits is counted among these, up to its limit.
CREATE INDEX api_keys_active ON api_keys (account_id, coalesce(expires_at, 'infinity')) WHERE revoked_at IS NULL;

-- What has failed for longest comes first on a dashboard.
CREATE INDEX webhook_endpoints_failing ON webhook_endpoints (account_id, failing_since)
    WHERE failing_since IS NOT NULL AND deleted_at IS NULL;
