-- How a workspace ships (its origin and its aggregator config are one row), and its prepaid shipping credit.

CREATE TABLE aggregator_configs (
    account_id         text PRIMARY KEY REFERENCES accounts,
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
    report_token_hash  bytea UNIQUE,
    default_origin_id  text,
    enabled_couriers   text[] NOT NULL DEFAULT '{}',
    needs_coordinates  boolean NOT NULL DEFAULT false,
    default_courier    text,
    active             boolean NOT NULL DEFAULT true,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    CHECK ((address IS NULL) = (contact_name IS NULL) AND (address IS NULL) = (contact_phone IS NULL)),
    CHECK ((api_key IS NULL) = (report_token IS NULL) AND (api_key IS NULL) = (report_token_hash IS NULL)),
    CHECK (NOT needs_coordinates OR (address IS NOT NULL AND lat IS NOT NULL AND lng IS NOT NULL))
);
COMMENT ON COLUMN aggregator_configs.address IS 'null: no shipping origin is set';
COMMENT ON COLUMN aggregator_configs.api_key IS 'the workspace''s own, sealed with a master key; null: the platform''s is used';
COMMENT ON COLUMN aggregator_configs.report_token IS 'in the address for the own key''s reports, sealed; found by its hash';
COMMENT ON COLUMN aggregator_configs.enabled_couriers IS 'empty: every courier that needs no coordinates';
COMMENT ON COLUMN aggregator_configs.needs_coordinates IS 'an instant courier is among the enabled ones';

CREATE TABLE credit_balances (
    account_id         text PRIMARY KEY REFERENCES accounts,
    balance            bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
    held               bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
    transaction_count  bigint NOT NULL DEFAULT 0,
    updated_at         timestamptz NOT NULL,
    CHECK (held <= balance)
) WITH (fillfactor = 80);
COMMENT ON TABLE credit_balances IS 'balance is the sum of the transactions; its row is locked before anything else of credits';

CREATE TABLE credit_shipments (
    account_id   text NOT NULL REFERENCES credit_balances,
    shipment_id  text NOT NULL,
    held         bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
    charged      bigint NOT NULL DEFAULT 0 CHECK (charged >= 0),
    refunded     bigint NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND charged),
    PRIMARY KEY (account_id, shipment_id),
    CHECK (held = 0 OR charged = 0)
) WITH (fillfactor = 80);
COMMENT ON TABLE credit_shipments IS 'what each shipment holds, was charged and got back';

CREATE TABLE credit_transactions (
    account_id     text NOT NULL REFERENCES credit_balances,
    id             text NOT NULL,
    number         bigint NOT NULL,
    kind           text NOT NULL CHECK (kind IN ('topup', 'shipment_charge', 'shipment_refund', 'manual_adjustment')),
    amount         bigint NOT NULL CHECK (amount <> 0),
    balance_after  bigint NOT NULL CHECK (balance_after >= 0),
    shipment_id    text,
    external_ref   text,
    memo           text,
    created_at     timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
);
COMMENT ON COLUMN credit_transactions.number IS 'they count up from 1, so that their order is that of the balances after them';
CREATE UNIQUE INDEX credit_transactions_newest ON credit_transactions (account_id, number DESC);
CREATE INDEX credit_transactions_by_time ON credit_transactions (account_id, created_at, number);
CREATE UNIQUE INDEX credit_transactions_external_ref ON credit_transactions (account_id, kind, external_ref)
    WHERE external_ref IS NOT NULL;
CREATE UNIQUE INDEX credit_transactions_one_charge ON credit_transactions (account_id, shipment_id)
    WHERE kind = 'shipment_charge';
