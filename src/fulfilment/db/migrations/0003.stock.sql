-- Warehouses and the stock ledger. A level is the sum of its movements and never negative.

CREATE TABLE warehouses (
    account_id  text NOT NULL REFERENCES accounts,
    id          text NOT NULL,
    name        text NOT NULL,
    address     text,
    city        text,
    postal      text,
    lat         double precision,
    lng         double precision,
    phone       text,
    is_default  boolean NOT NULL,
    archived    boolean NOT NULL DEFAULT false,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
);
CREATE INDEX warehouses_listed ON warehouses (account_id, (NOT is_default), created_at, id) WHERE NOT archived;

CREATE TABLE stock_levels (
    account_id        text NOT NULL,
    variant_id        text NOT NULL,
    warehouse_id      text NOT NULL,
    quantity          bigint NOT NULL CHECK (quantity BETWEEN 0 AND 9007199254740991),
    movement_count    bigint NOT NULL,
    last_movement_id  text NOT NULL,
    updated_at        timestamptz NOT NULL,
    PRIMARY KEY (account_id, variant_id, warehouse_id),
    FOREIGN KEY (account_id, warehouse_id) REFERENCES warehouses
) WITH (fillfactor = 80);
COMMENT ON COLUMN stock_levels.movement_count IS 'the number of the latest movement: they count up from 1';
CREATE INDEX stock_levels_newest ON stock_levels (account_id, last_movement_id DESC);
CREATE INDEX stock_levels_of_variant ON stock_levels (account_id, variant_id, last_movement_id DESC);

CREATE TABLE stock_movements (
    account_id      text NOT NULL,
    id              text NOT NULL,
    variant_id      text NOT NULL,
    warehouse_id    text NOT NULL,
    delta           bigint NOT NULL CHECK (delta <> 0),
    reason          text NOT NULL CHECK (reason IN ('manual_adjust', 'initial_stock', 'transfer_in', 'transfer_out',
                        'damaged', 'returned_to_supplier', 'refund_restock', 'import')),
    note            text,
    created_by      text,
    shipment_id     text,
    quantity_after  bigint NOT NULL CHECK (quantity_after >= 0),
    number          bigint NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX stock_movements_of_level ON stock_movements (account_id, variant_id, warehouse_id, number DESC);
CREATE INDEX stock_movements_of_variant ON stock_movements (account_id, variant_id, id DESC);

CREATE TABLE stock_reservations (
    account_id           text NOT NULL,
    id                   text NOT NULL,
    variant_id           text NOT NULL,
    warehouse_id         text NOT NULL,
    quantity             bigint NOT NULL CHECK (quantity > 0),
    shipment_id          text,
    checkout_session_id  text,
    expires_at           timestamptz NOT NULL,
    consumed_at          timestamptz,
    released_at          timestamptz,
    created_at           timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, warehouse_id) REFERENCES warehouses
);
CREATE INDEX stock_reservations_active ON stock_reservations (account_id, variant_id, warehouse_id, expires_at)
    INCLUDE (quantity) WHERE consumed_at IS NULL AND released_at IS NULL;
CREATE INDEX stock_reservations_of_checkout ON stock_reservations (account_id, checkout_session_id)
    WHERE checkout_session_id IS NOT NULL;
CREATE INDEX stock_reservations_of_shipment ON stock_reservations (account_id, shipment_id)
    WHERE shipment_id IS NOT NULL;
