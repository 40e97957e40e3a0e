"""Cleanup jobs: periodic deletion of expired rows. Several workers may run the same job at once."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import msgspec

from fulfilment.infra.database import database_clock
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.operations.idempotency import RETENTION_HOURS

DELETE_BATCH_SIZE = 1_000
# Time after the end of a window until its row is deleted. An active subject reuses its row for each new window.
WINDOW_RETENTION_MINUTES = 5

FIND_EXPIRED_KEYS = sql(
    "sweeps.unscoped_old_keys",
    """
    SELECT account_id, partner, key FROM idempotency_keys
     WHERE created_at <= $1 AND (lease_until IS NULL OR lease_until <= now())
     ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

DELETE_KEYS = sql(
    "sweeps.batched_forget_keys",
    """
    DELETE FROM idempotency_keys k USING unnest($1::text[], $2::text[], $3::text[]) AS old (account_id, partner, key)
     WHERE k.account_id = old.account_id AND k.partner = old.partner AND k.key = old.key
    """,
)

FIND_EXPIRED_WINDOWS = sql(
    "sweeps.unscoped_over_windows",
    """
    SELECT subject FROM request_windows WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

DELETE_WINDOWS = sql("sweeps.unscoped_forget_windows", "DELETE FROM request_windows WHERE subject = ANY ($1::text[])")

_KEYS = BatchProcessor("idempotency_keys", ("account_id", "partner", "key"), DELETE_BATCH_SIZE)

_WINDOWS = BatchProcessor("request_windows", ("subject",), DELETE_BATCH_SIZE)


class CleanupJob(msgspec.Struct, frozen=True):
    """Periodic job of the workers: `run` is called every `every_seconds`, and works in short transactions."""

    name: str
    every_seconds: float
    run: Callable[[Database], Awaitable[object]]


async def delete_expired_idempotency_keys(db: Database) -> None:
    """Cleanup job: delete idempotency records after 24 hours, in batches (decisions, section 4)."""
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(hours=RETENTION_HOURS)
    await _KEYS.drain(
        db,
        lambda connection, most: connection.fetch(FIND_EXPIRED_KEYS.text, horizon, most),
        lambda connection, old: connection.execute(DELETE_KEYS.text, *columns(old, 3)),
    )


async def delete_expired_request_windows(db: Database) -> None:
    """Cleanup job: delete rate-limit windows that ended more than WINDOW_RETENTION_MINUTES ago, in batches."""
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(minutes=WINDOW_RETENTION_MINUTES)
    await _WINDOWS.drain(
        db,
        lambda connection, most: connection.fetch(FIND_EXPIRED_WINDOWS.text, horizon, most),
        lambda connection, over: connection.execute(DELETE_WINDOWS.text, *columns(over, 1)),
    )
