-- expand: 0.2.0
-- outside a transaction
-- Archived warehouses can be listed beside those in use (GET /warehouses?archived=true). Older nodes list only these, by
-- the index that is there.

CREATE INDEX CONCURRENTLY warehouses_of_all ON warehouses (account_id, (NOT is_default), created_at, id);
