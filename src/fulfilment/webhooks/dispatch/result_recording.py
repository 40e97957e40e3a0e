"""Recording of attempts' results, many at once, and disabling of failing endpoints.

A result counts only while this process still holds the claim of its delivery.
"""

import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Literal

import asyncpg
import msgspec

from fulfilment.infra import clock
from fulfilment.infra.database import database_clock, outbox
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.webhooks import endpoints, queries, stats
from fulfilment.webhooks.dispatch.concurrency import EndpointKey
from fulfilment.webhooks.dispatch.dequeue import ClaimedDelivery
from fulfilment.webhooks.dispatch.result_queries import (
    COUNT_FAILURES,
    DEQUEUE_DELIVERIES,
    DISCARD_DELIVERIES,
    INSERT_ATTEMPTS,
    LOCK_CLAIMS,
    LOCK_ENDPOINTS,
    POSTPONE_DELIVERY,
    RESCHEDULE_DELIVERIES,
    SET_SHORT_LOCK_TIMEOUT,
    UPDATE_DELIVERIES,
    WAKE_QUEUE_ENDPOINTS,
)
from fulfilment.webhooks.http.attempt import AttemptOutcome

CONSECUTIVE_FAILURES = 20
FAILING_HOURS = 24

POSTPONE_FOR = timedelta(minutes=10)

# Workspace and delivery.
DeliveryKey = tuple[str, str]


class AttemptResult(msgspec.Struct, frozen=True):
    """The result of an attempt that ended at `ended_at` by the monotonic clock.

    The next attempt is due `retry_seconds` after that, by the database's clock. None on success and after the last
    attempt.
    """

    delivery: ClaimedDelivery
    outcome: AttemptOutcome
    attempted_at: datetime
    retry_seconds: float | None
    ended_at: float

    @property
    def age(self) -> timedelta:
        """The time since the attempt ended."""
        return timedelta(seconds=time.monotonic() - self.ended_at)

    @property
    def retry_delay(self) -> timedelta | None:
        """The time from now until the next attempt is due."""
        if self.retry_seconds is None:
            return None
        return max(timedelta(seconds=self.retry_seconds) - self.age, timedelta())


class AttemptRecord(msgspec.Struct):
    """An attempt as it is stored; the statements read its fields by name, as JSON."""

    number: int
    status: Literal["sent", "failed", "pending"]
    response_code: int | None
    response_body: str
    error: str | None
    duration_ms: int
    attempted_at: datetime
    next_retry_at: datetime | None


async def record_results(
    db: Database, results: Sequence[AttemptResult], *, has_short_lock_timeout: bool = False
) -> bool:
    """Store the results. Returns true if an endpoint was disabled, and so an event emitted.

    With a short lock timeout, a locked row raises LockNotAvailableError at once instead of being waited for.

    A result without a claim changes nothing: it took too long, or the endpoint was paused or deleted. So stored results
    may be given again.
    """
    failing = {result.delivery.endpoint_key for result in results if not result.outcome.ok}
    is_any_disabled = False
    # Failing endpoints are locked and counted, so they come last and in a transaction of their own.
    for has_failure in (False, True):
        group = [result for result in results if (result.delivery.endpoint_key in failing) is has_failure]
        if group:
            begin = _begin_with_short_lock_timeout if has_short_lock_timeout else Database.transaction
            async with begin(db) as connection:
                is_any_disabled |= await _record_group(connection, group, has_failure)
    return is_any_disabled


async def discard_deliveries(db: Database, discarded: Sequence[tuple[ClaimedDelivery, str]]) -> None:
    """Fail deliveries that may not be attempted, each with its reason; no attempt is counted."""
    rows = [(delivery.account_id, delivery.delivery_id, delivery.claim_token, reason) for delivery, reason in discarded]
    async with db.connection() as connection:
        await connection.execute(DISCARD_DELIVERIES.text, *_columns(rows, 4), clock.now())


async def postpone_delivery(db: Database, delivery: ClaimedDelivery) -> bool:
    """Make a delivery whose attempt cannot be recorded due again, later than everything else.

    Returns false where another worker has claimed or settled it.
    """
    async with db.connection() as connection:
        return bool(
            await connection.fetch(
                POSTPONE_DELIVERY.text, delivery.account_id, delivery.delivery_id, delivery.claim_token, POSTPONE_FOR
            )
        )


async def disable_failing(connection: asyncpg.Connection, failing: Iterable[asyncpg.Record], now: datetime) -> bool:
    """Disable endpoints that have failed too often for too long, in the transaction that counted.

    Returns true if any was.
    """
    is_any_disabled = False
    for endpoint in failing:
        if not is_failing_too_long(endpoint, now):
            continue
        tx = Tx(connection, System(endpoint["account_id"]))
        # Another worker may have stored a success, which ends the row of failures, while this one counted a failure.
        if await queries.reset_failures_before_success(tx, endpoint["id"], endpoint["failing_since"]):
            continue
        await _disable(tx, endpoint, now)
        await outbox.flush(connection, [(tx, None)], retention_hours=RETENTION_HOURS)
        is_any_disabled = True
    return is_any_disabled


