"""What the workers do every now and then, whoever comes first. Any number of workers may sweep at once."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import msgspec

from fulfilment.db import moment
from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database
from fulfilment.db.sql import sql
from fulfilment.http.idempotency import MEMORY_HOURS

FORGOTTEN_AT_ONCE = 1_000
# Whoever is there all the time keeps their row, which is begun anew each minute.
WINDOWS_KEPT_MINUTES = 5

OLD_KEYS = sql(
    "sweeps.unscoped_old_keys",
    """
    SELECT account_id, partner, key FROM idempotency_keys
     WHERE created_at <= $1 AND (lease_until IS NULL OR lease_until <= now())
     ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

FORGET_KEYS = sql(
    "sweeps.batched_forget_keys",
    """
    DELETE FROM idempotency_keys k USING unnest($1::text[], $2::text[], $3::text[]) AS old (account_id, partner, key)
     WHERE k.account_id = old.account_id AND k.partner = old.partner AND k.key = old.key
    """,
)

OVER_WINDOWS = sql(
    "sweeps.unscoped_over_windows",
    """
    SELECT subject FROM request_windows WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)

FORGET_WINDOWS = sql("sweeps.unscoped_forget_windows", "DELETE FROM request_windows WHERE subject = ANY ($1::text[])")

_KEYS = Chore("idempotency_keys", ("account_id", "partner", "key"), FORGOTTEN_AT_ONCE)

_WINDOWS = Chore("request_windows", ("subject",), FORGOTTEN_AT_ONCE)


class Sweep(msgspec.Struct, frozen=True):
    """`run` is called every `every_seconds`, with the worker's database; it works in short transactions."""

    name: str
    every_seconds: float
    run: Callable[[Database], Awaitable[object]]


async def forget_idempotency_keys(db: Database) -> None:
    """Delete the memory of idempotency keys after its 24 hours, a few at a time (decisions, section 4)."""
    async with db.connection() as connection:
        horizon = await moment.now(connection) - timedelta(hours=MEMORY_HOURS)
    await _KEYS.work_off(
        db,
        lambda connection, most: connection.fetch(OLD_KEYS.text, horizon, most),
        lambda connection, old: connection.execute(FORGET_KEYS.text, *columns(old, 3)),
    )


async def forget_request_windows(db: Database) -> None:
    """Delete what was counted of minutes that are over, once nobody asks any more, a few at a time."""
    async with db.connection() as connection:
        horizon = await moment.now(connection) - timedelta(minutes=WINDOWS_KEPT_MINUTES)
    await _WINDOWS.work_off(
        db,
        lambda connection, most: connection.fetch(OVER_WINDOWS.text, horizon, most),
        lambda connection, over: connection.execute(FORGET_WINDOWS.text, *columns(over, 1)),
    )
