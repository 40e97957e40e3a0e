-- What every domain stands on: workspaces and their keys, the memory of idempotency keys, events and their outbox, audit
-- entries and maintained counts. Keys begin with the workspace everywhere, so that the database itself refuses a reference
-- across workspaces.

CREATE FUNCTION wire_time(moment timestamptz) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- A process is alive while it holds the lock of its number (db/presence.py), so what carries a number without a lock was
-- left behind. The first number of the pair sets these locks apart from other advisory locks.
CREATE FUNCTION be_present(holder integer) RETURNS boolean
    LANGUAGE sql VOLATILE STRICT
    RETURN pg_try_advisory_lock(1718971494, holder);

CREATE FUNCTION is_gone(holder integer) RETURNS boolean
    LANGUAGE sql VOLATILE STRICT
    RETURN NOT EXISTS (
        SELECT FROM pg_locks
         WHERE locktype = 'advisory' AND classid = 1718971494 AND objid = holder::bigint AND objsubid = 2
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    );

CREATE TABLE accounts (
    id          text PRIMARY KEY,
    name        text NOT NULL,
    plan        text CHECK (plan IN ('free', 'starter', 'growth', 'scale')),
    partner     text,
    origin      text NOT NULL CHECK (origin IN ('operator', 'partner', 'session')),
    created_at  timestamptz NOT NULL
);
COMMENT ON COLUMN accounts.plan IS 'null: internal, every limit is off';
COMMENT ON COLUMN accounts.partner IS 'the partner that provisioned it and may act for it';

CREATE TABLE api_keys (
    account_id      text NOT NULL REFERENCES accounts,
    id              text NOT NULL,
    name            text NOT NULL,
    key_id          text NOT NULL UNIQUE,
    secret          bytea NOT NULL,
    secret_preview  text NOT NULL,
    scopes          text[] NOT NULL,
    partner         text,
    created_by      text,
    created_at      timestamptz NOT NULL,
    last_used_at    timestamptz,
    revoked_at      timestamptz,
    PRIMARY KEY (account_id, id)
);
COMMENT ON COLUMN api_keys.secret IS 'sealed with a master key';
COMMENT ON COLUMN api_keys.partner IS 'set on platform keys: the partner that the key acts for';
CREATE INDEX api_keys_newest ON api_keys (account_id, created_at DESC, id DESC);

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
COMMENT ON COLUMN idempotency_keys.status IS 'null: an operation that leaves the database is under way';
COMMENT ON COLUMN idempotency_keys.holder IS 'the process that is at it (db/presence.py)';
CREATE INDEX idempotency_keys_oldest ON idempotency_keys (created_at);

CREATE TABLE event_sequences (
    account_id  text NOT NULL,
    subject     text NOT NULL,
    last        bigint NOT NULL,
    PRIMARY KEY (account_id, subject)
) WITH (fillfactor = 80);

CREATE TABLE events (
    account_id   text NOT NULL,
    id           text NOT NULL,
    type         text NOT NULL,
    subject      text NOT NULL,
    sequence     bigint NOT NULL,
    data         json NOT NULL,
    occurred_at  timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
);

CREATE TABLE outbox (
    position    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id  text NOT NULL,
    event_id    text NOT NULL
);
COMMENT ON TABLE outbox IS 'events not yet fanned out to the endpoints that subscribe to them';

CREATE TABLE audit_entries (
    account_id   text NOT NULL,
    id           text NOT NULL,
    actor_type   text NOT NULL,
    actor_id     text,
    actor_email  text,
    action       text COLLATE "C" NOT NULL,
    target_type  text COLLATE "C" NOT NULL,
    target_id    text,
    before       json,
    after        json,
    ip           text,
    user_agent   text,
    metadata     json NOT NULL DEFAULT '{}',
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
);
CREATE INDEX audit_entries_newest ON audit_entries (account_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_by_action ON audit_entries (account_id, action, target_type, created_at DESC, id DESC);
CREATE INDEX audit_entries_by_target ON audit_entries (account_id, target_type, created_at DESC, id DESC);

CREATE TABLE tallies (
    account_id  text NOT NULL,
    noun        text NOT NULL,
    status      text NOT NULL,
    count       bigint NOT NULL,
    PRIMARY KEY (account_id, noun, status)
) WITH (fillfactor = 50);
COMMENT ON TABLE tallies IS 'maintained counts, so that no list ever counts rows';
