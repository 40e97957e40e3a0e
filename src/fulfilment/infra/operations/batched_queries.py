"""Look-ups of the public routes: requests that ask the same at the same moment share a round trip (batch_loader.py)."""

import asyncio
from collections.abc import Sequence
from typing import Any

import asyncpg

from fulfilment.infra.database.pool import CONNECTION_LOST
from fulfilment.infra.database.statements import Statement
from fulfilment.infra.database.transaction import Executor
from fulfilment.infra.operations.batch_loader import BatchLoader

_MOST_SHARED = 256
# It finds rows by their keys. Where that takes longer, the server is not there, and whoever asks is told so.
_SECONDS = 5.0


class BatchedQueries:
    """Statements whose parameters are arrays, one of each argument, and that answer a row for each in their order."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._loaders: dict[str, BatchLoader[tuple[Any, ...], asyncpg.Record]] = {}

    async def fetch_one(self, statement: Statement, *asked: Any) -> asyncpg.Record:
        """The row that answers one who asks. The look-up begins after it was asked for, and only reads."""
        together = self._loaders.get(statement.name)
        if together is None:

            async def ask_all(waiting: list[tuple[Any, ...]]) -> Sequence[asyncpg.Record]:
                return await self._fetch_many(statement, waiting)

            together = self._loaders[statement.name] = BatchLoader(ask_all, _MOST_SHARED)
        return await together.load(asked)

    async def _fetch_many(self, statement: Statement, waiting: list[tuple[Any, ...]]) -> Sequence[asyncpg.Record]:
        columns = [list(column) for column in zip(*waiting, strict=True)]
        async with asyncio.timeout(_SECONDS):
            try:
                return await self._executor.fetch(statement.text, *columns)
            except CONNECTION_LOST:
                # It changes nothing, and where a connection was lost, a fresh one may do.
                return await self._executor.fetch(statement.text, *columns)
