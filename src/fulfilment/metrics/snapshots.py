"""The files by which processes tell their figures: one each, replaced as a whole, so that none is seen half written."""

import contextlib
import os
from collections import defaultdict
from pathlib import Path

import msgspec
import psutil

from fulfilment.metrics.catalogue import METRICS
from fulfilment.metrics.meters import Key, Meter, Tally

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
    tallies: list[tuple[str, tuple[str, ...], list[int], float]]


class Pen:
    """Writes the figures of this process into the folder."""

    def __init__(self, folder: Path, meter: Meter):
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
        meter.gather()
        told = Snapshot(
            meter.process,
            self._pid,
            self._started,
            [(*key, value) for key, value in meter.counts.items()],
            [(*key, value) for key, value in meter.gauges.items()],
            [(*key, tally.counts, tally.sum) for key, tally in meter.tallies.items()],
        )
        self._draft.write_bytes(self._encoder.encode(told))
        self._draft.replace(self._file)


class Figures:
    """Sums over processes."""

    def __init__(self) -> None:
        self.counts: defaultdict[Key, float] = defaultdict(float)
        self.gauges: dict[Key, float] = {}
        self.tallies: dict[Key, Tally] = {}

    def add_lasting(self, told: Snapshot) -> None:
        """What has happened has happened, whether its process lives or not."""
        for name, labels, value in told.counts:
            self.counts[name, labels] += value
        for name, labels, counts, total in told.tallies:
            self._add_tally((name, labels), counts, total)

    def add_present(self, told: Snapshot) -> None:
        """What is so now, of a process that lives."""
        for name, labels, value in told.gauges:
            former = self.gauges.get((name, labels))
            if former is None:
                self.gauges[name, labels] = value
            else:
                is_sum = METRICS[name].merge == "sum"
                self.gauges[name, labels] = former + value if is_sum else max(former, value)

    def add(self, other: "Figures") -> None:
        for key, value in other.counts.items():
            self.counts[key] += value
        for key, tally in other.tallies.items():
            self._add_tally(key, tally.counts, tally.sum)

    def _add_tally(self, key: Key, counts: list[int], total: float) -> None:
        tally = self.tallies.get(key)
        if tally is None:
            tally = self.tallies[key] = Tally(METRICS[key[0]].buckets, [0] * len(counts))
        tally.counts = [mine + theirs for mine, theirs in zip(tally.counts, counts, strict=True)]
        tally.sum += total


class Ledger:
    """Reads the folder. What ended processes counted is kept here, and their files go, so that nothing grows."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._ended = Figures()

    def read(self) -> tuple[Figures, dict[str, int]]:
        """The sums, and how many processes of each kind live."""
        figures, living = Figures(), dict[str, int]()
        for file in self._folder.glob("*" + SUFFIX):
            # Whether it lives is asked first: what a process writes last is read after its end.
            is_living = _lives(file)
            told = _read(file)
            if not is_living:
                if told is not None:
                    self._ended.add_lasting(told)
                file.unlink(missing_ok=True)
                file.with_suffix(".draft").unlink(missing_ok=True)
            elif told is not None:
                figures.add_lasting(told)
                figures.add_present(told)
                living[told.process] = living.get(told.process, 0) + 1
        figures.add(self._ended)
        return figures, living


_decoder = msgspec.msgpack.Decoder(Snapshot)


def _read(file: Path) -> Snapshot | None:
    with contextlib.suppress(OSError, msgspec.DecodeError):
        if file.stat().st_size <= _MOST_BYTES:
            return _decoder.decode(file.read_bytes())
    return None


def _lives(file: Path) -> bool:
    pid, _, started = file.name.removesuffix(SUFFIX).partition("-")
    try:
        process = psutil.Process(int(pid))
        return f"{_started(process):.2f}" == started and process.status() != psutil.STATUS_ZOMBIE
    except (psutil.Error, ValueError):
        return False


def _started(process: psutil.Process) -> float:
    """Seconds from the machine's start to the process's: a clock that is set moves both, and not what lies between."""
    return process.create_time() - psutil.boot_time()
