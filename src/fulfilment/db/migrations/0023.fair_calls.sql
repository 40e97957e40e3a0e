-- A courier call that nobody is at is due at a moment of its own, later each time that carrying on with it fails, and the
-- workspaces are served in turn (shipments/recovery.py): neither one that always fails nor one with very many of them
-- stands before the others.

ALTER TABLE courier_calls
    ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN faults integer NOT NULL DEFAULT 0;
ALTER TABLE courier_calls ALTER COLUMN due_at DROP DEFAULT;
COMMENT ON COLUMN courier_calls.due_at IS 'when it is carried on with, unless it has ended: the lease''s end, or later';
COMMENT ON COLUMN courier_calls.faults IS 'how often carrying on with it was begun';
DROP INDEX courier_calls_overdue;
CREATE INDEX courier_calls_due ON courier_calls (account_id, due_at);

CREATE TABLE courier_call_lanes (
    account_id  text PRIMARY KEY REFERENCES accounts,
    due_at      timestamptz
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
COMMENT ON COLUMN courier_call_lanes.due_at IS 'not after the earliest due_at of the workspace''s calls; null: there are none';
CREATE INDEX courier_call_lanes_due ON courier_call_lanes (due_at) WHERE due_at IS NOT NULL;
INSERT INTO courier_call_lanes (account_id, due_at) SELECT DISTINCT account_id, now() FROM courier_calls;

-- What cannot be followed, and whose aggregator does not answer, is asked about ever more seldom (shipments/polling.py).
ALTER TABLE courier_polls ADD COLUMN faults integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN courier_polls.faults IS 'how often asking was begun since it last went well';
ALTER TABLE courier_poll_lanes ADD COLUMN faults integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN courier_poll_lanes.faults IS 'how often in a row the aggregator did not answer';

-- An event that cannot be fanned out goes behind the others, further each time (webhooks/queue/fan_out.py).
ALTER TABLE outbox
    ADD COLUMN due_at timestamptz,
    ADD COLUMN faults integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN outbox.due_at IS 'when it is tried again, alone; null: it waits in its turn';
DROP INDEX outbox_in_turn;
CREATE INDEX outbox_in_turn ON outbox (account_id, position) WHERE due_at IS NULL;
CREATE INDEX outbox_postponed ON outbox (account_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_postponed_events ON outbox (account_id, event_id) WHERE due_at IS NOT NULL;

-- Recoveries are carried on with by workspaces in turn.
DROP INDEX webhook_recoveries_due;
CREATE INDEX webhook_recoveries_in_turn ON webhook_recoveries (account_id, due_at) WHERE status = 'running';

-- As in 0017: one workspace may have every row.
ALTER TABLE courier_call_lanes ALTER COLUMN account_id SET (n_distinct = 1);
