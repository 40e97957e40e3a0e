"""The watchdog: ends processes whose loop stands still, so that whoever keeps them running starts them again.

It lives in the parent, since a process whose loop is stuck in a call that keeps the interpreter to itself cannot help
itself. It counts its own looks rather than hours, so that a machine that slept or a container that was frozen, with
all of its processes, comes back to them as they were.
"""

import contextlib
import multiprocessing
import os
import threading
import time
from collections.abc import Callable

import psutil
import structlog

from fulfilment.pulse import BEAT, TELL_SIGNAL, Line

LOOK_SECONDS = 0.25
LONGEST_BEAT_SECONDS = 1.0
# A fraction of what a process is given, so that a beat may come late.
BEATS_IN_TIME = 4
# After so many that did not come, it is looked at.
LATE_BEATS = 2
STACK_TIMEOUT_SECONDS = 2.0
# A stack comes in pieces; this long without another, it is complete.
STACK_QUIET_SECONDS = 0.2
# Whole beats only, and more than a pipe holds.
_READ_BYTES = BEAT.size * 20_000

_log = structlog.get_logger(__name__)


class _Watched:
    """A process that beats, and for how long it has not."""

    def __init__(self, pid: int):
        self.process = psutil.Process(pid)
        self.still_seconds = 0.0


class Watchdog:
    """From `begin` to `end` every process on `line` whose loop stands still for `seconds` is ended; 0: none is.

    A process is watched from its first beat on, which is heard within LOOK_SECONDS; `has_heard` says whether there was
    one. `name_of` is what the log calls the process with a number.
    """

    def __init__(self, seconds: float, name_of: Callable[[int], str]):
        self._heard: set[int] = set()
        self._name_of = name_of
        self._seconds = seconds
        self._beats, beats = multiprocessing.Pipe(duplex=False)
        self._stacks, stacks = multiprocessing.Pipe(duplex=False)
        every = min(LONGEST_BEAT_SECONDS, seconds / BEATS_IN_TIME) if seconds else LONGEST_BEAT_SECONDS
        self.line = Line(beats, stacks, every)
        for end in (self._beats, self._stacks):
            os.set_blocking(end.fileno(), False)
        self._watched: dict[int, _Watched] = {}
        self._ending = threading.Event()
        self._looking = threading.Thread(target=self._look_for_ever, daemon=True, name="watchdog")

    @property
    def has_heard(self) -> bool:
        """Whether any process ever beat."""
        return bool(self._heard)

    def has_heard_of(self, pid: int) -> bool:
        """Whether this one ever did."""
        return pid in self._heard

    def begin(self) -> None:
        self._looking.start()

    def end(self) -> None:
        self._ending.set()
        self._looking.join()

    def _look_for_ever(self) -> None:
        looked_at = time.monotonic()
        while not self._ending.wait(LOOK_SECONDS):
            now = time.monotonic()
            # However long we slept ourselves, whom we watch may have slept as well.
            passed, looked_at = min(now - looked_at, 2 * LOOK_SECONDS), now
            try:
                self._look(passed)
            except Exception:
                _log.exception("watchdog fault")

    def _look(self, passed_seconds: float) -> None:
        for watched in self._watched.values():
            watched.still_seconds += passed_seconds
        self._hear()
        for pid, watched in list(self._watched.items()):
            if watched.still_seconds >= self.line.every_seconds * LATE_BEATS:
                self._judge(pid, watched)

    def _hear(self) -> None:
        for pid, is_last in BEAT.iter_unpack(_read(self._beats.fileno())):
            self._heard.add(pid)
            if is_last:
                self._watched.pop(pid, None)
            elif pid in self._watched:
                self._watched[pid].still_seconds = 0.0
            else:
                with contextlib.suppress(psutil.NoSuchProcess):
                    self._watched[pid] = _Watched(pid)

    def _judge(self, pid: int, watched: _Watched) -> None:
        try:
            state = watched.process.status()
            if not watched.process.is_running() or state == psutil.STATUS_ZOMBIE:
                del self._watched[pid]
            elif state in (psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP):
                # Somebody stopped it on purpose, a debugger for example.
                watched.still_seconds = 0.0
            elif self._seconds and watched.still_seconds >= self._seconds:
                self._end(watched)
                del self._watched[pid]
        except psutil.NoSuchProcess:
            del self._watched[pid]

    def _end(self, watched: _Watched) -> None:
        stack = self._stack_of(watched.process)
        _log.error(
            "process stands still",
            process=self._name_of(watched.process.pid),
            pid=watched.process.pid,
            seconds=round(watched.still_seconds, 1),
            stack=stack,
        )
        watched.process.kill()

    def _stack_of(self, process: psutil.Process) -> list[str]:
        """Where its loop's thread is, the innermost call first; empty where it could not tell."""
        _read(self._stacks.fileno())
        process.send_signal(TELL_SIGNAL)
        told = b""
        deadline = time.monotonic() + STACK_TIMEOUT_SECONDS
        while (left := deadline - time.monotonic()) > 0:
            if not self._stacks.poll(min(left, STACK_QUIET_SECONDS) if told else left):
                break
            told += _read(self._stacks.fileno())
        lines = told.decode("utf-8", "replace").splitlines()
        return [line.strip() for line in lines if line.startswith("  ")]


def _read(pipe: int) -> bytes:
    try:
        return os.read(pipe, _READ_BYTES)
    except BlockingIOError:
        return b""
