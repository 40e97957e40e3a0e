"""How long sessions that are over, and what was used once, are remembered."""

from datetime import timedelta

from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.sign_in import queries

CLEANUP_INTERVAL_SECONDS = 60.0
DELETE_BATCH_SIZE = 1_000

_SESSIONS = BatchProcessor("sessions", ("id_hash",), DELETE_BATCH_SIZE)
_USED_TOKENS = BatchProcessor("used_tokens", ("token_hash",), DELETE_BATCH_SIZE)


async def delete_expired(db: Database) -> None:
    """Forget sessions an hour after none of them can go on, and uses whose time is over, a batch at a time."""
    age = timedelta(hours=queries.RETENTION_HOURS)
    await _SESSIONS.drain(
        db,
        lambda connection, most: connection.fetch(queries.SELECT_EXPIRED_SESSIONS.text, age, most),
        lambda connection, old: connection.execute(queries.DELETE_SESSIONS.text, *columns(old, 1)),
    )
    await _USED_TOKENS.drain(
        db,
        lambda connection, most: connection.fetch(queries.SELECT_EXPIRED_TOKENS.text, most),
        lambda connection, old: connection.execute(queries.DELETE_TOKENS.text, *columns(old, 1)),
    )
