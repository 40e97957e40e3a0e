"""Recording what came of attempts: many at once, each only while its delivery is still ours."""

import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import asyncpg
import msgspec

from fulfilment.infra import clock
from fulfilment.infra.database import database_clock
from fulfilment.infra.database.pool import Database
from fulfilment.webhooks import stats
from fulfilment.webhooks.dispatch import auto_disable
from fulfilment.webhooks.dispatch.concurrency import EndpointKey
from fulfilment.webhooks.dispatch.dequeue import ClaimedDelivery
from fulfilment.webhooks.dispatch.result_queries import (
    COUNT_FAILURES,
    DISCARD_DELIVERIES,
    LOCK_ENDPOINTS,
    POSTPONE_DELIVERY,
    RECORD_RESULTS,
    RECORD_SUCCESSES,
    SET_SHORT_LOCK_TIMEOUT,
    WAKE_QUEUE_ENDPOINTS,
)
from fulfilment.webhooks.http.attempt import AttemptOutcome

POSTPONE_FOR = timedelta(minutes=10)


class AttemptResult(msgspec.Struct, frozen=True):
    """An attempt that was made, and ended at `ended_at` by the monotonic clock.

    `retry_seconds` later the next is due; None on success and after the last. The database says when that is.
    """

    delivery: ClaimedDelivery
    outcome: AttemptOutcome
    attempted_at: datetime
    retry_seconds: float | None
    ended_at: float

    @property
    def age(self) -> timedelta:
        """The time since it ended."""
        return timedelta(seconds=time.monotonic() - self.ended_at)

    @property
    def retry_delay(self) -> timedelta | None:
        """The time from now until the next attempt is due."""
        if self.retry_seconds is None:
            return None
        return max(timedelta(seconds=self.retry_seconds) - self.age, timedelta())


async def record_results(
    db: Database, results: Sequence[AttemptResult], *, has_short_lock_timeout: bool = False
) -> bool:
    """Store the results; whether an endpoint was switched off, and so an event emitted.

    Hurried, it does not wait for whoever has locked a row, but raises LockNotAvailableError.

    A result whose delivery is no longer ours (it took too long, or the endpoint was paused or deleted) changes nothing,
    so results that were stored may be given again.
    """
    failing = {result.delivery.endpoint_key for result in results if not result.outcome.ok}
    sent = [result for result in results if result.delivery.endpoint_key not in failing]
    recovering = await _record_successes(db, sent, has_short_lock_timeout)
    counted = [result for result in results if result.delivery.endpoint_key in failing | recovering]
    return bool(counted) and await _record_and_count(db, counted, failing, has_short_lock_timeout)


async def _record_successes(
    db: Database, results: Sequence[AttemptResult], has_short_lock_timeout: bool
) -> set[EndpointKey]:
    """Store successes, apart from those of endpoints that had failed before, which are returned."""
    if not results:
        return set()
    async with _begin_with_short_lock_timeout(db) if has_short_lock_timeout else db.connection() as connection:
        rows = await connection.fetch(RECORD_SUCCESSES.text, *_columns(map(_success_row, results), 10), clock.now())
    return {tuple(row) for row in rows}


async def _record_and_count(
    db: Database, results: Sequence[AttemptResult], failing: set[EndpointKey], has_short_lock_timeout: bool
) -> bool:
    """Store results and count the failures in a row, in one transaction."""
    keys = list(dict.fromkeys(result.delivery.endpoint_key for result in results))
    async with _begin_with_short_lock_timeout(db) if has_short_lock_timeout else db.transaction() as connection:
        endpoints = [(*key, key in failing) for key in keys]
        locked = await connection.fetch(LOCK_ENDPOINTS.text, *_columns(endpoints, 3))
        now = await database_clock.now(connection)
        rows = await connection.fetch(RECORD_RESULTS.text, *_columns(map(_result_row, results), 12), now)
        due = {(account_id, delivery_id): retry_at for account_id, delivery_id, retry_at in rows}
        recorded = [r for r in results if (r.delivery.account_id, r.delivery.delivery_id) in due]
        await _wake_queue_endpoints(connection, recorded, due)
        await stats.count_attempts(connection, map(_stats_row, recorded))
        return await _count_failures(connection, recorded, {tuple(row) for row in locked}, now)


