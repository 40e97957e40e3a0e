"""Whether this process is to end soon, as its parent told it: probes say so, and kept connections are let go.

The parent draws the line before it starts its processes, and all of them share it, also those that it starts later. To
ask costs every answer some nanoseconds.
"""

import asyncio
import multiprocessing
import signal
from multiprocessing.sharedctypes import RawValue
from typing import Protocol

_SERVING, _DRAINING, _CLOSING = range(3)
# By then the server serves, which it must do before it can be told to stop.
_HEED_SECONDS = 1.0


class Line(Protocol):
    """How far the end has come; a byte that processes share."""

    value: int


class Own:
    """A line that no other process hears."""

    value: int = _SERVING


line: Line = Own()


def draw() -> Line:
    """A line for this process and those that it will start."""
    drawn = RawValue("b", _SERVING)
    connect(drawn)
    return drawn


def connect(given: Line) -> None:
    """Hear from now on what is told on this line."""
    global line
    line = given


def begin() -> None:
    """Be ready for no more, and go on serving."""
    line.value = _DRAINING


def close() -> None:
    """Accept no more, and finish what is under way."""
    line.value = _CLOSING


def is_on() -> bool:
    """Whether the end has begun."""
    return line.value != _SERVING


def is_closing() -> bool:
    """Whether only what is under way is still served."""
    return line.value == _CLOSING


def heed_what_was_missed() -> None:
    """End this process if it was told to before it could hear that. It has not heard it twice: that cuts requests.

    To be called in the loop, once the server's own handlers stand.
    """
    if is_closing():
        asyncio.get_running_loop().call_later(_HEED_SECONDS, signal.raise_signal, signal.SIGTERM)


def leave_interrupts_to_parent() -> None:
    """Ctrl-C reaches every process of a terminal: the one that serves decides, not each that it started.

    To be called in the loop, once the server's own handlers stand.
    """
    if multiprocessing.parent_process() is not None:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
