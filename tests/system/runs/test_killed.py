"""A run of the tests leaves no process behind, however it is terminated."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import psutil
import pytest

from tests.harness.descendants import Below, descendants
from tests.harness.waiting import eventually
from tests.system.runs import waiting

WAITING = Path(waiting.__file__)
ROOT = WAITING.parents[3]
STARTED_WITHIN_SECONDS = 120.0


class Run(msgspec.Struct):
    """A run, and every process below it."""

    process: subprocess.Popen[bytes]
    below: list[Below]

    def left(self) -> list[Below]:
        return [each for each in self.below if is_left(each)]


Start = Callable[..., Run]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Run tests that wait, in a group of its own, until each of them waits."""
    runs: list[subprocess.Popen[bytes]] = []

    def run(*names: str, processes: int = 0) -> Run:
        tests = [f"{WAITING}::test_beside_a_{name}" for name in names]
        command = [sys.executable, "-m", "pytest", f"--rootdir={ROOT}", f"--numprocesses={processes}", *tests]
        environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        with (tmp_path / "output").open("wb") as output:
            process = subprocess.Popen(
                command, cwd=tmp_path, env=environ, stdout=output, stderr=output, process_group=0
            )
        runs.append(process)

        def all_wait() -> bool:
            assert process.poll() is None, (tmp_path / "output").read_text()
            return all((tmp_path / name).exists() for name in names)

        eventually(all_wait, STARTED_WITHIN_SECONDS)
        return Run(process, list(descendants(process.pid)))

    yield run
    for process in runs:
        process.kill()
        process.wait()


def is_left(below: Below) -> bool:
    try:
        return below.process.is_running() and below.process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def outer(run: psutil.Process) -> None:
    run.kill()


def guard(run: psutil.Process) -> None:
    (guard,) = run.children()
    guard.kill()


def the_tests(run: psutil.Process) -> None:
    (guard,) = run.children()
    next(child for child in guard.children() if "pytest" in child.cmdline()).kill()


def asked(run: psutil.Process) -> None:
    run.terminate()


def interrupted(run: psutil.Process) -> None:
    os.killpg(run.pid, signal.SIGINT)


@pytest.mark.parametrize("end", [outer, guard, the_tests, asked, interrupted])
def test_whatever_ends_a_run_ends_all_that_it_started(start: Start, end: Callable[..., None]) -> None:
    run = start("database")
    assert {"postgres", "python"} <= {each.name.rstrip("0123456789.") for each in run.below}
    end(psutil.Process(run.process.pid))
    assert run.process.wait(STARTED_WITHIN_SECONDS) != 0
    eventually(lambda: run.left() == [])


def test_a_run_in_several_processes_that_is_killed_as_a_group_leaves_nothing(start: Start) -> None:
    run = start("database", "service", processes=2)
    assert any("granian" in " ".join(each.command) for each in run.below)
    os.killpg(run.process.pid, signal.SIGKILL)
    run.process.wait(STARTED_WITHIN_SECONDS)
    eventually(lambda: run.left() == [])
