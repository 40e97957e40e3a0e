-- What an endpoint is told is decided by commits, not by the clocks of nodes (decisions, section 13). An event tells which
-- transaction wrote it, and an endpoint which ones were committed when it became active. Both may be unknown: of rows
-- that were written before, or by an older node; then times decide, as they did.

-- Two steps, so that no row is written anew.
ALTER TABLE outbox ADD COLUMN written_by xid8;
ALTER TABLE outbox ALTER COLUMN written_by SET DEFAULT pg_current_xact_id();
COMMENT ON COLUMN outbox.written_by IS 'the transaction of the change';

ALTER TABLE webhook_endpoints ADD COLUMN committed_before pg_snapshot;
COMMENT ON COLUMN webhook_endpoints.committed_before IS 'what was committed when it became active: none of it is its own';

ALTER TABLE webhook_recoveries ADD COLUMN is_open boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN webhook_recoveries.is_open IS 'up to now: what a clock that is ahead says of it counts as well';
