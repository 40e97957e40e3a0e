-- What buyers put into a partner's storefront and paid there, and what became of each line (docs/storefront-orders.md,
-- docs/decisions/0080-storefront-orders.md).

CREATE TABLE storefront_orders (
    account_id           text NOT NULL REFERENCES accounts,
    id                   text NOT NULL,
    checkout_session_id  text NOT NULL,
    status               text NOT NULL
        CHECK (status IN ('open', 'fulfilled', 'partly_fulfilled', 'failed', 'expired')),
    external_source      text NOT NULL,
    external_ref         text,
    customer             json,
    destination          json,
    shipping             json,
    said_at              timestamptz,
    expires_at           timestamptz NOT NULL,
    paid_at              timestamptz,
    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    UNIQUE (account_id, checkout_session_id),
    CHECK ((paid_at IS NULL) = (status IN ('open', 'expired')))
) WITH (fillfactor = 80);
COMMENT ON TABLE storefront_orders IS 'its row is locked before anything of its checkout is changed';
COMMENT ON COLUMN storefront_orders.said_at IS
    'when the newest event that opened or ended the checkout happened, by the storefront: an older one changes nothing';
COMMENT ON COLUMN storefront_orders.expires_at IS 'until when an open one is waited for';
CREATE INDEX storefront_orders_by_status ON storefront_orders (account_id, status, id DESC);
CREATE INDEX storefront_orders_overdue ON storefront_orders (expires_at) WHERE status = 'open';
CREATE INDEX storefront_orders_old ON storefront_orders (updated_at) WHERE status = 'expired';

CREATE TABLE storefront_order_lines (
    account_id   text NOT NULL,
    order_id     text NOT NULL,
    number       integer NOT NULL,
    ref          text NOT NULL,
    product_ref  text,
    variant_ref  text,
    product_id   text,
    variant_id   text,
    type         text CHECK (type IN ('physical', 'digital', 'license')),
    quantity     bigint NOT NULL CHECK (quantity > 0),
    name         text,
    value        bigint CHECK (value >= 0),
    weight       bigint CHECK (weight > 0),
    status       text NOT NULL CHECK (status IN ('waiting', 'fulfilled', 'failed')),
    shipment_id  text,
    delivery_id  text,
    license_ids  text[] NOT NULL,
    error        json,
    PRIMARY KEY (account_id, order_id, number),
    FOREIGN KEY (account_id, order_id) REFERENCES storefront_orders ON DELETE CASCADE,
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments,
    FOREIGN KEY (account_id, delivery_id) REFERENCES deliveries,
    CHECK ((status = 'failed') = (error IS NOT NULL))
) WITH (fillfactor = 80);
COMMENT ON COLUMN storefront_order_lines.product_id IS 'as the storefront named it, or as it turned out to be';
COMMENT ON COLUMN storefront_order_lines.license_ids IS 'one for each piece; a long line has them in parts';

-- As for every table of workspaces (0009.planning.sql).
ALTER TABLE storefront_orders ALTER COLUMN account_id SET (n_distinct = 1);
ALTER TABLE storefront_order_lines ALTER COLUMN account_id SET (n_distinct = 1);
-- And a plan that was made while all were alike must still seek by the status when they are not any more.
ALTER TABLE storefront_orders ALTER COLUMN status SET (n_distinct = 5);
ALTER TABLE storefront_order_lines ALTER COLUMN order_id SET (n_distinct = -0.2);
ALTER TABLE mirrored_variants ALTER COLUMN ref SET (n_distinct = -0.2);
