"""The files by which processes tell their figures: one each, replaced as a whole, so that none is seen half written."""

import contextlib
import os
from collections import defaultdict
from pathlib import Path

import msgspec
import psutil

from fulfilment.infra.observability.metrics.catalogue import METRICS
from fulfilment.infra.observability.metrics.meters import Histogram, Key, ProcessMetrics

SUFFIX = ".figures"
# Never more of one process: a file that is larger is none of ours.
_MOST_BYTES = 16 * 1_048_576


class Snapshot(msgspec.Struct, array_like=True):
    """All that a process has counted. `started` tells it from a later one of the same number."""

    process: str
    pid: int
    started: float
    counts: list[tuple[str, tuple[str, ...], float]]
    gauges: list[tuple[str, tuple[str, ...], float]]
    histograms: list[tuple[str, tuple[str, ...], list[int], float]]


class SnapshotWriter:
    """Writes the figures of this process into the folder."""

    def __init__(self, folder: Path, meter: ProcessMetrics) -> None:
        self._meter = meter
        self._pid = os.getpid()
        self._started = _started(psutil.Process())
        self._file = folder / f"{self._pid}-{self._started:.2f}{SUFFIX}"
        self._draft = self._file.with_suffix(".draft")
        self._encoder = msgspec.msgpack.Encoder()

    def write(self) -> None:
        """Raises OSError, for instance where the disk is full or the folder gone."""
        meter = self._meter
        for sampler in meter.samplers:
            sampler(meter)
        meter.flush_requests()
        snapshot = Snapshot(
            meter.process,
            self._pid,
            self._started,
            [(*key, value) for key, value in meter.counts.items()],
            [(*key, value) for key, value in meter.gauges.items()],
            [(*key, tally.counts, tally.sum) for key, tally in meter.histograms.items()],
        )
        self._draft.write_bytes(self._encoder.encode(snapshot))
        self._draft.replace(self._file)


class Totals:
    """Sums over processes."""

    def __init__(self) -> None:
        self.counts: defaultdict[Key, float] = defaultdict(float)
        self.gauges: dict[Key, float] = {}
        self.histograms: dict[Key, Histogram] = {}

    def add_counts(self, snapshot: Snapshot) -> None:
        """What has happened has happened, whether its process lives or not."""
        for name, labels, value in snapshot.counts:
            self.counts[name, labels] += value
        for name, labels, counts, total in snapshot.histograms:
            self._add_histogram((name, labels), counts, total)

    def add_gauges(self, snapshot: Snapshot) -> None:
        """What is so now, of a process that lives."""
        for name, labels, value in snapshot.gauges:
            former = self.gauges.get((name, labels))
            if former is None:
                self.gauges[name, labels] = value
            else:
                is_sum = METRICS[name].merge == "sum"
                self.gauges[name, labels] = former + value if is_sum else max(former, value)

    def add(self, other: "Totals") -> None:
        for key, value in other.counts.items():
            self.counts[key] += value
        for key, tally in other.histograms.items():
            self._add_histogram(key, tally.counts, tally.sum)

    def _add_histogram(self, key: Key, counts: list[int], total: float) -> None:
        tally = self.histograms.get(key)
        if tally is None:
            tally = self.histograms[key] = Histogram(METRICS[key[0]].buckets, [0] * len(counts))
        tally.counts = [mine + theirs for mine, theirs in zip(tally.counts, counts, strict=True)]
        tally.sum += total


class SnapshotReader:
    """Reads the folder. What ended processes counted is kept here, and their files go, so that nothing grows."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ended = Totals()

    def read(self) -> tuple[Totals, dict[str, int]]:
        """The sums, and how many processes of each kind live."""
        figures, living = Totals(), dict[str, int]()
        for file in self._folder.glob("*" + SUFFIX):
            # Whether it lives is asked first: what a process writes last is read after its end.
            is_living = _is_alive(file)
            snapshot = _read(file)
            if not is_living:
                if snapshot is not None:
                    self._ended.add_counts(snapshot)
                file.unlink(missing_ok=True)
                file.with_suffix(".draft").unlink(missing_ok=True)
            elif snapshot is not None:
                figures.add_counts(snapshot)
                figures.add_gauges(snapshot)
                living[snapshot.process] = living.get(snapshot.process, 0) + 1
        figures.add(self._ended)
        return figures, living


_decoder = msgspec.msgpack.Decoder(Snapshot)


def _read(file: Path) -> Snapshot | None:
    with contextlib.suppress(OSError, msgspec.DecodeError):
        if file.stat().st_size <= _MOST_BYTES:
            return _decoder.decode(file.read_bytes())
    return None


def _is_alive(file: Path) -> bool:
    pid, _, started = file.name.removesuffix(SUFFIX).partition("-")
    try:
        process = psutil.Process(int(pid))
        return f"{_started(process):.2f}" == started and process.status() != psutil.STATUS_ZOMBIE
    except (psutil.Error, ValueError):
        return False


def _started(process: psutil.Process) -> float:
    """Seconds from the machine's start to the process's: a clock that is set moves both, and not what lies between."""
    return process.create_time() - psutil.boot_time()
