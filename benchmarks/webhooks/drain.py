"""How fast a backlog goes out: by one worker, by two, and what a bare client makes of the same bodies."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

import msgspec

from benchmarks.processes import CannotMeasure, is_running, processor_seconds
from benchmarks.webhooks.backlog import WORKSPACES, Backlog, register_all
from benchmarks.webhooks.receiving import Receiver
from fulfilment import settings

ENDPOINTS = 8
BODIES = 1_000
# The rate is that between these parts of the requests: neither starting up nor running dry is measured.
FIRST_PART, LAST_PART = 0.1, 0.9
LONGEST_SECONDS = 600.0
STOP_SECONDS = 20.0
OF_BARE_BAR = 0.35
OF_TWO_BAR = 1.6


class Way(msgspec.Struct, frozen=True):
    """The sender, and its path at the receiver; no workers: the bare client."""

    path: str
    workers: int


# Receivers that answer at once keep two cores busy with one worker, its database and the receiver. Those that take
# 20 ms leave cores free.
WAYS = {
    "bare": Way("ok", 0),
    "one worker": Way("ok", 1),
    "two workers": Way("ok", 2),
    "bare, late": Way("late", 0),
    "one, late": Way("late", 1),
    "two, late": Way("late", 2),
}


class Run(msgspec.Struct, frozen=True):
    """Requests a second, and the microseconds of processor time that each cost."""

    rate: float
    senders_us: float
    postgres_us: float


class Drain(msgspec.Struct, frozen=True):
    """Everything that is running, and how much is sent each time."""

    folder: Path
    receiver: Receiver
    backlog: Backlog
    postgres: int
    count: int

    async def rounds(self, number: int) -> dict[str, list[Run]]:
        """Each way once a round, the bare client always beside the workers."""
        endpoints = {path: await self._register(path) for path in {way.path for way in WAYS.values()}}
        runs: dict[str, list[Run]] = {name: [] for name in WAYS}
        for _ in range(number):
            for name, way in WAYS.items():
                await self.backlog.load(endpoints[way.path], self.count)
                runs[name].append(await (self._by_workers(way) if way.workers else self._by_bare_client(way)))
        await self.backlog.pause()
        return runs

    async def _register(self, path: str) -> list[str]:
        paths = [f"{path}{number}" for number in range(ENDPOINTS)]
        return await register_all(self.backlog, self.receiver, paths, WORKSPACES)

    async def _by_bare_client(self, way: Way) -> Run:
        bodies = await self.backlog.bodies(BODIES)
        with posting(self.folder / "bodies", self.receiver.url(way.path), bodies, self.count) as client:
            return await self._watched([client])

    async def _by_workers(self, way: Way) -> Run:
        with ExitStack() as stack:
            run = await self._watched([stack.enter_context(working(self.folder)) for _ in range(way.workers)])
            await self._await_settled()
        await self.backlog.check(self.count)
        return run

    async def _watched(self, senders: list[int]) -> Run:
        start = self.receiver.count
        first, last = start + int(FIRST_PART * self.count), start + int(LAST_PART * self.count)
        await self._await(first, senders)
        before, before_at = [*map(processor_seconds, senders), processor_seconds(self.postgres)], self.receiver.count
        await self._await(last, senders)
        after, after_at = [*map(processor_seconds, senders), processor_seconds(self.postgres)], self.receiver.count
        await self._await(start + self.count, [])
        spent = [1e6 * (end - begin) / (after_at - before_at) for begin, end in zip(before, after, strict=True)]
        seconds = self.receiver.record(last).at - self.receiver.record(first).at
        return Run((last - first) / seconds, sum(spent[:-1]), spent[-1])

    async def _await_settled(self) -> None:
        deadline = time.monotonic() + STOP_SECONDS
        while time.monotonic() < deadline:
            if await self.backlog.is_drained():
                return
            await asyncio.sleep(0.1)

    async def _await(self, count: int, senders: list[int]) -> None:
        deadline = time.monotonic() + LONGEST_SECONDS
        while self.receiver.count < count:
            if time.monotonic() > deadline or not all(map(is_running, senders)):
                raise CannotMeasure(f"{self.receiver.count} requests came, of {count}; see the logs of the workers.")
            await asyncio.sleep(0.02)


@contextmanager
def posting(path: Path, url: str, bodies: list[bytes], count: int) -> Iterator[int]:
    """The bare client, by its process id; it reads the bodies from `path`."""
    path.write_bytes(b"\n".join(bodies))
    given = [url, path, count, settings.current().webhook_concurrency]
    client = subprocess.Popen([sys.executable, "-m", "benchmarks.webhooks.bare", *map(str, given)])
    try:
        yield client.pid
    finally:
        client.kill()
        client.wait()


@contextmanager
def working(folder: Path) -> Iterator[int]:
    """A worker as the service starts one, by its process id; its settings come from this process's environment."""
    with open(folder / "worker.log", "ab") as log:
        command = [sys.executable, "-m", "fulfilment.cli", "worker"]
        worker = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        try:
            yield worker.pid
        finally:
            worker.terminate()
            try:
                worker.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()


def report(runs: dict[str, list[Run]]) -> list[str]:
    """Medians over the rounds, then the ratios that have a bar, taken round by round."""
    line = "{:<12} {:>9} {:>12} {:>12}"
    lines = [line.format("drained by", "per s", "sender us", "postgres us")]
    for way, some in runs.items():
        postgres = "" if not WAYS[way].workers else f"{median(run.postgres_us for run in some):.0f}"
        rate, sender = median(run.rate for run in some), median(run.senders_us for run in some)
        lines.append(line.format(way, f"{rate:,.0f}", f"{sender:.0f}", postgres))
    return [
        *lines,
        "",
        _verdict("one worker, of the bare client's rate", runs["one worker"], runs["bare"], OF_BARE_BAR),
        _verdict("the same, of late receivers", runs["one, late"], runs["bare, late"], OF_BARE_BAR),
        _verdict("two workers, of the rate of one", runs["two workers"], runs["one worker"], OF_TWO_BAR),
        _verdict("the same, of late receivers", runs["two, late"], runs["one, late"], OF_TWO_BAR),
    ]


def _verdict(what: str, runs: list[Run], others: list[Run], bar: float) -> str:
    ratios = sorted(run.rate / other.rate for run, other in zip(runs, others, strict=True))
    word = "met" if median(ratios) >= bar else "MISSED"
    return f"{word:<6}  {what}: {median(ratios):.2f} (bar {bar}; rounds {ratios[0]:.2f} to {ratios[-1]:.2f})"
