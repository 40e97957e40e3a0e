-- expand: 0.3.0
-- Warehouses, stock levels, movements and reservations.

CREATE TABLE warehouses (
    account_id  text NOT NULL,
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
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id) REFERENCES accounts
);
ALTER TABLE warehouses
    ALTER COLUMN account_id SET (n_distinct = 1);
CREATE INDEX warehouses_listed ON warehouses (account_id, ((NOT is_default)), created_at, id) WHERE NOT archived;
-- Archived warehouses can be listed beside those in use (GET /warehouses?archived=true). Older nodes list only these, by
-- the index that is there.
CREATE INDEX warehouses_of_all ON warehouses (account_id, ((NOT is_default)), created_at, id);

CREATE TABLE stock_levels (
    account_id           text NOT NULL,
    variant_id           text NOT NULL,
    warehouse_id         text NOT NULL,
    quantity             bigint NOT NULL,
    low_stock_threshold  bigint,
    is_low               boolean GENERATED ALWAYS AS (coalesce((quantity < low_stock_threshold), false)) STORED,
    movement_count       bigint NOT NULL,
    last_movement_id     text NOT NULL,
    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    PRIMARY KEY (account_id, variant_id, warehouse_id),
    FOREIGN KEY (account_id, warehouse_id) REFERENCES warehouses,
    CHECK (quantity >= 0 AND quantity <= 9007199254740991)
) WITH (fillfactor = 80);
ALTER TABLE stock_levels
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN warehouse_id SET (n_distinct = 5);
COMMENT ON COLUMN stock_levels.low_stock_threshold IS 'the variant''s, kept here so that the row alone says whether it is low';
COMMENT ON COLUMN stock_levels.movement_count IS 'the number of the latest movement: they count up from 1';
COMMENT ON COLUMN stock_levels.updated_at IS 'never before an earlier movement''s, whatever the clocks say';
CREATE INDEX stock_levels_newest ON stock_levels (account_id, last_movement_id DESC);
CREATE INDEX stock_levels_of_warehouse ON stock_levels (account_id, warehouse_id, last_movement_id DESC);
CREATE INDEX stock_levels_low ON stock_levels (account_id, last_movement_id DESC) WHERE is_low;
CREATE INDEX stock_levels_low_of_warehouse ON stock_levels (account_id, warehouse_id, last_movement_id DESC)
    WHERE is_low;
CREATE INDEX stock_levels_oldest ON stock_levels (account_id, created_at DESC, variant_id DESC, warehouse_id DESC);
CREATE INDEX stock_levels_oldest_of_warehouse ON stock_levels (account_id, warehouse_id, created_at DESC, variant_id DESC);
-- Only a level with a threshold can have been low.
CREATE INDEX stock_levels_watched ON stock_levels (account_id, created_at DESC, variant_id DESC, warehouse_id DESC)
    WHERE low_stock_threshold IS NOT NULL;
CREATE INDEX stock_levels_watched_of_warehouse ON stock_levels (account_id, warehouse_id, created_at DESC, variant_id DESC)
    WHERE low_stock_threshold IS NOT NULL;

CREATE TABLE stock_movements (
    account_id      text NOT NULL,
    id              text NOT NULL,
    variant_id      text NOT NULL,
    warehouse_id    text NOT NULL,
    delta           bigint NOT NULL,
    reason          text NOT NULL,
    note            text,
    created_by      text,
    shipment_id     text,
    quantity_after  bigint NOT NULL,
    number          bigint NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (account_id, variant_id, warehouse_id, number) INCLUDE (delta),
    CHECK (delta <> 0),
    CHECK (quantity_after >= 0),
    CHECK (reason IN ('manual_adjust', 'initial_stock', 'transfer_in', 'transfer_out', 'damaged', 'returned_to_supplier', 'refund_restock', 'import'))
);
ALTER TABLE stock_movements
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN variant_id SET (n_distinct = 10),
    ALTER COLUMN warehouse_id SET (n_distinct = 10),
    ALTER COLUMN reason SET (n_distinct = 20);
COMMENT ON COLUMN stock_movements.created_at IS 'within a level it rises with number, so that a past level is one look-up';
CREATE INDEX stock_movements_of_level ON stock_movements (account_id, variant_id, warehouse_id, created_at DESC, number DESC);
-- Every movement is written into each of these, so there are no more than four: a list without a reason merges the reasons.
CREATE INDEX stock_movements_by_reason ON stock_movements (account_id, reason, created_at DESC, id DESC);
CREATE INDEX stock_movements_of_variant ON stock_movements (account_id, variant_id, reason, created_at DESC, id DESC);
CREATE INDEX stock_movements_of_warehouse ON stock_movements (account_id, warehouse_id, reason, created_at DESC, id DESC);
CREATE INDEX stock_movements_of_level_by_reason ON stock_movements (account_id, variant_id, warehouse_id, reason, created_at DESC, id DESC);

CREATE TABLE stock_reservations (
    account_id           text NOT NULL,
    id                   text NOT NULL,
    variant_id           text NOT NULL,
    warehouse_id         text NOT NULL,
    quantity             bigint NOT NULL,
    shipment_id          text,
    checkout_session_id  text,
    expires_at           timestamptz NOT NULL,
    consumed_at          timestamptz,
    released_at          timestamptz,
    expired_at           timestamptz,
    state                text GENERATED ALWAYS AS (
                             CASE WHEN released_at IS NOT NULL THEN 'released'
                                  WHEN consumed_at IS NOT NULL THEN 'consumed'
                                  WHEN expired_at IS NOT NULL THEN 'expired'
                                  ELSE 'open'
                             END
                         ) STORED,
    created_at           timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, warehouse_id) REFERENCES warehouses,
    CHECK (quantity > 0)
);
ALTER TABLE stock_reservations
    ALTER COLUMN account_id SET (n_distinct = 1),
    ALTER COLUMN variant_id SET (n_distinct = 200);
COMMENT ON COLUMN stock_reservations.expired_at IS 'when the sweep marked it; it had stopped counting at expires_at';
COMMENT ON COLUMN stock_reservations.state IS 'open: active until expires_at';
CREATE INDEX stock_reservations_active ON stock_reservations (account_id, variant_id, warehouse_id, expires_at)
    INCLUDE (quantity)
    WHERE state = 'open';
CREATE INDEX stock_reservations_overdue ON stock_reservations (expires_at) WHERE state = 'open';
CREATE INDEX stock_reservations_in_state ON stock_reservations (account_id, state, id DESC);
CREATE INDEX stock_reservations_open ON stock_reservations (account_id, expires_at) WHERE state = 'open';
CREATE INDEX stock_reservations_of_variant ON stock_reservations (account_id, variant_id, state, id DESC);
CREATE INDEX stock_reservations_of_checkout ON stock_reservations (account_id, checkout_session_id, id DESC)
    WHERE checkout_session_id IS NOT NULL;
CREATE INDEX stock_reservations_of_shipment ON stock_reservations (account_id, shipment_id)
    WHERE shipment_id IS NOT NULL;
