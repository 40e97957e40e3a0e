"""Work of many rows, done in short spells: it gives way between rows, so that nobody waits for all of it."""

import asyncio
import time

TIME_SLICE_SECONDS = 0.002


class TimeSlice:
    """The time that one piece of work has had since it last gave way."""

    def __init__(self) -> None:
        self._began = time.perf_counter()

    async def yield_if_due(self) -> None:
        """Let whoever is waiting go first, if this has had its spell; otherwise cost next to nothing."""
        if time.perf_counter() - self._began > TIME_SLICE_SECONDS:
            await asyncio.sleep(0)
            self._began = time.perf_counter()
