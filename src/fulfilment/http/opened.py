"""Workspaces that come into being when a person works in them for the first time (decisions, section 10)."""

import time
from collections.abc import Callable

from fulfilment import clock
from fulfilment.db.pool import Database
from fulfilment.db.sql import sql

# How long it is believed that a workspace is there. Not for ever: a backup may be restored beneath us.
OPENED_SECONDS = 10.0
OPENED_MOST = 10_000

OPEN_SESSION_ACCOUNT = sql(
    "bearer.open_account",
    """
    INSERT INTO accounts (id, name, plan, origin, created_at) VALUES ($1 /* account_id */, $1, 'free', 'session', $2)
    ON CONFLICT (id) DO NOTHING
    """,
)


class Opened:
    """The workspaces that are there, as far as one process knows; `now` is a clock in seconds."""

    def __init__(self, db: Database, now: Callable[[], float] = time.monotonic):
        self._db = db
        self._now = now
        # With the time by which they were there; the one seen longest ago comes first.
        self._opened: dict[str, float] = {}

    async def require(self, account_id: str) -> None:
        """Open the workspace on the free plan, unless it is there."""
        now = self._now()
        if now - self._opened.get(account_id, -OPENED_SECONDS) < OPENED_SECONDS:
            return
        async with self._db.connection() as connection:
            await connection.execute(OPEN_SESSION_ACCOUNT.text, account_id, clock.now())
        self._opened.pop(account_id, None)
        self._opened[account_id] = now
        if len(self._opened) > OPENED_MOST:
            del self._opened[next(iter(self._opened))]
