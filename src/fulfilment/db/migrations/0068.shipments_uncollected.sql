-- expand: 0.2.0
-- outside a transaction
-- Booked parcels that no driver has collected: those that nothing was heard of for longest first.

CREATE INDEX CONCURRENTLY shipments_uncollected ON shipments (account_id, updated_at, id)
 WHERE status IN ('confirmed', 'allocated', 'picking_up')
