-- How much of its minute's allowance each workspace, person and address has used, over all processes together
-- (fulfilment/http/windows.py). Nothing here is worth keeping over a crash: a minute later it would be over anyway.

CREATE UNLOGGED TABLE request_windows (
    subject  text PRIMARY KEY,
    used     bigint NOT NULL,
    ends_at  timestamptz NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.1);
COMMENT ON COLUMN request_windows.subject IS 'a workspace, "person <id>", or the line of a client''s address (party.py)';

-- For the sweep of what is long over.
CREATE INDEX request_windows_ends_at ON request_windows (ends_at);
