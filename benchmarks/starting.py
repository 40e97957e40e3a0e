"""`python -m benchmarks.starting`: how long `serve` takes to come up on a folder it knows, and what it holds when idle.

It needs no compiler. The service runs in production mode with the embedded PostgreSQL, in a temporary folder that a
first start, which is not counted, has filled.
"""

import argparse
import base64
import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import msgspec
import psutil

from benchmarks.processes import CannotMeasure, ended
from benchmarks.workplace import in_folder
from fulfilment.cli.demo_walk.service import free_ports

_SHOWN_END = "Ctrl-C stops everything"
_GIVE_UP_SECONDS = 120.0
_BYTES_PER_MB = 1_048_576
_POSTGRES = "postgres"
_NAME_CHARACTERS = 40


class Started(msgspec.Struct, frozen=True):
    """One cold start: seconds until the API answered and until the banner, and processor seconds until the latter."""

    answered: float
    shown: float
    worked: float


class Held(msgspec.Struct, frozen=True):
    """The idle memory of one process in MB: what is resident, and what is its own or its part of what is shared."""

    name: str
    resident: float
    proportional: float


def main() -> int:
    """Measure and print; 1 where nothing could be measured."""
    given = _arguments()

    def measure(folder: Path) -> None:
        starts, held = _measured(folder, given)
        print("\n".join([*_of_starts(starts), "", *_of_memory(held)]), flush=True)

    return in_folder(measure)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.starting", description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often it is started (default 5)")
    parser.add_argument("--idle", type=float, default=5.0, help="seconds until its memory is looked at (default 5)")
    parser.add_argument("--workers", type=int, default=2, help="API processes (default 2)")
    return parser.parse_args()


def _measured(folder: Path, given: argparse.Namespace) -> tuple[list[Started], list[Held]]:
    environment = _environment(folder, given.workers)
    held: list[Held] = []
    starts: list[Started] = []
    for number in range(given.rounds + 1):
        with _serving(folder, environment) as (process, started):
            if number:
                starts.append(started)
            if number == given.rounds:
                time.sleep(given.idle)
                held = _held(process.pid)
    return starts, held


def _environment(folder: Path, workers: int) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
    return inherited | {
        "FULFILMENT_MODE": "production",
        "FULFILMENT_MASTER_KEYS": "bench:" + base64.b64encode(bytes(range(32))).decode(),
        "FULFILMENT_DATA_DIR": str(folder / "data"),
        "FULFILMENT_PORT": str(free_ports()[0]),
        "FULFILMENT_API_PROCESSES": str(workers),
    }


@contextmanager
def _serving(folder: Path, environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen, Started]]:
    """The service from its start until it answers; it is stopped at the end. Raises CannotMeasure."""
    log = folder / "serve.log"
    with open(log, "wb") as output:
        began = time.monotonic()
        command = [sys.executable, "-m", "fulfilment.cli", "serve"]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=output, text=True)
        try:
            answered = _answered(process, int(environment["FULFILMENT_PORT"]), log) - began
            assert process.stdout is not None
            for line in process.stdout:
                if _SHOWN_END in line:
                    break
            yield process, Started(answered, time.monotonic() - began, _worked(process.pid))
        finally:
            ended(process)


def _answered(process: subprocess.Popen, port: int, log: Path) -> float:
    """When the API first answered."""
    deadline = time.monotonic() + _GIVE_UP_SECONDS
    request = b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
                connection.sendall(request)
                if connection.recv(4_096).startswith(b"HTTP/1.1 200"):
                    return time.monotonic()
        except OSError:
            time.sleep(0.005)
    raise CannotMeasure(f"Nothing answers on port {port}:\n{log.read_text(errors='replace')[-2_000:]}")


def _worked(root: int) -> float:
    """Processor seconds that a process and all below it took, PostgreSQL's and those of what has just ended apart."""
    spent = 0.0
    for process in _family(root):
        with contextlib.suppress(psutil.NoSuchProcess):
            if process.name() != _POSTGRES:
                times = process.cpu_times()
                spent += times.user + times.system
    return spent


def _held(root: int) -> list[Held]:
    found = []
    for process in _family(root):
        memory = process.memory_full_info()
        found.append(Held(_name(process), memory.rss / _BYTES_PER_MB, memory.pss / _BYTES_PER_MB))
    return found


def _name(process: psutil.Process) -> str:
    command = process.cmdline()
    if "--multiprocessing-fork" in command:
        return "worker process of the API"
    return _POSTGRES if process.name() == _POSTGRES else " ".join(command[2:])[:_NAME_CHARACTERS]


def _family(root: int) -> list[psutil.Process]:
    process = psutil.Process(root)
    return [process, *process.children(recursive=True)]


def _of_starts(starts: list[Started]) -> list[str]:
    lines = [f"{'':<22}{'median':>8}{'least':>8}{'most':>8}"]
    named = {
        "API answers, s": [start.answered for start in starts],
        "all runs, s": [start.shown for start in starts],
        "processor time, s": [start.worked for start in starts],
    }
    for name, values in named.items():
        lines.append(f"{name:<22}{median(values):>8.2f}{min(values):>8.2f}{max(values):>8.2f}")
    return lines


def _of_memory(held: list[Held]) -> list[str]:
    lines = [f"{'idle memory, MB':<44}{'RSS':>8}{'PSS':>8}"]
    ours = [each for each in held if each.name != _POSTGRES]
    lines += [f"{each.name:<44}{each.resident:>8.1f}{each.proportional:>8.1f}" for each in ours]
    theirs = [each for each in held if each.name == _POSTGRES]
    for name, some in (("all without PostgreSQL", ours), (f"PostgreSQL ({len(theirs)} processes)", theirs)):
        resident, proportional = sum(each.resident for each in some), sum(each.proportional for each in some)
        lines.append(f"{name:<44}{resident:>8.1f}{proportional:>8.1f}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
