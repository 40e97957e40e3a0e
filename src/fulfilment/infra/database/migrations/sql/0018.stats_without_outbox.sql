-- contract: 0.4.0
-- Drops the trigger that counted events when they left the outbox; it is disabled since 0017.

DROP TRIGGER outbox_counts_shipment_stats ON outbox;
DROP FUNCTION count_shipment_stats();
