"""A guard around a run of the tests: all processes below the run end with it, however it ended.

The process that was started waits. Its child, the guard, is a subreaper: a process that loses its parent becomes a
child of the guard, databases in the background too. The guard's child runs the tests. Any of the three may be killed.
The guard ends all processes that are left below it. The waiting process does so if the guard is killed.
"""

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import NoReturn

import psutil
import pytest

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
# Requests to end.
_ENDING = {signal.SIGTERM, signal.SIGHUP}
# So long a run that is asked to end may take down its fixtures.
_GRACE_SECONDS = 10.0
_SHUT_DOWN_WITHIN_SECONDS = 5.0
_LOOK_SECONDS = 1.0


def pytest_configure(config: pytest.Config) -> None:
    """Guard the run, except in workers of pytest-xdist, which are below a guarded process."""
    if not hasattr(config, "workerinput"):
        begin()


def begin() -> None:
    """Go on in a guarded grandchild of this process. Systems other than Linux have no subreapers, and no guard."""
    if sys.platform != "linux":
        return
    sys.stdout.flush()
    sys.stderr.flush()
    outer, group = os.getpid(), os.getpgrp()
    _control(_PR_SET_CHILD_SUBREAPER, 1)
    if guard := os.fork():
        _stand_by(guard, lambda: os.kill(guard, signal.SIGTERM))
    # In a group of its own, so that a signal to the group of the run does not reach the guard.
    os.setpgid(0, 0)
    _control(_PR_SET_CHILD_SUBREAPER, 1)
    if run := os.fork():
        _control(_PR_SET_PDEATHSIG, signal.SIGTERM)
        _stand_by(run, lambda: _ask_to_end(run, outer))
    os.setpgid(0, group)


def _control(option: int, value: int) -> None:
    """Call prctl(2)."""
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _stand_by(child: int, pass_on: Callable[[], None]) -> NoReturn:
    """Wait for the child's end, end all that it left behind, and exit as it did; pass on each request to end."""
    # Ctrl-C reaches the run itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING | {signal.SIGCHLD})
    while (status := _reap(child)) is None:
        heard = signal.sigtimedwait(_ENDING | {signal.SIGCHLD}, _LOOK_SECONDS)
        if heard is not None and heard.si_signo in _ENDING:
            pass_on()
    _end_all_below()
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


def _reap(child: int) -> int | None:
    """Reap every child that has ended; the status of this one, once it is among them."""
    found = None
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            found = status if pid == child else found
    return found


def _ask_to_end(run: int, outer: int) -> None:
    """Interrupt the run, and end all below it after a while, or at once where the outer process is gone."""
    os.kill(run, signal.SIGINT)
    deadline = time.monotonic() + _GRACE_SECONDS
    while os.getppid() == outer and psutil.Process(run).status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > deadline:
            break
        time.sleep(0.1)
    _end_all_below()


def _end_all_below() -> None:
    """End every descendant; PostgreSQL frees its shared memory in an immediate shutdown."""
    deadline = time.monotonic() + _SHUT_DOWN_WITHIN_SECONDS
    while below := _running():
        for each in below:
            with contextlib.suppress(psutil.NoSuchProcess):
                is_database = each.name() == "postgres" and time.monotonic() < deadline
                each.send_signal(signal.SIGQUIT if is_database else signal.SIGKILL)
        # They are reaped elsewhere: here the status of the run would be lost.
        time.sleep(0.05)


def _running() -> list[psutil.Process]:
    """The descendants that have not ended yet."""
    found = []
    for each in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if each.status() != psutil.STATUS_ZOMBIE:
                found.append(each)
    return found
