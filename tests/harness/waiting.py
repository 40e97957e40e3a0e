"""Waiting for what happens in another process."""

import time
from collections.abc import Callable

_PATIENCE_SECONDS = 20.0
_GLANCE_SECONDS = 0.02


def eventually(came_true: Callable[[], bool]) -> None:
    """Return as soon as it is so; fail where it never is."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not came_true():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(_GLANCE_SECONDS)
