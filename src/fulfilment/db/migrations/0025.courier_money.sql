-- A shipment is finished with the aggregator key that it was booked with (shipping/former_keys.py).
ALTER TABLE aggregator_configs ADD COLUMN key_id text;
UPDATE aggregator_configs SET key_id = 'akey_' || md5(account_id) WHERE api_key IS NOT NULL;
ALTER TABLE aggregator_configs ADD CHECK ((api_key IS NULL) = (key_id IS NULL));
COMMENT ON COLUMN aggregator_configs.key_id IS 'names the own key in shipments and calls; another key has another';

CREATE TABLE former_aggregator_keys (
    account_id         text NOT NULL REFERENCES accounts,
    id                 text NOT NULL,
    api_key            bytea NOT NULL,
    report_token       bytea NOT NULL,
    report_token_hash  bytea NOT NULL UNIQUE,
    retired_at         timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, id)
);
COMMENT ON TABLE former_aggregator_keys IS
    'a workspace''s own keys that were replaced or removed, sealed, until what was booked with them has ended';
CREATE INDEX former_aggregator_keys_retired ON former_aggregator_keys (retired_at);
-- As in 0017: one workspace may have every row.
ALTER TABLE former_aggregator_keys ALTER COLUMN account_id SET (n_distinct = 1);

ALTER TABLE shipments ADD COLUMN booked_with text;
COMMENT ON COLUMN shipments.booked_with IS
    'the key that the courier was booked with: the id of an own one, or platform: and a digest of the platform''s';
ALTER TABLE courier_calls ADD COLUMN booked_with text;
COMMENT ON COLUMN courier_calls.booked_with IS 'the key that it is made with; see shipments';
UPDATE shipments s SET booked_with = c.key_id FROM aggregator_configs c
 WHERE c.account_id = s.account_id AND c.key_id IS NOT NULL AND s.is_own_key
   AND s.status NOT IN ('cancelled', 'delivered', 'returned');
UPDATE courier_calls k SET booked_with = c.key_id FROM aggregator_configs c
 WHERE c.account_id = k.account_id AND c.key_id IS NOT NULL AND k.is_own_key;
CREATE INDEX shipments_open_by_key ON shipments (account_id, booked_with)
 WHERE is_own_key AND status NOT IN ('cancelled', 'delivered', 'returned');

-- A courier's clock may be wrong: what it says will be counts as now, and is known again by what it said.
ALTER TABLE shipment_events
    ADD COLUMN said_at timestamptz,
    ADD COLUMN is_echo boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN shipment_events.said_at IS 'the time that the courier named, where it had not come yet; null: occurred_at';
COMMENT ON COLUMN shipment_events.is_echo IS 'the courier only said what the service itself had just done';
DROP INDEX shipment_events_once;
CREATE UNIQUE INDEX shipment_events_once
    ON shipment_events (account_id, shipment_id, coalesce(said_at, occurred_at), order_id, raw_status);
CREATE INDEX shipment_events_in_order ON shipment_events (account_id, shipment_id, occurred_at);
UPDATE shipments SET last_report_at = now() WHERE last_report_at > now();
