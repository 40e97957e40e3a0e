-- expand: 0.2.0
-- in batches
-- Plots begin with what happened before they were there, one workspace at a time: what a
-- booking charges waits for no other's count.

DELETE FROM workspaces_to_count WHERE ctid IN (SELECT ctid FROM workspaces_to_count LIMIT 1)
