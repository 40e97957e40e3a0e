-- Booked shipments are asked about now and then, so that a report that was lost is caught up with (shipments/polling.py).
CREATE TABLE courier_polls (
    account_id   text NOT NULL,
    shipment_id  text NOT NULL,
    due_at       timestamptz NOT NULL,
    PRIMARY KEY (account_id, shipment_id),
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE courier_polls IS 'when each open shipment is asked about next; one that has ended has no row';
CREATE INDEX courier_polls_due ON courier_polls (account_id, due_at);

-- The workspaces are served in turn, so that one with many shipments does not stand before the others.
CREATE TABLE courier_poll_lanes (
    account_id  text PRIMARY KEY REFERENCES accounts,
    due_at      timestamptz NOT NULL
);
COMMENT ON COLUMN courier_poll_lanes.due_at IS 'when to look whether any of the workspace''s polls is due';
CREATE INDEX courier_poll_lanes_due ON courier_poll_lanes (due_at);

-- As in 0009: one workspace may have every row.
ALTER TABLE courier_polls ALTER COLUMN account_id SET (n_distinct = 1);

-- What is under way already is asked about within the hour, and not all at once.
INSERT INTO courier_polls (account_id, shipment_id, due_at)
SELECT account_id, id, now() + random() * interval '1 hour' FROM shipments
 WHERE aggregator_order_id NOT LIKE 'pending-%' AND status NOT IN ('pending', 'cancelled', 'delivered', 'returned');
INSERT INTO courier_poll_lanes (account_id, due_at) SELECT DISTINCT account_id, now() FROM courier_polls;

-- What the courier asks, which changes when it weighs the parcel again (shipments/repricing.py).
ALTER TABLE shipments
    ADD COLUMN asked_price    bigint,
    ADD COLUMN courier_price  bigint;
COMMENT ON COLUMN shipments.asked_price IS 'what the courier asked in all when it was booked; null where it did not say';
COMMENT ON COLUMN shipments.courier_price IS 'what the courier asks in all by its latest word';

ALTER TABLE credit_shipments
    ADD COLUMN adjusted bigint NOT NULL DEFAULT 0,
    DROP CONSTRAINT credit_shipments_check,
    DROP CONSTRAINT credit_shipments_check1,
    ADD CONSTRAINT credit_shipments_one_of CHECK (held = 0 OR charged = 0),
    ADD CONSTRAINT credit_shipments_left CHECK (refunded >= 0 AND refunded <= charged + adjusted);
COMMENT ON COLUMN credit_shipments.adjusted IS 'charged beyond the charge, or given back of it, since the courier weighed again';
