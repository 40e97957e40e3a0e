-- Products and their variants.

CREATE TABLE products (
    account_id       text NOT NULL REFERENCES accounts,
    id               text NOT NULL,
    name             text NOT NULL,
    sku              text,
    description      text,
    type             text NOT NULL CHECK (type IN ('physical', 'digital', 'license')),
    weight           bigint CHECK (weight >= 0),
    length           bigint CHECK (length >= 0),
    width            bigint CHECK (width >= 0),
    height           bigint CHECK (height >= 0),
    license_enabled  boolean NOT NULL,
    max_activations  bigint CHECK (max_activations > 0),
    archived         boolean NOT NULL DEFAULT false,
    external_source  text,
    external_ref     text,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
);
CREATE INDEX products_active ON products (account_id, id DESC) WHERE NOT archived;
CREATE INDEX products_of_type ON products (account_id, type, id DESC);
CREATE INDEX products_active_of_type ON products (account_id, type, id DESC) WHERE NOT archived;
CREATE INDEX products_sku ON products (account_id, sku, id DESC) WHERE sku IS NOT NULL;

CREATE TABLE variants (
    account_id           text NOT NULL,
    id                   text NOT NULL,
    product_id           text NOT NULL,
    name                 text NOT NULL,
    sku                  text,
    price_cents          bigint CHECK (price_cents >= 0),
    cost_cents           bigint CHECK (cost_cents >= 0),
    low_stock_threshold  bigint CHECK (low_stock_threshold >= 0),
    weight               bigint CHECK (weight >= 0),
    is_default           boolean NOT NULL,
    archived             boolean NOT NULL DEFAULT false,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, product_id) REFERENCES products
);
CREATE INDEX variants_of_product ON variants (account_id, product_id, id);
CREATE UNIQUE INDEX variants_one_default ON variants (account_id, product_id) WHERE is_default;
CREATE UNIQUE INDEX variants_sku ON variants (account_id, product_id, sku) WHERE sku IS NOT NULL;
CREATE INDEX variants_any_sku ON variants (account_id, sku) WHERE sku IS NOT NULL;

CREATE TABLE product_terms (
    account_id  text NOT NULL,
    product_id  text NOT NULL,
    term        text COLLATE "C" NOT NULL,
    PRIMARY KEY (account_id, product_id, term),
    FOREIGN KEY (account_id, product_id) REFERENCES products
);
COMMENT ON TABLE product_terms IS 'the words of a product''s name and the skus it is found by, case-folded';
CREATE INDEX product_terms_search ON product_terms (account_id, term, product_id DESC);
