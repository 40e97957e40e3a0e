"""How long audit entries are kept: for ever, or as long as the operator says (docs/decisions/0065-audit-log.md)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg

from fulfilment.audit.queries import FORGET_ENTRIES, OLD_ENTRIES
from fulfilment.db import moment
from fulfilment.db.chore import Chore, columns
from fulfilment.db.pool import Database
from fulfilment.settings import Settings

FORGET_EVERY_SECONDS = 600
FORGOTTEN_AT_ONCE = 500

_BEGINNING = datetime.fromisoformat("1970-01-01T00:00Z")

_ENTRIES = Chore("audit_entries", ("account_id", "id"), FORGOTTEN_AT_ONCE)


async def forget(db: Database, settings: Settings) -> None:
    """Remove what has had its days, the oldest first, a batch at a time."""
    if not settings.audit_retention_days:
        return
    async with db.connection() as connection:
        horizon = await moment.now(connection) - timedelta(days=settings.audit_retention_days)
    reached = _BEGINNING

    async def pick(connection: asyncpg.Connection, most: int) -> Sequence[asyncpg.Record]:
        # No batch goes along the index entries of what earlier ones have removed.
        nonlocal reached
        found = await connection.fetch(OLD_ENTRIES.text, horizon, reached, most)
        reached = found[0]["created_at"] if found else reached
        return found

    await _ENTRIES.work_off(db, pick, lambda connection, old: connection.execute(FORGET_ENTRIES.text, *columns(old, 2)))
