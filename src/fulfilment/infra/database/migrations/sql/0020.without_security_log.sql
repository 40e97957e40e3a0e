-- contract: 0.4.0
-- Nodes of 0.3.0 count refused callers by the hour. Since 0.4.0 the log's lines of requests say who is refused.
DROP TABLE auth_failure_hourly_stats;
