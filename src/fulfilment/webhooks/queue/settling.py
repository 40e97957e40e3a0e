"""Recording what came of attempts: many at once, each only while its delivery is still ours."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import asyncpg
import msgspec

from fulfilment import clock
from fulfilment.db.pool import Database
from fulfilment.webhooks import stats
from fulfilment.webhooks.outbound.attempt import Outcome
from fulfilment.webhooks.queue import auto_disable
from fulfilment.webhooks.queue.claiming import Taken
from fulfilment.webhooks.queue.settling_queries import (
    COUNT_FAILURES,
    HURRY,
    LOCK_ENDPOINTS,
    PUT_OFF,
    REJECT,
    SETTLE,
    SETTLE_SENT,
    WAKE_LANES,
)
from fulfilment.webhooks.queue.slots import Key

PUT_OFF_FOR = timedelta(minutes=10)


class Result(msgspec.Struct, frozen=True):
    """An attempt that was made. `next_retry_at` is None on success and after the last."""

    taken: Taken
    outcome: Outcome
    attempted_at: datetime
    next_retry_at: datetime | None

    @property
    def failed_at(self) -> datetime:
        return self.attempted_at + timedelta(milliseconds=self.outcome.duration_ms)


async def settle(db: Database, results: Sequence[Result], *, is_hurried: bool = False) -> bool:
    """Store the results; whether an endpoint was switched off, and so an event emitted.

    Hurried, it does not wait for whoever has locked a row, but raises LockNotAvailableError.

    A result whose delivery is no longer ours (it took too long, or the endpoint was paused or deleted) changes nothing,
    so results that were stored may be given again.
    """
    failing = {result.taken.lane for result in results if not result.outcome.ok}
    sent = [result for result in results if result.taken.lane not in failing]
    recovering = await _settle_sent(db, sent, is_hurried)
    counted = [result for result in results if result.taken.lane in failing | recovering]
    return bool(counted) and await _settle_and_count(db, counted, failing, is_hurried)


async def _settle_sent(db: Database, results: Sequence[Result], is_hurried: bool) -> set[Key]:
    """Store successes, apart from those of endpoints that had failed before, which are returned."""
    if not results:
        return set()
    async with _hurried(db) if is_hurried else db.connection() as connection:
        rows = await connection.fetch(SETTLE_SENT.text, *_columns(map(_sent_row, results), 10), clock.now())
    return {tuple(row) for row in rows}


async def _settle_and_count(db: Database, results: Sequence[Result], failing: set[Key], is_hurried: bool) -> bool:
    """Store results and count the failures in a row, in one transaction."""
    now = clock.now()
    lanes = list(dict.fromkeys(result.taken.lane for result in results))
    async with _hurried(db) if is_hurried else db.transaction() as connection:
        given = [(*lane, lane in failing) for lane in lanes]
        locked = await connection.fetch(LOCK_ENDPOINTS.text, *_columns(given, 3))
        rows = await connection.fetch(SETTLE.text, *_columns(map(_row, results), 12), now)
        stored = {tuple(row) for row in rows}
        ours = [r for r in results if (r.taken.account_id, r.taken.delivery_id) in stored]
        await _wake(connection, ours)
        await stats.count(connection, map(_counted, ours))
        return await _count_failures(connection, ours, {tuple(row) for row in locked}, now)


@asynccontextmanager
async def _hurried(db: Database) -> AsyncIterator[asyncpg.Connection]:
    """A transaction that hardly waits for a lock."""
    async with db.transaction() as connection:
        await connection.execute(HURRY.text)
        yield connection


async def reject(db: Database, refused: Sequence[tuple[Taken, str]]) -> None:
    """Fail deliveries that may not be attempted, each with its reason; no attempt is counted."""
    rows = [(taken.account_id, taken.delivery_id, taken.ticket, reason) for taken, reason in refused]
    async with db.connection() as connection:
        await connection.execute(REJECT.text, *_columns(rows, 4), clock.now())


async def put_off(db: Database, taken: Taken) -> None:
    """Have a delivery whose attempt cannot be recorded be due again later than everything else."""
    async with db.connection() as connection:
        await connection.execute(PUT_OFF.text, taken.account_id, taken.delivery_id, taken.ticket, PUT_OFF_FOR)


async def _wake(connection: asyncpg.Connection, results: Iterable[Result]) -> None:
    """Have the lanes come up when their retries are due."""
    due: dict[Key, datetime] = {}
    for result in results:
        if result.next_retry_at is not None:
            lane = result.taken.lane
            due[lane] = min(due.get(lane, result.next_retry_at), result.next_retry_at)
    if due:
        await connection.execute(WAKE_LANES.text, *_columns([(*lane, at) for lane, at in due.items()], 3))


async def _count_failures(
    connection: asyncpg.Connection, results: Sequence[Result], locked: set[tuple], now: datetime
) -> bool:
    counted = [(*lane, *_run(results, lane)) for lane in {r.taken.lane for r in results} & locked]
    if not counted:
        return False
    rows = await connection.fetch(COUNT_FAILURES.text, *_columns(sorted(counted, key=lambda c: c[:2]), 5))
    return await auto_disable.check(connection, rows, now)


def _run(results: Iterable[Result], lane: Key) -> tuple[bool, int, datetime | None]:
    """Whether there was a success; the failures since the last one, and when the first of them was."""
    outcomes = sorted((r for r in results if r.taken.lane == lane), key=lambda r: r.failed_at)
    has_success, failures, first = False, 0, None
    for result in outcomes:
        if result.outcome.ok:
            has_success, failures, first = True, 0, None
        else:
            failures, first = failures + 1, first or result.failed_at
    return has_success, failures, first


def _claim(result: Result) -> tuple:
    taken = result.taken
    return taken.account_id, taken.endpoint_id, taken.delivery_id, taken.ticket, taken.number


def _row(result: Result) -> tuple:
    outcome = result.outcome
    return (
        *_claim(result),
        outcome.ok,
        outcome.response_code,
        outcome.response_body,
        outcome.error,
        outcome.duration_ms,
        result.attempted_at,
        result.next_retry_at,
    )


def _sent_row(result: Result) -> tuple:
    outcome = result.outcome
    return (
        *_claim(result),
        outcome.response_code,
        outcome.response_body,
        outcome.duration_ms,
        stats.bucket_of(outcome.duration_ms),
        result.attempted_at,
    )


def _counted(result: Result) -> tuple[str, str, str, int, datetime]:
    outcome = "sent" if result.outcome.ok else "retried" if result.next_retry_at else "failed"
    return *result.taken.lane, outcome, result.outcome.duration_ms, result.attempted_at


def _columns(rows: Iterable[tuple], width: int) -> list[list]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]
