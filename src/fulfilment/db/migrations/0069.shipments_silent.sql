-- expand: 0.2.0
-- outside a transaction
-- Parcels under way: those that nothing was heard of for longest first.

CREATE INDEX CONCURRENTLY shipments_silent ON shipments (account_id, updated_at, id)
 WHERE status IN ('picked_up', 'in_transit', 'dropping_off')
