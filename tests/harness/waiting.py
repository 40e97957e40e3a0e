"""Waiting for what happens in another process, thread or task."""

import asyncio
import time
from collections.abc import Callable

# Less than the half minute after which much comes by itself that a test wants to have come at once.
_PATIENCE_SECONDS = 20.0
_GLANCE_SECONDS = 0.02


def eventually(came_true: Callable[[], bool], patience_seconds: float = _PATIENCE_SECONDS) -> None:
    """Return as soon as it is so; fail where it never is."""
    deadline = time.monotonic() + patience_seconds
    while not came_true():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(_GLANCE_SECONDS)


async def until(came_true: Callable[[], bool]) -> None:
    """The same for the event loop, which goes on meanwhile."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    for glance in iter(came_true, True):
        assert not glance and time.monotonic() < deadline, "it never came true"
        await asyncio.sleep(0.002)
