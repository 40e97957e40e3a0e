"""A process that `serve` started does not outlive it, however it ended."""

import os
import signal
import threading
import time

PARENT_VARIABLE = "FULFILMENT_SUPERVISOR_PID"
POLL_SECONDS = 0.25
GRACE_SECONDS = 5.0


def has_supervisor() -> bool:
    """Whether one started this process."""
    return bool(os.environ.get(PARENT_VARIABLE))


def watch_supervisor() -> bool:
    """End this process, first politely, when the supervisor that started it is gone; whether there is one."""
    if not has_supervisor():
        return False
    watch_parent(int(os.environ[PARENT_VARIABLE]))
    return True


def watch_parent(parent: int) -> None:
    """End this process when its parent is no longer `parent`."""
    # Watching the parent's number works on every system and for forked workers, where a pipe's ends are inherited.
    threading.Thread(target=_watch, args=(parent,), daemon=True, name="parent_watch").start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(POLL_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os.kill(os.getpid(), signal.SIGKILL)
