"""Operating-system processes: privileges, shutdown state, turns of the processor."""

import contextlib
import ctypes
import os
import platform
import struct
import sys
import time
from pathlib import Path
from typing import Final

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
