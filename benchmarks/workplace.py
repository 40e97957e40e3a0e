"""Workplace of every benchmark: a folder of its own, and a message where it cannot run."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.processes import CannotMeasure


def in_folder(measure: Callable[[Path], None]) -> int:
    """Measure in a new folder, gone at the end. 0; 1 where nothing could be measured, which is said."""
    with tempfile.TemporaryDirectory(prefix="fulfilment-bench-") as folder:
        # The embedded PostgreSQL may have a user of its own, who passes through on the way to its data.
        Path(folder).chmod(0o711)
        try:
            measure(Path(folder))
        except CannotMeasure as problem:
            print(problem, file=sys.stderr)
            return 1
    return 0
