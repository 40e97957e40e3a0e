-- expand: 0.2.0
-- in batches
-- The parcels of before are found as well from here on, some at a time, so that nobody waits for them.

DELETE FROM shipments_without_terms WHERE ctid IN (SELECT ctid FROM shipments_without_terms LIMIT 1000)
