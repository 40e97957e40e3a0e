"""Riding together: several jobs on one connection, each written as if it had one to itself (group_commit.py).

When every one of them waits for a statement, what was asked by `fetchonly` or `fetchmany` under the same text goes to
the server in one round trip, since each of these answers one row for each row of arguments. Anything else is sent one
after another. The members are served in their order, whoever asked first, so that rows are locked in one order.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NoReturn

import asyncpg
import msgspec

from fulfilment.infra.database.transaction import TransactionExecutor, Tx
from fulfilment.infra.models import Value

Job = Callable[[TransactionExecutor], Awaitable[tuple[Tx, Any]]]
# A statement that a member asks by itself.
RunAlone = Callable[[asyncpg.Connection], Awaitable[Any]]


class NotBatchable(Exception):
    """The trip failed; its member must be run alone. Nothing of it was kept."""


class _PendingStatement(msgspec.Struct):
    """What a member waits for. Answered with one row for each of `rows`, or with what `ask` comes to by itself."""

    index: int
    statement: str
    rows: Sequence[Sequence[Any]]
    result: asyncio.Future
    run_alone: RunAlone | None = None

    def resolve(self, result: object) -> None:
        if not self.result.done():
            self.result.set_result(result)

    def reject(self, problem: Exception) -> None:
        if not self.result.done():
            self.result.set_exception(problem)


class BatchedConnection:
    """What one member has of the connection that it shares."""

    __slots__ = ("_index", "_shared")

    def __init__(self, shared: "_SharedConnection", where: int) -> None:
        self._shared = shared
        self._index = where

    async def fetchonly(self, statement: str, *args: Any) -> asyncpg.Record:
        return (await self._shared.query(self._index, statement, [args]))[0]

    async def fetchmany(self, statement: str, /, args: Sequence[Sequence[Any]]) -> list[asyncpg.Record]:
        return await self._shared.query(self._index, statement, args)

    async def fetchrow(self, statement: str, /, *args: Any) -> asyncpg.Record | None:
        return await self._shared.query(self._index, statement, [args], lambda line: line.fetchrow(statement, *args))

    async def fetch(self, statement: str, /, *args: Any) -> list[asyncpg.Record]:
        return await self._shared.query(self._index, statement, [args], lambda line: line.fetch(statement, *args))

    def transaction(self) -> NoReturn:
        raise NotBatchable("what may be undone by itself needs a connection of its own")

    def require_own_transaction(self) -> NoReturn:
        raise NotBatchable("this member goes on alone")


class _SharedConnection:
    """A connection that several members use at once: their statements are gathered and sent together."""

    def __init__(self, connection: asyncpg.Connection, members: int) -> None:
        self._connection = connection
        self._running = members
        self._calls: list[_PendingStatement] = []
        self._turn = asyncio.Event()

    async def query(
        self, index: int, statement: str, rows: Sequence[Sequence[Any]], ask: RunAlone | None = None
    ) -> Value:
        """What the member on that seat asks for, at the trip's pace."""
        call = _PendingStatement(index, statement, rows, asyncio.get_running_loop().create_future(), ask)
        self._calls.append(call)
        self._wake_if_complete()
        return await call.result

    def finish(self) -> None:
        """A member has finished."""
        self._running -= 1
        self._wake_if_complete()

    def _wake_if_complete(self) -> None:
        if len(self._calls) >= self._running:
            self._turn.set()

    async def run(self) -> None:
        """Send what the members wait for, round by round, until all have finished."""
        while True:
            await self._turn.wait()
            self._turn.clear()
            if not self._running:
                return
            calls, self._calls = self._calls, []
            joined: dict[str, list[_PendingStatement]] = {}
            for call in sorted(calls, key=lambda call: call.index):
                if call.run_alone is None:
                    joined.setdefault(call.statement, []).append(call)
                else:
                    await self._send(call, call.run_alone)
            for statement, group in joined.items():
                await self._send_together(statement, group)

    async def _send(self, call: _PendingStatement, run_alone: RunAlone) -> None:
        try:
            answer = await run_alone(self._connection)
        except Exception as problem:
            call.reject(problem)
        else:
            call.resolve(answer)

    async def _send_together(self, statement: str, group: list[_PendingStatement]) -> None:
        try:
            rows = await self._connection.fetchmany(statement, [row for call in group for row in call.rows])
            if len(rows) != sum(len(call.rows) for call in group):
                raise NotBatchable("a statement did not answer one row for each row of arguments")
        except Exception as problem:
            for call in group:
                call.reject(problem)
            return
        start = 0
        for call in group:
            call.resolve(rows[start : start + len(call.rows)])
            start += len(call.rows)


async def run_batch(connection: asyncpg.Connection, jobs: list[Job]) -> list[Any]:
    """What each job came to: its result or its exception."""
    if len(jobs) == 1:
        # It needs nobody else's pace, which would cost it as much as its statements do.
        return [await _run_single(connection, jobs[0])]
    shared = _SharedConnection(connection, len(jobs))
    tasks = [asyncio.create_task(_run_item(shared, index, job)) for index, job in enumerate(jobs)]
    try:
        await shared.run()
    finally:
        for task in tasks:
            if not task.done():
                task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    return outcomes


async def _run_single(connection: asyncpg.Connection, job: Job) -> tuple[Tx, Any] | Exception:
    try:
        return await job(connection)
    except Exception as problem:
        return problem


async def _run_item(shared: _SharedConnection, index: int, job: Job) -> tuple[Tx, Any]:
    try:
        return await job(BatchedConnection(shared, index))
    finally:
        shared.finish()
