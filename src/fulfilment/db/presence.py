"""Presence: how a process that died is recognised, a few seconds later.

Each process has a number that nobody else has, and a row of its own which says, by the database's clock, until when it
is present. It renews the row every second. What it has under way carries the number, and whoever finds that the number
is present no longer (`find_gone`) takes the work over without waiting for its lease to run out. A process that ends in
peace deletes its row, so that nobody waits for it.

Nothing of this needs a session of its own: behind a pooler each renewal is a transaction like any other
(docs/decisions/0112-heartbeats.md).

A process that cannot renew its row in time, frozen or cut off, is taken for dead while it lives, and has another number
afterwards. What it had under way may then be taken over while it still works, so only work that is safe to repeat may
carry a number.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Protocol

import asyncpg
import structlog

from fulfilment import background
from fulfilment.db import session
from fulfilment.db.outage import UNAVAILABLE
from fulfilment.db.sql import Statement, sql

log = structlog.get_logger(__name__)

BEAT_SECONDS = 1.0
# Several beats, so that one which comes late costs nothing.
PRESENT_SECONDS = 5.0
_PRESENT = timedelta(seconds=PRESENT_SECONDS)
_TIMEOUT_SECONDS = 2.0
_AGAIN_SECONDS = 0.5
# By chance: a database that was restored, or failed over, would count from before those it has not heard of, and two
# that live would beat under one number.
_NUMBERS = 2**31 - 1

# A beat that a crash undoes is only a beat that was missed. Waited for, it would be missed with every standby that is
# slow to confirm.
_NOT_WAITING = "WITH told AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))"

# Also forgets those who left without a word, long after anybody's work that carried their numbers was taken over.
ARRIVE = sql(
    "presence.unscoped_arrive",
    """
    {not_waiting}, forgotten AS (
        DELETE FROM presences WHERE present_until < now() - interval '1 hour'
    )
    INSERT INTO presences (number, name, present_until)
    SELECT $3, $1, now() + $2::interval FROM told
    """,
    not_waiting=_NOT_WAITING,
)
# Who was taken for dead stays dead.
BEAT = sql(
    "presence.unscoped_beat",
    """
    {not_waiting}
    UPDATE presences SET present_until = now() + $2::interval FROM told WHERE number = $1 AND present_until > now()
    RETURNING number
    """,
    not_waiting=_NOT_WAITING,
)
LEAVE = sql("presence.unscoped_leave", "DELETE FROM presences WHERE number = $1 AND present_until > now()")

# Those of the former release too, as long as some of it still run: they are known by locks (migration 0055).
FIND_GONE = sql(
    "presence.unscoped_find_gone",
    "SELECT number FROM unnest($1::integer[]) AS asked (number) WHERE is_gone(number)",
)


class _Reader(Protocol):
    """What statements of no workspace are read with (db/tx.py)."""

    async def across(self, statement: Statement, *args: object) -> Sequence[asyncpg.Record]: ...


async def is_gone(read: _Reader, holder: int | None) -> bool:
    """Whether the process of this number is present no longer; without a number nobody can tell, and leases count."""
    return holder is not None and bool(await read.across(FIND_GONE, [holder]))


async def find_gone(connection: asyncpg.Connection, holders: Iterable[int]) -> list[int]:
    """Those of the numbers whose processes are present no longer."""
    asked = list(holders)
    return [row["number"] for row in await connection.fetch(FIND_GONE.text, asked)] if asked else []


class Presence:
    """This process, as others see it; `name` says what it is."""

    def __init__(self, url: str, session_settings: Mapping[str, str], name: str = "api", *, is_pooled: bool = False):
        self._url = url
        self._session_settings = dict(session_settings)
        self._told: dict[str, str] | None = {} if is_pooled else None
        self._name = name
        self._number: int | None = None
        # By the monotonic clock, and a little earlier than by the database's.
        self._present_until = 0.0
        self._ending, self._ended = asyncio.Event(), asyncio.Event()
        self._staying: asyncio.Task | None = None

    @property
    def number(self) -> int | None:
        """None while the process may be taken for dead: then only leases count."""
        return self._number if time.monotonic() < self._present_until else None

    def begin(self) -> None:
        """Be present from soon on, and again whenever the row could not be renewed in time."""
        self._staying = background.begin("presence", self._stay)

    async def end(self) -> None:
        """Be gone, at once where the database can be told."""
        self._ending.set()
        if self._staying is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), _TIMEOUT_SECONDS)
        await background.end(self._staying)
        self._staying = None
        self._number = None

    async def _stay(self) -> None:
        while not self._ending.is_set():
            try:
                await self._beat_on()
            except (*UNAVAILABLE, asyncpg.PostgresError) as problem:
                log.info("not_present", error=type(problem).__name__)
            except Exception:
                # Without its number the process would be taken for dead for as long as it lives.
                log.exception("presence_fault")
            await self._rest(_AGAIN_SECONDS)
        self._ended.set()
        # A task that came to its end would be begun again.
        await asyncio.get_running_loop().create_future()

    async def _beat_on(self) -> None:
        connection = await session.connect(self._url, self._session_settings, self._told)
        try:
            while not self._ending.is_set():
                await self._beat(connection)
                await self._rest(BEAT_SECONDS)
            if self._number is not None:
                await connection.execute(LEAVE.text, self._number, timeout=_TIMEOUT_SECONDS)
        finally:
            connection.terminate()

    async def _beat(self, connection: asyncpg.Connection) -> None:
        """Be present for a while longer: under the same number, or under a new one where that came too late."""
        said_at = time.monotonic()
        number = None
        if self._number is not None:
            number = await connection.fetchval(BEAT.text, self._number, _PRESENT, timeout=_TIMEOUT_SECONDS)
            if number is None:
                log.warning("was_taken_for_dead", number=self._number)
        if number is None:
            self._number = None
            number = -1 - secrets.randbelow(_NUMBERS)
            await connection.execute(ARRIVE.text, self._name, _PRESENT, number, timeout=_TIMEOUT_SECONDS)
        self._number, self._present_until = number, said_at + PRESENT_SECONDS

    async def _rest(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ending.wait(), seconds)
