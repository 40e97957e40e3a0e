-- expand: 0.2.0
-- outside a transaction
-- What was written since the last look is found by the transaction that wrote it (webhooks/queue/outlook.py), so that a
-- look does not pass over rows that are dead and cannot be removed yet. Older nodes look as they did.

CREATE INDEX CONCURRENTLY outbox_written ON outbox (written_by);
