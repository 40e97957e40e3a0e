"""A time limit that costs many short attempts next to nothing.

`asyncio.timeout` arms a timer and disarms it again each time, an eighth of all that sending a webhook costs. Where all
limits are as long, they run out in the order in which they began, and one timer does for all of them.
"""

import asyncio
from collections import OrderedDict
from types import TracebackType
from typing import Self


class SharedTimeouts:
    """Limits of `seconds`, all on the event loop that runs at the first of them."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        # To ask which loop runs is a call of the system each time, up to Python 3.11.
        self._loop: asyncio.AbstractEventLoop | None = None
        # Those that run, the first to run out first.
        self._timeouts: OrderedDict[SharedTimeout, None] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    def start_timeout(self) -> "SharedTimeout":
        """Begin a limit, to be used at once in a `with`."""
        loop = self._loop
        if loop is None:
            loop = self._loop = asyncio.get_running_loop()
        task = asyncio.current_task(loop)
        assert task is not None
        timeout = SharedTimeout(self, loop.time() + self._seconds, task)
        self._timeouts[timeout] = None
        if self._timer is None:
            self._timer = loop.call_at(timeout.at, self._expire_due)
        return timeout

    def discard(self, timeout: "SharedTimeout") -> None:
        """It has not run out."""
        self._timeouts.pop(timeout, None)

    def _expire_due(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._timeouts:
            first = next(iter(self._timeouts))
            if first.at > loop.time():
                self._timer = loop.call_at(first.at, self._expire_due)
                return
            del self._timeouts[first]
            first.expire()


class SharedTimeout:
    """Ends the body of a `with` at `at`, by the event loop's clock, with TimeoutError, as `asyncio.timeout` does."""

    __slots__ = ("_cancelling", "_has_expired", "_shared_timeouts", "_task", "at")

    def __init__(self, deadlines: SharedTimeouts, at: float, task: asyncio.Task) -> None:
        self.at = at
        self._shared_timeouts = deadlines
        self._task = task
        self._cancelling = self._task.cancelling()
        self._has_expired = False

    def expire(self) -> None:
        """The time is over."""
        self._has_expired = True
        self._task.cancel()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._has_expired:
            self._shared_timeouts.discard(self)
        # A cancellation from elsewhere is counted as well, and stays one.
        elif self._task.uncancel() <= self._cancelling and kind is asyncio.CancelledError:
            raise TimeoutError from problem
