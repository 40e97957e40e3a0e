-- expand: 0.2.0
-- Who is signed in to the console. A session is a person's, not a workspace's: one person may work in several. Nodes of
-- the release before know nothing of it.

CREATE TABLE sessions (
    id_hash           bytea PRIMARY KEY,
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
    ended_at          timestamptz
);
COMMENT ON COLUMN sessions.id_hash IS 'SHA-256 of the id in the browser''s cookie, which is kept nowhere';
COMMENT ON COLUMN sessions.signed_in_at IS 'when the provider says that they proved who they are; empty where it does not say';
COMMENT ON COLUMN sessions.sid IS 'what the provider calls its own session, for back-channel logout';
CREATE INDEX sessions_by_subject ON sessions (subject, made_at);
CREATE INDEX sessions_by_email ON sessions (lower(email), made_at);
CREATE INDEX sessions_by_sid ON sessions (sid, made_at);
CREATE INDEX sessions_by_age ON sessions (made_at);

-- What may be used once, by whichever node comes first: the state of a sign-in, the id of a logout token.
CREATE TABLE sign_in_uses (
    use_hash    bytea PRIMARY KEY,
    good_until  timestamptz NOT NULL
);
COMMENT ON COLUMN sign_in_uses.use_hash IS 'SHA-256 of what was used';
COMMENT ON COLUMN sign_in_uses.good_until IS 'from then on it would be refused as too old anyway';
CREATE INDEX sign_in_uses_by_age ON sign_in_uses (good_until);
