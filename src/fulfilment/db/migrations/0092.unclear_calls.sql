-- expand: 0.2.0
-- outside a transaction
-- Bookings and cancellations of which it is not known what became of them: few, however many calls are under way.

CREATE INDEX CONCURRENTLY courier_calls_unclear ON courier_calls (account_id, shipment_id) WHERE is_unclear
