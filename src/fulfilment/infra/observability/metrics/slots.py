"""A slot for each process that counts, held by the lock of a file.

A process that takes the place of an ended one goes on in its slot. So counts never fall, and the files of the metrics
are as many as there are processes, however often these end.
"""

import fcntl
import os
from itertools import count
from pathlib import Path

from prometheus_client.multiprocess import mark_process_dead

_SUFFIX = ".lock"
# Their descriptors, open for as long as the process lives.
_held: list[int] = []


def acquire(folder: Path, process: str) -> str:
    """The first slot that is free, such as `api-0`, held until this process ends."""
    for slot in (f"{process}-{number}" for number in count()):
        lock = _lock(folder / (slot + _SUFFIX))
        if lock is not None:
            _held.append(lock)
            mark_process_dead(slot, str(folder))
            return slot
    raise AssertionError("numbers have no end")


def list_living(folder: Path) -> list[str]:
    """The slots of processes that live. Gauges of the others, which were true while these lived, are removed."""
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
    """The descriptor of the file with its lock; None where another process has that."""
    descriptor = os.open(file, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
