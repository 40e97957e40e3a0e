"""A server that falls silent: frozen, replaced by another, or behind a network that swallows everything.

It ends no statement that takes too long, and answers no request to cancel one, which is what the driver's own timeout
waits for. So what has been leased for a while is asked about on a fresh connection: the server reached now may not know
the session at all, or know that it has been waiting for us as long as we for it. Such a connection is cut off, and
whoever waits for it finds the server away. A statement that only takes its time, or waits for a lock, is left alone.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta

import structlog

from fulfilment.infra.database.errors import UNAVAILABLE
from fulfilment.infra.database.server_session import ServerSession
from fulfilment.infra.database.statements import sql
from fulfilment.infra.jobs import task_supervisor

log = structlog.get_logger(__name__)

LOOK_SECONDS = 0.5
# From then on a loan is asked about, and again after each pause.
SUSPECT_SECONDS = 1.0
_PAUSE_SECONDS = 1.0
# A session that hears nothing from us for so long while we hear nothing from it: before a loan's first statement, and
# between two of its transaction, where work of many rows gives way to others, on a busy loop for a while.
_DEAF_SECONDS = 0.75
_DEAF_WITHIN_SECONDS = 2.5
_ASK_TIMEOUT_SECONDS = 2.0

# A statement that was described but not executed yet leaves the session active, and waiting for the client. A server
# that is told not to track what its sessions do (track_activities) does not say since when.
FIND_HEARING = sql(
    "silence.unscoped_find_hearing",
    """
    SELECT a.pid
      FROM unnest($1::int[], $2::timestamptz[]) AS asked (pid, started_at)
      JOIN pg_stat_activity a ON a.pid = asked.pid AND a.backend_start = asked.started_at
     WHERE a.wait_event IS DISTINCT FROM 'ClientRead'
        OR coalesce(
               a.state_change > clock_timestamp() - CASE WHEN a.state = 'idle' THEN $3::interval ELSE $4::interval END,
               true
           )
    """,
)

# What a session that was cut off has locked is let go of now, not when the server finds out.
END_SESSIONS = sql(
    "silence.unscoped_end_sessions",
    """
    SELECT pg_terminate_backend(a.pid)
      FROM unnest($1::int[], $2::timestamptz[]) AS asked (pid, started_at)
      JOIN pg_stat_activity a ON a.pid = asked.pid AND a.backend_start = asked.started_at
    """,
)


class Watch:
    """Keeps the loans of a pool in view, and cuts off those that lead to nobody.

    `connect` makes the connection that is asked; None: nobody can be, behind a pooler. `limit_seconds` is how long a
    loan may last where nothing can be found out; `on_silence` is called when the first of them was found dead,
    `on_look` at every look.
    """

    def __init__(
        self,
        limit_seconds: float,
        connect: Callable[[], Awaitable[ServerSession]] | None,
        on_silence: Callable[[], None],
        on_look: Callable[[], None],
    ) -> None:
        self.leased: set[ServerSession] = set()
        self._limit_seconds = limit_seconds
        self._connect = connect
        self._on_silence = on_silence
        self._on_look = on_look
        self._looking: asyncio.Task | None = None
        self._asking: asyncio.Task | None = None
        self._ask_at = 0.0

    def begin(self) -> None:
        self._looking = task_supervisor.start("connection_check", self._look_for_ever)

    def end(self) -> None:
        for task in (self._looking, self._asking):
            if task is not None:
                task.cancel()

    def lend(self, connection: ServerSession) -> None:
        connection.leased_at = time.monotonic()
        connection.idle_checks = 0
        self.leased.add(connection)

    def returned(self, connection: ServerSession) -> None:
        self.leased.discard(connection)

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                self._look()
            except Exception:
                # Whatever went wrong with one of them, the others are still to be watched.
                log.exception("watch_fault")

    def _look(self) -> None:
        self._on_look()
        now = time.monotonic()
        for connection in [each for each in self.leased if each.leased_at <= now - self._limit_seconds]:
            self.leased.discard(connection)
            connection.terminate()
        is_asking = self._asking is not None and not self._asking.done()
        suspects = [(each, each.leased_at) for each in self.leased if each.leased_at <= now - SUSPECT_SECONDS]
        if suspects and self._connect is not None and not is_asking and now >= self._ask_at:
            self._asking = asyncio.create_task(self._ask(suspects, self._connect))

    async def _ask(
        self, suspects: list[tuple[ServerSession, float]], connect: Callable[[], Awaitable[ServerSession]]
    ) -> None:
        try:
            async with asyncio.timeout(_ASK_TIMEOUT_SECONDS):
                asked = await connect()
            try:
                async with asyncio.timeout(_ASK_TIMEOUT_SECONDS):
                    await self._cut_off_deaf(asked, suspects)
            finally:
                asked.terminate()
        except UNAVAILABLE as problem:
            # Nobody can be asked, so the limit holds.
            log.info("connection_check_failed", error=type(problem).__name__)
        finally:
            self._ask_at = time.monotonic() + _PAUSE_SECONDS

    async def _cut_off_deaf(self, asked: ServerSession, suspects: list[tuple[ServerSession, float]]) -> None:
        sessions = [each for each, _ in suspects]
        patience = (timedelta(seconds=_DEAF_SECONDS), timedelta(seconds=_DEAF_WITHIN_SECONDS))
        rows = await asked.fetch(FIND_HEARING.text, *_named(sessions), *patience)
        hearing = {row["pid"] for row in rows}
        # Meanwhile it may have come back, and may even be leased again.
        deaf = [
            each
            for each, lent_at in suspects
            if each in self.leased and each.leased_at == lent_at and each.pid not in hearing
        ]
        if not deaf:
            return
        log.warning("connections_dead", count=len(deaf))
        named = _named(deaf)
        for connection in deaf:
            self.leased.discard(connection)
            connection.terminate()
        self._on_silence()
        await asked.execute(END_SESSIONS.text, *named)


def _named(sessions: Iterable[ServerSession]) -> tuple[list[int], list]:
    return [each.pid for each in sessions], [each.started_at for each in sessions]
