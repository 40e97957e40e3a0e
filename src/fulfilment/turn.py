"""Taking turns on the event loop: work of many rows gives way between them, so that nobody waits for all of it."""

import asyncio
import time

SLICE_SECONDS = 0.002


class Turn:
    """The time that one piece of work has had since it last gave way."""

    def __init__(self) -> None:
        self._began = time.perf_counter()

    async def give_way(self) -> None:
        """Let whoever is waiting go first, if this has had its slice; otherwise cost next to nothing."""
        if time.perf_counter() - self._began > SLICE_SECONDS:
            await asyncio.sleep(0)
            self._began = time.perf_counter()
