-- expand: 0.2.0
-- outside a transaction
-- Checkouts that ended without a payment, by when they did: they are forgotten some day.

CREATE INDEX CONCURRENTLY checkouts_unpaid ON checkouts (settled_at) WHERE state IN ('failed', 'expired')
