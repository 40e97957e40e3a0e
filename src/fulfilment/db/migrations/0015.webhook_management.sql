-- What merchants do with webhooks: rotating secrets, reading events; and how long all of it is kept.

ALTER TABLE webhook_endpoints
    ADD COLUMN previous_secret bytea,
    ADD COLUMN previous_secret_until timestamptz,
    ADD CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL));
COMMENT ON COLUMN webhook_endpoints.previous_secret IS 'sealed with a master key; signs beside the other until its time';
CREATE INDEX webhook_endpoints_two_secrets ON webhook_endpoints (previous_secret_until)
    WHERE previous_secret_until IS NOT NULL;

-- Events are listed in the order of their ids, by the primary key alone; of one type or one resource, by these.
CREATE INDEX events_by_type ON events (account_id, type, id);
CREATE INDEX events_by_subject ON events (account_id, subject, type, id);

-- Whether a delivery still needs an event that has had its time.
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (account_id, event_id);
