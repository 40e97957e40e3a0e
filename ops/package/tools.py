"""Running other programs, and where everything lies."""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OPS = ROOT / "ops"
DIST = ROOT / "dist"
# The programs that ops/package/requirements.txt brings, and Node, which the development requirements bring.
OWN = Path(sys.executable).parent
DEVELOPMENT = ROOT / ".venv" / "bin" / "python"
LIMIT_SECONDS = 300


class Failed(Exception):
    """Something that is shipped is not as it should be; the message says what."""


def run(*command: object, folder: Path = ROOT, environ: Mapping[str, str] | None = None, mask: int = -1) -> str:
    """Standard output of a program, which makes its files with this mask. Raises Failed with all of its output where it
    fails.
    """
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env={**os.environ, **(environ or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT_SECONDS,
            umask=mask,
        )
    except FileNotFoundError:
        raise Failed(f"{words[0]} is not there.") from None
    except subprocess.TimeoutExpired:
        raise Failed(f"{' '.join(words)} did not end within {LIMIT_SECONDS} s.") from None
    if done.returncode:
        raise Failed(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}".rstrip())
    return done.stdout


def install(python: Path, *what: object) -> None:
    """Install with pip into the environment of `python`, which has no pip of its own."""
    run(OWN / "python", "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", python, "install", *what)


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    try:
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()
