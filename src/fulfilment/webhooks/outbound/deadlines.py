"""A time limit that costs many short attempts next to nothing.

`asyncio.timeout` arms a timer and disarms it again each time, an eighth of all that sending a webhook costs. Where all
limits are as long, they run out in the order in which they began, and one timer does for all of them.
"""

import asyncio
from collections import OrderedDict
from types import TracebackType
from typing import Self


class Deadlines:
    """Limits of `seconds`, all on the event loop that runs at the first of them."""

    def __init__(self, seconds: float):
        self._seconds = seconds
        # To ask which loop runs is a call of the system each time, up to Python 3.11.
        self._loop: asyncio.AbstractEventLoop | None = None
        # Those that run, the first to run out first.
        self._limits: OrderedDict[Limit, None] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    def limit(self) -> "Limit":
        """Begin a limit, to be used at once in a `with`."""
        loop = self._loop
        if loop is None:
            loop = self._loop = asyncio.get_running_loop()
        limit = Limit(self, loop.time() + self._seconds, asyncio.current_task(loop))
        self._limits[limit] = None
        if self._timer is None:
            self._timer = loop.call_at(limit.at, self._look)
        return limit

    def forget(self, limit: "Limit") -> None:
        """It has not run out."""
        self._limits.pop(limit, None)

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._limits:
            first = next(iter(self._limits))
            if first.at > loop.time():
                self._timer = loop.call_at(first.at, self._look)
                return
            del self._limits[first]
            first.run_out()


class Limit:
    """Ends the body of a `with` at `at`, by the event loop's clock, with TimeoutError, as `asyncio.timeout` does."""

    __slots__ = ("_cancelling", "_deadlines", "_has_run_out", "_task", "at")

    def __init__(self, deadlines: Deadlines, at: float, task: asyncio.Task):
        self.at = at
        self._deadlines = deadlines
        self._task = task
        self._cancelling = self._task.cancelling()
        self._has_run_out = False

    def run_out(self) -> None:
        """The time is over."""
        self._has_run_out = True
        self._task.cancel()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._has_run_out:
            self._deadlines.forget(self)
        # A cancellation from elsewhere is counted as well, and stays one.
        elif self._task.uncancel() <= self._cancelling and kind is asyncio.CancelledError:
            raise TimeoutError from problem
