-- Digital deliveries: what a customer may download, how often and until when.

CREATE TABLE deliveries (
    account_id           text NOT NULL,
    id                   text NOT NULL,
    product_id           text NOT NULL,
    customer_id          text NOT NULL,
    checkout_session_id  text NOT NULL,
    download_count       integer NOT NULL DEFAULT 0,
    max_downloads        integer NOT NULL CHECK (max_downloads BETWEEN 1 AND 100),
    expires_at           timestamptz NOT NULL,
    revoked_at           timestamptz,
    announce_at          timestamptz,
    state                text GENERATED ALWAYS AS (CASE WHEN revoked_at IS NOT NULL THEN 'revoked'
                             WHEN announce_at IS NULL THEN 'expired' ELSE 'open' END) STORED,
    last_downloaded_at   timestamptz,
    external_source      text,
    external_ref         text,
    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, product_id) REFERENCES products,
    UNIQUE (account_id, product_id, checkout_session_id),
    CHECK (download_count BETWEEN 0 AND max_downloads),
    CHECK (revoked_at IS NULL OR announce_at IS NULL)
) WITH (fillfactor = 80);
COMMENT ON COLUMN deliveries.announce_at IS
    'when its expiry is to be told of next: ahead of it, then at expires_at; null: there is nothing more to tell';
COMMENT ON COLUMN deliveries.state IS 'open: active until expires_at, expired from then on';
-- What is due, of anybody; then workspace by workspace, so that none waits for the many of another.
CREATE INDEX deliveries_due ON deliveries (announce_at) WHERE announce_at IS NOT NULL;
CREATE INDEX deliveries_due_in_turn ON deliveries (account_id, announce_at) WHERE announce_at IS NOT NULL;
CREATE INDEX deliveries_in_state ON deliveries (account_id, state, id DESC);
CREATE INDEX deliveries_of_customer ON deliveries (account_id, customer_id, id DESC);
CREATE INDEX deliveries_of_product ON deliveries (account_id, product_id, id DESC);

-- As for every table of workspaces (0009.planning.sql).
ALTER TABLE deliveries ALTER COLUMN account_id SET (n_distinct = 1);
-- And a plan that was made while all were alike must still seek by the filter when they are not any more.
ALTER TABLE deliveries
    ALTER COLUMN state SET (n_distinct = 3),
    ALTER COLUMN customer_id SET (n_distinct = -0.5),
    ALTER COLUMN product_id SET (n_distinct = -0.1);
