"""How an endpoint fares: counted by the hour as attempts are recorded, so that reading it counts no rows of the log."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import asyncpg

from fulfilment import clock
from fulfilment.db.tx import Read
from fulfilment.fields import stamp
from fulfilment.http.errors import NotFound
from fulfilment.webhooks import queries, stats_queries
from fulfilment.webhooks.records import WebhookStats, Window

# Durations are counted between these. The last is the longest that an attempt takes, as the settings come.
DURATION_BOUNDS_MS = (5, 10, 20, 50, 100, 200, 350, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000)
PENDING_COUNTED_MOST = 10_000

_WINDOW_HOURS: dict[Window, int] = {"24h": 24, "7d": 7 * 24, "30d": 30 * 24}

# An attempt as it is counted: workspace, endpoint, hour, outcome, bucket.
_Key = tuple[str, str, datetime, str, int]


async def tell(read: Read, endpoint_id: str, window: Window) -> WebhookStats:
    """What came of the attempts of the window, which begins with a full hour. Raises NotFound."""
    if await queries.find_endpoint(read, endpoint_id) is None:
        raise NotFound
    since = _hour_of(clock.now() - timedelta(hours=_WINDOW_HOURS[window]))
    rows = await stats_queries.sum_up(read, endpoint_id, since)
    pending = await stats_queries.count_pending(read, endpoint_id, PENDING_COUNTED_MOST + 1)
    attempts, succeeded = sum(row["attempts"] for row in rows), _total(rows, "sent")
    return WebhookStats(
        window=window,
        since=clock.wire(since),
        attempts=attempts,
        succeeded=succeeded,
        failed=attempts - succeeded,
        given_up=_total(rows, "failed"),
        success_rate=succeeded / attempts if attempts else None,
        duration_p50_ms=_percentile(rows, 0.5),
        duration_p95_ms=_percentile(rows, 0.95),
        last_success_at=stamp(max((row["last_at"] for row in rows if row["outcome"] == "sent"), default=None)),
        last_failure_at=stamp(max((row["last_at"] for row in rows if row["outcome"] != "sent"), default=None)),
        pending=min(pending, PENDING_COUNTED_MOST),
        pending_is_more=pending > PENDING_COUNTED_MOST,
    )


async def count(connection: asyncpg.Connection, attempts: Iterable[tuple[str, str, str, int, datetime]]) -> None:
    """Count attempts in the transaction that records them: workspace, endpoint, outcome, milliseconds, when."""
    counted: dict[_Key, tuple[int, datetime]] = {}
    for account_id, endpoint_id, outcome, duration_ms, at in attempts:
        key = (account_id, endpoint_id, _hour_of(at), outcome, bucket_of(duration_ms))
        number, last_at = counted.get(key, (0, at))
        counted[key] = (number + 1, max(last_at, at))
    if counted:
        columns = zip(*((*key, *value) for key, value in counted.items()), strict=True)
        await connection.execute(stats_queries.COUNT_ATTEMPTS.text, *map(list, columns))


def bucket_of(duration_ms: int) -> int:
    """How many of the bounds the duration is above."""
    return bisect_left(DURATION_BOUNDS_MS, duration_ms)


def _hour_of(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


def _total(rows: Sequence[asyncpg.Record], outcome: str) -> int:
    return sum(row["attempts"] for row in rows if row["outcome"] == outcome)


def _percentile(rows: Sequence[asyncpg.Record], share: float) -> int | None:
    """The duration that this share of the attempts did not exceed, as near as the bounds tell."""
    buckets = [0] * (len(DURATION_BOUNDS_MS) + 1)
    for row in rows:
        buckets[row["duration_bucket"]] += row["attempts"]
    wanted, below = share * sum(buckets), 0
    for bucket, upper in enumerate(DURATION_BOUNDS_MS):
        if buckets[bucket] and below + buckets[bucket] >= wanted:
            lower = DURATION_BOUNDS_MS[bucket - 1] if bucket else 0
            return round(lower + (upper - lower) * (wanted - below) / buckets[bucket])
        below += buckets[bucket]
    return DURATION_BOUNDS_MS[-1] if buckets[-1] else None
