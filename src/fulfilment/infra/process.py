"""Operating-system processes: privileges, shutdown state, turns of the processor."""

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
# Whoever waits for a cheap answer comes before whoever waits for a document.
BACKGROUND_NICENESS: Final = 10

# The standard library knows no name for it (sched_setattr(2)); the numbers of the machines that we have wheels for.
_SCHED_SETATTR: Final = {"x86_64": 314, "aarch64": 274}
# size, policy, flags, nice, priority, runtime, deadline, period: the runtime is what a turn lasts.
_ATTRIBUTES: Final = struct.Struct("=IIQiIQQQ")
_KEEP_POLICY: Final = 0x08
_AUTOGROUP: Final = Path("/proc/self/autogroup")
# The kernel lets the processes of all users change it ten times a second, together.
_TRIES: Final = 10
_BETWEEN_TRIES_SECONDS: Final = 0.1


def take_short_turns() -> None:
    """Let this thread, and every thread and process that it starts, have short turns and therefore early ones."""
    _take_turns(SHORT_TURN_MICROSECONDS)


def stay_in_background() -> None:
    """Let this process have whatever time is left by those that somebody waits for."""
    with contextlib.suppress(OSError):
        # Niceness counts within a session only where the kernel shares the processors between sessions first.
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
    # An older kernel takes no notice; a sandbox may refuse. Neither is worth more than a slower answer.
    ctypes.CDLL(None).syscall(number, 0, given, 0)


# prctl(2); the standard library has no name for it.
_PR_SET_NO_NEW_PRIVS: Final = 38
# Where an interpreter finds itself and its libraries in an installation that needs to be told.
_OF_THE_INTERPRETER: Final = ("PYTHONHOME", "PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_MASTER_KEYS: Final = "master_keys"

Result = TypeVar("Result")


def forbid_new_privileges() -> None:
    """Set `no_new_privs` for this thread and for every process that it starts: no program of them is setuid.

    Systems other than Linux have no such thing.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def without_new_privileges(start: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
    """The result of a call that starts a process, which gains no privileges. Our own stay as they are."""
    # The kernel keeps the attribute by thread, and the child has that of the thread that starts it.
    with ThreadPoolExecutor(max_workers=1, initializer=forbid_new_privileges) as thread:
        return thread.submit(start, *args, **kwargs).result()


def empty_environment() -> dict[str, str]:
    """The environment of a helper that needs no settings: nothing but what its interpreter needs to start."""
    return {name: os.environ[name] for name in _OF_THE_INTERPRETER if name in os.environ}


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a helper that reads settings, without keys, passwords and addresses that hold them."""
    hidden = {f"{PREFIX}{name.upper()}{file}" for name in (*SECRETS, _MASTER_KEYS) for file in ("", "_FILE")}
    return {name: value for name, value in environment.items() if name not in hidden}


_is_draining = False


def start_draining() -> None:
    """Be ready for no more, and go on serving."""
    global _is_draining
    _is_draining = True


def reset() -> None:
    """Serve again, for a process that begins its work a second time."""
    global _is_draining
    _is_draining = False


def is_draining() -> bool:
    """True from the moment at which the end has begun."""
    return _is_draining


_OWNER_ALONE = 0o700


def make(path: Path) -> None:
    """Make the folder with mode 0700, unless it is there. Raises OSError."""
    path.mkdir(mode=_OWNER_ALONE, parents=True, exist_ok=True)