@asynccontextmanager
async def _begin_with_short_lock_timeout(db: Database) -> AsyncIterator[asyncpg.Connection]:
    """A transaction that hardly waits for a lock."""
    async with db.transaction() as connection:
        await connection.execute(SET_SHORT_LOCK_TIMEOUT.text)
        yield connection


async def discard_deliveries(db: Database, discarded: Sequence[tuple[ClaimedDelivery, str]]) -> None:
    """Fail deliveries that may not be attempted, each with its reason; no attempt is counted."""
    rows = [(delivery.account_id, delivery.delivery_id, delivery.claim_token, reason) for delivery, reason in discarded]
    async with db.connection() as connection:
        await connection.execute(DISCARD_DELIVERIES.text, *_columns(rows, 4), clock.now())


async def postpone_delivery(db: Database, delivery: ClaimedDelivery) -> bool:
    """Have a delivery whose attempt cannot be recorded be due again later than everything else.

    False where it is not ours any more: another worker has taken or settled it.
    """
    async with db.connection() as connection:
        return bool(
            await connection.fetch(
                POSTPONE_DELIVERY.text, delivery.account_id, delivery.delivery_id, delivery.claim_token, POSTPONE_FOR
            )
        )


async def _wake_queue_endpoints(
    connection: asyncpg.Connection, results: Iterable[AttemptResult], due: Mapping[tuple[str, str], datetime | None]
) -> None:
    """Have the lanes come up when their retries are due."""
    retry_times: dict[EndpointKey, datetime] = {}
    for result in results:
        at, key = due[result.delivery.account_id, result.delivery.delivery_id], result.delivery.endpoint_key
        if at is not None:
            retry_times[key] = min(retry_times.get(key, at), at)
    if retry_times:
        await connection.execute(
            WAKE_QUEUE_ENDPOINTS.text, *_columns([(*lane, at) for lane, at in retry_times.items()], 3)
        )


async def _count_failures(
    connection: asyncpg.Connection, results: Sequence[AttemptResult], locked: set[tuple], now: datetime
) -> bool:
    counted = [
        (*key, *_summarize_failures(results, key, now)) for key in {r.delivery.endpoint_key for r in results} & locked
    ]
    if not counted:
        return False
    rows = await connection.fetch(COUNT_FAILURES.text, *_columns(sorted(counted, key=lambda c: c[:2]), 5))
    return await auto_disable.disable_failing(connection, rows, now)


def _summarize_failures(
    results: Iterable[AttemptResult], key: EndpointKey, now: datetime
) -> tuple[bool, int, datetime | None]:
    """Whether there was a success; the failures since the last one, and when the first of them was."""
    outcomes = sorted((r for r in results if r.delivery.endpoint_key == key), key=lambda r: r.ended_at)
    has_success, failures, first = False, 0, None
    for result in outcomes:
        if result.outcome.ok:
            has_success, failures, first = True, 0, None
        else:
            failures, first = failures + 1, first or now - result.age
    return has_success, failures, first


def _claim_columns(result: AttemptResult) -> tuple:
    delivery = result.delivery
    return (
        delivery.account_id,
        delivery.endpoint_id,
        delivery.delivery_id,
        delivery.claim_token,
        delivery.attempt_number,
    )


def _result_row(result: AttemptResult) -> tuple:
    outcome = result.outcome
    return (
        *_claim_columns(result),
        outcome.ok,
        outcome.response_code,
        outcome.response_body,
        outcome.error,
        outcome.duration_ms,
        result.attempted_at,
        result.retry_delay,
    )


def _success_row(result: AttemptResult) -> tuple:
    outcome = result.outcome
    return (
        *_claim_columns(result),
        outcome.response_code,
        outcome.response_body,
        outcome.duration_ms,
        stats.find_duration_bucket(outcome.duration_ms),
        result.attempted_at,
    )


def _stats_row(result: AttemptResult) -> tuple[str, str, str, int, datetime]:
    outcome = "sent" if result.outcome.ok else "failed" if result.retry_seconds is None else "retried"
    return *result.delivery.endpoint_key, outcome, result.outcome.duration_ms, result.attempted_at


def _columns(rows: Iterable[tuple], width: int) -> list[list]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]
