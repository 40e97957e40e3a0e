"""Look-ups of the public routes: requests that ask the same at the same moment share a round trip (together.py)."""

import asyncio
from collections.abc import Sequence
from typing import Any

import asyncpg

from fulfilment.db.pool import LOST
from fulfilment.db.sql import Statement
from fulfilment.db.tx import Executor
from fulfilment.http.together import Together

_MOST_SHARED = 256
# It finds rows by their keys. Where that takes longer, the server is not there, and whoever asks is told so.
_SECONDS = 5.0


class LookUps:
    """Statements whose parameters are arrays, one of each argument, and that answer a row for each in their order."""

    def __init__(self, executor: Executor):
        self._executor = executor
        self._of: dict[str, Together[tuple[Any, ...], asyncpg.Record]] = {}

    async def one(self, statement: Statement, *asked: Any) -> asyncpg.Record:
        """The row that answers one who asks. The look-up begins after it was asked for, and only reads."""
        together = self._of.get(statement.name)
        if together is None:

            async def ask_all(waiting: list[tuple[Any, ...]]) -> Sequence[asyncpg.Record]:
                return await self._ask_all(statement, waiting)

            together = self._of[statement.name] = Together(ask_all, _MOST_SHARED)
        return await together.ask(asked)

    async def _ask_all(self, statement: Statement, waiting: list[tuple[Any, ...]]) -> Sequence[asyncpg.Record]:
        columns = [list(column) for column in zip(*waiting, strict=True)]
        async with asyncio.timeout(_SECONDS):
            try:
                return await self._executor.fetch(statement.text, *columns)
            except LOST:
                # It changes nothing, and where a connection was lost, a fresh one may do.
                return await self._executor.fetch(statement.text, *columns)
