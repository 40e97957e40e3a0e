-- Saved destinations of a workspace's customers.

CREATE TABLE addresses (
    account_id     text NOT NULL REFERENCES accounts,
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
    PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX addresses_one_default ON addresses (account_id, customer_id) WHERE is_default;
CREATE INDEX addresses_listed ON addresses (account_id, is_default DESC, updated_at DESC, id DESC);
CREATE INDEX addresses_of_customer
    ON addresses (account_id, customer_id, is_default DESC, updated_at DESC, id DESC);
