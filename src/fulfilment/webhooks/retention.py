"""Retention of events and of the delivery log, and purge of deleted endpoints: small batches, a transaction each.

A pending delivery is kept, and so is an event that a delivery still needs. Event sequences are never reset.
"""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import asyncpg
import msgspec
import structlog

from fulfilment.infra.database import database_clock
from fulfilment.infra.database.batch_processor import (
    MAX_FAILURES,
    ROW_ERRORS,
    BatchProcessor,
    columns,
    is_database_unavailable,
)
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import Statement
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.infra.jobs.backoff import BackoffRegistry
from fulfilment.settings import Settings
from fulfilment.webhooks import queries
from fulfilment.webhooks.dispatch.queries import DELETED_ENDPOINTS
from fulfilment.webhooks.retention_queries import (
    DELETE_DELIVERIES,
    DELETE_EVENTS,
    DELETE_HOURLY_STATS,
    DELETE_REPLAYS,
    FIND_NEXT_DELIVERY,
    FIND_NEXT_EVENT,
    FIND_OLD_HOURLY_STATS,
    FIND_OLD_REPLAYS,
    FIND_WORKSPACES_WITH_OLD_DELIVERIES,
    FIND_WORKSPACES_WITH_OLD_EVENTS,
    LIST_WORKSPACES,
)

EVENT_RETENTION_DAYS = 30
# A day more than the longest window, since a window begins with a full hour. Finished replays are kept as long.
STATS_RETENTION_DAYS = 31
CLEANUP_INTERVAL_SECONDS = 600
DELETE_BATCH_SIZE = 500
WORKSPACES_PER_BATCH = 500

ENDPOINTS_PER_BATCH = 100

# A margin, so that rows that a retry or a recovery is just about to use are not deleted.
_GRACE = timedelta(hours=1)
_BATCH_DIVISOR = 8
_PURGE_BATCH_DIVISOR = 8

_log = structlog.get_logger(__name__)


class ExpiringRows(msgspec.Struct, frozen=True):
    """A kind of rows with a retention period.

    The statements find workspaces with old rows, delete a batch, and find the first row of a batch.
    """

    name: str
    find_workspaces: Statement
    delete: Statement
    find_next: Statement


_LOG = ExpiringRows("webhook_delivery", FIND_WORKSPACES_WITH_OLD_DELIVERIES, DELETE_DELIVERIES, FIND_NEXT_DELIVERY)
_EVENTS = ExpiringRows("event", FIND_WORKSPACES_WITH_OLD_EVENTS, DELETE_EVENTS, FIND_NEXT_EVENT)
_HOUR = ("account_id", "endpoint_id", "hour", "outcome", "duration_bucket")
_STATS = (
    (
        BatchProcessor("webhook_hourly_stats", _HOUR, DELETE_BATCH_SIZE),
        FIND_OLD_HOURLY_STATS,
        DELETE_HOURLY_STATS,
        len(_HOUR),
    ),
    (BatchProcessor("webhook_replays", ("account_id", "id"), DELETE_BATCH_SIZE), FIND_OLD_REPLAYS, DELETE_REPLAYS, 2),
)


