-- A recovery that faults goes behind the others, further each time, so that they do not wait for it.

ALTER TABLE webhook_recoveries
    ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN faults integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN webhook_recoveries.due_at IS 'while it runs: when it is carried on with, the longest due first';
COMMENT ON COLUMN webhook_recoveries.faults IS 'how often in a row carrying on with it failed';
DROP INDEX webhook_recoveries_running;
CREATE INDEX webhook_recoveries_due ON webhook_recoveries (due_at) WHERE status = 'running';
