-- What merchants do with webhooks: rotating secrets, reading events, telling how endpoints fare, catching up; and how long
-- all of it is kept.

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

-- Delivering again what an endpoint failed to take or missed: looked for in the order of events, a batch at a time.
CREATE TABLE webhook_recoveries (
    account_id   text NOT NULL,
    id           text NOT NULL,
    endpoint_id  text NOT NULL,
    since        timestamptz NOT NULL,
    until        timestamptz NOT NULL,
    status       text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'stopped')),
    position     text NOT NULL,
    last         text NOT NULL,
    queued       bigint NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    finished_at  timestamptz,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE,
    CHECK ((status = 'running') = (finished_at IS NULL))
);
ALTER TABLE webhook_recoveries ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN webhook_recoveries.position IS 'the id of the event that was looked at last';
COMMENT ON COLUMN webhook_recoveries.last IS 'where to stop: after every event of the period';
COMMENT ON COLUMN webhook_recoveries.queued IS 'deliveries that were queued by it';
CREATE INDEX webhook_recoveries_of_endpoint ON webhook_recoveries (account_id, endpoint_id);
CREATE UNIQUE INDEX webhook_recoveries_one_at_a_time ON webhook_recoveries (account_id, endpoint_id)
    WHERE status = 'running';
CREATE INDEX webhook_recoveries_running ON webhook_recoveries (updated_at) WHERE status = 'running';
CREATE INDEX webhook_recoveries_finished ON webhook_recoveries (finished_at) WHERE finished_at IS NOT NULL;
