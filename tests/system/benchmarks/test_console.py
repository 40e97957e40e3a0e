"""The benchmark of the console measures what it says, in a small form that takes seconds."""

import subprocess
import sys
from pathlib import Path

from benchmarks.console.pages import ASKED

ROOT = Path(__file__).parents[3]


def test_the_small_form_asks_for_every_page_and_says_which_bars_are_met() -> None:
    command = [sys.executable, "-m", "benchmarks.console", "--parcels", "2000", "--rounds", "2", "--people", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=180)
    assert (done.returncode, done.stderr) == (0, "")
    loaded, heads, *lines, verdict = done.stdout.splitlines()
    assert loaded.startswith("2,000 parcels, 2,000 variants, ") and heads.split()[0] == "page"
    assert [line[:32].rstrip() for line in lines] == [asked.name for asked in ASKED]
    missed = [line[:32].rstrip() for line in lines if line.endswith("MISSED")]
    assert verdict == (f"MISSED at p95: {', '.join(missed)}" if missed else f"met: all {len(ASKED)} bars at p95")
