-- expand: 0.2.0
-- Many shipments booked, cancelled or made ready to print by the worker, with one outcome each (docs/batches.md). Nodes of
-- the former release know nothing of it and run none.

CREATE TABLE batches (
    account_id   text NOT NULL REFERENCES accounts,
    id           text NOT NULL,
    kind         text NOT NULL,
    options      text NOT NULL,
    total        integer NOT NULL,
    is_truncated boolean NOT NULL,
    done         integer NOT NULL DEFAULT 0,
    failed       integer NOT NULL DEFAULT 0,
    skipped      integer NOT NULL DEFAULT 0,
    stopped      integer NOT NULL DEFAULT 0,
    actor        text NOT NULL,
    created_by   text,
    created_at   timestamptz NOT NULL DEFAULT now(),
    stopped_at   timestamptz,
    finished_at  timestamptz,
    PRIMARY KEY (account_id, id),
    CHECK (kind IN ('book', 'print', 'cancel')),
    CHECK (done + failed + skipped + stopped BETWEEN 0 AND total),
    CHECK ((finished_at IS NOT NULL) = (done + failed + skipped + stopped = total))
) WITH (fillfactor = 70);
COMMENT ON COLUMN batches.options IS 'JSON: the filter, the reason of a cancellation, how to print';
COMMENT ON COLUMN batches.actor IS 'JSON: who ordered it, in whose name each row is done';
CREATE INDEX batches_unfinished ON batches (account_id) WHERE finished_at IS NULL;
CREATE INDEX batches_finished ON batches (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE batch_rows (
    account_id    text NOT NULL,
    batch_id      text NOT NULL,
    position      integer NOT NULL,
    shipment_id   text NOT NULL,
    status        text NOT NULL DEFAULT 'waiting',
    attempt       integer NOT NULL DEFAULT 1,
    takes         integer NOT NULL DEFAULT 0,
    due_at        timestamptz,
    held_until    timestamptz,
    holder        integer,
    error_code    text,
    error_message text,
    http_status   integer,
    finished_at   timestamptz,
    PRIMARY KEY (account_id, batch_id, position),
    FOREIGN KEY (account_id, batch_id) REFERENCES batches,
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments (account_id, id),
    CHECK (status IN ('waiting', 'running', 'done', 'failed', 'skipped', 'stopped')),
    CHECK ((due_at IS NOT NULL) = (status IN ('waiting', 'running')))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
COMMENT ON COLUMN batch_rows.attempt IS 'counts the retries; the idempotency key of what it does is made of it';
COMMENT ON COLUMN batch_rows.takes IS 'how often a worker began with it; whoever began last may say how it ended';
COMMENT ON COLUMN batch_rows.due_at IS 'when a worker begins with it, or carries on; null: it has ended';
COMMENT ON COLUMN batch_rows.held_until IS 'a worker is at it until then, unless its process has gone (presences)';
CREATE INDEX batch_rows_due ON batch_rows (account_id, due_at, batch_id, position) WHERE due_at IS NOT NULL;
CREATE INDEX batch_rows_running ON batch_rows (account_id, batch_id) WHERE status = 'running';
CREATE INDEX batch_rows_held ON batch_rows (account_id, held_until) WHERE held_until IS NOT NULL;
CREATE INDEX batch_rows_holder ON batch_rows (holder) WHERE holder IS NOT NULL;

-- One row for each workspace that ever had a batch, so that the workspaces have their turns.
CREATE TABLE batch_lanes (
    account_id text PRIMARY KEY REFERENCES accounts,
    due_at     timestamptz
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
COMMENT ON COLUMN batch_lanes.due_at IS 'not after the earliest due_at of the workspace''s rows; null: there are none';
CREATE INDEX batch_lanes_due ON batch_lanes (due_at) WHERE due_at IS NOT NULL;

-- As in 0017: one workspace may have every row.
ALTER TABLE batches ALTER COLUMN account_id SET (n_distinct = 1);
ALTER TABLE batch_rows ALTER COLUMN account_id SET (n_distinct = 1);
ALTER TABLE batch_lanes ALTER COLUMN account_id SET (n_distinct = 1);
