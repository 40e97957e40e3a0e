"""Batches are forgotten a while after their end, so that their tables do not grow for ever."""

from collections.abc import Sequence
from datetime import timedelta

import asyncpg

from fulfilment.batches import work_queries
from fulfilment.db import moment
from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database

KEPT_DAYS = 30
FORGET_EVERY_SECONDS = 600
# Each has up to 500 rows.
FORGOTTEN_AT_ONCE = 10

_OLD = Chore("batches", ("account_id", "id"), FORGOTTEN_AT_ONCE)


async def forget(db: Database) -> None:
    """Delete batches 30 days after they finished, with their rows, a few at a time."""
    async with db.connection() as connection:
        horizon = await moment.now(connection) - timedelta(days=KEPT_DAYS)

    async def act(connection: asyncpg.Connection, old: Sequence[asyncpg.Record]) -> None:
        named = columns(old, 2)
        await connection.execute(work_queries.FORGET_ROWS.text, *named)
        await connection.execute(work_queries.FORGET.text, *named)

    await _OLD.work_off(db, lambda connection, most: work_queries.find_old(connection, horizon, most), act)
