-- expand: 0.2.0
-- in batches
-- Plots begin with what happened before they were there, a few workspaces at a time.

DELETE FROM workspaces_to_count WHERE ctid IN (SELECT ctid FROM workspaces_to_count LIMIT 10)
