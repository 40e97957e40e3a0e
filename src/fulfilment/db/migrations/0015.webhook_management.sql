-- What merchants do with webhooks: rotating secrets.

ALTER TABLE webhook_endpoints
    ADD COLUMN previous_secret bytea,
    ADD COLUMN previous_secret_until timestamptz,
    ADD CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL));
COMMENT ON COLUMN webhook_endpoints.previous_secret IS 'sealed with a master key; signs beside the other until its time';
CREATE INDEX webhook_endpoints_two_secrets ON webhook_endpoints (previous_secret_until)
    WHERE previous_secret_until IS NOT NULL;
