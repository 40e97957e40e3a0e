-- expand: 0.3.0
-- Products, variants, their search tokens, and what an import stages.

CREATE TABLE products (
    account_id       text NOT NULL,
    id               text NOT NULL,
    name             text NOT NULL,
    sku              text,
    description      text,
    type             text NOT NULL,
    weight           bigint,
    length           bigint,
    width            bigint,
    height           bigint,
    license_enabled  boolean NOT NULL,
    max_activations  bigint,
    archived         boolean NOT NULL DEFAULT false,
    external_source  text,
    external_ref     text,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    CHECK (height >= 0),
    CHECK (length >= 0),
    CHECK (max_activations > 0),
    CHECK (type IN ('physical', 'digital', 'license')),
    CHECK (weight >= 0),
    CHECK (width >= 0)
);
ALTER TABLE products
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN type SET (n_distinct = 20);
CREATE INDEX products_active ON products (account_id, id DESC) WHERE NOT archived;
CREATE INDEX products_of_type ON products (account_id, type, id DESC);
CREATE INDEX products_active_of_type ON products (account_id, type, id DESC) WHERE NOT archived;
CREATE INDEX products_sku ON products (account_id, sku, id DESC) WHERE sku IS NOT NULL;

CREATE FUNCTION copy_archived_to_search_tokens() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE product_search_tokens SET archived = NEW.archived WHERE account_id = NEW.account_id AND product_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER products_copy_archived AFTER UPDATE OF archived ON products
    FOR EACH ROW WHEN (old.archived <> new.archived)
    EXECUTE FUNCTION copy_archived_to_search_tokens();

CREATE TABLE variants (
    account_id           text NOT NULL,
    id                   text NOT NULL,
    product_id           text NOT NULL,
    name                 text NOT NULL,
    sku                  text,
    price_cents          bigint,
    cost_cents           bigint,
    low_stock_threshold  bigint,
    weight               bigint,
    is_default           boolean NOT NULL,
    archived             boolean NOT NULL DEFAULT false,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, product_id) REFERENCES products,
    CHECK (cost_cents >= 0),
    CHECK (low_stock_threshold >= 0),
    CHECK (price_cents >= 0),
    CHECK (weight >= 0)
);
ALTER TABLE variants
    ALTER COLUMN account_id SET (n_distinct = 1);
CREATE INDEX variants_of_product ON variants (account_id, product_id, id);
CREATE UNIQUE INDEX variants_one_default ON variants (account_id, product_id) WHERE is_default;
CREATE UNIQUE INDEX variants_sku ON variants (account_id, product_id, sku) WHERE sku IS NOT NULL;
CREATE INDEX variants_by_sku ON variants (account_id, sku, product_id DESC) WHERE sku IS NOT NULL;

CREATE FUNCTION copy_threshold_to_levels() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    -- In the one order in which levels are locked, whoever locks several.
    PERFORM FROM stock_levels WHERE account_id = NEW.account_id AND variant_id = NEW.id
      ORDER BY warehouse_id COLLATE "C" FOR NO KEY UPDATE;
    UPDATE stock_levels SET low_stock_threshold = NEW.low_stock_threshold
     WHERE account_id = NEW.account_id AND variant_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER variants_copy_threshold AFTER UPDATE OF low_stock_threshold ON variants
    FOR EACH ROW WHEN (old.low_stock_threshold IS DISTINCT FROM new.low_stock_threshold)
    EXECUTE FUNCTION copy_threshold_to_levels();

CREATE TABLE product_search_tokens (
    account_id  text NOT NULL,
    product_id  text NOT NULL,
    term        text NOT NULL COLLATE pg_catalog."C",
    type        text NOT NULL,
    archived    boolean NOT NULL,
    PRIMARY KEY (account_id, product_id, term)
);
ALTER TABLE product_search_tokens
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE product_search_tokens IS 'the words of a product''s name and the skus it is found by, case-folded';
COMMENT ON COLUMN product_search_tokens.type IS 'the product''s, which never changes';
COMMENT ON COLUMN product_search_tokens.archived IS 'the product''s, carried over by a trigger';
CREATE INDEX product_search_tokens_search ON product_search_tokens (account_id, type, archived, term, product_id DESC);

CREATE TABLE imported_products (
    account_id  text NOT NULL,
    ref         text NOT NULL,
    product_id  text NOT NULL,
    hash        bytea NOT NULL,
    UNIQUE (account_id, product_id),
    PRIMARY KEY (account_id, ref),
    FOREIGN KEY (account_id, product_id) REFERENCES products
);
ALTER TABLE imported_products
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN imported_products.ref IS 'the file''s name for the product';

CREATE TABLE imported_variants (
    account_id  text NOT NULL,
    variant_id  text NOT NULL,
    product_id  text NOT NULL,
    key         text NOT NULL,
    hash        bytea NOT NULL,
    UNIQUE (account_id, product_id, key),
    PRIMARY KEY (account_id, variant_id),
    FOREIGN KEY (account_id, product_id) REFERENCES products,
    FOREIGN KEY (account_id, variant_id) REFERENCES variants
);
ALTER TABLE imported_variants
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN imported_variants.key IS 'the file''s name for the variant within the product: ref:…, sku:… or name:…';
