"""A connection of a request that is traced: each statement is a span with its name, and no value of it."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import asyncpg

from fulfilment.infra.database.statements import STATEMENTS
from fulfilment.infra.models import Value
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.observability.tracing.recording import CLIENT


class TracedConnection:
    """What a connection does, with its statements recorded."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Value:
        return getattr(self._connection, name)

    async def fetch(self, statement: str, *args: Any, **more: Any) -> Sequence[asyncpg.Record]:
        with recording.start_span(_name(statement), CLIENT):
            return await self._connection.fetch(statement, *args, **more)

    async def fetchrow(self, statement: str, *args: Any, **more: Any) -> asyncpg.Record | None:
        with recording.start_span(_name(statement), CLIENT):
            return await self._connection.fetchrow(statement, *args, **more)

    async def fetchval(self, statement: str, *args: Any, **more: Any) -> Value:
        with recording.start_span(_name(statement), CLIENT):
            return await self._connection.fetchval(statement, *args, **more)

    async def fetchmany(self, statement: str, args: Sequence[Sequence[Any]], **more: Any) -> Sequence[asyncpg.Record]:
        with recording.start_span(_name(statement), CLIENT, {"fulfilment.rows": len(args)}):
            return await self._connection.fetchmany(statement, args, **more)

    async def execute(self, statement: str, *args: Any, **more: Any) -> str:
        with recording.start_span(_name(statement), CLIENT):
            return await self._connection.execute(statement, *args, **more)


def _name(statement: str) -> str:
    """What the statement is called; one that is none of ours has no name, and its text is nobody's to read."""
    return _names().get(statement, "statement")


@cache
def _names() -> dict[str, str]:
    # All statements are known when the first request comes.
    return {statement.text: statement.name for statement in STATEMENTS.values()}
