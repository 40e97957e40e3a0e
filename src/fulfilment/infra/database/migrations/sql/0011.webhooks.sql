-- expand: 0.3.0
-- Webhook endpoints, deliveries, attempts, the queue and replays.

CREATE SEQUENCE webhook_claim_tokens;

CREATE TABLE webhook_endpoints (
    account_id             text NOT NULL,
    id                     text NOT NULL,
    url                    text NOT NULL,
    events                 text[] NOT NULL,
    description            text NOT NULL,
    active                 boolean NOT NULL DEFAULT true,
    active_since           timestamptz NOT NULL,
    consecutive_failures   integer NOT NULL DEFAULT 0,
    failing_since          timestamptz,
    disabled_at            timestamptz,
    disabled_reason        text,
    secret                 bytea NOT NULL,
    secret_preview         text NOT NULL,
    created_at             timestamptz NOT NULL,
    updated_at             timestamptz NOT NULL,
    deleted_at             timestamptz,
    previous_secret        bytea,
    previous_secret_until  timestamptz,
    committed_before       pg_snapshot,
    partner                text,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    CONSTRAINT webhook_endpoints_check CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
) WITH (fillfactor = 70);
ALTER TABLE webhook_endpoints
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN webhook_endpoints.active_since IS 'events that happened earlier are not for it';
COMMENT ON COLUMN webhook_endpoints.secret IS 'sealed with a master key';
COMMENT ON COLUMN webhook_endpoints.deleted_at IS 'gone for everybody; the row waits for the rest of its log to be removed';
COMMENT ON COLUMN webhook_endpoints.previous_secret IS 'sealed with a master key; signs beside the other until its time';
COMMENT ON COLUMN webhook_endpoints.committed_before IS 'what was committed when it became active: none of it is its own';
COMMENT ON COLUMN webhook_endpoints.partner IS 'registered, pointed elsewhere or given its secret on behalf of the merchant by this partner; null: by none';
CREATE INDEX webhook_endpoints_newest ON webhook_endpoints (account_id, created_at DESC, id DESC)
    WHERE deleted_at IS NULL;
CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX webhook_endpoints_two_secrets ON webhook_endpoints (previous_secret_until)
    WHERE previous_secret_until IS NOT NULL;
-- What has failed for longest comes first on a dashboard.
CREATE INDEX webhook_endpoints_failing ON webhook_endpoints (account_id, failing_since)
    WHERE failing_since IS NOT NULL AND deleted_at IS NULL;
-- The endpoints that are switched off when a partner ends.
CREATE INDEX webhook_endpoints_of_partner ON webhook_endpoints (partner, account_id, id)
    WHERE partner IS NOT NULL AND active;

CREATE TABLE webhook_deliveries (
    account_id       text NOT NULL,
    id               text NOT NULL,
    position         bigint GENERATED ALWAYS AS IDENTITY,
    endpoint_id      text NOT NULL,
    event_id         text NOT NULL,
    type             text NOT NULL,
    status           text NOT NULL DEFAULT 'pending',
    attempts         integer NOT NULL DEFAULT 0,
    last_attempt_at  timestamptz,
    next_retry_at    timestamptz,
    response_code    integer,
    response_body    text,
    last_error       text,
    duration_ms      integer,
    delivered_at     timestamptz,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints,
    FOREIGN KEY (account_id, event_id) REFERENCES events,
    CHECK (status IN ('pending', 'sent', 'failed'))
);
ALTER TABLE webhook_deliveries
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN endpoint_id SET (n_distinct = 20),
    ALTER COLUMN type SET (n_distinct = 200),
    ALTER COLUMN status SET (n_distinct = 3);
COMMENT ON COLUMN webhook_deliveries.id IS 'made from the endpoint and the event: fanning an event out again, after a crash, adds nothing';
COMMENT ON COLUMN webhook_deliveries."position" IS 'the order of the log, since its ids are opaque';
-- As few indexes as can be, since each delivery is written twice: a list without a status merges the three, one of a type
-- merges the endpoints.
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (account_id, status, "position");
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (account_id, endpoint_id, status, "position");
CREATE INDEX webhook_deliveries_by_endpoint_and_type ON webhook_deliveries (account_id, endpoint_id, type, status, "position");
-- Whether a delivery still needs an event that has had its time.
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (account_id, event_id);

CREATE FUNCTION delete_webhook_attempts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM webhook_attempts a USING gone g WHERE a.account_id = g.account_id AND a.delivery_id = g.id;
    RETURN NULL;
END $$;
CREATE TRIGGER webhook_deliveries_delete_attempts AFTER DELETE ON webhook_deliveries REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION delete_webhook_attempts();

