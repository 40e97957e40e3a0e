"""Data loader: look-ups that arrive during a round trip share the next round trip."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar

import asyncpg

from fulfilment.infra.database.pool import CONNECTION_LOST
from fulfilment.infra.database.statements import Statement
from fulfilment.infra.database.transaction import Executor
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.observability.tracing import recording

Request = TypeVar("Request")
Response = TypeVar("Response")

_MAX_QUERIES = 256
# A look-up by keys that takes longer has no server.
_QUERY_TIMEOUT_SECONDS = 5.0


class BatchLoader(Generic[Request, Response]):
    """Data loader (batching, no cache). `load_many` answers up to `max_batch` requests, in their order.

    A batch begins after its requests have arrived, so each request sees all earlier commits.
    """

    def __init__(self, load_many: Callable[[list[Request]], Awaitable[Sequence[Response]]], max_batch: int) -> None:
        self._load_many = load_many
        self._max_batch = max_batch
        self._waiting: list[tuple[Request, asyncio.Future]] = []
        self._running: asyncio.Task | None = None

    async def load(self, request: Request) -> Response:
        """The answer to one request. An error of `load_many` is raised for each request of the batch."""
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append((request, answer))
        if self._running is None:
            self._running = asyncio.create_task(self._serve())
        return await answer

    async def _serve(self) -> None:
        # The task works for all waiting requests, not for the request that started it.
        fair_semaphore.current_tenant.set(fair_semaphore.SYSTEM)
        recording.current.set(None)
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[: self._max_batch], self._waiting[self._max_batch :]
                try:
                    answers = await self._load_many([asked for asked, _ in batch])
                except Exception as problem:
                    for _, answer in batch:
                        if not answer.done():
                            answer.set_exception(problem)
                    continue
                for (_, answer), found in zip(batch, answers, strict=True):
                    if not answer.done():
                        answer.set_result(found)
        finally:
            self._running = None


class BatchedQueries:
    """A data loader for each statement that takes arrays and returns a row for each of their elements, in order."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._loaders: dict[str, BatchLoader[tuple[Any, ...], asyncpg.Record]] = {}

    async def fetch_one(self, statement: Statement, *args: Any) -> asyncpg.Record:
        """The row for these arguments. Raises TimeoutError after 5 s."""
        loader = self._loaders.get(statement.name)
        if loader is None:

            async def load_many(requests: list[tuple[Any, ...]]) -> Sequence[asyncpg.Record]:
                return await self._fetch_many(statement, requests)

            loader = self._loaders[statement.name] = BatchLoader(load_many, _MAX_QUERIES)
        return await loader.load(args)

    async def _fetch_many(self, statement: Statement, requests: list[tuple[Any, ...]]) -> Sequence[asyncpg.Record]:
        columns = [list(column) for column in zip(*requests, strict=True)]
        async with asyncio.timeout(_QUERY_TIMEOUT_SECONDS):
            try:
                return await self._executor.fetch(statement.text, *columns)
            except CONNECTION_LOST:
                # The query only reads, and another connection may answer.
                return await self._executor.fetch(statement.text, *columns)
