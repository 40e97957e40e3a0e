-- Shipments, what couriers reported about them, and the courier calls that are under way.

CREATE TABLE shipments (
    account_id              text NOT NULL REFERENCES accounts,
    id                      text NOT NULL,
    status                  text NOT NULL CHECK (status IN ('pending', 'confirmed', 'allocated', 'picking_up', 'picked_up',
                                'dropping_off', 'in_transit', 'delivered', 'returned', 'cancelled')),
    courier_code            text NOT NULL,
    courier_service_code    text NOT NULL,
    courier_type            text NOT NULL CHECK (courier_type IN ('standard', 'same_day', 'instant')),
    price                   bigint NOT NULL CHECK (price >= 0),
    insurance               bigint NOT NULL CHECK (insurance >= 0),
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
    is_own_key              boolean NOT NULL DEFAULT false,
    last_report_at          timestamptz,
    cancel_ticket           text,
    refunded                bigint NOT NULL DEFAULT 0,
    replaced_by             text,
    created_at              timestamptz NOT NULL,
    updated_at              timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, product_id) REFERENCES products
);
COMMENT ON COLUMN shipments.is_own_key IS 'booked with the workspace''s own aggregator key, so charged nothing';
COMMENT ON COLUMN shipments.cancel_ticket IS 'the cancellation that ended it, so that it alone answers success';
CREATE INDEX shipments_by_status ON shipments (account_id, status, id DESC);
CREATE INDEX shipments_by_courier ON shipments (account_id, courier_code, id DESC);
CREATE INDEX shipments_by_customer ON shipments (account_id, customer_id, id DESC) WHERE customer_id IS NOT NULL;
CREATE INDEX shipments_by_checkout ON shipments (account_id, checkout_session_id, id DESC)
    WHERE checkout_session_id IS NOT NULL;
CREATE INDEX shipments_by_waybill ON shipments (account_id, left(waybill_id, 255), id DESC) WHERE waybill_id IS NOT NULL;
CREATE INDEX shipments_by_order ON shipments (aggregator_order_id) WHERE aggregator_order_id NOT LIKE 'pending-%';

CREATE TABLE shipment_events (
    account_id   text NOT NULL,
    id           text NOT NULL,
    shipment_id  text NOT NULL,
    order_id     text NOT NULL,
    raw_status   text NOT NULL,
    status       text NOT NULL,
    note         text,
    occurred_at  timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments
);
COMMENT ON COLUMN shipment_events.status IS 'the shipment''s status after it';
CREATE UNIQUE INDEX shipment_events_once
    ON shipment_events (account_id, shipment_id, occurred_at, order_id, raw_status);

CREATE TABLE courier_calls (
    account_id    text NOT NULL,
    shipment_id   text NOT NULL,
    kind          text NOT NULL CHECK (kind IN ('book', 'cancel', 'rebook')),
    ticket        text NOT NULL,
    reason        text,
    is_bare       boolean NOT NULL DEFAULT false,
    is_own_key    boolean NOT NULL,
    is_unclear    boolean NOT NULL DEFAULT false,
    lease_until   timestamptz NOT NULL,
    holder        integer,
    started_at    timestamptz NOT NULL,
    actor         json NOT NULL,
    memory        json,
    terms         json,
    CHECK ((kind = 'rebook') = (terms IS NOT NULL)),
    PRIMARY KEY (account_id, shipment_id),
    FOREIGN KEY (account_id, shipment_id) REFERENCES shipments
);
COMMENT ON TABLE courier_calls IS
    'a booking, cancellation or rebooking between its first and its last transaction; at most one per shipment';
COMMENT ON COLUMN courier_calls.is_unclear IS 'an earlier try may have been carried out';
COMMENT ON COLUMN courier_calls.holder IS 'the process that is at it (db/presence.py); null: only the lease counts';
COMMENT ON COLUMN courier_calls.terms IS 'what the replacement is to be sent with';
CREATE INDEX courier_calls_overdue ON courier_calls (lease_until);
CREATE INDEX courier_calls_held ON courier_calls (holder) WHERE holder IS NOT NULL;