class WorkspaceCleanup(msgspec.Struct):
    """Cleanup of one workspace, from its oldest row on; `after` is the position reached."""

    account_id: str
    rows: ExpiringRows
    after: Any
    horizon: datetime
    batch_size: int = msgspec.field(default_factory=lambda: DELETE_BATCH_SIZE)
    failures: int = 0

    async def run_batch(self, db: Database) -> bool:
        """Delete a batch.

        Returns true if there may be more; a row that cannot be deleted is skipped until the next run.
        """
        arguments = self.account_id, self.after, self.horizon, self.batch_size
        try:
            async with db.connection() as connection:
                self.after = await connection.fetchval(self.rows.delete.text, *arguments)
            self.batch_size = min(2 * self.batch_size, DELETE_BATCH_SIZE)
        except Exception as problem:
            if is_database_unavailable(problem):
                raise
            await self._reduce_batch(db, problem)
        return self.after is not None and self.failures < MAX_FAILURES

    async def _reduce_batch(self, db: Database, problem: Exception) -> None:
        """Reduce the batch size, down to the single row that fails, which is then skipped."""
        if self.batch_size > 1:
            self.batch_size = max(1, self.batch_size // _BATCH_DIVISOR)
            return
        async with db.connection() as connection:
            failed_row = await connection.fetchrow(self.rows.find_next.text, self.account_id, self.after)
        if failed_row is None:
            # Another worker has deleted it since.
            self.after = None
            return
        fields = {"account": self.account_id, "kind": self.rows.name, "id": failed_row["id"]}
        _log.error("cleanup_failed", **fields, error=type(problem).__name__, exc_info=problem)
        self.after = failed_row["after"]
        self.failures += 1


def get_log_retention(settings: Settings) -> timedelta:
    """The retention period of the delivery log."""
    return timedelta(days=settings.webhook_log_days)


def get_event_retention(settings: Settings) -> timedelta:
    """The retention period of events: never shorter than that of the log, which shows them."""
    return max(timedelta(days=EVENT_RETENTION_DAYS), get_log_retention(settings))


async def delete_expired(db: Database, settings: Settings) -> None:
    """Delete rows past their retention period, in every workspace."""
    async with db.connection() as connection:
        now = await database_clock.now(connection)
    horizon = now - get_log_retention(settings) - _GRACE
    await _run_round_robin(
        [
            WorkspaceCleanup(account_id, _LOG, 0, horizon)
            async for account_id in _find_workspaces(db, _LOG.find_workspaces, horizon)
        ],
        db,
    )
    horizon = now - get_event_retention(settings) - _GRACE
    found = [
        WorkspaceCleanup(account_id, _EVENTS, "", horizon)
        async for account_id in _find_workspaces(db, _EVENTS.find_workspaces, horizon)
    ]
    await _run_round_robin(found, db)
    for processor, select, delete, width in _STATS:
        await _delete_older(db, processor, select, delete, width, now - timedelta(days=STATS_RETENTION_DAYS))


class EndpointPurger:
    """Purge of deleted endpoints: deletes a part of each endpoint in turn until nothing is left."""

    def __init__(self) -> None:
        self._backoff = BackoffRegistry()
        self._batch_sizes: dict[str, int] = {}

    async def run(self, db: Database) -> None:
        """Delete the rest of each endpoint, a part per transaction.

        Raises the database's errors while it is unavailable.
        """
        is_more = True
        while is_more:
            blocked = self._backoff.blocked()
            async with db.connection() as connection:
                found = await connection.fetch(DELETED_ENDPOINTS.text, ENDPOINTS_PER_BATCH + len(blocked))
            deleted = [(account_id, endpoint_id) for account_id, endpoint_id in found if endpoint_id not in blocked]
            is_more = any([await self._purge_part(db, *each) for each in deleted])

    async def _purge_part(self, db: Database, account_id: str, endpoint_id: str) -> bool:
        """Delete a part of one endpoint. Returns true if more may be left, of this endpoint or of later ones."""
        limit = self._batch_sizes.get(endpoint_id, queries.BATCH_ROWS)
        try:
            async with db.transaction() as connection:
                await queries.purge_endpoint(Tx(connection, System(account_id)), endpoint_id, limit)
        except Exception as problem:
            if is_database_unavailable(problem):
                raise
            return self._record_failure(endpoint_id, limit, problem)
        self._batch_sizes.pop(endpoint_id, None)
        self._backoff.record_success(endpoint_id)
        return True

    def _record_failure(self, endpoint_id: str, limit: int, problem: Exception) -> bool:
        """Reduce the part, or back off where it was a single row or a locked one. Returns true for a repeat at once."""
        if limit > 1 and not isinstance(problem, asyncpg.LockNotAvailableError):
            self._batch_sizes[endpoint_id] = limit // _PURGE_BATCH_DIVISOR or 1
            return True
        tries = self._backoff.record_failure(endpoint_id)
        if isinstance(problem, ROW_ERRORS):
            _log.warning("purge_retry_scheduled", endpoint_id=endpoint_id, tries=tries, error=type(problem).__name__)
        else:
            _log.error("endpoint_not_purged", endpoint_id=endpoint_id, tries=tries, exc_info=problem)
        return False


purge_deleted_endpoints = EndpointPurger().run


async def _run_round_robin(cleanups: list["WorkspaceCleanup"], db: Database) -> None:
    """Delete a batch of each workspace in turn, so that a large one does not delay the others."""
    while cleanups:
        cleanups = [cleanup for cleanup in cleanups if await cleanup.run_batch(db)]


async def _find_workspaces(db: Database, statement: Statement, horizon: datetime) -> AsyncIterator[str]:
    """The workspaces whose oldest row is before `horizon`; only the oldest rows are read."""
    after, page = "", [""]
    while page:
        async with db.connection() as connection:
            page = [row["id"] for row in await connection.fetch(LIST_WORKSPACES.text, after, WORKSPACES_PER_BATCH)]
            found: list[asyncpg.Record] = await connection.fetch(statement.text, page, horizon)
        for row in found:
            yield row["account_id"]
        after = page[-1] if page else after


async def _delete_older(
    db: Database, processor: BatchProcessor, select: Statement, delete: Statement, width: int, horizon: datetime
) -> None:
    await processor.drain(
        db,
        lambda connection, limit: connection.fetch(select.text, horizon, limit),
        lambda connection, old: connection.execute(delete.text, *columns(old, width)),
    )
