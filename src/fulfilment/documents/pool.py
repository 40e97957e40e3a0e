"""Who is drawn for, and when: places at the drawing processes in turn by workspace, with a bound on everything."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from fulfilment import party as parties
from fulfilment.documents.drawer import Died, Drawer, Exhausted
from fulfilment.documents.drawing import Drawing
from fulfilment.documents.room import Room
from fulfilment.http.errors import ServiceUnavailable
from fulfilment.settings import Settings
from fulfilment.shares import NoPlace, Shares

# Beginning a process takes longer than most documents, so one whose caller has gone may come to its end.
GRACE_SECONDS = 0.5
MOST_WAITING_BYTES = 64 * 1024 * 1024
_BUSY_RETRY_SECONDS = 2

log = structlog.get_logger(__name__)


class Documents:
    """Draws documents, each in one of a few processes (decisions, section 12).

    An order waits for its turn and is then drawn, each for `documents_timeout_seconds` at most.
    """

    def __init__(self, settings: Settings, specimen: Drawing):
        self._timeout = settings.documents_timeout_seconds
        count = settings.documents_processes
        self._drawers = [Drawer(specimen, settings.documents_memory_megabytes) for _ in range(count)]
        self._idle = list(self._drawers)
        self._places = Shares(count)
        self._room = Room(settings.documents_waiting, MOST_WAITING_BYTES)
        self._under_way: set[asyncio.Task[bytes]] = set()

    async def open(self) -> None:
        """Begin the processes. Nobody has to wait for them."""
        for drawer in self._drawers:
            drawer.begin()

    async def close(self) -> None:
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await asyncio.gather(*(drawer.close() for drawer in self._drawers))

    async def draw(self, drawing: Drawing, party: str | None = None) -> bytes:
        """The document, drawn for `party`, which is the running task's unless it is said.

        Raises ServiceUnavailable where too much of the party's waits already, its turn does not come in time, or
        drawing takes too long, too much memory, or its process along, twice. When the task is cancelled, what waits is
        forgotten and what is drawn is ended.
        """
        party = parties.current.get() if party is None else party
        await self._wait(party, len(drawing.order))
        task = asyncio.create_task(self._draw(drawing, party))
        self._under_way.add(task)
        task.add_done_callback(self._finished)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            asyncio.get_running_loop().call_later(GRACE_SECONDS, task.cancel)
            raise

    async def _wait(self, party: str, size: int) -> None:
        """Until it is the party's turn. Raises ServiceUnavailable."""
        if not self._room.enter(party, size):
            raise ServiceUnavailable(_BUSY_RETRY_SECONDS)
        try:
            await self._places.take(party, self._timeout)
        except NoPlace:
            raise ServiceUnavailable(_BUSY_RETRY_SECONDS) from None
        finally:
            self._room.leave(party, size)

    async def _draw(self, drawing: Drawing, party: str) -> bytes:
        async with self._drawer(party) as drawer:
            try:
                try:
                    return await drawer.draw(drawing, self._timeout)
                except Died as problem:
                    # Somebody may have killed it, or it was the document before.
                    log.warning("drawing_process_died", problem=str(problem))
                    return await drawer.draw(drawing, self._timeout)
            except (Died, TimeoutError, Exhausted) as problem:
                log.warning("document_not_drawn", why=type(problem).__name__, by=drawing.by, bytes=len(drawing.order))
                raise ServiceUnavailable(math.ceil(self._timeout)) from None

    @asynccontextmanager
    async def _drawer(self, party: str) -> AsyncIterator[Drawer]:
        """One of the processes, for as long as the party's place is held."""
        drawer = self._idle.pop()
        try:
            yield drawer
        finally:
            self._idle.append(drawer)
            self._places.give_back(party)

    def _finished(self, task: asyncio.Task[bytes]) -> None:
        self._under_way.discard(task)
        # Where nobody waits any more, nobody else looks at how it ended.
        if not task.cancelled():
            task.exception()
