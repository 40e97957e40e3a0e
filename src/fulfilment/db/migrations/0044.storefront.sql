-- What a partner's storefront says of the workspaces that the partner provisioned (docs/storefront.md): the secrets that
-- prove it, the events that were applied, and what it called the products and variants that were mirrored.

CREATE TABLE storefronts (
    account_id       text PRIMARY KEY REFERENCES accounts,
    id               text NOT NULL UNIQUE,
    partner          text NOT NULL,
    secret           bytea NOT NULL,
    previous_secret  bytea,
    previous_until   timestamptz,
    created_at       timestamptz NOT NULL DEFAULT now(),
    CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
);
ALTER TABLE storefronts ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN storefronts.id IS 'what the address that a storefront sends to names it by; it proves nothing';
COMMENT ON COLUMN storefronts.previous_until IS 'until when the former secret proves as much as the present one';
CREATE INDEX storefronts_newest ON storefronts (created_at DESC, id DESC);
CREATE INDEX storefronts_rotated ON storefronts (previous_until) WHERE previous_until IS NOT NULL;

-- No foreign key: each event would lock the row of its workspace, which changes with the plan.
CREATE TABLE storefront_events (
    account_id   text NOT NULL,
    id           text COLLATE "C" NOT NULL,
    type         text NOT NULL,
    received_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, id, type)
);
ALTER TABLE storefront_events ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE storefront_events IS 'what was applied, in the same transaction, each once';
COMMENT ON COLUMN storefront_events.type IS
    'part of what an event is: a storefront that gives one id to a checkout and to its payment loses neither';
CREATE INDEX storefront_events_old ON storefront_events (received_at);

CREATE TABLE mirrored_products (
    account_id        text NOT NULL,
    ref               text COLLATE "C" NOT NULL,
    product_id        text,
    spare_variant_id  text,
    said              json NOT NULL DEFAULT '{}',
    synced_at         timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, ref),
    FOREIGN KEY (account_id, product_id) REFERENCES products (account_id, id),
    FOREIGN KEY (account_id, spare_variant_id) REFERENCES variants (account_id, id)
);
ALTER TABLE mirrored_products ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN mirrored_products.product_id IS 'null until the storefront has said what it is called';
COMMENT ON COLUMN mirrored_products.spare_variant_id IS 'the variant it began with, until one of the storefront''s takes it over';
COMMENT ON COLUMN mirrored_products.said IS 'each field''s newest value, and by which event: {"name": ["<position>", "Coffee"]}';
CREATE UNIQUE INDEX mirrored_products_by_product ON mirrored_products (account_id, product_id) WHERE product_id IS NOT NULL;
CREATE INDEX mirrored_products_newest ON mirrored_products (account_id, synced_at DESC);

CREATE TABLE mirrored_variants (
    account_id   text NOT NULL,
    product_ref  text COLLATE "C" NOT NULL,
    ref          text COLLATE "C" NOT NULL,
    variant_id   text,
    born         text COLLATE "C" NOT NULL,
    said         json NOT NULL,
    PRIMARY KEY (account_id, product_ref, ref),
    FOREIGN KEY (account_id, product_ref) REFERENCES mirrored_products (account_id, ref),
    FOREIGN KEY (account_id, variant_id) REFERENCES variants (account_id, id)
);
ALTER TABLE mirrored_variants ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN mirrored_variants.variant_id IS 'null while its product, or its name, is not known yet';
COMMENT ON COLUMN mirrored_variants.born IS 'the position of the earliest event that told of it';
CREATE INDEX mirrored_variants_by_ref ON mirrored_variants (account_id, ref, product_ref);
CREATE UNIQUE INDEX mirrored_variants_by_variant ON mirrored_variants (account_id, variant_id) WHERE variant_id IS NOT NULL;
