-- expand: 0.3.0
-- Digital deliveries and software licenses.

CREATE TABLE deliveries (
    account_id           text NOT NULL,
    id                   text NOT NULL,
    product_id           text NOT NULL,
    customer_id          text NOT NULL,
    checkout_session_id  text NOT NULL,
    download_count       integer NOT NULL DEFAULT 0,
    max_downloads        integer NOT NULL,
    expires_at           timestamptz NOT NULL,
    revoked_at           timestamptz,
    announce_at          timestamptz,
    state                text GENERATED ALWAYS AS (
                             CASE WHEN revoked_at IS NOT NULL THEN 'revoked'
                                  WHEN announce_at IS NULL THEN 'expired'
                                  ELSE 'open'
                             END
                         ) STORED,
    last_downloaded_at   timestamptz,
    external_source      text,
    external_ref         text,
    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    UNIQUE (account_id, product_id, checkout_session_id),
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, product_id) REFERENCES products,
    CONSTRAINT deliveries_check CHECK (download_count >= 0 AND download_count <= max_downloads),
    CONSTRAINT deliveries_check1 CHECK (revoked_at IS NULL OR announce_at IS NULL),
    CHECK (max_downloads >= 1 AND max_downloads <= 100)
) WITH (fillfactor = 80);
ALTER TABLE deliveries
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN product_id SET (n_distinct = -0.1),
    ALTER COLUMN customer_id SET (n_distinct = -0.5),
    ALTER COLUMN state SET (n_distinct = 3);
COMMENT ON COLUMN deliveries.announce_at IS 'when its expiry is to be told of next: ahead of it, then at expires_at; null: there is nothing more to tell';
COMMENT ON COLUMN deliveries.state IS 'open: active until expires_at, expired from then on';
-- What is due, of anybody; then workspace by workspace, so that none waits for the many of another.
CREATE INDEX deliveries_due ON deliveries (announce_at) WHERE announce_at IS NOT NULL;
CREATE INDEX deliveries_due_in_turn ON deliveries (account_id, announce_at) WHERE announce_at IS NOT NULL;
CREATE INDEX deliveries_in_state ON deliveries (account_id, state, id DESC);
CREATE INDEX deliveries_of_customer ON deliveries (account_id, customer_id, id DESC);
CREATE INDEX deliveries_of_product ON deliveries (account_id, product_id, id DESC);

CREATE TABLE licenses (
    account_id       text NOT NULL,
    id               text NOT NULL,
    product_id       text NOT NULL,
    customer_id      text NOT NULL,
    key              text NOT NULL COLLATE pg_catalog."C",
    normalized_key         text NOT NULL COLLATE pg_catalog."C",
    is_custom_key    boolean NOT NULL,
    status           text NOT NULL DEFAULT 'active',
    activations      bigint NOT NULL DEFAULT 0,
    max_activations  bigint NOT NULL,
    expires_at       timestamptz,
    suspended_at     timestamptz,
    external_source  text,
    external_ref     text,
    created_at       timestamptz NOT NULL,
    key_search_prefix         text GENERATED ALWAYS AS (lower(key)) STORED NOT NULL COLLATE pg_catalog."C",
    customer_search_prefix    text GENERATED ALWAYS AS (lower((customer_id COLLATE "C"))) STORED NOT NULL COLLATE pg_catalog."C",
    reference_search_prefix   text GENERATED ALWAYS AS (lower((external_ref COLLATE "C"))) STORED COLLATE pg_catalog."C",
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    FOREIGN KEY (account_id, product_id) REFERENCES products,
    CONSTRAINT licenses_check CHECK (activations >= 0 AND activations <= max_activations),
    CHECK (max_activations > 0),
    CHECK (status IN ('active', 'revoked'))
) WITH (fillfactor = 90);
ALTER TABLE licenses
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN product_id SET (n_distinct = 200),
    ALTER COLUMN customer_id SET (n_distinct = 200),
    ALTER COLUMN status SET (n_distinct = 200),
    ALTER COLUMN key_search_prefix SET (n_distinct = -1),
    ALTER COLUMN customer_search_prefix SET (n_distinct = 200),
    ALTER COLUMN reference_search_prefix SET (n_distinct = 200);
COMMENT ON COLUMN licenses.normalized_key IS 'the key; in upper case where it has the form of the service''s own (licenses/key_format.py)';
COMMENT ON COLUMN licenses.is_custom_key IS 'the key is the caller''s own, and found only as it was given';
COMMENT ON COLUMN licenses.activations IS 'how many instances are active; changes only with its row locked';
-- The public routes know a key and no workspace, so a key is one license's in the whole service.
CREATE UNIQUE INDEX licenses_found_as ON licenses (normalized_key);
CREATE INDEX licenses_of_customer ON licenses (account_id, customer_id, id DESC);
CREATE INDEX licenses_of_product ON licenses (account_id, product_id, id DESC);
CREATE INDEX licenses_by_status ON licenses (account_id, status, id DESC);
-- What a search goes along: the beginnings of keys, customers and references, in either case of ASCII.
CREATE INDEX licenses_search_keys ON licenses (account_id, key_search_prefix, id DESC);
CREATE INDEX licenses_search_customers ON licenses (account_id, customer_search_prefix, id DESC);
CREATE INDEX licenses_search_references ON licenses (account_id, reference_search_prefix, id DESC)
    WHERE reference_search_prefix IS NOT NULL;

CREATE TABLE license_activations (
    account_id      text NOT NULL,
    id              text NOT NULL,
    license_id      text NOT NULL,
    instance_id     text NOT NULL,
    activated_at    timestamptz NOT NULL,
    deactivated_at  timestamptz,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, license_id) REFERENCES licenses
) WITH (fillfactor = 90);
ALTER TABLE license_activations
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN license_id SET (n_distinct = 10);
CREATE INDEX license_activations_newest ON license_activations (account_id, license_id, id DESC);
CREATE INDEX license_activations_active ON license_activations (account_id, license_id, id DESC)
    WHERE deactivated_at IS NULL;
CREATE UNIQUE INDEX license_activations_one_slot ON license_activations (account_id, license_id, instance_id)
    WHERE deactivated_at IS NULL;

CREATE TABLE license_signing_keys (
    account_id   text NOT NULL,
    key_id       text NOT NULL,
    public_key   text NOT NULL,
    private_key  bytea NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (account_id),
    FOREIGN KEY (account_id) REFERENCES accounts
);
ALTER TABLE license_signing_keys
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN license_signing_keys.key_id IS 'the thumbprint of the public key (RFC 7638)';
COMMENT ON COLUMN license_signing_keys.public_key IS 'the 32 bytes of Ed25519, base64url';
COMMENT ON COLUMN license_signing_keys.private_key IS 'the same of the private key, sealed with a master key';
