"""Slots of processes for metrics files, each held by a file lock.

A process that replaces an ended one continues in its slot. Therefore counters never fall, and the number of files is
limited by the number of concurrent processes.
"""

import fcntl
import os
from itertools import count
from pathlib import Path

from prometheus_client.multiprocess import mark_process_dead

_SUFFIX = ".lock"
# Descriptors of locked files, which stay open for the life of the process.
_held: list[int] = []


def acquire(folder: Path, process: str) -> str:
    """The first free slot, such as `api-0`, held until this process ends."""
    for slot in (f"{process}-{number}" for number in count()):
        lock = _lock(folder / (slot + _SUFFIX))
        if lock is not None:
            _held.append(lock)
            mark_process_dead(slot, str(folder))
            return slot
    raise AssertionError("numbers have no end")


def list_living(folder: Path) -> list[str]:
    """The slots of running processes. Gauges of ended processes are removed."""
    living = []
    for file in folder.glob("*" + _SUFFIX):
        lock = _lock(file)
        if lock is None:
            living.append(file.stem)
        else:
            mark_process_dead(file.stem, str(folder))
            os.close(lock)
    return living


def _lock(file: Path) -> int | None:
    """The descriptor of the file with its lock; None where another process holds the lock."""
    descriptor = os.open(file, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
