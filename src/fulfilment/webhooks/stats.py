"""Statistics of an endpoint, counted by the hour when attempts are recorded, so that reading them scans no log."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import asyncpg

from fulfilment.infra import clock
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import format_timestamp
from fulfilment.webhooks import queries
from fulfilment.webhooks.schemas import WebhookStats, Window

# Upper bounds of the buckets of durations. The last one is the default timeout of an attempt.
DURATION_BOUNDS_MS = (5, 10, 20, 50, 100, 200, 350, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000)
MAX_PENDING_COUNTED = 10_000

_WINDOW_HOURS: dict[Window, int] = {"24h": 24, "7d": 7 * 24, "30d": 30 * 24}

# Key of a counter: workspace, endpoint, hour, outcome, bucket.
_StatsKey = tuple[str, str, datetime, str, int]

# Rows are sorted, so that concurrent workers lock them in one order.
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


async def get_stats(read: Read, endpoint_id: str, window: Window) -> WebhookStats:
    """The statistics of the window, which begins with a full hour. Raises NotFound."""
    if await queries.find_endpoint(read, endpoint_id) is None:
        raise NotFound
    since = _truncate_to_hour(clock.now() - timedelta(hours=_WINDOW_HOURS[window]))
    rows = await sum_attempts(read, endpoint_id, since)
    pending = await count_pending(read, endpoint_id, MAX_PENDING_COUNTED + 1)
    attempts, succeeded = sum(row["attempts"] for row in rows), _sum_attempts(rows, "sent")
    return WebhookStats(
        window=window,
        since=clock.to_iso(since),
        attempts=attempts,
        succeeded=succeeded,
        failed=attempts - succeeded,
        given_up=_sum_attempts(rows, "failed"),
        success_rate=succeeded / attempts if attempts else None,
        duration_p50_ms=_estimate_percentile(rows, 0.5),
        duration_p95_ms=_estimate_percentile(rows, 0.95),
        last_success_at=format_timestamp(
            max((row["last_at"] for row in rows if row["outcome"] == "sent"), default=None)
        ),
        last_failure_at=format_timestamp(
            max((row["last_at"] for row in rows if row["outcome"] != "sent"), default=None)
        ),
        pending=min(pending, MAX_PENDING_COUNTED),
        pending_is_more=pending > MAX_PENDING_COUNTED,
    )


async def count_attempts(
    connection: asyncpg.Connection, attempts: Iterable[tuple[str, str, str, int, datetime]]
) -> None:
    """Count attempts in the transaction that records them: workspace, endpoint, outcome, milliseconds, time."""
    counted: dict[_StatsKey, tuple[int, datetime]] = {}
    for account_id, endpoint_id, outcome, duration_ms, at in attempts:
        key = (account_id, endpoint_id, _truncate_to_hour(at), outcome, find_duration_bucket(duration_ms))
        number, last_at = counted.get(key, (0, at))
        counted[key] = (number + 1, max(last_at, at))
    if counted:
        columns = zip(*((*key, *value) for key, value in counted.items()), strict=True)
        await connection.execute(COUNT_ATTEMPTS.text, *map(list, columns))


async def sum_attempts(read: Read, endpoint_id: str, since: datetime) -> Sequence[asyncpg.Record]:
    """The number of attempts since then, by outcome and bucket of durations."""
    return await read.fetch_all(SUM_ATTEMPTS, endpoint_id, since)


async def count_pending(read: Read, endpoint_id: str, limit: int) -> int:
    """The number of pending deliveries, counted up to `limit`."""
    return await read.fetch_value(COUNT_PENDING, endpoint_id, limit)


def find_duration_bucket(duration_ms: int) -> int:
    """The bucket of a duration: the number of bounds that it exceeds."""
    return bisect_left(DURATION_BOUNDS_MS, duration_ms)


def _truncate_to_hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


def _sum_attempts(rows: Sequence[asyncpg.Record], outcome: str) -> int:
    return sum(row["attempts"] for row in rows if row["outcome"] == outcome)


def _estimate_percentile(rows: Sequence[asyncpg.Record], share: float) -> int | None:
    """The duration that this share of the attempts did not exceed, interpolated within a bucket."""
    buckets = [0] * (len(DURATION_BOUNDS_MS) + 1)
    for row in rows:
        buckets[row["duration_bucket"]] += row["attempts"]
    target, below = share * sum(buckets), 0
    for bucket, upper in enumerate(DURATION_BOUNDS_MS):
        if buckets[bucket] and below + buckets[bucket] >= target:
            lower = DURATION_BOUNDS_MS[bucket - 1] if bucket else 0
            return round(lower + (upper - lower) * (target - below) / buckets[bucket])
        below += buckets[bucket]
    return DURATION_BOUNDS_MS[-1] if buckets[-1] else None
