"""Removing the rest of a deleted endpoint's log, where it was too long for the request that deleted the endpoint."""

import asyncpg
import structlog

from fulfilment.infra.database.batch_processor import ROW_ERRORS, is_database_unavailable
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.infra.jobs.backoff import BackoffRegistry
from fulfilment.webhooks import queries
from fulfilment.webhooks.dispatch.queries import DELETED_ENDPOINTS

ENDPOINTS_PER_BATCH = 100
_BATCH_DIVISOR = 8

_log = structlog.get_logger(__name__)


class EndpointPurger:
    """One process's share: a part of each endpoint in turn, as long as there is any."""

    def __init__(self) -> None:
        self._backoff = BackoffRegistry()
        self._batch_sizes: dict[str, int] = {}

    async def run(self, db: Database) -> None:
        """Remove what is left, a part per transaction. Raises what the database raises while it is away."""
        is_more = True
        while is_more:
            blocked = self._backoff.blocked()
            async with db.connection() as connection:
                found = await connection.fetch(DELETED_ENDPOINTS.text, ENDPOINTS_PER_BATCH + len(blocked))
            deleted = [(account_id, endpoint_id) for account_id, endpoint_id in found if endpoint_id not in blocked]
            is_more = any([await self._purge_part(db, *each) for each in deleted])

    async def _purge_part(self, db: Database, account_id: str, endpoint_id: str) -> bool:
        """Whether there may be more to remove, of this endpoint or behind it."""
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
        """Less at once; where that was the least, another time."""
        if limit > 1 and not isinstance(problem, asyncpg.LockNotAvailableError):
            self._batch_sizes[endpoint_id] = limit // _BATCH_DIVISOR or 1
            return True
        tries = self._backoff.record_failure(endpoint_id)
        if isinstance(problem, ROW_ERRORS):
            _log.warning("purge_retry_scheduled", endpoint_id=endpoint_id, tries=tries, error=type(problem).__name__)
        else:
            _log.error("endpoint_not_purged", endpoint_id=endpoint_id, tries=tries, exc_info=problem)
        return False


purge_deleted_endpoints = EndpointPurger().run
