-- expand: 0.3.0
-- Storefronts, the products they mirror, their events and orders.

CREATE TABLE storefronts (
    account_id       text NOT NULL,
    id               text NOT NULL,
    partner          text NOT NULL,
    secret           bytea NOT NULL,
    previous_secret  bytea,
    previous_until   timestamptz,
    created_at       timestamptz NOT NULL DEFAULT now(),
    UNIQUE (id),
    PRIMARY KEY (account_id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    CONSTRAINT storefronts_check CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
);
ALTER TABLE storefronts
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN storefronts.id IS 'what the address that a storefront sends to names it by; it proves nothing';
COMMENT ON COLUMN storefronts.previous_until IS 'until when the former secret proves as much as the present one';
CREATE INDEX storefronts_newest ON storefronts (created_at DESC, id DESC);
CREATE INDEX storefronts_rotated ON storefronts (previous_until) WHERE previous_until IS NOT NULL;

CREATE TABLE mirrored_products (
    account_id        text NOT NULL,
    ref               text NOT NULL COLLATE pg_catalog."C",
    product_id        text,
    spare_variant_id  text,
    said              json NOT NULL DEFAULT '{}'::json,
    synced_at         timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, ref),
    FOREIGN KEY (account_id, product_id) REFERENCES products,
    FOREIGN KEY (account_id, spare_variant_id) REFERENCES variants
);
ALTER TABLE mirrored_products
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN mirrored_products.product_id IS 'null until the storefront has said what it is called';
COMMENT ON COLUMN mirrored_products.spare_variant_id IS 'the variant it began with, until one of the storefront''s takes it over';
COMMENT ON COLUMN mirrored_products.said IS 'each field''s newest value, and by which event: {"name": ["<position>", "Coffee"]}';
CREATE UNIQUE INDEX mirrored_products_by_product ON mirrored_products (account_id, product_id)
    WHERE product_id IS NOT NULL;
CREATE INDEX mirrored_products_newest ON mirrored_products (account_id, synced_at DESC);

CREATE TABLE mirrored_variants (
    account_id   text NOT NULL,
    product_ref  text NOT NULL COLLATE pg_catalog."C",
    ref          text NOT NULL COLLATE pg_catalog."C",
    variant_id   text,
    born         text NOT NULL COLLATE pg_catalog."C",
    said         json NOT NULL,
    PRIMARY KEY (account_id, product_ref, ref),
    FOREIGN KEY (account_id, product_ref) REFERENCES mirrored_products,
    FOREIGN KEY (account_id, variant_id) REFERENCES variants
);
ALTER TABLE mirrored_variants
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN ref SET (n_distinct = -0.2);
COMMENT ON COLUMN mirrored_variants.variant_id IS 'null while its product, or its name, is not known yet';
COMMENT ON COLUMN mirrored_variants.born IS 'the position of the earliest event that told of it';
CREATE INDEX mirrored_variants_by_ref ON mirrored_variants (account_id, ref, product_ref);
CREATE UNIQUE INDEX mirrored_variants_by_variant ON mirrored_variants (account_id, variant_id)
    WHERE variant_id IS NOT NULL;

CREATE TABLE storefront_events (
    account_id   text NOT NULL,
    id           text NOT NULL COLLATE pg_catalog."C",
    type         text NOT NULL,
    received_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, id, type)
);
ALTER TABLE storefront_events
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE storefront_events IS 'what was applied, in the same transaction, each once';
COMMENT ON COLUMN storefront_events.type IS 'part of what an event is: a storefront that gives one id to a checkout and to its payment loses neither';
CREATE INDEX storefront_events_old ON storefront_events (received_at);

CREATE TABLE storefront_orders (
    account_id           text NOT NULL,
    id                   text NOT NULL,
    checkout_session_id  text NOT NULL,
    status               text NOT NULL,
    external_source      text NOT NULL,
    external_ref         text,
    customer             json,
    destination          json,
    shipping             json,
    reported_at              timestamptz,
    expires_at           timestamptz NOT NULL,
    paid_at              timestamptz,
    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    UNIQUE (account_id, checkout_session_id),
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    CONSTRAINT storefront_orders_check CHECK ((paid_at IS NULL) = (status IN ('open', 'expired'))),
    CHECK (status IN ('open', 'fulfilled', 'partly_fulfilled', 'failed', 'expired'))
) WITH (fillfactor = 80);
ALTER TABLE storefront_orders
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN status SET (n_distinct = 5);
COMMENT ON TABLE storefront_orders IS 'its row is locked before anything of its checkout is changed';
COMMENT ON COLUMN storefront_orders.reported_at IS 'when the newest event that opened or ended the checkout happened, by the storefront: an older one changes nothing';
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
    type         text,
    quantity     bigint NOT NULL,
    name         text,
    value        bigint,
    weight       bigint,
    status       text NOT NULL,
    shipment_id  text,
    delivery_id  text,
    license_ids  text[] NOT NULL,
    error        json,
    PRIMARY KEY (account_id, order_id, number),
    FOREIGN KEY (account_id, delivery_id) REFERENCES deliveries,
    FOREIGN KEY (account_id, order_id) REFERENCES storefront_orders(account_id, id) ON DELETE CASCADE,
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments,
    CONSTRAINT storefront_order_lines_check CHECK ((status = 'failed') = (error IS NOT NULL)),
    CHECK (quantity > 0),
    CHECK (status IN ('waiting', 'fulfilled', 'failed')),
    CHECK (type IN ('physical', 'digital', 'license')),
    CHECK (value >= 0),
    CHECK (weight > 0)
) WITH (fillfactor = 80);
ALTER TABLE storefront_order_lines
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN order_id SET (n_distinct = -0.2);
COMMENT ON COLUMN storefront_order_lines.product_id IS 'as the storefront named it, or as it turned out to be';
COMMENT ON COLUMN storefront_order_lines.license_ids IS 'one for each piece; a long line has them in parts';
