-- The database remembers whose it is, so that a start under another brand or mode, or without a master key that still
-- seals something, is refused by name (fulfilment/installation.py).

CREATE TABLE installation (
    is_only     boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    brand       text NOT NULL,
    mode        text NOT NULL CHECK (mode IN ('production', 'development')),
    created_at  timestamptz NOT NULL
);

CREATE TABLE master_keys (
    id     text PRIMARY KEY,
    proof  bytea
);
COMMENT ON TABLE master_keys IS 'the ids of the master keys that seal something';
COMMENT ON COLUMN master_keys.proof IS 'nothing, sealed with it: another key of the same id is found out; null: not yet seen';

-- What was sealed before this release names its key: a version, how long the name is, the name (fulfilment/secrets.py).
INSERT INTO master_keys (id)
SELECT DISTINCT convert_from(substring(sealed FROM 3 FOR get_byte(sealed, 1)), 'UTF8')
  FROM (SELECT secret AS sealed FROM api_keys
        UNION ALL SELECT secret FROM webhook_endpoints WHERE deleted_at IS NULL
        UNION ALL SELECT previous_secret FROM webhook_endpoints
        UNION ALL SELECT api_key FROM aggregator_configs
        UNION ALL SELECT report_token FROM aggregator_configs
        UNION ALL SELECT api_key FROM former_aggregator_keys
        UNION ALL SELECT report_token FROM former_aggregator_keys
        UNION ALL SELECT private_key FROM license_signing_keys
        UNION ALL SELECT response FROM idempotency_keys WHERE is_sealed) AS secrets
 WHERE length(sealed) > 2 AND get_byte(sealed, 0) = 1;
