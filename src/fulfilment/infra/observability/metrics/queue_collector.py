"""Collector of queue metrics from the database, run by each worker every few seconds, never by a scrape.

Queues are read from the first entries of an index, up to a limit, so the cost does not grow with them.
"""

import asyncio
import time

from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql
from fulfilment.infra.observability.metrics import catalogue
from fulfilment.infra.observability.metrics.meters import ProcessMetrics

INTERVAL_SECONDS = 5.0
SIZE_EVERY_SECONDS = 60.0
MAX_COUNTED = 10_000

FIGURES = sql(
    "metrics.unscoped_figures",
    """
    SELECT (SELECT count(*) FROM (SELECT FROM outbox LIMIT $1) o) AS outbox,
           (SELECT count(*) FROM (SELECT FROM webhook_queue LIMIT $1) q) AS queue,
           (SELECT count(*) FROM (SELECT FROM courier_operations WHERE lease_until <= now() LIMIT $1) c) AS unclear,
           coalesce((SELECT extract(epoch FROM now() - e.occurred_at)
                       FROM outbox o JOIN events e ON e.account_id = o.account_id AND e.id = o.event_id
                      ORDER BY o.position LIMIT 1), 0)::float8 AS outbox_seconds,
           coalesce((SELECT extract(epoch FROM now() - min(due_at)) FROM webhook_queue_endpoints
                      WHERE due_at IS NOT NULL), 0)::float8 AS queue_seconds,
           coalesce((SELECT extract(epoch FROM now() - min(lease_until)) FROM courier_operations
                      WHERE lease_until <= now()), 0)::float8 AS unclear_seconds
    """,
)
SIZE = sql("metrics.unscoped_database_size", "SELECT pg_database_size(current_database())")

_OF_COLUMNS = {
    "outbox": catalogue.OUTBOX,
    "queue": catalogue.QUEUE,
    "unclear": catalogue.COURIER_UNCLEAR,
    "outbox_seconds": catalogue.OUTBOX_OLDEST,
    "queue_seconds": catalogue.QUEUE_OLDEST,
    "unclear_seconds": catalogue.COURIER_OLDEST,
}


class QueueCollector:
    """A loop of the worker. While the database is unavailable, the metrics are hidden instead of outdated."""

    def __init__(self, db: Database, meter: ProcessMetrics) -> None:
        self._db = db
        self._meter = meter
        self._size_at = 0.0

    async def run(self) -> None:
        """Collect until cancelled."""
        while True:
            try:
                await self.collect()
            except asyncio.CancelledError:
                # After the stop nothing is known, not even the state of the database.
                self._clear()
                self._meter.clear(catalogue.DATABASE_UP)
                raise
            except BaseException:
                self._clear()
                raise
            await asyncio.sleep(INTERVAL_SECONDS)

    async def collect(self) -> None:
        """Collect once. Raises the errors of the database."""
        async with self._db.connection() as connection:
            row = await connection.fetchrow(FIGURES.text, MAX_COUNTED)
            if time.monotonic() >= self._size_at:
                size = await connection.fetchval(SIZE.text)
                assert size is not None
                self._meter.set(catalogue.DATABASE_SIZE, size)
                self._size_at = time.monotonic() + SIZE_EVERY_SECONDS
        assert row is not None
        for column, metric in _OF_COLUMNS.items():
            self._meter.set(metric, max(0.0, float(row[column])))
        self._meter.set(catalogue.DATABASE_UP, 1)
        self._meter.set(catalogue.LOOP_SUCCESS, time.time(), "queue_figures")

    def _clear(self) -> None:
        for metric in (*_OF_COLUMNS.values(), catalogue.DATABASE_SIZE):
            self._meter.clear(metric)
        self._size_at = 0.0
        self._meter.set(catalogue.DATABASE_UP, 0)
