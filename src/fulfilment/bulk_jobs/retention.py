"""Batches are forgotten a while after their end, so that their tables do not grow for ever."""

from collections.abc import Sequence
from datetime import timedelta

import asyncpg

from fulfilment.bulk_jobs import runner_queries
from fulfilment.infra.database import database_clock
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database

RETENTION_DAYS = 30
DELETE_EVERY_SECONDS = 600
# Each has up to 500 rows.
DELETE_BATCH_SIZE = 10

_EXPIRED = BatchProcessor("batches", ("account_id", "id"), DELETE_BATCH_SIZE)


async def delete_expired(db: Database) -> None:
    """Delete batches 30 days after they finished, with their rows, a few at a time."""
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(days=RETENTION_DAYS)

    async def delete(connection: asyncpg.Connection, expired: Sequence[asyncpg.Record]) -> None:
        batch_ids = columns(expired, 2)
        await connection.execute(runner_queries.DELETE_ROWS.text, *batch_ids)
        await connection.execute(runner_queries.DELETE_BATCHES.text, *batch_ids)

    await _EXPIRED.drain(db, lambda connection, most: runner_queries.find_expired(connection, horizon, most), delete)
