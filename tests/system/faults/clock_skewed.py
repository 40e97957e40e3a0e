"""The application, and the worker, on a node whose clock differs by so many seconds as NODE_CLOCK_SECONDS says."""

import datetime
import os
import sys
import time
from collections.abc import Callable

from fulfilment import app
from fulfilment.infra import clock

VARIABLE = "NODE_CLOCK_SECONDS"


def _set() -> None:
    apart = float(os.environ[VARIABLE])
    right, right_ns = time.time, time.time_ns
    time.time = lambda: right() + apart
    time.time_ns = lambda: right_ns() + int(apart * 1e9)

    class Moment(datetime.datetime):
        """A datetime whose `now` is skewed."""

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> datetime.datetime:
            return datetime.datetime.fromtimestamp(time.time(), tz)

    clock.datetime = Moment


def create() -> Callable:
    """As Granian loads it."""
    _set()
    return app.create()


if __name__ == "__main__":
    from fulfilment.cli import main

    _set()
    sys.exit(main())
