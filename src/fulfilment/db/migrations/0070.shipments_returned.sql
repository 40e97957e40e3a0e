-- expand: 0.2.0
-- outside a transaction
-- Parcels that came back, of which nobody has said what became of the goods.

CREATE INDEX CONCURRENTLY shipments_returned ON shipments (account_id, id DESC)
 WHERE status = 'returned' AND restock IS NULL AND replaced_by IS NULL
