-- What a workspace signs license files with (licenses/signing_key.py).
CREATE TABLE license_signing_keys (
    account_id   text PRIMARY KEY REFERENCES accounts,
    key_id       text NOT NULL,
    public_key   text NOT NULL,
    private_key  bytea NOT NULL,
    created_at   timestamptz NOT NULL
);
COMMENT ON COLUMN license_signing_keys.key_id IS 'the thumbprint of the public key (RFC 7638)';
COMMENT ON COLUMN license_signing_keys.public_key IS 'the 32 bytes of Ed25519, base64url';
COMMENT ON COLUMN license_signing_keys.private_key IS 'the same of the private key, sealed with a master key';
