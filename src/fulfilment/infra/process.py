"""Operating-system processes: CPU scheduling, privileges, environments of helpers, shutdown state."""

import contextlib
import ctypes
import os
import platform
import struct
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from fulfilment.settings import PREFIX, SECRETS

SHORT_TURN_MICROSECONDS: Final = 200
LONG_TURN_MICROSECONDS: Final = 20_000
# Requests for cheap responses have priority over the rendering of documents.
BACKGROUND_NICENESS: Final = 10

# System call numbers of sched_setattr(2), which the standard library does not have, by supported architecture.
_SCHED_SETATTR: Final = {"x86_64": 314, "aarch64": 274}
# size, policy, flags, nice, priority, runtime, deadline, period. The runtime is the length of a time slice.
_ATTRIBUTES: Final = struct.Struct("=IIQiIQQQ")
_KEEP_POLICY: Final = 0x08
_AUTOGROUP: Final = Path("/proc/self/autogroup")
# The kernel allows ten changes a second for the processes of all users together.
_TRIES: Final = 10
_BETWEEN_TRIES_SECONDS: Final = 0.1

# Option of prctl(2), which the standard library does not have.
_PR_SET_NO_NEW_PRIVS: Final = 38
# Variables by which some installations of Python find their files and libraries.
_OF_THE_INTERPRETER: Final = ("PYTHONHOME", "PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_MASTER_KEYS: Final = "master_keys"

Result = TypeVar("Result")

_is_draining = False


def take_short_turns() -> None:
    """Request short time slices, for low latency, for this thread and for all threads and processes that it starts."""
    _take_turns(SHORT_TURN_MICROSECONDS)


def stay_in_background() -> None:
    """Lower the priority of this process below those that serve requests, and request long time slices."""
    with contextlib.suppress(OSError):
        # With autogroups the kernel divides CPU time between sessions first, and niceness counts only within one.
        os.setsid()
    os.nice(BACKGROUND_NICENESS)
    _be_last_session()
    _take_turns(LONG_TURN_MICROSECONDS)


def _be_last_session() -> None:
    for _ in range(_TRIES):
        try:
            _AUTOGROUP.write_text(str(BACKGROUND_NICENESS))
        except BlockingIOError:
            time.sleep(_BETWEEN_TRIES_SECONDS)
        except OSError:
            return
        else:
            return


def _take_turns(microseconds: int) -> None:
    number = _SCHED_SETATTR.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    given = _ATTRIBUTES.pack(_ATTRIBUTES.size, 0, _KEEP_POLICY, nice, 0, microseconds * 1_000, 0, 0)
    # An older kernel ignores it and a sandbox may refuse it, which only costs latency.
    ctypes.CDLL(None).syscall(number, 0, given, 0)


def forbid_new_privileges() -> None:
    """Set `no_new_privs` for this thread and for every process that it starts, so that setuid has no effect.

    Only Linux has it; on other systems nothing happens.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def without_new_privileges(start: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
    """Call a function that starts a process which can gain no privileges. This process keeps its own."""
    # The attribute belongs to a thread, and a child inherits it from the thread that starts it.
    with ThreadPoolExecutor(max_workers=1, initializer=forbid_new_privileges) as thread:
        return thread.submit(start, *args, **kwargs).result()


def empty_environment() -> dict[str, str]:
    """The environment of a helper that needs no settings: only the variables that its interpreter needs."""
    return {name: os.environ[name] for name in _OF_THE_INTERPRETER if name in os.environ}


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a helper that reads settings, without keys, passwords and addresses that contain them."""
    hidden = {f"{PREFIX}{name.upper()}{file}" for name in (*SECRETS, _MASTER_KEYS) for file in ("", "_FILE")}
    return {name: value for name, value in environment.items() if name not in hidden}


def start_draining() -> None:
    """Report not ready from now on, and continue to serve."""
    global _is_draining
    _is_draining = True


def reset() -> None:
    """Leave the draining state, for a process that runs its work a second time."""
    global _is_draining
    _is_draining = False


def is_draining() -> bool:
    """True after the shutdown has begun."""
    return _is_draining
