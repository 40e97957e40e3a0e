-- expand: 0.2.0
-- outside a transaction
-- Booked parcels whose label nobody has printed: a packer's first list. Few, however many parcels there are.

CREATE INDEX CONCURRENTLY shipments_to_print ON shipments (account_id, id DESC)
 WHERE printed_at IS NULL AND status IN ('confirmed', 'allocated', 'picking_up')
