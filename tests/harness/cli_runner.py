"""Runs commands of `fulfilment` in forks of one process that has imported them already.

A fork has an environment, descriptors and an exit code of its own, and leaves no state behind in the test's process.
A fresh interpreter spends ten times as long on its imports before the command begins.
"""

import multiprocessing
import os
import pkgutil
import pty
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from multiprocessing import connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from fulfilment import cli

Run = Callable[..., subprocess.CompletedProcess[str]]
Told = Callable[..., Any]

TIMEOUT_SECONDS = 60.0
# The first is the program's entry, and the second belongs to a process that the API starts.
_PROGRAMS = {"__main__", "drawing"}
_LOADED_BY_COMMANDS = (
    "fulfilment.workspaces.administration",
    "fulfilment.workspaces.administration",
    "fulfilment.workspaces.administration",
    "fulfilment.credits.topup",
    "fulfilment.partners.service",
    "fulfilment.storefront.secrets_admin",
    "tests.harness.cli_runner",
)

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(
    [
        *(f"fulfilment.cli.{each.name}" for each in pkgutil.iter_modules(cli.__path__) if each.name not in _PROGRAMS),
        *_LOADED_BY_COMMANDS,
    ]
)


class _Streams(msgspec.Struct, frozen=True):
    """The files or terminals that are a command's standard streams."""

    input: str
    output: str
    errors: str


def run(*arguments: str, environment: Mapping[str, str], input: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, as `subprocess.run` does with captured text."""
    with tempfile.TemporaryDirectory() as folder:
        given, output, errors = (Path(folder, name) for name in ("input", "output", "errors"))
        given.write_text(input or "", encoding="utf-8")
        code = _ended(_start(arguments, environment, _Streams(str(given), str(output), str(errors))))
        texts = (output.read_text(encoding="utf-8"), errors.read_text(encoding="utf-8"))
        return subprocess.CompletedProcess(arguments, code, *texts)


def run_on_terminal(*arguments: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command that writes to a terminal; its output is the text of both streams."""
    ours, theirs = pty.openpty()
    shown = b""
    try:
        terminal = os.ttyname(theirs)
        process = _start(arguments, environment, _Streams(os.devnull, terminal, terminal))
        deadline = time.monotonic() + TIMEOUT_SECONDS
        # A terminal holds some 4 KB; it is read meanwhile, and what is left in it after the end.
        while ours in connection.wait([ours, process.sentinel], deadline - time.monotonic()):
            shown += os.read(ours, 65_536)
        code = _ended(process)
    finally:
        os.close(ours)
        os.close(theirs)
    return subprocess.CompletedProcess(arguments, code, shown.decode().replace("\r\n", "\n"))


def _start(arguments: tuple[str, ...], environment: Mapping[str, str], streams: _Streams) -> ForkServerProcess:
    process = _context.Process(target=_become, args=(arguments, dict(environment), streams))
    process.start()
    return process


def _ended(process: ForkServerProcess) -> int:
    """Wait for the end of a command and return its exit code; kill one that takes too long."""
    process.join(TIMEOUT_SECONDS)
    if process.exitcode is None:
        process.kill()
        process.join()
        raise subprocess.TimeoutExpired(process.name, TIMEOUT_SECONDS)
    return process.exitcode


def _become(arguments: tuple[str, ...], environment: dict[str, str], streams: _Streams) -> NoReturn:
    """Be the program; this runs in the fork."""
    # The platform's own way for the processes that the command starts.
    multiprocessing.set_start_method(None, force=True)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["fulfilment", *arguments]
    for number, path in enumerate((streams.input, streams.output, streams.errors)):
        opened = os.open(path, (os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY) | os.O_NOCTTY)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = os.fdopen(0)
    sys.stdout = os.fdopen(1, "w")
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace")
    sys.exit(cli.main())
