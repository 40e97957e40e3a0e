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
CREATE INDEX licenses_search_keys ON licenses (account_id, lower(key), id DESC);
CREATE INDEX licenses_search_customers ON licenses (account_id, lower(customer_id COLLATE "C"), id DESC);
CREATE INDEX licenses_search_references ON licenses (account_id, lower(external_ref COLLATE "C"), id DESC)
    WHERE external_ref IS NOT NULL;

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
ALTER TABLE license_activations ALTER COLUMN account_id SET (n_distinct = 1);
