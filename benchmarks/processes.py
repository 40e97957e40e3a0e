"""Processes that run next to the harness, and their processor time."""

import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
_LOOK_SECONDS = 0.1
_READY_TIMEOUT_SECONDS = 30
_STOP_TIMEOUT_SECONDS = 10
_ROOT = Path(__file__).parents[1]
_LOAD = Path(__file__).with_name("load.c")


class CannotMeasure(Exception):
    """Something that the benchmark needs is missing or does not start; the message says what."""


def compiled(folder: Path, source: Path = _LOAD) -> Path:
    """A program in C, the load generator by default, compiled into `folder`. Raises CannotMeasure without `cc`."""
    program = folder / source.stem
    try:
        subprocess.run(["cc", "-O2", "-o", program, source], check=True)
    except FileNotFoundError:
        raise CannotMeasure(
            f"{source.name} needs a C compiler called cc (Debian: apt install gcc libc6-dev)."
        ) from None
    return program


@contextmanager
def served(port: int, log: Path) -> Iterator[int]:
    """The API as the service serves it, by the process id of its parent. Raises CannotMeasure."""
    with open(log, "wb") as output:
        command = [sys.executable, "-m", "benchmarks.served"]
        api = subprocess.Popen(command, cwd=_ROOT, stdout=output, stderr=subprocess.STDOUT)
        try:
            awaited(api, f"http://127.0.0.1:{port}/api/v1/health", log)
            yield api.pid
        finally:
            ended(api)


@contextmanager
def simulated(folder: Path) -> Iterator[str]:
    """The courier simulator."""
    port = free_port()
    log = folder / "simulator.log"
    with open(log, "wb") as output:
        command = [sys.executable, "-m", "fulfilment.cli", "simulate", "couriers"]
        given = os.environ | {"FULFILMENT_AGGREGATOR_SIMULATOR_PORT": str(port)}
        simulator = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=given)
    try:
        awaited(simulator, f"http://127.0.0.1:{port}/", log)
        yield f"http://127.0.0.1:{port}"
    finally:
        ended(simulator)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ended(process: subprocess.Popen) -> None:
    """End a process that was started, politely at first."""
    process.terminate()
    try:
        process.wait(_STOP_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


def awaited(process: subprocess.Popen, address: str, log: Path) -> None:
    """Wait until something answers at the address. Raises CannotMeasure."""
    deadline = time.monotonic() + _READY_TIMEOUT_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except urllib.error.HTTPError:
            return
        except (OSError, urllib.error.URLError):
            time.sleep(0.1)
    raise CannotMeasure(f"No process answers at {address}:\n{log.read_text(errors='replace')[-2_000:]}")


def is_running(process: int) -> bool:
    """True if a process still runs; a child of ours that was not waited for has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def processor_seconds(root: int) -> float:
    """Processor time that a process and its children took until now, those that have ended included."""
    children: dict[int, list[int]] = {}
    seconds: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(entry.name))
        seconds[int(entry.name)] = sum(int(ticks) for ticks in fields[11:15]) / _TICKS_PER_SECOND
    tree = [root]
    for process in tree:
        tree.extend(children.get(process, ()))
    return sum(seconds.get(process, 0.0) for process in tree)


class Watch:
    """Processor time of two trees of processes, looked at now and then."""

    def __init__(self, *roots: int):
        self._roots = roots
        self._seen: list[tuple[float, ...]] = []

    def look(self) -> None:
        self._seen.append((time.time(), *map(processor_seconds, self._roots)))

    def spent(self, since: float = 0.0, until: float = float("inf")) -> list[float]:
        """Seconds of processor time that each tree took between two moments by the clock, or all the while."""
        return [late - early for early, late in zip(self._at(since)[1:], self._at(until)[1:], strict=True)]

    def _at(self, moment: float) -> tuple[float, ...]:
        """The value then, interpolated between two looks."""
        before, after = self._seen[0], self._seen[-1]
        for one in self._seen:
            if one[0] <= moment:
                before = one
            else:
                after = one
                break
        part = min(max((moment - before[0]) / (after[0] - before[0] or 1), 0), 1)
        return tuple(early + part * (late - early) for early, late in zip(before, after, strict=True))


@contextmanager
def watched(*roots: int) -> Iterator[Watch]:
    """Look at the processor time of trees of processes, several times a second."""
    watch, is_over = Watch(*roots), threading.Event()

    def keep_looking() -> None:
        while not is_over.wait(_LOOK_SECONDS):
            watch.look()

    watch.look()
    looking = threading.Thread(target=keep_looking)
    looking.start()
    try:
        yield watch
    finally:
        is_over.set()
        looking.join()
        watch.look()
