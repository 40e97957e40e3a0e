"""Which parties asked the database for something of late, as all API processes of one node see it.

A caller's connections may all have come to one process, and another's to the one beside it; both use the same server.
So the last two that asked are noted in memory that the processes share. Nobody locks it: whoever writes at the same
time as another may undo what that one wrote, which the next request of either sets right, and until then a reader is
held back, or is not, in vain.
"""

import math
import time
import zlib
from typing import Protocol

# Somebody who asked is there for so long.
THERE_SECONDS = 0.5


class Notes(Protocol):
    """Two parties, by their marks, each with when it asked last; memory that processes share, or a list."""

    def __getitem__(self, index: int, /) -> float: ...

    def __setitem__(self, index: int, value: float, /) -> None: ...


class Askers:
    """The last two parties that asked. The clock is the machine's, which all its processes have in common."""

    def __init__(self, notes: Notes | None = None) -> None:
        self._notes: Notes = [0.0] * 4 if notes is None else notes
        # Nobody asked of late. The machine's clock may have begun a moment ago.
        self._notes[1] = self._notes[3] = -math.inf

    def note(self, party: str) -> None:
        """`party` asks now."""
        notes, mark = self._notes, _mark_of(party)
        if notes[0] != mark and (notes[2] == mark or notes[3] < notes[1]):
            notes[2], notes[3] = mark, time.monotonic()
        else:
            notes[0], notes[1] = mark, time.monotonic()

    def has_other(self, party: str) -> bool:
        """Whether somebody else asked within THERE_SECONDS."""
        notes, mark = self._notes, _mark_of(party)
        since = time.monotonic() - THERE_SECONDS
        return (notes[0] != mark and notes[1] >= since) or (notes[2] != mark and notes[3] >= since)


def _mark_of(party: str) -> float:
    """The same in every process; 0 is nobody's."""
    return float(zlib.crc32(party.encode()) + 1)


current = Askers()


def connect(given: Askers) -> None:
    """Note from now on who asks in `given`. To be called before a Database is made."""
    global current
    current = given
