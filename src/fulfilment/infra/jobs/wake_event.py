"""Lets a loop sleep until there is something to do."""

import asyncio


class WakeEvent:
    """Wakes one loop; rung while the loop is at work, it ends the loop's next sleep at once."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def set(self) -> None:
        self._event.set()

    async def wait(self, seconds: float) -> None:
        """Sleep until the alarm rings, `seconds` at most."""
        try:
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return
        finally:
            self._event.clear()
