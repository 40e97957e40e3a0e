"""The SQL of the counted attempts."""

from collections.abc import Sequence
from datetime import datetime

import asyncpg

from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read

# In one order, whoever counts.
COUNT_ATTEMPTS = sql(
    "webhooks.batched_count_attempts",
    """
    INSERT INTO webhook_hourly_stats AS h (account_id, endpoint_id, hour, outcome, duration_bucket, attempts, last_at)
    SELECT c.* FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::smallint[], $6::bigint[],
                           $7::timestamptz[])
           AS c (account_id, endpoint_id, hour, outcome, duration_bucket, attempts, last_at)
     ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (account_id, endpoint_id, hour, outcome, duration_bucket)
    DO UPDATE SET attempts = h.attempts + excluded.attempts, last_at = greatest(h.last_at, excluded.last_at)
    """,
)

SUM_ATTEMPTS = sql(
    "webhooks.sum_up",
    """
    SELECT outcome, duration_bucket, sum(attempts)::bigint AS attempts, max(last_at) AS last_at
    FROM webhook_hourly_stats
     WHERE account_id = $1 AND endpoint_id = $2 AND hour >= $3 GROUP BY 1, 2
    """,
)

COUNT_PENDING = sql(
    "webhooks.count_pending",
    """
    SELECT count(*) FROM (
        SELECT FROM webhook_queue WHERE account_id = $1 AND endpoint_id = $2 LIMIT $3
    ) counted
    """,
)


async def sum_attempts(read: Read, endpoint_id: str, since: datetime) -> Sequence[asyncpg.Record]:
    """The attempts since then, by outcome and duration."""
    return await read.fetch_all(SUM_ATTEMPTS, endpoint_id, since)


async def count_pending(read: Read, endpoint_id: str, limit: int) -> int:
    """How many deliveries are pending; of very many, `limit`."""
    return await read.fetch_value(COUNT_PENDING, endpoint_id, limit)
