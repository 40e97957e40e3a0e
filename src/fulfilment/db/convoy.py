"""Transactions that travel together: mutations that arrive while one is committing share the next commit.

Each member runs the same handler as it would alone. When every member waits for a statement, those with the same text go to
the server in one round trip, and one commit makes all of them durable. Where any member fails, the whole trip is rolled
back and every member is run again by itself, so that nobody is refused for what another did.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg
import msgspec

from fulfilment.db.pool import Database
from fulfilment.db.tx import Executor, Tx

Job = Callable[[Executor], Awaitable[tuple[Tx, Any]]]
# Stores what the members did and returns what each of them is answered.
Settle = Callable[[asyncpg.Connection, Sequence[tuple[Tx, Any]]], Awaitable[list[Any]]]

MAX_MEMBERS = 64
MAX_TRIPS = 2


# The server was lost, perhaps while it committed: what became of the trip is not known, so nothing may be run again.
_LOST = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)


class Stranded(Exception):
    """The trip failed; its members must be run alone. Nothing of it was kept."""


class _Call(msgspec.Struct):
    statement: str
    args: tuple[Any, ...]
    answer: asyncio.Future


class _Shared:
    """A connection that several members use at once: their statements are gathered and sent together."""

    def __init__(self, connection: asyncpg.Connection, members: int):
        self._connection = connection
        self._running = members
        self._calls: list[_Call] = []
        self._turn = asyncio.Event()

    async def fetchrow(self, statement: str, *args: Any) -> asyncpg.Record | None:
        call = _Call(statement, args, asyncio.get_running_loop().create_future())
        self._calls.append(call)
        self._look()
        return await call.answer

    async def fetch(self, statement: str, *args: Any) -> Sequence[asyncpg.Record]:
        raise Stranded("a convoy carries only statements of one row")

    def leave(self) -> None:
        """A member has finished."""
        self._running -= 1
        self._look()

    def _look(self) -> None:
        if len(self._calls) >= self._running:
            self._turn.set()

    async def drive(self) -> None:
        """Send what the members wait for, round by round, until all have finished."""
        while True:
            await self._turn.wait()
            self._turn.clear()
            if not self._running:
                return
            calls, self._calls = self._calls, []
            groups: dict[str, list[_Call]] = {}
            for call in calls:
                groups.setdefault(call.statement, []).append(call)
            for statement, group in groups.items():
                await self._send(statement, group)

    async def _send(self, statement: str, group: list[_Call]) -> None:
        rows = await self._connection.fetchmany(statement, [call.args for call in group])
        if len(rows) != len(group):
            raise Stranded("a convoy carries only statements of one row")
        for call, row in zip(group, rows, strict=True):
            if not call.answer.done():
                call.answer.set_result(row)


class Convoy:
    """Gathers jobs into shared transactions. One per process and route."""

    def __init__(self, db: Database, settle: Settle):
        self._db = db
        self._settle = settle
        self._waiting: list[tuple[Any, Job, asyncio.Future]] = []
        self._trips: set[asyncio.Task] = set()

    async def join(self, order: Any, job: Job) -> Any:
        """Run `job` with others; `order` sorts the members so that rows are locked in one order. Raises Stranded."""
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append((order, job, answer))
        if len(self._trips) < MAX_TRIPS:
            trip = asyncio.create_task(self._run())
            self._trips.add(trip)
            trip.add_done_callback(self._trips.discard)
        return await answer

    async def _run(self) -> None:
        while self._waiting:
            members, self._waiting = self._waiting[:MAX_MEMBERS], self._waiting[MAX_MEMBERS:]
            members.sort(key=lambda member: member[0])
            try:
                results = await self._travel([job for _, job, _ in members])
            except BaseException as problem:
                is_lost = isinstance(problem, _LOST) and not isinstance(problem, TimeoutError)
                for _, _, answer in members:
                    if not answer.done():
                        answer.set_exception(problem if is_lost else Stranded(type(problem).__name__))
                if not isinstance(problem, Exception):
                    raise
                continue
            for (_, _, answer), result in zip(members, results, strict=True):
                if not answer.done():
                    answer.set_result(result)

    async def _travel(self, jobs: list[Job]) -> list[Any]:
        async with self._db.transaction() as connection:
            shared = _Shared(connection, len(jobs))
            running = [asyncio.create_task(_ride(shared, job)) for job in jobs]
            driver = asyncio.create_task(shared.drive())
            try:
                await asyncio.gather(driver, *running)
            finally:
                for task in (driver, *running):
                    task.cancel()
                await asyncio.gather(driver, *running, return_exceptions=True)
            results = [task.result() for task in running]
            answers = await self._settle(connection, results)
        return answers


async def _ride(shared: _Shared, job: Job) -> tuple[Tx, Any]:
    try:
        return await job(shared)
    finally:
        shared.leave()
