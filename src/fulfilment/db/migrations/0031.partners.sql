-- Partners have a row of their own, keys say which partner made them, and workspaces what their partner provisioned them
-- with (docs/decisions/0056-partner-made-keys.md, 0057-provisioning.md). No foreign keys: an older node, which knows
-- nothing of this table, still makes platform keys.

CREATE TABLE partners (
    name                      text PRIMARY KEY,
    shares_identity_provider  boolean NOT NULL DEFAULT false,
    created_at                timestamptz NOT NULL DEFAULT now(),
    ended_at                  timestamptz
);
COMMENT ON COLUMN partners.shares_identity_provider IS 'it may say which accountId a workspace has';
COMMENT ON COLUMN partners.ended_at IS 'for ever: its platform keys, and the keys made on behalf, were revoked with it';

INSERT INTO partners (name, created_at)
SELECT name, min(created_at)
  FROM (SELECT partner AS name, created_at FROM api_keys UNION ALL SELECT partner, created_at FROM accounts) AS known
 WHERE name IS NOT NULL GROUP BY name;

ALTER TABLE api_keys ADD COLUMN made_by_partner text;
COMMENT ON COLUMN api_keys.made_by_partner IS
    'made on behalf of the merchant by this partner, or by a key so made: it has the partner''s bounds, and ends with it';
-- What was made on behalf before this release is known by its audit entry.
UPDATE api_keys k SET made_by_partner = e.metadata->>'partner'
  FROM audit_entries e
 WHERE e.account_id = k.account_id AND e.action = 'api_key.created' AND e.target_type = 'ApiKey' AND e.target_id = k.id
   AND k.partner IS NULL AND e.metadata->>'partner' <> '';

CREATE INDEX api_keys_made_by_partner ON api_keys (account_id, made_by_partner, created_at DESC, id DESC)
 WHERE made_by_partner IS NOT NULL;
-- What ends with a partner.
CREATE INDEX api_keys_alive_of_partner ON api_keys (partner, key_id) WHERE partner IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX api_keys_alive_made_by_partner ON api_keys (made_by_partner, key_id)
 WHERE made_by_partner IS NOT NULL AND revoked_at IS NULL;

ALTER TABLE accounts ADD COLUMN external_ref text;
ALTER TABLE accounts ADD COLUMN brand_name text;
ALTER TABLE accounts ADD COLUMN business_email text;
ALTER TABLE accounts ADD COLUMN discount_rate double precision CHECK (discount_rate BETWEEN 0 AND 0.5);
COMMENT ON COLUMN accounts.external_ref IS 'the partner''s own id of the workspace';
CREATE UNIQUE INDEX accounts_by_external_ref ON accounts (partner, external_ref) WHERE external_ref IS NOT NULL;
CREATE INDEX accounts_by_partner ON accounts (partner, id) WHERE partner IS NOT NULL;
