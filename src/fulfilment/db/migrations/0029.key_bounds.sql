-- A key may end by itself, and may work from some networks only (docs/decisions/0054-key-bounds.md).

ALTER TABLE api_keys ADD COLUMN expires_at timestamptz;
ALTER TABLE api_keys ADD COLUMN networks text[] CHECK (cardinality(networks) > 0);
COMMENT ON COLUMN api_keys.expires_at IS 'null: never; whether it has come, the clock of the database decides';
COMMENT ON COLUMN api_keys.networks IS 'normalised CIDR networks that the key works from; null: from anywhere';
