"""Form states are forgotten after a day."""

from fulfilment.console.form_states import queries
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database

CLEANUP_INTERVAL_SECONDS = 600.0
DELETE_BATCH_SIZE = 500

_EXPIRED = BatchProcessor("form_states", ("account_id", "person", "id"), DELETE_BATCH_SIZE)


async def delete_expired(db: Database) -> None:
    """Delete the states that are older than a day, a few at a time."""
    await _EXPIRED.drain(
        db,
        lambda connection, most: connection.fetch(queries.SELECT_EXPIRED.text, most),
        lambda connection, old: connection.execute(queries.DELETE.text, *columns(old, 3)),
    )
