"""What the workers do every now and then, whoever comes first. Any number of workers may sweep at once."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import msgspec

from fulfilment import clock
from fulfilment.db.pool import Database
from fulfilment.db.sql import sql
from fulfilment.http.idempotency import MEMORY_HOURS

FORGOTTEN_AT_ONCE = 1_000

FORGET_KEYS = sql(
    "sweeps.unscoped_forget_keys",
    """
    WITH old AS MATERIALIZED (
        SELECT account_id, partner, key FROM idempotency_keys
         WHERE created_at <= $1 AND (lease_until IS NULL OR lease_until <= now())
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ), gone AS (
        DELETE FROM idempotency_keys k USING old
         WHERE k.account_id = old.account_id AND k.partner = old.partner AND k.key = old.key
        RETURNING 1
    )
    SELECT count(*) FROM gone
    """,
)


class Sweep(msgspec.Struct, frozen=True):
    """`run` is called every `every_seconds`, with the worker's database; it works in short transactions."""

    name: str
    every_seconds: float
    run: Callable[[Database], Awaitable[object]]


async def forget_idempotency_keys(db: Database) -> None:
    """Delete the memory of idempotency keys after its 24 hours, a few at a time (decisions, section 4)."""
    horizon = clock.now() - timedelta(hours=MEMORY_HOURS)
    forgotten = FORGOTTEN_AT_ONCE
    while forgotten == FORGOTTEN_AT_ONCE:
        async with db.connection() as connection:
            forgotten = await connection.fetchval(FORGET_KEYS.text, horizon, FORGOTTEN_AT_ONCE)
