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

from fulfilment.infra.process.heartbeat_pipe import BEAT, TELL_SIGNAL, Line

CHECK_INTERVAL_SECONDS = 0.25
MAX_BEAT_INTERVAL_SECONDS = 1.0
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


class _WatchedProcess:
    """A process that beats, and for how long it has not."""

    def __init__(self, pid: int) -> None:
        self.process = psutil.Process(pid)
        self.stalled_seconds = 0.0


class Watchdog:
    """From `start` to `stop` every process on `line` whose loop stands still for `seconds` is ended; 0: none is.

    A process is watched from its first beat on, which is heard within LOOK_SECONDS; `has_any_heartbeat` says whether
    there was one. `name_of` is what the log calls the process with a number.
    """

    def __init__(self, seconds: float, name_of: Callable[[int], str]) -> None:
        self._known_pids: set[int] = set()
        self._name_of = name_of
        self._seconds = seconds
        self._beats, beats = multiprocessing.Pipe(duplex=False)
        self._stacks, stacks = multiprocessing.Pipe(duplex=False)
        every = min(MAX_BEAT_INTERVAL_SECONDS, seconds / BEATS_IN_TIME) if seconds else MAX_BEAT_INTERVAL_SECONDS
        self.line = Line(beats, stacks, every)
        for end in (self._beats, self._stacks):
            os.set_blocking(end.fileno(), False)
        self._watched: dict[int, _WatchedProcess] = {}
        self._stop_requested = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="watchdog")

    @property
    def has_any_heartbeat(self) -> bool:
        """Whether any process ever beat."""
        return bool(self._known_pids)

    def has_heartbeat_of(self, pid: int) -> bool:
        """Whether this one ever did."""
        return pid in self._known_pids

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop_requested.set()
        self._thread.join()

    def _run(self) -> None:
        checked_at = time.monotonic()
        while not self._stop_requested.wait(CHECK_INTERVAL_SECONDS):
            now = time.monotonic()
            # However long we slept ourselves, whom we watch may have slept as well.
            passed, checked_at = min(now - checked_at, 2 * CHECK_INTERVAL_SECONDS), now
            try:
                self._check(passed)
            except Exception:
                _log.exception("watchdog_failed")

    def _check(self, passed_seconds: float) -> None:
        for watched in self._watched.values():
            watched.stalled_seconds += passed_seconds
        self._read_heartbeats()
        for pid, watched in list(self._watched.items()):
            if watched.stalled_seconds >= self.line.every_seconds * LATE_BEATS:
                self._check_process(pid, watched)

    def _read_heartbeats(self) -> None:
        for pid, is_last in BEAT.iter_unpack(_read(self._beats.fileno())):
            self._known_pids.add(pid)
            if is_last:
                self._watched.pop(pid, None)
            elif pid in self._watched:
                self._watched[pid].stalled_seconds = 0.0
            else:
                with contextlib.suppress(psutil.NoSuchProcess):
                    self._watched[pid] = _WatchedProcess(pid)

    def _check_process(self, pid: int, watched: _WatchedProcess) -> None:
        try:
            state = watched.process.status()
            if not watched.process.is_running() or state == psutil.STATUS_ZOMBIE:
                del self._watched[pid]
            elif state in (psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP):
                # Somebody stopped it on purpose, a debugger for example.
                watched.stalled_seconds = 0.0
            elif self._seconds and watched.stalled_seconds >= self._seconds:
                self._kill(watched)
                del self._watched[pid]
        except psutil.NoSuchProcess:
            del self._watched[pid]

    def _kill(self, watched: _WatchedProcess) -> None:
        stack = self._dump_stack(watched.process)
        _log.error(
            "process_stalled",
            process=self._name_of(watched.process.pid),
            pid=watched.process.pid,
            seconds=round(watched.stalled_seconds, 1),
            stack=stack,
        )
        watched.process.kill()

    def _dump_stack(self, process: psutil.Process) -> list[str]:
        """Where its loop's thread is, the innermost call first; empty where it could not tell."""
        _read(self._stacks.fileno())
        process.send_signal(TELL_SIGNAL)
        output = b""
        deadline = time.monotonic() + STACK_TIMEOUT_SECONDS
        while (remaining := deadline - time.monotonic()) > 0:
            if not self._stacks.poll(min(remaining, STACK_QUIET_SECONDS) if output else remaining):
                break
            output += _read(self._stacks.fileno())
        lines = output.decode("utf-8", "replace").splitlines()
        return [line.strip() for line in lines if line.startswith("  ")]


def _read(pipe: int) -> bytes:
    try:
        return os.read(pipe, _READ_BYTES)
    except BlockingIOError:
        return b""
