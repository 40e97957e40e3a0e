-- expand: 0.2.0
-- outside a transaction
-- Pages of a workspace that are being opened: few, however many it has opened.

CREATE INDEX CONCURRENTLY checkouts_being_opened ON checkouts (account_id, lease_until) WHERE state = 'opening'