def is_failing_too_long(endpoint: asyncpg.Record, now: datetime) -> bool:
    since = endpoint["failing_since"]
    return (
        endpoint["active"]
        and endpoint["consecutive_failures"] >= CONSECUTIVE_FAILURES
        and since is not None
        and now - since >= timedelta(hours=FAILING_HOURS)
    )


async def _record_group(connection: asyncpg.Connection, results: Sequence[AttemptResult], has_failure: bool) -> bool:
    """Store results whose endpoints all have a failure among them, or all have none."""
    keys = dict.fromkeys(result.delivery.endpoint_key for result in results)
    endpoints = [(*key, has_failure) for key in keys]
    locked = {tuple(row) for row in await connection.fetch(LOCK_ENDPOINTS.text, *_columns(endpoints, 3))}
    ours = {tuple(row) for row in await connection.fetch(LOCK_CLAIMS.text, *_columns(map(_claim_row, results), 3))}
    now = await database_clock.now(connection)
    records = {key: _build_record(result, now) for result in results if (key := _delivery_key(result)) in ours}
    found = await _store_records(connection, records, now)
    recorded = [result for result in results if _delivery_key(result) in found]
    due = {_delivery_key(result): records[_delivery_key(result)].next_retry_at for result in recorded}
    await _update_queue(connection, due)
    await _wake_queue_endpoints(connection, recorded, due)
    await stats.count_attempts(connection, map(_stats_row, recorded))
    return await _count_failures(connection, recorded, locked, now)


async def _store_records(
    connection: asyncpg.Connection, records: Mapping[DeliveryKey, AttemptRecord], now: datetime
) -> set[tuple]:
    """Write the attempts into the log. Returns the deliveries that are still in it."""
    encoded = {key: msgspec.json.encode(record).decode() for key, record in records.items()}
    if not encoded:
        return set()
    columns = _columns([(*key, record) for key, record in encoded.items()], 3)
    found = {tuple(row) for row in await connection.fetch(UPDATE_DELIVERIES.text, *columns, now)}
    columns = _columns([(*key, record) for key, record in encoded.items() if key in found], 3)
    await connection.execute(INSERT_ATTEMPTS.text, *columns)
    return found


async def _update_queue(connection: asyncpg.Connection, due: Mapping[DeliveryKey, datetime | None]) -> None:
    """Delete completed deliveries from the queue, and reschedule the others."""
    if done := [key for key, at in due.items() if at is None]:
        await connection.execute(DEQUEUE_DELIVERIES.text, *_columns(done, 2))
    if later := [(*key, at) for key, at in due.items() if at is not None]:
        await connection.execute(RESCHEDULE_DELIVERIES.text, *_columns(later, 3))


@asynccontextmanager
async def _begin_with_short_lock_timeout(db: Database) -> AsyncIterator[asyncpg.Connection]:
    """A transaction with a very short lock timeout."""
    async with db.transaction() as connection:
        await connection.execute(SET_SHORT_LOCK_TIMEOUT.text)
        yield connection


async def _wake_queue_endpoints(
    connection: asyncpg.Connection, results: Iterable[AttemptResult], due: Mapping[DeliveryKey, datetime | None]
) -> None:
    """Make the endpoints due when their retries are."""
    retry_times: dict[EndpointKey, datetime] = {}
    for result in results:
        at, key = due[_delivery_key(result)], result.delivery.endpoint_key
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
    return await disable_failing(connection, rows, now)


async def _disable(tx: Tx, failing: asyncpg.Record, now: datetime) -> None:
    count, since = failing["consecutive_failures"], clock.to_iso(failing["failing_since"])
    reason = f"{count} failed attempts in a row since {since}"
    await endpoints.disable_endpoint(tx, failing["id"], reason, now)


def _summarize_failures(
    results: Iterable[AttemptResult], key: EndpointKey, now: datetime
) -> tuple[bool, int, datetime | None]:
    """Summary of one endpoint's results: success or not, failures since the last success, time of the first."""
    outcomes = sorted((r for r in results if r.delivery.endpoint_key == key), key=lambda r: r.ended_at)
    has_success, failures, first = False, 0, None
    for result in outcomes:
        if result.outcome.ok:
            has_success, failures, first = True, 0, None
        else:
            failures, first = failures + 1, first or now - result.age
    return has_success, failures, first


def _delivery_key(result: AttemptResult) -> DeliveryKey:
    return result.delivery.account_id, result.delivery.delivery_id


def _claim_row(result: AttemptResult) -> tuple[str, str, int]:
    return *_delivery_key(result), result.delivery.claim_token


def _build_record(result: AttemptResult, now: datetime) -> AttemptRecord:
    outcome, delay = result.outcome, result.retry_delay
    return AttemptRecord(
        number=result.delivery.attempt_number,
        status="sent" if outcome.ok else "failed" if delay is None else "pending",
        response_code=outcome.response_code,
        response_body=outcome.response_body,
        error=outcome.error,
        duration_ms=outcome.duration_ms,
        attempted_at=result.attempted_at,
        next_retry_at=None if delay is None else now + delay,
    )


def _stats_row(result: AttemptResult) -> tuple[str, str, str, int, datetime]:
    outcome = "sent" if result.outcome.ok else "failed" if result.retry_seconds is None else "retried"
    return *result.delivery.endpoint_key, outcome, result.outcome.duration_ms, result.attempted_at


def _columns(rows: Iterable[tuple], width: int) -> list[list]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]
