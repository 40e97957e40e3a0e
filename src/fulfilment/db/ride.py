"""Riding together: several jobs on one connection, each written as if it had one to itself (db/convoy.py).

When every one of them waits for a statement, what was asked by `fetchonly` or `fetchmany` under the same text goes to
the server in one round trip, since each of these answers one row for each row of arguments. Anything else is sent one
after another. The members are served in their order, whoever asked first, so that rows are locked in one order.
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
    """What a member waits for. Answered with one row for each of `rows`, or with what `ask` comes to by itself."""

    seat: int
    statement: str
    rows: Sequence[Sequence[Any]]
    answer: asyncio.Future
    ask: Callable[[asyncpg.Connection], Awaitable[Any]] | None = None

    def tell(self, result: Any) -> None:
        if not self.answer.done():
            self.answer.set_result(result)

    def fail(self, problem: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(problem)


class _Seat:
    """What one member has of the connection that it shares."""

    __slots__ = ("_shared", "_where")

    def __init__(self, shared: "_Shared", where: int):
        self._shared = shared
        self._where = where

    async def fetchonly(self, statement: str, *args: Any) -> asyncpg.Record:
        return (await self._shared.ask(self._where, statement, [args]))[0]

    async def fetchmany(self, statement: str, args: Sequence[Sequence[Any]]) -> Sequence[asyncpg.Record]:
        return await self._shared.ask(self._where, statement, args)

    async def fetchrow(self, statement: str, *args: Any) -> asyncpg.Record | None:
        return await self._shared.ask(self._where, statement, [args], lambda line: line.fetchrow(statement, *args))

    async def fetch(self, statement: str, *args: Any) -> Sequence[asyncpg.Record]:
        return await self._shared.ask(self._where, statement, [args], lambda line: line.fetch(statement, *args))

    def transaction(self) -> Any:
        raise Stranded("what may be undone by itself needs a connection of its own")

    def leave_convoy(self) -> None:
        raise Stranded("this member goes on alone")


class _Shared:
    """A connection that several members use at once: their statements are gathered and sent together."""

    def __init__(self, connection: asyncpg.Connection, members: int):
        self._connection = connection
        self._running = members
        self._calls: list[_Call] = []
        self._turn = asyncio.Event()

    async def ask(self, seat: int, statement: str, rows: Sequence[Sequence[Any]], ask: Any = None) -> Any:
        """What the member on that seat asks for, at the trip's pace."""
        call = _Call(seat, statement, rows, asyncio.get_running_loop().create_future(), ask)
        self._calls.append(call)
        self._look()
        return await call.answer

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
            joined: dict[str, list[_Call]] = {}
            for call in sorted(calls, key=lambda call: call.seat):
                if call.ask is None:
                    joined.setdefault(call.statement, []).append(call)
                else:
                    await self._send(call)
            for statement, group in joined.items():
                await self._send_together(statement, group)

    async def _send(self, call: _Call) -> None:
        try:
            answer = await call.ask(self._connection)
        except Exception as problem:
            call.fail(problem)
        else:
            call.tell(answer)

    async def _send_together(self, statement: str, group: list[_Call]) -> None:
        try:
            rows = await self._connection.fetchmany(statement, [row for call in group for row in call.rows])
            if len(rows) != sum(len(call.rows) for call in group):
                raise Stranded("a statement did not answer one row for each row of arguments")
        except Exception as problem:
            for call in group:
                call.fail(problem)
            return
        start = 0
        for call in group:
            call.tell(rows[start : start + len(call.rows)])
            start += len(call.rows)


async def ride_together(connection: asyncpg.Connection, jobs: list[Job]) -> list[Any]:
    """What each job came to: its result or its exception."""
    if len(jobs) == 1:
        # It needs nobody else's pace, which would cost it as much as its statements do.
        return [await _ride_alone(connection, jobs[0])]
    shared = _Shared(connection, len(jobs))
    riding = [asyncio.create_task(_ride(shared, seat, job)) for seat, job in enumerate(jobs)]
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


async def _ride(shared: _Shared, seat: int, job: Job) -> tuple[Tx, Any]:
    try:
        return await job(_Seat(shared, seat))
    finally:
        shared.leave()
