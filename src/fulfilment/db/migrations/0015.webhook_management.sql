-- What merchants do with webhooks: rotating secrets, reading events; and how long all of it is kept.

ALTER TABLE webhook_endpoints
    ADD COLUMN previous_secret bytea,
    ADD COLUMN previous_secret_until timestamptz,
    ADD CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL));
COMMENT ON COLUMN webhook_endpoints.previous_secret IS 'sealed with a master key; signs beside the other until its time';
CREATE INDEX webhook_endpoints_two_secrets ON webhook_endpoints (previous_secret_until)
    WHERE previous_secret_until IS NOT NULL;

-- Events are listed in the order of their ids, by the primary key alone; of one type or one resource, by these.
CREATE INDEX events_by_type ON events (account_id, type, id);
CREATE INDEX events_by_subject ON events (account_id, subject, type, id);

-- Whether a delivery still needs an event that has had its time.
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (account_id, event_id);

-- What came of each endpoint's attempts by the hour, counted as they are recorded, so that nobody counts the log.
CREATE TABLE webhook_hours (
    account_id       text NOT NULL,
    endpoint_id      text NOT NULL,
    hour             timestamptz NOT NULL,
    outcome          text NOT NULL CHECK (outcome IN ('sent', 'retried', 'failed')),
    duration_bucket  smallint NOT NULL,
    attempts         bigint NOT NULL,
    last_at          timestamptz NOT NULL,
    PRIMARY KEY (account_id, endpoint_id, hour, outcome, duration_bucket)
) WITH (fillfactor = 50);
ALTER TABLE webhook_hours ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE webhook_hours IS
    'without a foreign key: counting must not wait for an endpoint that is being deleted, which waits for what is queued';
COMMENT ON COLUMN webhook_hours.outcome IS 'retried: it failed and is tried again; failed: it was the last attempt';
COMMENT ON COLUMN webhook_hours.duration_bucket IS 'how many of the bounds in stats.py the duration is above';
CREATE INDEX webhook_hours_oldest ON webhook_hours (hour);
