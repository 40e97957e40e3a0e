"""A process that runs cases one after another and can be killed in the middle: a pattern never lets go of it."""

import multiprocessing
import resource
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from typing import Any

from tests.system.linear.registry import Case

# A quarter of the largest body: what is linear takes a second of the processor there, what is quadratic minutes.
LARGE_CHARACTERS = 2**18
LIMIT_SECONDS = 20
# A case that sleeps takes nothing of the processor.
_PATIENCE_SECONDS = 250


class Runner:
    """The process, started again after a case that hung. The limit is in seconds of processor time, for each input."""

    def __init__(self, cases: Callable[[], Mapping[str, Case]], limit_seconds: int = LIMIT_SECONDS) -> None:
        self._cases = cases
        self._limit_seconds = limit_seconds
        self._context = multiprocessing.get_context("spawn")
        self._process: Any = None
        self._pipe: Connection | None = None

    def run(self, name: str) -> str | None:
        """Search for the worst of a case and run it at a large size: None if that ended, else what went wrong."""
        if self._process is None:
            self._start()
        assert self._pipe is not None
        self._pipe.send(name)
        last = "nothing"
        while self._pipe.poll(_PATIENCE_SECONDS):
            try:
                said, is_done = self._pipe.recv()
            except EOFError:
                break
            if is_done:
                return said
            last = said
        self.close()
        return f"did not end within {self._limit_seconds} s; it was at {last}"

    def _start(self) -> None:
        self._pipe, theirs = self._context.Pipe()
        arguments = (theirs, self._cases, self._limit_seconds)
        self._process = self._context.Process(target=_serve, args=arguments, daemon=True)
        self._process.start()
        # With the last writing end the pipe ends too, when the process does.
        theirs.close()

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None


def _serve(pipe: Connection, find_cases: Callable[[], Mapping[str, Case]], limit_seconds: int) -> None:
    cases = find_cases()
    while True:
        case = cases[pipe.recv()]
        try:
            pipe.send(("the search", False))
            _limit(limit_seconds)
            for candidate in case.worst():
                pipe.send((str(candidate)[:500], False))
                _limit(limit_seconds)
                case.run(candidate.grown(min(case.most_characters, LARGE_CHARACTERS)))
        except BaseException as problem:
            pipe.send((f"{type(problem).__name__}: {str(problem)[:500]}", True))
        else:
            pipe.send((None, True))


def _limit(seconds: int) -> None:
    """Have the kernel end this process when it has used so many more seconds of the processor."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, hard))
