"""Workspaces that come into being when a person works in them for the first time (decisions, section 10)."""

import time
from collections.abc import Callable

from fulfilment.infra import clock
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql

# How long it is believed that a workspace is there. Not for ever: a backup may be restored beneath us.
CACHE_SECONDS = 10.0
MAX_CACHED = 10_000

OPEN_SESSION_ACCOUNT = sql(
    "bearer.open_account",
    """
    INSERT INTO accounts (id, name, plan, origin, created_at) VALUES ($1 /* account_id */, $1, 'free', 'session', $2)
    ON CONFLICT (id) DO NOTHING
    """,
)


class WorkspaceProvisioner:
    """The workspaces that are there, as far as one process knows; `now` is a clock in seconds."""

    def __init__(self, db: Database, now: Callable[[], float] = time.monotonic) -> None:
        self._db = db
        self._now = now
        # With the time by which they were there; the one seen longest ago comes first.
        self._known: dict[str, float] = {}

    async def ensure(self, account_id: str) -> None:
        """Open the workspace on the free plan, unless it is there."""
        now = self._now()
        if now - self._known.get(account_id, -CACHE_SECONDS) < CACHE_SECONDS:
            return
        async with self._db.connection() as connection:
            await connection.execute(OPEN_SESSION_ACCOUNT.text, account_id, clock.now())
        self._known.pop(account_id, None)
        self._known[account_id] = now
        if len(self._known) > MAX_CACHED:
            del self._known[next(iter(self._known))]
