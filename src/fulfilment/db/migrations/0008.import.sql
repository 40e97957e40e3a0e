-- What the import remembers of its files, so that a file that is read again finds what it made (catalog_file/). A hash is
-- of what the file said last: the same again changes nothing, whatever the API has changed meanwhile.

CREATE TABLE imported_products (
    account_id  text NOT NULL,
    ref         text NOT NULL,
    product_id  text NOT NULL,
    hash        bytea NOT NULL,
    PRIMARY KEY (account_id, ref),
    UNIQUE (account_id, product_id),
    FOREIGN KEY (account_id, product_id) REFERENCES products
);
COMMENT ON COLUMN imported_products.ref IS 'the file''s name for the product';

CREATE TABLE imported_variants (
    account_id  text NOT NULL,
    variant_id  text NOT NULL,
    product_id  text NOT NULL,
    key         text NOT NULL,
    hash        bytea NOT NULL,
    PRIMARY KEY (account_id, variant_id),
    UNIQUE (account_id, product_id, key),
    FOREIGN KEY (account_id, variant_id) REFERENCES variants,
    FOREIGN KEY (account_id, product_id) REFERENCES products
);
COMMENT ON COLUMN imported_variants.key IS 'the file''s name for the variant within the product: ref:…, sku:… or name:…';
