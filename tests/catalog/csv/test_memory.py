"""A file of any size is read in the memory that a small one takes (docs/import-export.md)."""

import subprocess
import sys

FEW, MANY = 10_000, 60_000
# Rows that were kept, and not only counted, would take ten times this.
MOST_MORE_BYTES = 3 * 2**20


def _peak(rows: int) -> int:
    """The most memory that a process took which read so many rows and put them together into products, in bytes."""
    ran = [sys.executable, "-m", "tests.harness.import_memory", str(rows)]
    read, peak = subprocess.run(ran, check=True, capture_output=True, text=True).stdout.split()
    assert int(read) == rows
    return int(peak)


def test_six_times_as_many_rows_take_no_more_memory() -> None:
    assert _peak(MANY) - _peak(FEW) < MOST_MORE_BYTES
