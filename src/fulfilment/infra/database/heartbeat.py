"""Process heartbeats: the death of a process is detected within a few seconds.

Each process has a unique owner id, and a row with the time, by the database's clock, until which it counts as alive. It
renews the row every second. Its claims carry the owner id. Other processes take over the claims of a dead owner
(`is_process_dead`) before the leases end. A process that stops orderly deletes its row, which frees its claims at once.

A heartbeat needs no session of its own: behind a pooler each renewal is a plain transaction
(docs/decisions/0006-heartbeats.md).

A frozen or disconnected process cannot renew its row in time. It then counts as dead, and gets another owner id
afterwards. Its claims may be taken over while it still works, so only repeatable work may carry an owner id.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Protocol

import asyncpg
import structlog

from fulfilment.infra import clock
from fulfilment.infra.database import server_session
from fulfilment.infra.database.errors import UNAVAILABLE
from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.jobs import task_supervisor

log = structlog.get_logger(__name__)

HEARTBEAT_SECONDS = 1.0
# Several heartbeats, so that a late heartbeat has no consequences.
ALIVE_SECONDS = 5.0
_ALIVE = timedelta(seconds=ALIVE_SECONDS)
_TIMEOUT_SECONDS = 2.0
_RETRY_SECONDS = 0.5
# Owner ids are random. A sequence of a restored or failed-over database could repeat the ids of running processes.
_MAX_ID = 2**31 - 1

# Asynchronous commit: a heartbeat lost in a crash is only a missed heartbeat. A synchronous commit would wait for a
# slow standby and be late.
_ASYNC_COMMIT = "WITH told AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))"

# Also deletes rows of processes that died long ago, whose claims were taken over.
INSERT_HEARTBEAT = sql(
    "heartbeat.unscoped_insert",
    """
    {async_commit}, forgotten AS (
        DELETE FROM process_heartbeats WHERE present_until < now() - interval '1 hour'
    )
    INSERT INTO process_heartbeats (number, name, present_until)
    SELECT $3, $1, now() + $2::interval FROM told
    """,
    async_commit=_ASYNC_COMMIT,
)
# An expired heartbeat cannot be renewed.
UPDATE_HEARTBEAT = sql(
    "heartbeat.unscoped_update",
    """
    {async_commit}
    UPDATE process_heartbeats SET present_until = now() + $2::interval FROM told WHERE number = $1
        AND present_until > now()
    RETURNING number, clock_timestamp() AS now
    """,
    async_commit=_ASYNC_COMMIT,
)
DELETE_HEARTBEAT = sql(
    "heartbeat.unscoped_delete", "DELETE FROM process_heartbeats WHERE number = $1 AND present_until > now()"
)

FIND_DEAD_OWNERS = sql(
    "heartbeat.unscoped_find_dead_owners",
    "SELECT number FROM unnest($1::integer[]) AS asked (number) WHERE is_process_dead(number)",
)


class _Reader(Protocol):
    """A reader of statements without a workspace (infra/database/transaction.py)."""

    async def fetch_unscoped(self, statement: Statement, *args: object) -> Sequence[asyncpg.Record]: ...


async def is_owner_dead(read: _Reader, owner_id: int | None) -> bool:
    """True where the owner's heartbeat has expired. False without an owner id, where only the lease counts."""
    return owner_id is not None and bool(await read.fetch_unscoped(FIND_DEAD_OWNERS, [owner_id]))


class ProcessHeartbeat:
    """The heartbeat of this process; `name` is the kind of process and its release."""

    def __init__(
        self, url: str, session_settings: Mapping[str, str], name: str = "api", *, is_pooled: bool = False
    ) -> None:
        self._url = url
        self._session_settings = dict(session_settings)
        self._overrides: dict[str, str] | None = {} if is_pooled else None
        self._name = name
        self._owner_id: int | None = None
        # A time of the monotonic clock, a little earlier than the database's.
        self._alive_until = 0.0
        self._is_clock_wrong = False
        self._stopping, self._stopped = asyncio.Event(), asyncio.Event()
        self._task: asyncio.Task | None = None

    @property
    def owner_id(self) -> int | None:
        """The id that marks claims; None while the process may count as dead, when only leases protect claims."""
        return self._owner_id if time.monotonic() < self._alive_until else None

    def start(self) -> None:
        """Start the heartbeat, which restarts with a new owner id whenever a renewal was late."""
        self._task = task_supervisor.start("heartbeat", self._run)

    async def stop(self) -> None:
        """Stop the heartbeat, and delete the row if the database is available."""
        self._stopping.set()
        if self._task is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), _TIMEOUT_SECONDS)
        await task_supervisor.stop(self._task)
        self._task = None
        self._owner_id = None

    async def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                await self._beat_until_stopped()
            except (*UNAVAILABLE, asyncpg.PostgresError) as problem:
                log.info("heartbeat_failed", error=type(problem).__name__)
            except Exception:
                # Without a heartbeat the process would count as dead for the rest of its life.
                log.exception("heartbeat_fault")
            await self._sleep(_RETRY_SECONDS)
        self._stopped.set()
        # The supervisor would restart a task that ends.
        await asyncio.get_running_loop().create_future()

    async def _beat_until_stopped(self) -> None:
        connection = await server_session.connect(self._url, self._session_settings, self._overrides)
        try:
            while not self._stopping.is_set():
                await self._beat(connection)
                await self._sleep(HEARTBEAT_SECONDS)
            if self._owner_id is not None:
                await connection.execute(DELETE_HEARTBEAT.text, self._owner_id, timeout=_TIMEOUT_SECONDS)
        finally:
            connection.terminate()

    async def _beat(self, connection: asyncpg.Connection) -> None:
        """Renew the row, or insert a row with a new owner id where the renewal was too late."""
        reported_at = time.monotonic()
        owner_id = None
        if self._owner_id is not None:
            beat = await connection.fetchrow(UPDATE_HEARTBEAT.text, self._owner_id, _ALIVE, timeout=_TIMEOUT_SECONDS)
            if beat is None:
                log.warning("heartbeat_expired", owner_id=self._owner_id)
            else:
                owner_id = beat["number"]
                clock.measure(beat["now"], reported_at, time.monotonic())
                self._log_clock()
        if owner_id is None:
            self._owner_id = None
            owner_id = 1 + secrets.randbelow(_MAX_ID)
            await connection.execute(INSERT_HEARTBEAT.text, self._name, _ALIVE, owner_id, timeout=_TIMEOUT_SECONDS)
        self._owner_id, self._alive_until = owner_id, reported_at + ALIVE_SECONDS

    def _log_clock(self) -> None:
        """Log when the node's clock becomes wrong, and when it is right again."""
        ahead_seconds = round(clock.ahead_seconds(), 1)
        if clock.is_skewed() and not self._is_clock_wrong:
            log.error("clock_skewed", ahead_seconds=ahead_seconds)
        elif self._is_clock_wrong and not clock.is_skewed():
            log.info("clock_corrected", ahead_seconds=ahead_seconds)
        self._is_clock_wrong = clock.is_skewed()

    async def _sleep(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)
