"""Removing the rest of a deleted endpoint's log, where it was too long for the request that deleted the endpoint."""

import asyncpg
import structlog

from fulfilment.db.chore import OF_THE_ROWS, is_away
from fulfilment.db.pool import Database
from fulfilment.db.tx import System, Tx
from fulfilment.rests import Rests
from fulfilment.webhooks import queries
from fulfilment.webhooks.queue.queries import DELETED_ENDPOINTS

ENDPOINTS_AT_ONCE = 100
_SMALLER = 8

_log = structlog.get_logger(__name__)


class Purge:
    """One process's share: a part of each endpoint in turn, as long as there is any."""

    def __init__(self) -> None:
        self._rests = Rests()
        self._smaller: dict[str, int] = {}

    async def run(self, db: Database) -> None:
        """Remove what is left, a part per transaction. Raises what the database raises while it is away."""
        is_more = True
        while is_more:
            resting = self._rests.resting()
            async with db.connection() as connection:
                found = await connection.fetch(DELETED_ENDPOINTS.text, ENDPOINTS_AT_ONCE + len(resting))
            deleted = [(account_id, endpoint_id) for account_id, endpoint_id in found if endpoint_id not in resting]
            is_more = any([await self._remove_part(db, *each) for each in deleted])

    async def _remove_part(self, db: Database, account_id: str, endpoint_id: str) -> bool:
        """Whether there may be more to remove, of this endpoint or behind it."""
        most = self._smaller.get(endpoint_id, queries.BATCH_ROWS)
        try:
            async with db.transaction() as connection:
                await queries.purge(Tx(connection, System(account_id)), endpoint_id, most)
        except Exception as problem:
            if is_away(problem):
                raise
            return self._be_careful(endpoint_id, most, problem)
        self._smaller.pop(endpoint_id, None)
        self._rests.mend(endpoint_id)
        return True

    def _be_careful(self, endpoint_id: str, most: int, problem: Exception) -> bool:
        """Less at once; where that was the least, another time."""
        if most > 1 and not isinstance(problem, asyncpg.LockNotAvailableError):
            self._smaller[endpoint_id] = most // _SMALLER or 1
            return True
        tries = self._rests.fault(endpoint_id)
        if isinstance(problem, OF_THE_ROWS):
            _log.warning("purge_waits", endpoint_id=endpoint_id, tries=tries, error=type(problem).__name__)
        else:
            _log.error("endpoint_not_purged", endpoint_id=endpoint_id, tries=tries, exc_info=problem)
        return False


purge = Purge().run
