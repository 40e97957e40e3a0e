"""Descendants of a process. Any of them may end while it is read, such as a one-off check or a session's backend."""

import contextlib
from collections.abc import Iterator

import msgspec
import psutil


class Below(msgspec.Struct, frozen=True):
    """A process as it was found."""

    process: psutil.Process
    name: str
    command: tuple[str, ...]

    @property
    def is_database(self) -> bool:
        return self.name == "postgres"

    @property
    def draws(self) -> bool:
        """True for a process that draws documents, which may be replaced at any time."""
        return "fulfilment.cli.pdf_worker" in self.command

    @property
    def serves(self) -> bool:
        """True for a worker process of the API, which Granian's main process spawned."""
        return "--multiprocessing-fork" in self.command


def children(pid: int) -> Iterator[Below]:
    """The children of a process; who ends while it is looked at is left out."""
    yield from _alive(psutil.Process(pid).children())


def descendants(pid: int) -> Iterator[Below]:
    """The same of everything below it."""
    yield from _alive(psutil.Process(pid).children(recursive=True))


def _alive(processes: list[psutil.Process]) -> Iterator[Below]:
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            yield Below(process, process.name(), tuple(process.cmdline()))
