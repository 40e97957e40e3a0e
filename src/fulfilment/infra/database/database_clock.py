"""Database clock: the time by which all nodes decide which work is due (decisions, section 12)."""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import asyncpg

from fulfilment.infra import clock
from fulfilment.infra.database.statements import Statement, sql

# SQL for the current time in milliseconds, the precision of the API.
EXPRESSION = "date_trunc('milliseconds', clock_timestamp())"

NOW = sql("moment.unscoped_now", f"SELECT {EXPRESSION}")
# In microseconds, for the clock of the process.
CLOCK = sql("moment.unscoped_clock", "SELECT clock_timestamp()")


class UnscopedReader(Protocol):
    """A reader of statements without a workspace (infra/database/transaction.py)."""

    async def fetch_unscoped(self, statement: Statement, *args: object) -> Sequence[asyncpg.Record]: ...


async def now(connection: asyncpg.Connection) -> datetime:
    """The current time in UTC, in milliseconds."""
    moment = await connection.fetchval(NOW.text)
    assert moment is not None
    return moment


async def read_now(read: UnscopedReader) -> datetime:
    """The current time in UTC, in milliseconds, read within a command or with other queries."""
    return (await read.fetch_unscoped(NOW))[0][0]


async def sync_process_clock(connection: asyncpg.Connection) -> None:
    """Synchronise the clock of the process with that of this connection's server."""
    asked_at = time.monotonic()
    theirs = await connection.fetchval(CLOCK.text)
    assert theirs is not None
    clock.measure(theirs, asked_at, time.monotonic())
