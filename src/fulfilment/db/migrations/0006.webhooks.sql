-- Outgoing webhooks: endpoints, the delivery log, and the queue that the workers take from.
--
-- What is pending stands twice: in the log, which merchants read, and in the queue, which is small and narrow, so that
-- taking, leasing and trying again rewrite nothing of the log with its indexes.

CREATE TABLE webhook_endpoints (
    account_id            text NOT NULL REFERENCES accounts,
    id                    text NOT NULL,
    url                   text NOT NULL,
    events                text[] NOT NULL,
    description           text NOT NULL,
    active                boolean NOT NULL DEFAULT true,
    active_since          timestamptz NOT NULL,
    consecutive_failures  integer NOT NULL DEFAULT 0,
    failing_since         timestamptz,
    disabled_at           timestamptz,
    disabled_reason       text,
    secret                bytea NOT NULL,
    secret_preview        text NOT NULL,
    created_at            timestamptz NOT NULL,
    updated_at            timestamptz NOT NULL,
    deleted_at            timestamptz,
    PRIMARY KEY (account_id, id)
) WITH (fillfactor = 70);
COMMENT ON COLUMN webhook_endpoints.active_since IS 'events that happened earlier are not for it';
COMMENT ON COLUMN webhook_endpoints.secret IS 'sealed with a master key';
COMMENT ON COLUMN webhook_endpoints.deleted_at IS 'gone for everybody; the row waits for the rest of its log to be removed';
CREATE INDEX webhook_endpoints_newest ON webhook_endpoints (account_id, created_at DESC, id DESC)
    WHERE deleted_at IS NULL;
CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE webhook_deliveries (
    account_id       text NOT NULL,
    id               text NOT NULL,
    position         bigint GENERATED ALWAYS AS IDENTITY,
    endpoint_id      text NOT NULL,
    event_id         text NOT NULL,
    type             text NOT NULL,
    status           text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'failed')),
    attempts         integer NOT NULL DEFAULT 0,
    last_attempt_at  timestamptz,
    next_retry_at    timestamptz,
    response_code    integer,
    response_body    text,
    last_error       text,
    duration_ms      integer,
    delivered_at     timestamptz,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints,
    FOREIGN KEY (account_id, event_id) REFERENCES events
);
COMMENT ON COLUMN webhook_deliveries.position IS 'the order of the log, since its ids are opaque';
COMMENT ON COLUMN webhook_deliveries.id IS
    'made from the endpoint and the event: fanning an event out again, after a crash, adds nothing';
-- As few indexes as can be, since each delivery is written twice: a list without a status merges the three, one of a type
-- merges the endpoints.
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (account_id, status, position);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (account_id, endpoint_id, status, position);
CREATE INDEX webhook_deliveries_by_endpoint_and_type
    ON webhook_deliveries (account_id, endpoint_id, type, status, position);

CREATE TABLE webhook_attempts (
    account_id     text NOT NULL,
    delivery_id    text NOT NULL,
    number         integer NOT NULL,
    is_success     boolean NOT NULL,
    response_code  integer,
    duration_ms    integer NOT NULL,
    error          text,
    next_retry_at  timestamptz,
    attempted_at   timestamptz NOT NULL,
    PRIMARY KEY (account_id, delivery_id, number),
    FOREIGN KEY (account_id, delivery_id) REFERENCES webhook_deliveries ON DELETE CASCADE
);

CREATE TABLE webhook_queue (
    account_id   text NOT NULL,
    delivery_id  text NOT NULL,
    endpoint_id  text NOT NULL,
    due_at       timestamptz NOT NULL,
    ticket       bigint,
    queued_at    timestamptz NOT NULL,
    PRIMARY KEY (account_id, delivery_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
COMMENT ON TABLE webhook_queue IS 'the deliveries that are pending; being taken moves due_at beyond the attempt';
COMMENT ON COLUMN webhook_queue.ticket IS 'who took it last; only that one may settle it';
CREATE INDEX webhook_queue_due ON webhook_queue (account_id, endpoint_id, due_at);

-- Never used twice, so that a late worker cannot take a delivery that was queued anew for its own.
CREATE SEQUENCE webhook_tickets;

CREATE TABLE webhook_lanes (
    account_id   text NOT NULL,
    endpoint_id  text NOT NULL,
    due_at       timestamptz,
    PRIMARY KEY (account_id, endpoint_id),
    FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
COMMENT ON TABLE webhook_lanes IS 'one row per endpoint: workers serve the endpoints in turn, whatever their backlogs';
COMMENT ON COLUMN webhook_lanes.due_at IS 'not after the earliest due_at of its queue; null: nothing is queued';
CREATE INDEX webhook_lanes_due ON webhook_lanes (due_at) WHERE due_at IS NOT NULL;

-- Workspaces are fanned out in turn, so that the backlog of one does not hold up the others.
CREATE INDEX outbox_in_turn ON outbox (account_id, position);
