"""Runs commands of `fulfilment` to their end, in forks."""

import os
import pty
import subprocess
import time
from collections.abc import Callable, Mapping
from multiprocessing import connection
from tempfile import TemporaryFile
from typing import IO, Any

from tests.harness.forks import Fork

Run = Callable[..., subprocess.CompletedProcess[str]]
Told = Callable[..., Any]

TIMEOUT_SECONDS = 60.0


def run(*arguments: str, environment: Mapping[str, str], input: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, as `subprocess.run` does with captured text."""
    with TemporaryFile() as given, TemporaryFile() as output, TemporaryFile() as errors:
        given.write((input or "").encode())
        given.seek(0)
        code = _ended(_start(arguments, environment, (given.fileno(), output.fileno(), errors.fileno())))
        return subprocess.CompletedProcess(arguments, code, _read(output), _read(errors))


def run_on_terminal(*arguments: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command that writes to a terminal; its output is the text of both streams."""
    ours, theirs = pty.openpty()
    nothing = os.open(os.devnull, os.O_RDONLY)
    shown = b""
    try:
        command = _start(arguments, environment, (nothing, theirs, theirs))
        deadline = time.monotonic() + TIMEOUT_SECONDS
        # A terminal holds some 4 KB; it is read meanwhile, and what is left in it after the end.
        while ours in connection.wait([ours, command.sentinel], deadline - time.monotonic()):
            shown += os.read(ours, 65_536)
        code = _ended(command)
    finally:
        for opened in (ours, theirs, nothing):
            os.close(opened)
    return subprocess.CompletedProcess(arguments, code, shown.decode().replace("\r\n", "\n"))


def _start(arguments: tuple[str, ...], environment: Mapping[str, str], streams: tuple[int, int, int]) -> Fork:
    return Fork("fulfilment.cli:main", *arguments, environment=environment, streams=streams)


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode().replace("\r\n", "\n")


def _ended(command: Fork) -> int:
    """Wait for the end of a command and return its exit code; kill the command after TIMEOUT_SECONDS."""
    try:
        return command.wait(TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        command.kill()
        command.wait()
        raise
