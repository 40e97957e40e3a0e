-- expand: 0.3.0
-- Workspaces' partners, API keys, people's sessions, the audit log, usage, and failed authentications.

CREATE TABLE partners (
    name                      text NOT NULL,
    shares_identity_provider  boolean NOT NULL DEFAULT false,
    created_at                timestamptz NOT NULL DEFAULT now(),
    ended_at                  timestamptz,
    PRIMARY KEY (name)
);
COMMENT ON COLUMN partners.shares_identity_provider IS 'it may say which accountId a workspace has';
COMMENT ON COLUMN partners.ended_at IS 'for ever: its platform keys, and the keys made on behalf, were revoked with it';

CREATE TABLE api_keys (
    account_id       text NOT NULL,
    id               text NOT NULL,
    name             text NOT NULL,
    key_id           text NOT NULL,
    secret           bytea NOT NULL,
    secret_preview   text NOT NULL,
    scopes           text[] NOT NULL,
    partner          text,
    created_by       text,
    created_at       timestamptz NOT NULL,
    last_used_at     timestamptz,
    revoked_at       timestamptz,
    expires_at       timestamptz,
    networks         text[],
    made_by_partner  text,
    UNIQUE (key_id),
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    CHECK (cardinality(networks) > 0)
);
ALTER TABLE api_keys
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN api_keys.secret IS 'sealed with a master key';
COMMENT ON COLUMN api_keys.partner IS 'set on platform keys: the partner that the key acts for';
COMMENT ON COLUMN api_keys.expires_at IS 'null: never; whether it has come, the clock of the database decides';
COMMENT ON COLUMN api_keys.networks IS 'normalised CIDR networks that the key works from; null: from anywhere';
COMMENT ON COLUMN api_keys.made_by_partner IS 'made on behalf of the merchant by this partner, or by a key so made: it has the partner''s bounds, and ends with it';
CREATE INDEX api_keys_newest ON api_keys (account_id, created_at DESC, id DESC);
CREATE INDEX api_keys_made_by_partner ON api_keys (account_id, made_by_partner, created_at DESC, id DESC)
    WHERE made_by_partner IS NOT NULL;
-- What ends with a partner.
CREATE INDEX api_keys_alive_of_partner ON api_keys (partner, key_id) WHERE partner IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX api_keys_alive_made_by_partner ON api_keys (made_by_partner, key_id)
    WHERE made_by_partner IS NOT NULL AND revoked_at IS NULL;
-- What a plan limits is counted among these, up to its limit.
CREATE INDEX api_keys_active ON api_keys (account_id, coalesce(expires_at, 'infinity'::timestamptz))
    WHERE revoked_at IS NULL;

CREATE TABLE sessions (
    id_hash           bytea NOT NULL,
    issuer            text NOT NULL,
    subject           text NOT NULL,
    email             text,
    name              text,
    roles             text[] NOT NULL,
    usual_account_id  text,
    account_ids       text[] NOT NULL,
    signed_in_at      timestamptz,
    made_at           timestamptz NOT NULL DEFAULT now(),
    seen_at           timestamptz NOT NULL DEFAULT now(),
    sid               text,
    user_agent        text,
    ip                text,
    ended_at          timestamptz,
    PRIMARY KEY (id_hash)
);
COMMENT ON COLUMN sessions.id_hash IS 'SHA-256 of the id in the browser''s cookie, which is kept nowhere';
COMMENT ON COLUMN sessions.signed_in_at IS 'when the provider says that they proved who they are; empty where it does not say';
COMMENT ON COLUMN sessions.sid IS 'what the provider calls its own session, for back-channel logout';
CREATE INDEX sessions_by_subject ON sessions (subject, made_at);
CREATE INDEX sessions_by_email ON sessions (lower(email), made_at);
CREATE INDEX sessions_by_sid ON sessions (sid, made_at);
CREATE INDEX sessions_by_age ON sessions (made_at);

CREATE TABLE used_tokens (
    token_hash    bytea NOT NULL,
    good_until  timestamptz NOT NULL,
    PRIMARY KEY (token_hash)
);
COMMENT ON COLUMN used_tokens.token_hash IS 'SHA-256 of what was used';
COMMENT ON COLUMN used_tokens.good_until IS 'from then on it would be refused as too old anyway';
CREATE INDEX used_tokens_by_age ON used_tokens (good_until);

