"""Data loader: look-ups that arrive during a round trip share the next round trip."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.observability.tracing import recording

Request = TypeVar("Request")
Response = TypeVar("Response")


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
