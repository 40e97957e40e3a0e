-- contract: 0.4.0
-- Nodes of 0.3.0 count refused requests by the hour. Since 0.4.0 the request log names the refused callers.
DROP TABLE auth_failure_hourly_stats;
