"""Parent watch: ends a process when the process that started it has ended."""

import os
import signal
import threading
import time

PARENT_VARIABLE = "FULFILMENT_SUPERVISOR_PID"
POLL_SECONDS = 0.25
GRACE_SECONDS = 5.0


def has_supervisor() -> bool:
    """True if `serve` started this process."""
    return bool(os.environ.get(PARENT_VARIABLE))


def watch_supervisor() -> bool:
    """End this process, by SIGTERM and then SIGKILL, when its supervisor has ended. True if it has a supervisor."""
    if not has_supervisor():
        return False
    watch_parent(int(os.environ[PARENT_VARIABLE]))
    return True


def watch_parent(parent: int) -> None:
    """End this process when its parent is no longer `parent`."""
    # Polling the parent's pid works on every system, and for forked workers, which would inherit the ends of a pipe.
    threading.Thread(target=_watch, args=(parent,), daemon=True, name="parent_watch").start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(POLL_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os.kill(os.getpid(), signal.SIGKILL)
