"""Asking together: whoever asks while a question is under way shares the next one, in one round trip."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from fulfilment import party
from fulfilment.traces import recording

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Together(Generic[Asked, Answer]):
    """`ask_all` answers many at once, one answer each in their order; `most` of them at a time.

    A round begins after those it serves have asked, so what was committed before one asked is seen.
    """

    def __init__(self, ask_all: Callable[[list[Asked]], Awaitable[Sequence[Answer]]], most: int):
        self._ask_all = ask_all
        self._most = most
        self._waiting: list[tuple[Asked, asyncio.Future]] = []
        self._running: asyncio.Task | None = None

    async def ask(self, asked: Asked) -> Answer:
        """The answer to one. Raises what asking all of its round raised."""
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, answer))
        if self._running is None:
            self._running = asyncio.create_task(self._serve())
        return await answer

    async def _serve(self) -> None:
        # It asks for whoever waits, and not for whoever was the first of them.
        party.current.set(party.HOUSE)
        recording.current.set(None)
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[: self._most], self._waiting[self._most :]
                try:
                    answers = await self._ask_all([asked for asked, _ in batch])
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
