-- expand: 0.2.0
-- outside a transaction
-- The keys that a workspace replaced last, among which one that is set again is looked for.

CREATE INDEX CONCURRENTLY former_aggregator_keys_of_workspace ON former_aggregator_keys (account_id, retired_at DESC)
