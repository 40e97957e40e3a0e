"""The SQL of the security log."""

from fulfilment.infra.database.statements import sql

# By the hour of the database's clock, which it answers.
WRITE = sql(
    "security.unscoped_write",
    """
    WITH told AS (
        SELECT r.*, date_trunc('hour', now(), 'UTC') AS hour
          FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS r (reason, address, key_id, count)
    ), written AS (
        INSERT INTO auth_failure_hourly_stats AS s (hour, reason, address, key_id, count, first_at, last_at)
        SELECT hour, reason, address, key_id, count, now(), now() FROM told ORDER BY 1, 2, 3, 4
        ON CONFLICT (hour, reason, address, key_id) DO UPDATE
           SET count = s.count + excluded.count, last_at = greatest(s.last_at, excluded.last_at)
    )
    SELECT date_trunc('hour', now(), 'UTC') AS hour
    """,
)

# Whose a key is, where it is anybody's. The rows of an hour are bounded, and so are the hours that are kept.
_LIST = """
    SELECT s.reason, s.address, s.key_id, k.account_id, k.partner, s.count, s.first_at, s.last_at FROM (
        SELECT reason, address, key_id, sum(count)::bigint AS count, min(first_at) AS first_at, max(last_at) AS last_at
          FROM auth_failure_hourly_stats
         WHERE hour >= date_trunc('hour', $1::timestamptz, 'UTC') AND last_at >= $1 {which}
         GROUP BY 1, 2, 3 ORDER BY count DESC, last_at DESC, reason, address, key_id LIMIT $2
    ) s LEFT JOIN api_keys k ON k.key_id = s.key_id
     ORDER BY s.count DESC, s.last_at DESC, s.reason, s.address, s.key_id
"""
LIST = sql("security.unscoped_list", _LIST, which="")
LIST_BY_ADDRESS = sql("security.unscoped_list_by_address", _LIST, which="AND address = $3")
LIST_BY_KEY = sql("security.unscoped_list_by_key", _LIST, which="AND key_id = $3")
LIST_BY_BOTH = sql("security.unscoped_list_by_both", _LIST, which="AND address = $3 AND key_id = $4")

OLD_HOURS = sql(
    "security.unscoped_old_hours",
    """
    SELECT hour, reason, address, key_id FROM auth_failure_hourly_stats
     WHERE hour < $1 ORDER BY hour LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

FORGET_HOURS = sql(
    "security.unscoped_forget_hours",
    """
    DELETE FROM auth_failure_hourly_stats s
     USING unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[]) AS old (hour, reason, address, key_id)
     WHERE s.hour = old.hour AND s.reason = old.reason AND s.address = old.address AND s.key_id = old.key_id
    """,
)
