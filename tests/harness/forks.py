"""Programs in forks of one process that has imported them already.

A fork has an environment, descriptors and an exit code of its own, and leaves no state behind in the test's process.
A fresh interpreter spends most of a second on its imports before the program begins. Tests of how a program starts
start it as people do.
"""

import importlib
import multiprocessing
import os
import pkgutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import reduction
from typing import Any, NoReturn, Protocol

from fulfilment import cli

# The first is the program's entry, and the second belongs to a process that the API starts.
_ENTRIES = {"__main__", "pdf_worker"}
_LOADED_LATER = (
    # The modules that granian loads are inherited by its workers.
    "granian.cli",
    "granian._loops",
    "uvloop",
    "fulfilment.app",
    "fulfilment.infra.auth.jwks",
    "fulfilment.infra.auth.json_web_tokens",
    "fulfilment.workspaces.administration",
    "fulfilment.partners.service",
    "fulfilment.credits.topup",
    "fulfilment.storefront.secrets_admin",
    "fulfilment_simulators.couriers.__main__",
    "fulfilment_simulators.payments.__main__",
    "tests.harness.cli_runner",
    "tests.harness.forks",
)

# As they were for what the forks have imported.
_READ_BY_IMPORTS = {name: os.environ.get(name) for name in ("PYTHONPATH", "SSL_CERT_FILE")}
_STOPPED_WITHIN_SECONDS = 30

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(
    [
        *(f"fulfilment.cli.{each.name}" for each in pkgutil.iter_modules(cli.__path__) if each.name not in _ENTRIES),
        *_LOADED_LATER,
    ]
)


class _Copy(Protocol):
    """A copy that came with what the fork was told."""

    def detach(self) -> int: ...


class _Descriptor:
    """A descriptor of this process, of which the fork gets a copy: there it is the copy's number."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Any, ...]:
        return _receive, (reduction.DupFd(self._number),)


def _receive(copy: _Copy) -> int:
    return copy.detach()


class Fork:
    """A running program, with the methods of `subprocess.Popen` that the tests need."""

    def __init__(
        self, program: str, *arguments: str, environment: Mapping[str, str], streams: tuple[int, int, int]
    ) -> None:
        """Start `program` ("module:function"), which exits with what the function returns.

        `streams` are the descriptors of ours that its standard ones are copies of.
        """
        given = (program, arguments, dict(environment), tuple(_Descriptor(number) for number in streams))
        self._process = _context.Process(target=_become, args=given)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def sentinel(self) -> int:
        """A descriptor that can be read once the program has ended."""
        return self._process.sentinel

    @property
    def returncode(self) -> int | None:
        return self.poll()

    def poll(self) -> int | None:
        """The exit code, negative where a signal ended it; None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, once it has ended. Raises TimeoutExpired, as `subprocess.Popen.wait` does."""
        self._process.join(timeout)
        if (code := self.poll()) is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Process = subprocess.Popen[Any] | Fork


def start(
    program: str, *arguments: str, environment: Mapping[str, str], streams: tuple[int, int, int]
) -> subprocess.Popen[bytes] | Fork:
    """The program in a fork, or in a fresh interpreter where the environment says what only such a one reads."""
    if all(environment.get(name) == value for name, value in _READ_BY_IMPORTS.items()):
        return Fork(program, *arguments, environment=environment, streams=streams)
    module, _, function = program.partition(":")
    command = [sys.executable, "-c", f"import sys, {module}; sys.exit({module}.{function}())", *arguments]
    stdin, stdout, stderr = streams
    return subprocess.Popen(command, env=dict(environment), stdin=stdin, stdout=stdout, stderr=stderr)


@contextmanager
def announced(program: str, *arguments: str) -> Iterator[tuple[Fork, str]]:
    """A program while the context lasts, with the first line that it prints, as it does once it is ready."""
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as printed:
        with os.fdopen(writing, "wb") as output, open(os.devnull, "rb") as nothing:
            streams = (nothing.fileno(), output.fileno(), 2)
            running = Fork(program, *arguments, environment=os.environ, streams=streams)
        try:
            yield running, printed.readline()
        finally:
            running.terminate()
            running.wait(_STOPPED_WITHIN_SECONDS)


def _become(
    program: str, arguments: tuple[str, ...], environment: dict[str, str], streams: tuple[int, int, int]
) -> NoReturn:
    """Be the program; this runs in the fork."""
    # The platform's own way for the processes that the program starts.
    multiprocessing.set_start_method(None, force=True)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    module, _, function = program.partition(":")
    sys.argv = [module, *arguments]
    for number, opened in enumerate(streams):
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = os.fdopen(0)
    sys.stdout = os.fdopen(1, "w")
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace")
    sys.exit(getattr(importlib.import_module(module), function)())
