"""Whether this process is to end soon, as its parent told it: probes say so, and kept connections are let go.

The line is memory that the parent shares with all of its processes (`shared_memory`). To ask costs every answer some
nanoseconds.
"""

from typing import Protocol

_SERVING, _DRAINING, _CLOSING = range(3)


class PhaseCell(Protocol):
    """How far the end has come: one number, in memory that processes share, or in a list."""

    def __getitem__(self, index: int, /) -> int: ...

    def __setitem__(self, index: int, value: int, /) -> None: ...


def local_phase() -> PhaseCell:
    """A line that no other process hears."""
    return [_SERVING]


phase: PhaseCell = local_phase()


def connect(cell: PhaseCell) -> None:
    """Hear from now on what is told on this line."""
    global phase
    phase = cell


def start_draining() -> None:
    """Be ready for no more, and go on serving."""
    phase[0] = _DRAINING


def stop_accepting() -> None:
    """Accept no more, and finish what is under way."""
    phase[0] = _CLOSING


def is_draining() -> bool:
    """Whether the end has begun."""
    return phase[0] != _SERVING


def is_closing() -> bool:
    """Whether only what is under way is still served."""
    return phase[0] == _CLOSING
