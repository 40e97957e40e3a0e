"""The pulse of a process: as long as its loop turns, it tells the process that started it and watches it.

Another signal of that watchdog (`cli/watchdog.py`) has the process write down where it stands, from within a signal
handler in C, so that it does even while nothing else of it gets to run.
"""

import asyncio
import faulthandler
import os
import signal
import struct
from multiprocessing.connection import Connection

import msgspec

VARIABLE = "FULFILMENT_PULSE"
TELL_SIGNAL = signal.SIGUSR2
# Whose pulse it is, and whether it is the last.
BEAT = struct.Struct("<I?")


class Line(msgspec.Struct, frozen=True):
    """The ends of two pipes, one for beats and one for stacks, and how often to beat. It may be handed to a child."""

    beats: Connection
    stacks: Connection
    every_seconds: float

    @property
    def ends(self) -> tuple[int, int]:
        """What a program must inherit that is to use the line."""
        return self.beats.fileno(), self.stacks.fileno()

    def as_text(self) -> str:
        """The line for the environment of such a program."""
        return ",".join(map(str, (*self.ends, self.every_seconds)))

    @classmethod
    def from_environment(cls) -> "Line | None":
        """What the process that started this one handed on, if it did."""
        given = os.environ.pop(VARIABLE, None)
        if given is None:
            return None
        beats, stacks, every_seconds = given.split(",")
        ends = (Connection(int(end), readable=False) for end in (beats, stacks))
        return cls(next(ends), next(ends), float(every_seconds))


class Pulse:
    """Beats on the line from `begin` to `end`, in the running loop."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._next: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        self._beat(asyncio.get_running_loop())

    def end(self) -> None:
        """What comes now may take its time: nobody waits for the loop any more."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
            self._send(is_last=True)

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        self._next = loop.call_later(self._line.every_seconds, self._beat, loop)
        self._send(is_last=False)

    def _send(self, *, is_last: bool) -> None:
        try:
            os.write(self._line.beats.fileno(), BEAT.pack(os.getpid(), is_last))
        except OSError:
            # Nobody reads, or not as fast; nothing may wait for that.
            return


_own: Pulse | None = None


def connect(line: Line | None) -> None:
    """Be ready to be watched over this line by whoever started this process; None: nobody does."""
    global _own
    if line is None:
        return
    for end in line.ends:
        os.set_blocking(end, False)
    faulthandler.register(TELL_SIGNAL, file=line.stacks, all_threads=False)
    _own = Pulse(line)


def begin() -> None:
    """From now on the loop is expected to turn. To be called in it, when the process has begun to serve."""
    if _own is not None:
        _own.begin()


def end() -> None:
    """The loop will end."""
    if _own is not None:
        _own.end()
