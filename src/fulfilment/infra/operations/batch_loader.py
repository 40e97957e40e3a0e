"""Data loader: look-ups that arrive while one is under way share the next, in one round trip."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.observability.tracing import recording

Request = TypeVar("Request")
Response = TypeVar("Response")


class BatchLoader(Generic[Request, Response]):
    """`load_many` answers many requests in their order, at most `max_batch` at a time.

    A round begins after its requests arrived, so each sees what was committed before it.
    """

    def __init__(self, load_many: Callable[[list[Request]], Awaitable[Sequence[Response]]], max_batch: int) -> None:
        self._load_many = load_many
        self._max_batch = max_batch
        self._waiting: list[tuple[Request, asyncio.Future]] = []
        self._running: asyncio.Task | None = None

    async def load(self, request: Request) -> Response:
        """The answer to one. Raises what asking all of its round raised."""
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append((request, answer))
        if self._running is None:
            self._running = asyncio.create_task(self._serve())
        return await answer

    async def _serve(self) -> None:
        # It asks for whoever waits, and not for whoever was the first of them.
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
