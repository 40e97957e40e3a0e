"""Removing the rest of a deleted endpoint's log, where it was too long for the request that deleted the endpoint."""

from fulfilment.db.pool import Database
from fulfilment.db.tx import System, Tx
from fulfilment.webhooks import queries
from fulfilment.webhooks.queue.queries import DELETED_ENDPOINTS


async def purge(db: Database) -> None:
    """Remove what is left, a part per transaction."""
    async with db.connection() as connection:
        deleted = await connection.fetch(DELETED_ENDPOINTS.text)
    for account_id, endpoint_id in deleted:
        is_all = False
        while not is_all:
            async with db.transaction() as connection:
                is_all = await queries.purge(Tx(connection, System(account_id)), endpoint_id)