CREATE TABLE webhook_attempts (
    account_id     text NOT NULL,
    delivery_id    text NOT NULL,
    number         integer NOT NULL,
    is_success     boolean NOT NULL,
    response_code  integer,
    duration_ms    integer NOT NULL,
    error          text,
    next_retry_at  timestamptz,
    attempted_at   timestamptz NOT NULL,
    PRIMARY KEY (account_id, delivery_id, number)
);
ALTER TABLE webhook_attempts
    ALTER COLUMN account_id SET (n_distinct = 1);

CREATE TABLE webhook_queue (
    account_id   text NOT NULL,
    delivery_id  text NOT NULL,
    endpoint_id  text NOT NULL,
    due_at       timestamptz NOT NULL,
    claim_token       bigint,
    queued_at    timestamptz NOT NULL,
    PRIMARY KEY (account_id, delivery_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
ALTER TABLE webhook_queue
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE webhook_queue IS 'the deliveries that are pending; being taken moves due_at beyond the attempt';
COMMENT ON COLUMN webhook_queue.claim_token IS 'who took it last; only that one may settle it';
CREATE INDEX webhook_queue_due ON webhook_queue (account_id, endpoint_id, due_at);

CREATE TABLE webhook_queue_endpoints (
    account_id   text NOT NULL,
    endpoint_id  text NOT NULL,
    due_at       timestamptz,
    low_water_mark     timestamptz,
    PRIMARY KEY (account_id, endpoint_id),
    FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints(account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE webhook_queue_endpoints
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE webhook_queue_endpoints IS 'one row per endpoint: workers serve the endpoints in turn, whatever their backlogs';
COMMENT ON COLUMN webhook_queue_endpoints.due_at IS 'not after the earliest due_at of its queue; null: nothing is queued';
COMMENT ON COLUMN webhook_queue_endpoints.low_water_mark IS 'nothing in the queue is due before the earlier of this and due_at; null: nobody has looked yet';
CREATE INDEX webhook_queue_endpoints_due ON webhook_queue_endpoints (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE webhook_hourly_stats (
    account_id       text NOT NULL,
    endpoint_id      text NOT NULL,
    hour             timestamptz NOT NULL,
    outcome          text NOT NULL,
    duration_bucket  smallint NOT NULL,
    attempts         bigint NOT NULL,
    last_at          timestamptz NOT NULL,
    PRIMARY KEY (account_id, endpoint_id, hour, outcome, duration_bucket),
    CHECK (outcome IN ('sent', 'retried', 'failed'))
) WITH (fillfactor = 50);
ALTER TABLE webhook_hourly_stats
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE webhook_hourly_stats IS 'without a foreign key: counting must not wait for an endpoint that is being deleted, which waits for what is queued';
COMMENT ON COLUMN webhook_hourly_stats.outcome IS 'retried: it failed and is tried again; failed: it was the last attempt';
COMMENT ON COLUMN webhook_hourly_stats.duration_bucket IS 'how many of the bounds in stats.py the duration is above';
CREATE INDEX webhook_hourly_stats_oldest ON webhook_hourly_stats (hour);

CREATE TABLE webhook_replays (
    account_id   text NOT NULL,
    id           text NOT NULL,
    endpoint_id  text NOT NULL,
    since        timestamptz NOT NULL,
    until        timestamptz NOT NULL,
    status       text NOT NULL DEFAULT 'running',
    "position"   text NOT NULL,
    last         text NOT NULL,
    queued       bigint NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    finished_at  timestamptz,
    due_at       timestamptz NOT NULL DEFAULT now(),
    faults       integer NOT NULL DEFAULT 0,
    is_open      boolean NOT NULL DEFAULT false,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints(account_id, id) ON DELETE CASCADE,
    CONSTRAINT webhook_replays_check CHECK ((status = 'running') = (finished_at IS NULL)),
    CHECK (status IN ('running', 'done', 'stopped'))
);
ALTER TABLE webhook_replays
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN webhook_replays."position" IS 'the id of the event that was looked at last';
COMMENT ON COLUMN webhook_replays.last IS 'where to stop: after every event of the period';
COMMENT ON COLUMN webhook_replays.queued IS 'deliveries that were queued by it';
COMMENT ON COLUMN webhook_replays.due_at IS 'while it runs: when it is carried on with, the longest due first';
COMMENT ON COLUMN webhook_replays.faults IS 'how often in a row carrying on with it failed';
COMMENT ON COLUMN webhook_replays.is_open IS 'up to now: what a clock that is ahead says of it counts as well';
CREATE INDEX webhook_replays_of_endpoint ON webhook_replays (account_id, endpoint_id);
CREATE UNIQUE INDEX webhook_replays_one_at_a_time ON webhook_replays (account_id, endpoint_id)
    WHERE status = 'running';
CREATE INDEX webhook_replays_finished ON webhook_replays (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX webhook_replays_in_turn ON webhook_replays (account_id, due_at) WHERE status = 'running';
