-- expand: 0.3.0
-- The installation, its processes, the outbox, idempotency records and counters.

CREATE TABLE installation (
    is_only     boolean NOT NULL DEFAULT true,
    brand       text NOT NULL,
    mode        text NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (is_only),
    CHECK (is_only),
    CHECK (mode IN ('production', 'development'))
);

CREATE TABLE master_keys (
    id     text NOT NULL,
    proof  bytea,
    PRIMARY KEY (id)
);
COMMENT ON TABLE master_keys IS 'the ids of the master keys that seal something';
COMMENT ON COLUMN master_keys.proof IS 'nothing, sealed with it: another key of the same id is found out; null: not yet seen';

CREATE TABLE process_heartbeats (
    number         integer NOT NULL,
    name           text NOT NULL,
    present_until  timestamptz NOT NULL,
    PRIMARY KEY (present_until, number)
) WITH (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
COMMENT ON TABLE process_heartbeats IS 'the processes that live, each renewed every second (infra/database/heartbeat.py)';
COMMENT ON COLUMN process_heartbeats.name IS 'what the process is, and its release: api 0.3.0';
COMMENT ON COLUMN process_heartbeats.present_until IS 'by the clock of the database; from then on it is taken for dead';

CREATE TABLE accounts (
    id                 text NOT NULL,
    name               text NOT NULL,
    plan               text,
    partner            text,
    origin             text NOT NULL,
    created_at         timestamptz NOT NULL,
    suspended_at       timestamptz,
    suspension_reason  text,
    external_ref       text,
    brand_name         text,
    business_email     text,
    discount_rate      double precision,
    language           text,
    time_zone          text,
    label_size         text,
    PRIMARY KEY (id),
    CHECK ((discount_rate >= (0)::double precision) AND (discount_rate <= (0.5)::double precision)),
    CHECK (origin IN ('operator', 'partner', 'session')),
    CHECK (plan IN ('free', 'starter', 'growth', 'scale'))
);
COMMENT ON COLUMN accounts.plan IS 'null: internal, every limit is off';
COMMENT ON COLUMN accounts.partner IS 'the partner that provisioned it and may act for it';
COMMENT ON COLUMN accounts.suspended_at IS 'null: it is open';
COMMENT ON COLUMN accounts.suspension_reason IS 'for the operator alone';
COMMENT ON COLUMN accounts.external_ref IS 'the partner''s own id of the workspace';
COMMENT ON COLUMN accounts.language IS 'of its console; empty: as each browser asks';
CREATE UNIQUE INDEX accounts_by_external_ref ON accounts (partner, external_ref) WHERE external_ref IS NOT NULL;
CREATE INDEX accounts_by_partner ON accounts (partner, id) WHERE partner IS NOT NULL;

CREATE TABLE counters (
    account_id  text NOT NULL,
    noun        text NOT NULL,
    status      text NOT NULL,
    count       bigint NOT NULL,
    PRIMARY KEY (account_id, noun, status)
) WITH (fillfactor = 50);
ALTER TABLE counters
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE counters IS 'maintained counts, so that no list ever counts rows';

CREATE TABLE sharded_counters (
    account_id  text NOT NULL,
    noun        text NOT NULL,
    status      text NOT NULL,
    shard       smallint NOT NULL,
    count       bigint NOT NULL,
    PRIMARY KEY (account_id, noun, status, shard)
) WITH (fillfactor = 50);
ALTER TABLE sharded_counters
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE sharded_counters IS 'as counters, of what many may change at once: a count is the sum of its shards, each of which may be below zero';

CREATE TABLE idempotency_keys (
    account_id    text NOT NULL,
    partner       text NOT NULL,
    key           text NOT NULL,
    request_hash  bytea NOT NULL,
    status        smallint,
    response      bytea,
    is_sealed     boolean NOT NULL DEFAULT false,
    lease_until   timestamptz,
    holder        integer,
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (account_id, partner, key)
);
ALTER TABLE idempotency_keys
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN idempotency_keys.status IS 'null: an operation that leaves the database is under way';
COMMENT ON COLUMN idempotency_keys.holder IS 'the process that is at it (infra/database/heartbeat.py)';
CREATE INDEX idempotency_keys_oldest ON idempotency_keys (created_at);

CREATE UNLOGGED TABLE request_windows (
    subject  text NOT NULL,
    used     bigint NOT NULL,
    ends_at  timestamptz NOT NULL,
    PRIMARY KEY (subject)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.1);
COMMENT ON COLUMN request_windows.subject IS 'a workspace, "person <id>", or the line of a client''s address (party.py)';
-- For the sweep of what is long over.
CREATE INDEX request_windows_ends_at ON request_windows (ends_at);

CREATE TABLE nonces (
    key_id      text NOT NULL,
    nonce       text NOT NULL,
    good_until  bigint NOT NULL,
    PRIMARY KEY (key_id, nonce)
);
COMMENT ON COLUMN nonces.good_until IS 'epoch seconds: from then on the request''s timestamp is refused anyway';
CREATE INDEX nonces_by_age ON nonces (good_until);

CREATE TABLE event_sequences (
    account_id  text NOT NULL,
    subject     text NOT NULL,
    last        bigint NOT NULL,
    PRIMARY KEY (account_id, subject)
) WITH (fillfactor = 80);
ALTER TABLE event_sequences
    ALTER COLUMN account_id SET (n_distinct = 1);

CREATE TABLE events (
    account_id   text NOT NULL,
    id           text NOT NULL,
    type         text NOT NULL,
    subject      text NOT NULL,
    sequence     bigint NOT NULL,
    data         json NOT NULL,
    occurred_at  timestamptz NOT NULL,
    trace        bytea,
    PRIMARY KEY (account_id, id)
);
ALTER TABLE events
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN type SET (n_distinct = 4);
COMMENT ON COLUMN events.trace IS 'the trace and the span that it happened in, 24 bytes; empty where they are not recorded';
-- Events are listed in the order of their ids, by the primary key alone; of one type or one resource, by these.
CREATE INDEX events_by_type ON events (account_id, type, id);
CREATE INDEX events_by_subject ON events (account_id, subject, type, id);

CREATE TABLE outbox (
    position    bigint GENERATED ALWAYS AS IDENTITY,
    account_id  text NOT NULL,
    event_id    text NOT NULL,
    due_at      timestamptz,
    faults      integer NOT NULL DEFAULT 0,
    written_by  xid8 DEFAULT pg_current_xact_id(),
    PRIMARY KEY ("position")
);
ALTER TABLE outbox
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE outbox IS 'events not yet fanned out to the endpoints that subscribe to them';
COMMENT ON COLUMN outbox.due_at IS 'when it is tried again, alone; null: it waits in its turn';
COMMENT ON COLUMN outbox.written_by IS 'the transaction of the change';
-- Workspaces are fanned out in turn, so that the backlog of one does not hold up the others.
CREATE INDEX outbox_in_turn ON outbox (account_id, "position") WHERE due_at IS NULL;
CREATE INDEX outbox_postponed ON outbox (account_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_postponed_events ON outbox (account_id, event_id) WHERE due_at IS NOT NULL;
-- What was written since the last look is found by the transaction that wrote it (webhooks/dispatch/outbox_reader.py), so that a
-- look does not pass over rows that are dead and cannot be removed yet. Older nodes look as they did.
CREATE INDEX outbox_written ON outbox (written_by);

CREATE FUNCTION count_shipment_stats() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    -- Whoever counts at the same time takes the hours in the same order.
    INSERT INTO shipment_hourly_stats AS h (account_id, hour, booked, delivered, returned, cancelled)
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
CREATE TRIGGER outbox_counts_shipment_stats AFTER DELETE ON outbox REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION count_shipment_stats();

-- What every domain stands on: workspaces and their keys, the memory of idempotency keys, events and their outbox, audit
-- entries and maintained counts. Keys begin with the workspace everywhere, so that the database itself refuses a reference
-- across workspaces.
CREATE FUNCTION iso_time(moment timestamptz) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- A process is alive until its row says, so what carries a number without such a row was left behind.
CREATE FUNCTION is_process_dead(holder integer) RETURNS boolean
    LANGUAGE sql VOLATILE STRICT
    RETURN NOT EXISTS (
        SELECT FROM process_heartbeats p WHERE p.present_until > statement_timestamp() AND p.number = holder
    );
