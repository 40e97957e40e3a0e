"""The database's clock, by which all nodes decide what is due (decisions, section 12)."""

from datetime import datetime

import asyncpg

from fulfilment.db.sql import sql

NOW = sql("moment.unscoped_now", "SELECT date_trunc('milliseconds', clock_timestamp())")


async def now(connection: asyncpg.Connection) -> datetime:
    """The present moment in UTC, to the millisecond."""
    return await connection.fetchval(NOW.text)