CREATE TABLE form_states (
    account_id  text NOT NULL,
    id          text NOT NULL,
    person      text NOT NULL,
    path        text NOT NULL,
    content     text NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    acted_at    timestamptz,
    PRIMARY KEY (account_id, person, id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    CHECK (octet_length(content) <= 131072)
);
ALTER TABLE form_states
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN form_states.person IS 'issuer and subject of whoever sent the form, who alone sees it again';
COMMENT ON COLUMN form_states.path IS 'the page that shows it';
COMMENT ON COLUMN form_states.content IS 'JSON: the fields, the refusal, what was found; no secrets';
COMMENT ON COLUMN form_states.acted_at IS 'when what it asks for was done, where a GET does it';
CREATE INDEX form_states_created ON form_states (created_at);

CREATE TABLE audit_entries (
    account_id   text NOT NULL,
    id           text NOT NULL,
    actor_type   text NOT NULL,
    actor_id     text,
    actor_email  text,
    action       text NOT NULL COLLATE pg_catalog."C",
    target_type  text NOT NULL COLLATE pg_catalog."C",
    target_id    text,
    before       json,
    after        json,
    ip           text,
    user_agent   text,
    metadata     json NOT NULL DEFAULT '{}'::json,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
);
ALTER TABLE audit_entries
    ALTER COLUMN account_id SET (n_distinct = 1);
CREATE INDEX audit_entries_newest ON audit_entries (account_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_by_action ON audit_entries (account_id, action, target_type, created_at DESC, id DESC);
CREATE INDEX audit_entries_by_target ON audit_entries (account_id, target_type, created_at DESC, id DESC);
CREATE INDEX audit_entries_by_actor ON audit_entries (account_id, actor_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_by_target_id ON audit_entries (account_id, target_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_by_age ON audit_entries (created_at);

CREATE TABLE monthly_usage (
    account_id  text NOT NULL,
    month       date NOT NULL,
    noun        text NOT NULL,
    shard       smallint NOT NULL,
    count       bigint NOT NULL,
    PRIMARY KEY (account_id, month, noun, shard),
    CHECK (EXTRACT(day FROM month) = (1)::numeric)
) WITH (fillfactor = 50);
ALTER TABLE monthly_usage
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE monthly_usage IS 'shipments booked, deliveries and licenses of each calendar month (UTC, by this clock)';
COMMENT ON COLUMN monthly_usage.shard IS 'by the connection that counted, so that those who count at once need not wait for each other''s commits';

CREATE TABLE auth_failure_hourly_stats (
    hour      timestamptz NOT NULL,
    reason    text NOT NULL COLLATE pg_catalog."C",
    address   text NOT NULL COLLATE pg_catalog."C",
    key_id    text NOT NULL COLLATE pg_catalog."C",
    count     bigint NOT NULL,
    first_at  timestamptz NOT NULL,
    last_at   timestamptz NOT NULL,
    PRIMARY KEY (hour, reason, address, key_id)
) WITH (fillfactor = 50);
CREATE INDEX auth_failure_hourly_stats_by_address ON auth_failure_hourly_stats (address, hour);
CREATE INDEX auth_failure_hourly_stats_by_key ON auth_failure_hourly_stats (key_id, hour);

CREATE TYPE audit_line AS (
	account_id text,
	id text,
	actor_type text,
	actor_id text,
	actor_email text,
	action text,
	target_type text,
	target_id text,
	before text,
	after text,
	ip text,
	user_agent text,
	metadata text
);

-- Lines of one moment stand in the order in which they were told, which the wire does not show.
CREATE FUNCTION insert_audit_lines(lines audit_line[]) RETURNS void
    LANGUAGE sql VOLATILE
BEGIN ATOMIC
    INSERT INTO audit_entries (account_id, id, actor_type, actor_id, actor_email, action, target_type, target_id,
                               before, after, ip, user_agent, metadata, created_at)
    SELECT l.account_id, l.id, l.actor_type, l.actor_id, l.actor_email, l.action, l.target_type, l.target_id,
           l.before::json, l.after::json, l.ip, l.user_agent, l.metadata::json,
           date_trunc('milliseconds', statement_timestamp()) + least(l.nth - 1, 999) * interval '1 microsecond'
      FROM unnest(lines) WITH ORDINALITY AS l (account_id, id, actor_type, actor_id, actor_email, action, target_type,
                                               target_id, before, after, ip, user_agent, metadata, nth);
END;

-- Answers the ids of the lines that could not be written and why, the SQLSTATE of the last failure; null where there
-- is none. Where one of them is to blame the others are written; a table that is locked, or a server that is too slow,
-- is not asked once for each.
CREATE FUNCTION record_audit_lines(lines audit_line[], OUT unwritten text[], OUT problem text) RETURNS record
    LANGUAGE plpgsql
    AS $$
DECLARE line audit_line;
BEGIN
    BEGIN
        PERFORM insert_audit_lines(lines);
        RETURN;
    EXCEPTION
        WHEN query_canceled OR lock_not_available OR deadlock_detected THEN
            problem := SQLSTATE;
            unwritten := ARRAY(SELECT l.id FROM unnest(lines) AS l);
            RETURN;
        WHEN OTHERS THEN
            problem := SQLSTATE;
    END;
    FOREACH line IN ARRAY lines LOOP
        BEGIN
            PERFORM insert_audit_lines(ARRAY[line]);
        EXCEPTION WHEN OTHERS OR query_canceled THEN
            problem := SQLSTATE;
            unwritten := unwritten || line.id;
        END;
    END LOOP;
END;
$$;
