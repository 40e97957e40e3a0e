"""A process that runs cases one after another and can be killed in the middle: a pattern never lets go of it."""

import multiprocessing
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from typing import Any

from tests.linear.registry import Case
from tests.linear.search import worst

# What is linear takes some milliseconds, a second where many share the processors; what is quadratic takes hours.
LIMIT_SECONDS = 60


class Runner:
    """The process, begun anew after one that hung."""

    def __init__(self, cases: Callable[[], Mapping[str, Case]], limit_seconds: float = LIMIT_SECONDS) -> None:
        self._cases = cases
        self._limit_seconds = limit_seconds
        self._context = multiprocessing.get_context("spawn")
        self._process: Any = None
        self._pipe: Connection | None = None

    def run(self, name: str) -> str | None:
        """Search for the worst of a case and run it at its full size: None if that ended, else what went wrong."""
        if self._process is None:
            self._pipe, theirs = self._context.Pipe()
            self._process = self._context.Process(target=_serve, args=(theirs, self._cases), daemon=True)
            self._process.start()
        self._pipe.send(name)
        last = "nothing"
        while self._pipe.poll(self._limit_seconds):
            said, is_done = self._pipe.recv()
            if is_done:
                return said
            last = said
        self.close()
        return f"did not end within {self._limit_seconds} s; it was at {last}"

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None


def _serve(pipe: Connection, find_cases: Callable[[], Mapping[str, Case]]) -> None:
    cases = find_cases()
    while True:
        case = cases[pipe.recv()]
        try:
            pipe.send(("the search", False))
            for candidate in worst(case.run, case.grammar):
                pipe.send((str(candidate)[:500], False))
                case.run(candidate.grown(case.most_characters))
        except BaseException as problem:
            pipe.send((f"{type(problem).__name__}: {str(problem)[:500]}", True))
        else:
            pipe.send((None, True))
