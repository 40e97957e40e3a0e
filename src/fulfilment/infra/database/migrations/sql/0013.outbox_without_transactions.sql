-- contract: 0.4.0
-- outside a transaction
-- Nodes of 0.3.0 find new events by the transaction that wrote them. Since 0.4.0 workers read outbox_in_turn from its
-- front.
DROP INDEX CONCURRENTLY IF EXISTS outbox_written;
