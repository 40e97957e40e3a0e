"""Riding together: several jobs on one connection, each written as if it had one to itself (db/convoy.py).

When every one of them waits for a statement, those with the same text go to the server in one round trip.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg
import msgspec

from fulfilment.db.tx import Executor, Tx

Job = Callable[[Executor], Awaitable[tuple[Tx, Any]]]


class Stranded(Exception):
    """The trip failed; its member must be run alone. Nothing of it was kept."""


class _Call(msgspec.Struct):
    statement: str
    args: tuple[Any, ...]
    answer: asyncio.Future

    def fail(self, problem: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(problem)


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

    async def fetchmany(self, statement: str, args: Sequence[Sequence[Any]]) -> Sequence[asyncpg.Record]:
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
        try:
            rows = await self._connection.fetchmany(statement, [call.args for call in group])
            if len(rows) != len(group):
                raise Stranded("a convoy carries only statements of one row")
        except Exception as problem:
            for call in group:
                call.fail(problem)
            return
        for call, row in zip(group, rows, strict=True):
            if not call.answer.done():
                call.answer.set_result(row)


async def ride_together(connection: asyncpg.Connection, jobs: list[Job]) -> list[Any]:
    """What each job came to: its result or its exception."""
    if len(jobs) == 1:
        # It needs nobody else's pace, which would cost it as much as its statements do.
        return [await _ride_alone(connection, jobs[0])]
    shared = _Shared(connection, len(jobs))
    riding = [asyncio.create_task(_ride(shared, job)) for job in jobs]
    try:
        await shared.drive()
    finally:
        for task in riding:
            if not task.done():
                task.cancel()
        outcomes = await asyncio.gather(*riding, return_exceptions=True)
    return outcomes


async def _ride_alone(connection: asyncpg.Connection, job: Job) -> Any:
    try:
        return await job(connection)
    except Exception as problem:
        return problem


async def _ride(shared: _Shared, job: Job) -> tuple[Tx, Any]:
    try:
        return await job(shared)
    finally:
        shared.leave()
