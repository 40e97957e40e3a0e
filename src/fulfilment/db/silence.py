"""A server that falls silent: frozen, or behind a network that swallows everything.

It ends no statement that takes too long, and answers no request to cancel one, which is what the driver's own timeout
waits for. So what was lent out for too long is cut off here, and whoever waits for it finds the server away.
"""

import asyncio
import time

import asyncpg

_LOOK_SECONDS = 0.5


class Watch:
    """Cuts off connections that nobody brought back within `limit_seconds`."""

    def __init__(self, limit_seconds: float):
        self._limit_seconds = limit_seconds
        self._overdue_at: dict[asyncpg.Connection, float] = {}
        self._looking: asyncio.Task | None = None

    def begin(self) -> None:
        self._looking = asyncio.create_task(self._look())

    def end(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    def lent(self, connection: asyncpg.Connection) -> None:
        self._overdue_at[connection] = time.monotonic() + self._limit_seconds

    def returned(self, connection: asyncpg.Connection) -> None:
        self._overdue_at.pop(connection, None)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            now = time.monotonic()
            for connection in [each for each, overdue_at in self._overdue_at.items() if overdue_at <= now]:
                del self._overdue_at[connection]
                connection.terminate()
