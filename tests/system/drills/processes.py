"""What happens to a machine's processes: they get no time, get it again, or are gone at once."""

import contextlib
from collections.abc import Sequence

import psutil

WITHIN_SECONDS = 60.0


def freeze(processes: Sequence[psutil.Process]) -> None:
    """None of them gets any time: connections are taken, and nobody answers."""
    for process in processes:
        process.suspend()


def thaw(processes: Sequence[psutil.Process]) -> None:
    """Those that are left go on."""
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.resume()


def lose(processes: Sequence[psutil.Process]) -> None:
    """`kill -9` of all of them, frozen ones too. None of them gets to tell anybody that another one died."""
    for signalled in ("suspend", "kill"):
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                getattr(process, signalled)()
    psutil.wait_procs(processes, timeout=WITHIN_SECONDS)
