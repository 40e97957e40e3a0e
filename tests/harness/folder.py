"""Temporary folders that the embedded PostgreSQL's own user can pass through, where the tests run as root."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

PASSABLE = 0o711


@contextlib.contextmanager
def passable_folder() -> Iterator[Path]:
    """A new folder with a short path, gone at the end; data folders may lie in it."""
    with tempfile.TemporaryDirectory(prefix="fulfilment-") as path:
        Path(path).chmod(PASSABLE)
        yield Path(path)
