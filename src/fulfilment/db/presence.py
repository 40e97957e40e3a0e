"""Presence: how a process that died is recognised at once.

Each process holds a lock on a connection of its own, under a number that nobody else has. What it has under way carries
that number. PostgreSQL lets go of the lock when the process is gone, however it ended, and whoever finds the number
without its lock (`is_gone` in SQL) takes the work over without waiting for its lease to run out.

A process that loses this connection while it lives gets another number. What it had under way may then be taken over
while it still works, so only work that is safe to repeat may carry a number.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Mapping

import asyncpg
import structlog

from fulfilment import background
from fulfilment.db import session
from fulfilment.db.outage import UNAVAILABLE
from fulfilment.db.sql import sql

log = structlog.get_logger(__name__)

HOLD = sql("presence.unscoped_hold", "SELECT be_present($1)")
LOOK = sql("presence.unscoped_look", "SELECT 1")

_NUMBERS = 2**31 - 1
_TIMEOUT_SECONDS = 5.0
# A connection that broke without a word is noticed by asking; the server has noticed it too by then, or soon will.
_LOOK_SECONDS = 2.0
_LOOK_TIMEOUT_SECONDS = 3.0
_AGAIN_SECONDS = 0.5


class Presence:
    """This process, as others see it. `number` is None while the server is away: then only leases count."""

    def __init__(self, url: str, session_settings: Mapping[str, str]):
        self.number: int | None = None
        self._url = url
        self._session_settings = dict(session_settings)
        self._staying: asyncio.Task | None = None

    def begin(self) -> None:
        """Be present from soon on, and again whenever the connection was lost."""
        self._staying = background.begin("presence", self._stay)

    async def end(self) -> None:
        """Be gone."""
        await background.end(self._staying)
        self._staying = None

    async def _stay(self) -> None:
        while True:
            try:
                await self._hold()
            except (*UNAVAILABLE, asyncpg.PostgresError) as problem:
                log.info("not_present", error=type(problem).__name__)
            except Exception:
                # Without its number the process would be taken for dead for as long as it lives.
                log.exception("presence_fault")
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _hold(self) -> None:
        connection = await session.connect(self._url, self._session_settings)
        try:
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _connection: lost.set())
            number = secrets.randbelow(_NUMBERS) + 1
            if not await connection.fetchval(HOLD.text, number, timeout=_TIMEOUT_SECONDS):
                return
            self.number = number
            while not lost.is_set():
                await connection.fetchval(LOOK.text, timeout=_LOOK_TIMEOUT_SECONDS)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), _LOOK_SECONDS)
        finally:
            self.number = None
            connection.terminate()
