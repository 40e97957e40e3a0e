-- expand: 0.3.0
-- Shipments, their courier operations, tracking, search tokens and batches.

-- A waybill without regard to case, spaces and hyphens. Couriers' numbers are of ASCII, in which the cases of letters are
-- those of the locale C.
CREATE FUNCTION waybill_key(given text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT translate(
        lower(left(given, 255) COLLATE "C"), U&' -\00A0\00AD\2007\2010\2011\2012\2013\2014\202F\2212\200B\FEFF', '')
$$;

CREATE TABLE shipments (
    account_id              text NOT NULL,
    id                      text NOT NULL,
    status                  text NOT NULL,
    courier_code            text NOT NULL,
    courier_service_code    text NOT NULL,
    courier_type            text NOT NULL,
    price                   bigint NOT NULL,
    insurance               bigint NOT NULL,
    insured                 boolean NOT NULL,
    aggregator_order_id     text NOT NULL,
    waybill_id              text,
    label_url               text,
    aggregator_tracking_id  text,
    routing_code            text,
    origin_snapshot         json NOT NULL,
    destination_snapshot    json NOT NULL,
    items                   json NOT NULL,
    customer_email          text,
    customer_id             text,
    checkout_session_id     text,
    product_id              text,
    external_source         text,
    external_ref            text,
    is_merchant_key              boolean NOT NULL DEFAULT false,
    last_report_at          timestamptz,
    cancel_claim_token           text,
    refunded                bigint NOT NULL DEFAULT 0,
    replaced_by             text,
    created_at              timestamptz NOT NULL,
    updated_at              timestamptz NOT NULL,
    tracking_token          text NOT NULL DEFAULT replace((gen_random_uuid())::text, '-', ''),
    driver                  json,
    asked_price             bigint,
    courier_price           bigint,
    booking_key_id             text,
    restock                 json,
    eta_min          integer,
    eta_max           integer,
    eta_unit           text,
    printed_at              timestamptz,
    printed_by              text,
    search_phone            text,
    search_terms            text[],
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    FOREIGN KEY (account_id, product_id) REFERENCES products,
    CHECK (courier_type IN ('standard', 'same_day', 'instant')),
    CHECK (insurance >= 0),
    CHECK (price >= 0),
    CHECK (status IN ('pending', 'confirmed', 'allocated', 'picking_up', 'picked_up', 'dropping_off', 'in_transit', 'delivered', 'returned', 'cancelled'))
);
ALTER TABLE shipments
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN shipments.is_merchant_key IS 'booked with the workspace''s own aggregator key, so charged nothing';
COMMENT ON COLUMN shipments.cancel_claim_token IS 'the cancellation that ended it, so that it alone answers success';
COMMENT ON COLUMN shipments.tracking_token IS 'opens the page of this shipment to whoever has it; 122 random bits';
COMMENT ON COLUMN shipments.driver IS 'who has the parcel, as the courier last said; null once nobody is under way';
COMMENT ON COLUMN shipments.asked_price IS 'what the courier asked in all when it was booked; null where it did not say';
COMMENT ON COLUMN shipments.courier_price IS 'what the courier asks in all by its latest word';
COMMENT ON COLUMN shipments.booking_key_id IS 'the key that the courier was booked with: the id of an own one, or platform: and a digest of the platform''s';
COMMENT ON COLUMN shipments.restock IS 'what a returned parcel put back on the shelf, and what was damaged; null: nothing was said yet';
COMMENT ON COLUMN shipments.eta_unit IS 'hours or days, of eta_min and eta_max, from when it is collected';
COMMENT ON COLUMN shipments.printed_at IS 'when its label was last printed for the packing table; empty until it is';
COMMENT ON COLUMN shipments.printed_by IS 'who had it printed, as createdBy names people; empty where nobody was';
COMMENT ON COLUMN shipments.search_terms IS 'the folded search tokens, made when it is drafted';
COMMENT ON COLUMN shipments.search_phone IS 'the recipient''s telephone number as searched for, among search_terms too';
CREATE INDEX shipments_by_status ON shipments (account_id, status, id DESC);
CREATE INDEX shipments_by_courier ON shipments (account_id, courier_code, id DESC);
CREATE INDEX shipments_by_customer ON shipments (account_id, customer_id, id DESC) WHERE customer_id IS NOT NULL;
CREATE INDEX shipments_by_checkout ON shipments (account_id, checkout_session_id, id DESC)
    WHERE checkout_session_id IS NOT NULL;
CREATE INDEX shipments_by_waybill ON shipments (account_id, "left"(waybill_id, 255), id DESC)
    WHERE waybill_id IS NOT NULL;
CREATE INDEX shipments_by_order ON shipments (aggregator_order_id) WHERE aggregator_order_id !~~ 'pending-%';
-- Not unique: chance makes it so, and a unique index would have to begin with the workspace once the table is spread.
CREATE INDEX shipments_by_tracking_token ON shipments (tracking_token);
CREATE INDEX shipments_open_by_key ON shipments (account_id, booking_key_id)
    WHERE is_merchant_key AND (status <> ALL (ARRAY['cancelled', 'delivered', 'returned']));
-- Booked parcels whose label nobody has printed: a packer's first list. Few, however many parcels there are.
CREATE INDEX shipments_to_print ON shipments (account_id, id DESC)
    WHERE printed_at IS NULL AND (status IN ('confirmed', 'allocated', 'picking_up'));
-- Booked parcels that no driver has collected: those that nothing was heard of for longest first.
CREATE INDEX shipments_uncollected ON shipments (account_id, updated_at, id)
    WHERE status IN ('confirmed', 'allocated', 'picking_up');
-- Parcels under way: those that nothing was heard of for longest first.
CREATE INDEX shipments_silent ON shipments (account_id, updated_at, id)
    WHERE status IN ('picked_up', 'in_transit', 'dropping_off');
-- Parcels that came back, of which nobody has said what became of the goods.
CREATE INDEX shipments_returned ON shipments (account_id, id DESC)
    WHERE status = 'returned' AND restock IS NULL AND replaced_by IS NULL;
-- Waybills without regard to case, spaces and hyphens.
CREATE INDEX shipments_by_waybill_key ON shipments (account_id, waybill_key(waybill_id), id DESC)
    WHERE waybill_id IS NOT NULL;

CREATE FUNCTION store_previous_waybill() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO previous_waybills (account_id, shipment_id, waybill_id, replaced_at)
    VALUES (OLD.account_id, OLD.id, OLD.waybill_id, now());
    RETURN NULL;
END
$$;

-- Nobody knows anything yet of a shipment that is only now inserted, and to ask costs four times as much as to write.
CREATE FUNCTION store_shipment_search_tokens() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO shipment_search_tokens (account_id, term, shipment_id)
    SELECT made.account_id, word, made.id FROM made, unnest(made.search_terms) AS word;
    RETURN NULL;
END
$$;
CREATE TRIGGER shipments_store_search_tokens AFTER INSERT ON shipments REFERENCING NEW TABLE AS made
    FOR EACH STATEMENT EXECUTE FUNCTION store_shipment_search_tokens();
CREATE TRIGGER shipments_store_previous_waybill AFTER UPDATE OF waybill_id ON shipments
    FOR EACH ROW WHEN (old.waybill_id IS NOT NULL AND new.waybill_id IS DISTINCT FROM old.waybill_id)
    EXECUTE FUNCTION store_previous_waybill();

CREATE TABLE previous_waybills (
    account_id   text NOT NULL,
    shipment_id  text NOT NULL,
    waybill_id   text NOT NULL,
    replaced_at  timestamptz NOT NULL,
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments
);
ALTER TABLE previous_waybills
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE previous_waybills IS 'the waybills that shipments had before their present one; kept by a trigger on shipments';
CREATE INDEX previous_waybills_of_shipment ON previous_waybills (account_id, shipment_id, replaced_at DESC);
CREATE INDEX previous_waybills_by_key ON previous_waybills (account_id, waybill_key(waybill_id), shipment_id DESC);

CREATE TABLE shipment_events (
    account_id   text NOT NULL,
    id           text NOT NULL,
    shipment_id  text NOT NULL,
    order_id     text NOT NULL,
    raw_status   text NOT NULL,
    status       text NOT NULL,
    note         text,
    occurred_at  timestamptz NOT NULL,
    reported_at      timestamptz,
    is_self_caused      boolean NOT NULL DEFAULT false,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments
);
ALTER TABLE shipment_events
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN shipment_events.status IS 'the shipment''s status after it';
COMMENT ON COLUMN shipment_events.reported_at IS 'the time that the courier named, where it had not come yet; null: occurred_at';
COMMENT ON COLUMN shipment_events.is_self_caused IS 'the courier only said what the service itself had just done';
CREATE UNIQUE INDEX shipment_events_once ON shipment_events (account_id, shipment_id, coalesce(reported_at, occurred_at), order_id, raw_status);
CREATE INDEX shipment_events_in_order ON shipment_events (account_id, shipment_id, occurred_at);

CREATE TABLE shipment_search_tokens (
    account_id   text NOT NULL,
    term         text NOT NULL COLLATE pg_catalog."C",
    shipment_id  text NOT NULL
);
ALTER TABLE shipment_search_tokens
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN term SET (n_distinct = 200);
COMMENT ON TABLE shipment_search_tokens IS 'what a shipment is found by, in lower case; kept by a trigger on shipments';
CREATE UNIQUE INDEX shipment_search_tokens_search ON shipment_search_tokens (account_id, term, shipment_id DESC);

CREATE TABLE courier_operations (
    account_id   text NOT NULL,
    shipment_id  text NOT NULL,
    kind         text NOT NULL,
    claim_token       text NOT NULL,
    reason       text,
    is_bare      boolean NOT NULL DEFAULT false,
    is_merchant_key   boolean NOT NULL,
    is_unclear   boolean NOT NULL DEFAULT false,
    lease_until  timestamptz NOT NULL,
    holder       integer,
    started_at   timestamptz NOT NULL,
    actor        json NOT NULL,
    memory       json,
    terms        json,
    due_at       timestamptz NOT NULL,
    faults       integer NOT NULL DEFAULT 0,
    booking_key_id  text,
    PRIMARY KEY (account_id, shipment_id),
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments,
    CONSTRAINT courier_operations_check CHECK ((kind = 'rebook') = (terms IS NOT NULL)),
    CHECK (kind IN ('book', 'cancel', 'rebook'))
);
ALTER TABLE courier_operations
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE courier_operations IS 'a booking, cancellation or rebooking between its first and its last transaction; at most one per shipment';
COMMENT ON COLUMN courier_operations.is_unclear IS 'an earlier try may have been carried out';
COMMENT ON COLUMN courier_operations.holder IS 'the process that is at it (infra/database/heartbeat.py); null: only the lease counts';
COMMENT ON COLUMN courier_operations.terms IS 'what the replacement is to be sent with';
COMMENT ON COLUMN courier_operations.due_at IS 'when it is carried on with, unless it has ended: the lease''s end, or later';
COMMENT ON COLUMN courier_operations.faults IS 'how often carrying on with it was begun';
COMMENT ON COLUMN courier_operations.booking_key_id IS 'the key that it is made with; see shipments';
CREATE INDEX courier_operations_held ON courier_operations (holder) WHERE holder IS NOT NULL;
CREATE INDEX courier_operations_due ON courier_operations (account_id, due_at);
-- Bookings and cancellations of which it is not known what became of them: few, however many calls are under way.
CREATE INDEX courier_operations_unclear ON courier_operations (account_id, shipment_id) WHERE is_unclear;

CREATE TABLE courier_operation_tenants (
    account_id  text NOT NULL,
    due_at      timestamptz,
    PRIMARY KEY (account_id),
    FOREIGN KEY (account_id) REFERENCES accounts
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE courier_operation_tenants
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN courier_operation_tenants.due_at IS 'not after the earliest due_at of the workspace''s calls; null: there are none';
CREATE INDEX courier_operation_tenants_due ON courier_operation_tenants (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE tracking_syncs (
    account_id   text NOT NULL,
    shipment_id  text NOT NULL,
    due_at       timestamptz NOT NULL,
    faults       integer NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, shipment_id),
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments
);
ALTER TABLE tracking_syncs
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE tracking_syncs IS 'when each open shipment is asked about next; one that has ended has no row';
COMMENT ON COLUMN tracking_syncs.faults IS 'how often asking was begun since it last went well';
CREATE INDEX tracking_syncs_due ON tracking_syncs (account_id, due_at);

CREATE TABLE tracking_sync_tenants (
    account_id  text NOT NULL,
    due_at      timestamptz NOT NULL,
    faults      integer NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id),
    FOREIGN KEY (account_id) REFERENCES accounts
);
ALTER TABLE tracking_sync_tenants
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN tracking_sync_tenants.due_at IS 'when to look whether any of the workspace''s polls is due';
COMMENT ON COLUMN tracking_sync_tenants.faults IS 'how often in a row the aggregator did not answer';
CREATE INDEX tracking_sync_tenants_due ON tracking_sync_tenants (due_at);

CREATE TABLE batches (
    account_id    text NOT NULL,
    id            text NOT NULL,
    kind          text NOT NULL,
    options       text NOT NULL,
    total         integer NOT NULL,
    is_truncated  boolean NOT NULL,
    done          integer NOT NULL DEFAULT 0,
    failed        integer NOT NULL DEFAULT 0,
    skipped       integer NOT NULL DEFAULT 0,
    stopped       integer NOT NULL DEFAULT 0,
    actor         text NOT NULL,
    created_by    text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    stopped_at    timestamptz,
    finished_at   timestamptz,
    charged       bigint NOT NULL DEFAULT 0,
    refunded      bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    CONSTRAINT batches_check CHECK (((((done + failed) + skipped) + stopped) >= 0) AND ((((done + failed) + skipped) + stopped) <= total)),
    CONSTRAINT batches_check1 CHECK ((finished_at IS NOT NULL) = ((((done + failed) + skipped) + stopped) = total)),
    CHECK (kind IN ('book', 'print', 'cancel'))
) WITH (fillfactor = 70);
ALTER TABLE batches
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN batches.options IS 'JSON: the filter, the reason of a cancellation, how to print';
COMMENT ON COLUMN batches.actor IS 'JSON: who ordered it, in whose name each row is done';
CREATE INDEX batches_unfinished ON batches (account_id) WHERE finished_at IS NULL;
CREATE INDEX batches_finished ON batches (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE batch_rows (
    account_id     text NOT NULL,
    batch_id       text NOT NULL,
    "position"     integer NOT NULL,
    shipment_id    text NOT NULL,
    status         text NOT NULL DEFAULT 'waiting',
    attempt        integer NOT NULL DEFAULT 1,
    takes          integer NOT NULL DEFAULT 0,
    due_at         timestamptz,
    lease_until     timestamptz,
    holder         integer,
    error_code     text,
    error_message  text,
    http_status    integer,
    finished_at    timestamptz,
    charged        bigint,
    refunded       bigint,
    PRIMARY KEY (account_id, batch_id, "position"),
    FOREIGN KEY (account_id, batch_id) REFERENCES batches,
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments,
    CONSTRAINT batch_rows_check CHECK ((due_at IS NOT NULL) = (status IN ('waiting', 'running'))),
    CHECK (status IN ('waiting', 'running', 'done', 'failed', 'skipped', 'stopped'))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE batch_rows
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN batch_rows.attempt IS 'counts the retries; the idempotency key of what it does is made of it';
COMMENT ON COLUMN batch_rows.takes IS 'how often a worker began with it; whoever began last may say how it ended';
COMMENT ON COLUMN batch_rows.due_at IS 'when a worker begins with it, or carries on; null: it has ended';
COMMENT ON COLUMN batch_rows.lease_until IS 'a worker is at it until then, unless its process has gone (process_heartbeats)';
COMMENT ON COLUMN batch_rows.charged IS 'what its booking took of the credit; null: none, or finished by an older node';
COMMENT ON COLUMN batch_rows.refunded IS 'what its cancellation gave back; null: none, or finished by an older node';
CREATE INDEX batch_rows_due ON batch_rows (account_id, due_at, batch_id, "position") WHERE due_at IS NOT NULL;
CREATE INDEX batch_rows_running ON batch_rows (account_id, batch_id) WHERE status = 'running';
CREATE INDEX batch_rows_held ON batch_rows (account_id, lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX batch_rows_holder ON batch_rows (holder) WHERE holder IS NOT NULL;

CREATE TABLE batch_tenants (
    account_id  text NOT NULL,
    due_at      timestamptz,
    PRIMARY KEY (account_id),
    FOREIGN KEY (account_id) REFERENCES accounts
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE batch_tenants
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN batch_tenants.due_at IS 'not after the earliest due_at of the workspace''s rows; null: there are none';
CREATE INDEX batch_tenants_due ON batch_tenants (due_at) WHERE due_at IS NOT NULL;
