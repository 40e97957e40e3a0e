"""How long audit entries are kept: for ever, or as long as the operator says (docs/decisions/0065-audit-log.md)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg

from fulfilment.audit.queries import DELETE_EXPIRED_ENTRIES, LIST_EXPIRED_ENTRIES
from fulfilment.infra.database import database_clock
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.settings import Settings

CLEANUP_INTERVAL_SECONDS = 600
CLEANUP_BATCH_SIZE = 500

_BEGINNING = datetime.fromisoformat("1970-01-01T00:00Z")

_ENTRIES = BatchProcessor("audit_entries", ("account_id", "id"), CLEANUP_BATCH_SIZE)


async def delete_expired(db: Database, settings: Settings) -> None:
    """Remove what has had its days, the oldest first, a batch at a time."""
    if not settings.audit_retention_days:
        return
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(days=settings.audit_retention_days)
    reached = _BEGINNING

    async def select(connection: asyncpg.Connection, most: int) -> Sequence[asyncpg.Record]:
        # No batch goes along the index entries of what earlier ones have removed.
        nonlocal reached
        found = await connection.fetch(LIST_EXPIRED_ENTRIES.text, horizon, reached, most)
        reached = found[0]["created_at"] if found else reached
        return found

    await _ENTRIES.drain(
        db, select, lambda connection, old: connection.execute(DELETE_EXPIRED_ENTRIES.text, *columns(old, 2))
    )
