"""The database's clock, by which all nodes decide what is due (decisions, section 12)."""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import asyncpg

from fulfilment.infra import clock
from fulfilment.infra.database.statements import Statement, sql


class UnscopedReader(Protocol):
    """A reader of statements that know no workspace (infra/database/transaction.py)."""

    async def fetch_unscoped(self, statement: Statement, *args: object) -> Sequence[asyncpg.Record]: ...


# The present moment as a part of a statement, to the millisecond that the wire shows.
EXPRESSION = "date_trunc('milliseconds', clock_timestamp())"

NOW = sql("moment.unscoped_now", f"SELECT {EXPRESSION}")
# To the microsecond, for the process's own clock.
CLOCK = sql("moment.unscoped_clock", "SELECT clock_timestamp()")


async def now(connection: asyncpg.Connection) -> datetime:
    """The present moment in UTC, to the millisecond."""
    moment = await connection.fetchval(NOW.text)
    assert moment is not None
    return moment


async def read_now(read: UnscopedReader) -> datetime:
    """The same, within a mutation or beside other queries."""
    return (await read.fetch_unscoped(NOW))[0][0]


async def sync_process_clock(connection: asyncpg.Connection) -> None:
    """Have the process's clock follow that of this connection's server."""
    asked_at = time.monotonic()
    theirs = await connection.fetchval(CLOCK.text)
    assert theirs is not None
    clock.measure(theirs, asked_at, time.monotonic())
