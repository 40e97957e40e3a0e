"""The application on a node whose clock is 250 seconds behind."""

import time
from collections.abc import Callable

from fulfilment import app

BEHIND_SECONDS = 250


def create() -> Callable:
    """As Granian loads it."""
    right = time.time
    time.time = lambda: right() - BEHIND_SECONDS
    return app.create()
