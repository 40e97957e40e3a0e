"""Lets a loop sleep until there is something to do."""

import asyncio


class Alarm:
    """Wakes one loop; rung while the loop is at work, it ends the loop's next sleep at once."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        self._rung.set()

    async def wait(self, seconds: float) -> None:
        """Sleep until the alarm rings, `seconds` at most."""
        try:
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        except TimeoutError:
            return
        finally:
            self._rung.clear()
