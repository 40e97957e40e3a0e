"""Suspend, resume and kill the processes of a machine."""

import contextlib
from collections.abc import Sequence

import psutil

WITHIN_SECONDS = 60.0


def freeze(processes: Sequence[psutil.Process]) -> None:
    """Suspend all of them: connections are taken, and none is answered."""
    for process in processes:
        process.suspend()


def thaw(processes: Sequence[psutil.Process]) -> None:
    """Those that are left go on."""
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.resume()


def lose(processes: Sequence[psutil.Process]) -> None:
    """`kill -9` of all of them, frozen ones too. No process can report the death of another."""
    for signalled in ("suspend", "kill"):
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                getattr(process, signalled)()
    psutil.wait_procs(processes, timeout=WITHIN_SECONDS)
