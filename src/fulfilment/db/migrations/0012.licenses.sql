-- Licenses and the instances that hold their slots.

CREATE TABLE licenses (
    account_id       text NOT NULL REFERENCES accounts,
    id               text NOT NULL,
    product_id       text NOT NULL,
    customer_id      text NOT NULL,
    key              text COLLATE "C" NOT NULL,
    found_as         text COLLATE "C" NOT NULL,
    is_own_choice    boolean NOT NULL,
    status           text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
    activations      bigint NOT NULL DEFAULT 0,
    max_activations  bigint NOT NULL CHECK (max_activations > 0),
    expires_at       timestamptz,
    suspended_at     timestamptz,
    external_source  text,
    external_ref     text,
    created_at       timestamptz NOT NULL,
    key_term         text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(key)) STORED,
    customer_term    text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(customer_id COLLATE "C")) STORED,
    reference_term   text COLLATE "C" GENERATED ALWAYS AS (lower(external_ref COLLATE "C")) STORED,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, product_id) REFERENCES products,
    CHECK (activations BETWEEN 0 AND max_activations)
) WITH (fillfactor = 90);
COMMENT ON COLUMN licenses.found_as IS 'the key; in upper case where it has the form of the service''s own (licenses/key_format.py)';
COMMENT ON COLUMN licenses.is_own_choice IS 'the key is the caller''s own, and found only as it was given';
COMMENT ON COLUMN licenses.activations IS 'how many instances are active; changes only with its row locked';
-- The public routes know a key and no workspace, so a key is one license's in the whole service.
CREATE UNIQUE INDEX licenses_found_as ON licenses (found_as);
CREATE INDEX licenses_of_customer ON licenses (account_id, customer_id, id DESC);
CREATE INDEX licenses_of_product ON licenses (account_id, product_id, id DESC);
CREATE INDEX licenses_by_status ON licenses (account_id, status, id DESC);
-- What a search goes along: the beginnings of keys, customers and references, in either case of ASCII.
CREATE INDEX licenses_search_keys ON licenses (account_id, key_term, id DESC);
CREATE INDEX licenses_search_customers ON licenses (account_id, customer_term, id DESC);
CREATE INDEX licenses_search_references ON licenses (account_id, reference_term, id DESC)
    WHERE reference_term IS NOT NULL;

CREATE TABLE license_activations (
    account_id      text NOT NULL,
    id              text NOT NULL,
    license_id      text NOT NULL,
    instance_id     text NOT NULL,
    activated_at    timestamptz NOT NULL,
    deactivated_at  timestamptz,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, license_id) REFERENCES licenses
) WITH (fillfactor = 90);
CREATE INDEX license_activations_newest ON license_activations (account_id, license_id, id DESC);
CREATE INDEX license_activations_active ON license_activations (account_id, license_id, id DESC)
    WHERE deactivated_at IS NULL;
CREATE UNIQUE INDEX license_activations_one_slot ON license_activations (account_id, license_id, instance_id)
    WHERE deactivated_at IS NULL;

-- As in 0009: plans are made for a workspace that has every row.
ALTER TABLE licenses ALTER COLUMN account_id SET (n_distinct = 1);
-- One customer, product or status may have nearly all licenses. None is thought to, so that a filter's own index is taken,
-- and not a walk through all of them in their order.
ALTER TABLE licenses
    ALTER COLUMN customer_id SET (n_distinct = 200),
    ALTER COLUMN product_id SET (n_distinct = 200),
    ALTER COLUMN status SET (n_distinct = 200),
    ALTER COLUMN key_term SET (n_distinct = -1),
    ALTER COLUMN customer_term SET (n_distinct = 200),
    ALTER COLUMN reference_term SET (n_distinct = 200);
ALTER TABLE license_activations ALTER COLUMN account_id SET (n_distinct = 1);
