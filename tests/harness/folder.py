"""Temporary folders that the embedded PostgreSQL's own user can pass through, where the tests run as root."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil

PASSABLE = 0o711

# A database is 700 files: in memory a copy takes some 50 milliseconds, on a disk that others use up to three seconds.
# Killed processes lose nothing of either.
_IN_MEMORY = Path("/dev/shm")
# Several processes run tests at once, each with a server or two and what those log.
_ROOM_BYTES = 6 * 1024**3


@contextlib.contextmanager
def passable_folder() -> Iterator[Path]:
    """A new folder with a short path, gone at the end; data folders may lie in it."""
    with tempfile.TemporaryDirectory(prefix="fulfilment-", dir=_in_memory()) as path:
        Path(path).chmod(PASSABLE)
        yield Path(path)


def _in_memory() -> Path | None:
    """Where files are kept in memory, if this system has such a place and room in it."""
    try:
        free = min(shutil.disk_usage(_IN_MEMORY).free, psutil.virtual_memory().available)
    except OSError:
        return None
    return _IN_MEMORY if free >= _ROOM_BYTES else None
