"""Programs and helpers for receivers, run by Node."""

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.harness.node import NODE

RECEIVERS = Path(__file__).parents[3] / "receivers"
_VERIFYING = Path(__file__).parent / "verifying.mjs"


def run(*arguments: str) -> str:
    """Node's output; a failure of the program fails the test."""
    done = subprocess.run([NODE, *arguments], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def outcomes(way: str, cases: list[dict[str, Any]]) -> list[str]:
    """The result of the JavaScript helper for each case: `ACCEPTED`, or the code of its error."""
    asked = json.dumps([{**case, "way": way} for case in cases])
    done = subprocess.run([NODE, _VERIFYING], input=asked, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)
