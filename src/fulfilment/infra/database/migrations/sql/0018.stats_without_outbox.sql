-- contract: 0.4.0
-- The trigger that counted what left the outbox, which nothing fires any more.

DROP TRIGGER outbox_counts_shipment_stats ON outbox;
DROP FUNCTION count_shipment_stats();
