"""The room for what is as long as it is: answers in pieces, a few at a time of each workspace.

Those of one workspace make their pieces in turn, so that several keep others from the loop and the database no longer
than one does. One too many waits a while before it is refused: told at once, whoever asks again at once costs others
more than the export.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import nullcontext
from weakref import WeakValueDictionary

from fulfilment.db.tx import Read
from fulfilment.http.envelope import Stream
from fulfilment.http.errors import ServiceUnavailable
from fulfilment.http.request import Request
from fulfilment.http.turns import Turn
from fulfilment.shares import NoPlace, Shares

EXPORTS_AT_ONCE = 32
EXPORTS_OF_A_WORKSPACE = 2
PLACE_TIMEOUT_SECONDS = 5.0
RETRY_AFTER_SECONDS = 30


class Exports:
    """The places for exports in one process."""

    def __init__(self, places: int = EXPORTS_AT_ONCE, place_timeout_seconds: float = PLACE_TIMEOUT_SECONDS):
        self._place_timeout = place_timeout_seconds
        self._places = Shares(places, most_of_a_party=EXPORTS_OF_A_WORKSPACE)
        self._making: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def stream(
        self, read: Read, request: Request, pieces: AsyncGenerator[bytes, None], media_type: str, filename: str
    ) -> Stream:
        """The pieces as an answer. Its first one raises ServiceUnavailable where no place comes free in time."""
        return Stream(b"", media_type, filename, pieces=self._placed(read, request.turn, pieces))

    async def _placed(
        self, read: Read, turn: Turn | None, pieces: AsyncGenerator[bytes, None]
    ) -> AsyncGenerator[bytes, None]:
        try:
            with nullcontext() if turn is None else turn.aside():
                await self._places.take(read.account_id, self._place_timeout)
        except NoPlace:
            raise ServiceUnavailable(RETRY_AFTER_SECONDS) from None
        making = self._making.setdefault(read.account_id, asyncio.Lock())
        try:
            while (piece := await _next(pieces, making)) is not None:
                yield piece
        finally:
            self._places.give_back(read.account_id)
            await pieces.aclose()


async def _next(pieces: AsyncGenerator[bytes, None], making: asyncio.Lock) -> bytes | None:
    """The next piece, None after the last. Whoever takes it slowly keeps no other from theirs."""
    async with making:
        return await anext(pieces, None)
