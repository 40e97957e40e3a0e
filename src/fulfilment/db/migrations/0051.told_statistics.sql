-- What the rule of db/statistics.py does not know of a column: that its values are few, however many rows there are.

ALTER TABLE events ALTER COLUMN type SET (n_distinct = 4);
ALTER TABLE products ALTER COLUMN type SET (n_distinct = 20);
ALTER TABLE stock_levels ALTER COLUMN warehouse_id SET (n_distinct = 5);
ALTER TABLE stock_movements ALTER COLUMN reason SET (n_distinct = 20);
ALTER TABLE stock_reservations ALTER COLUMN variant_id SET (n_distinct = 200);
ALTER TABLE webhook_deliveries
    ALTER COLUMN status SET (n_distinct = 3),
    ALTER COLUMN endpoint_id SET (n_distinct = 20);
