-- expand: 0.3.0
-- Saved addresses and the aggregator's configuration of each workspace.

CREATE TABLE addresses (
    account_id     text NOT NULL,
    id             text NOT NULL,
    customer_id    text NOT NULL,
    label          text NOT NULL,
    contact_name   text NOT NULL,
    contact_phone  text NOT NULL,
    email          text,
    address        text NOT NULL,
    note           text,
    postal_code    text,
    area_id        text,
    lat            double precision,
    lng            double precision,
    is_default     boolean NOT NULL,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id) REFERENCES accounts
);
ALTER TABLE addresses
    ALTER COLUMN account_id SET (n_distinct = 1);
CREATE UNIQUE INDEX addresses_one_default ON addresses (account_id, customer_id) WHERE is_default;
CREATE INDEX addresses_listed ON addresses (account_id, is_default DESC, updated_at DESC, id DESC);
CREATE INDEX addresses_of_customer ON addresses (account_id, customer_id, is_default DESC, updated_at DESC, id DESC);

CREATE TABLE aggregator_configs (
    account_id         text NOT NULL,
    address            text,
    contact_name       text,
    contact_phone      text,
    province           text,
    city               text,
    district           text,
    village            text,
    postal             text,
    area_id            text,
    lat                double precision,
    lng                double precision,
    note               text,
    api_key            bytea,
    api_key_preview    text,
    report_token       bytea,
    report_token_hash  bytea,
    default_origin_id  text,
    enabled_couriers   text[] NOT NULL DEFAULT '{}'::text[],
    needs_coordinates  boolean NOT NULL DEFAULT false,
    default_courier    text,
    active             boolean NOT NULL DEFAULT true,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    key_id             text,
    PRIMARY KEY (account_id),
    UNIQUE (report_token_hash),
    FOREIGN KEY (account_id) REFERENCES accounts,
    CONSTRAINT aggregator_configs_check CHECK (((address IS NULL) = (contact_name IS NULL)) AND ((address IS NULL) = (contact_phone IS NULL))),
    CONSTRAINT aggregator_configs_check1 CHECK (((api_key IS NULL) = (report_token IS NULL)) AND ((api_key IS NULL) = (report_token_hash IS NULL))),
    CONSTRAINT aggregator_configs_check2 CHECK (NOT needs_coordinates OR ((address IS NOT NULL) AND lat IS NOT NULL AND lng IS NOT NULL)),
    CONSTRAINT aggregator_configs_check3 CHECK ((api_key IS NULL) = (key_id IS NULL))
);
ALTER TABLE aggregator_configs
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN aggregator_configs.address IS 'null: no shipping origin is set';
COMMENT ON COLUMN aggregator_configs.api_key IS 'the workspace''s own, sealed with a master key; null: the platform''s is used';
COMMENT ON COLUMN aggregator_configs.report_token IS 'in the address for the own key''s reports, sealed; found by its hash';
COMMENT ON COLUMN aggregator_configs.enabled_couriers IS 'empty: every courier that needs no coordinates';
COMMENT ON COLUMN aggregator_configs.needs_coordinates IS 'an instant courier is among the enabled ones';
COMMENT ON COLUMN aggregator_configs.key_id IS 'names the own key in shipments and calls; another key has another';

CREATE TABLE previous_aggregator_keys (
    account_id         text NOT NULL,
    id                 text NOT NULL,
    api_key            bytea NOT NULL,
    report_token       bytea NOT NULL,
    report_token_hash  bytea NOT NULL,
    retired_at         timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, id),
    UNIQUE (report_token_hash),
    FOREIGN KEY (account_id) REFERENCES accounts
);
ALTER TABLE previous_aggregator_keys
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE previous_aggregator_keys IS 'a workspace''s own keys that were replaced or removed, sealed, until what was booked with them has ended';
CREATE INDEX previous_aggregator_keys_retired ON previous_aggregator_keys (retired_at);
-- The keys that a workspace replaced last, among which one that is set again is looked for.
CREATE INDEX previous_aggregator_keys_of_workspace ON previous_aggregator_keys (account_id, retired_at DESC);
