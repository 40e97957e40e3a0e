-- expand: 0.2.0
-- outside a transaction
-- What moved the credit for one parcel stands in its history.

CREATE INDEX CONCURRENTLY credit_transactions_of_shipment ON credit_transactions (account_id, shipment_id, number)
 WHERE shipment_id IS NOT NULL
