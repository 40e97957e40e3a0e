"""The receiver, which is not Python, and what it noted."""

import mmap
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from benchmarks import processes
from fulfilment.infra import branding

MOST_RECORDS = 4_000_000
_COUNT = struct.Struct("=Q")
_RECORD = struct.Struct("=d16s40s")


class Received(msgspec.Struct, frozen=True):
    """A request that came whole; `at` in unix seconds, `path` as far as 15 characters."""

    at: float
    path: str
    event_id: str


class Receiver(msgspec.Struct):
    """A receiver in a process of its own."""

    port: int
    _records: mmap.mmap

    @property
    def count(self) -> int:
        """How many requests have come whole."""
        return _COUNT.unpack_from(self._records, 0)[0]

    def record(self, number: int) -> Received:
        """The nth, counted from 0."""
        at, path, event_id = _RECORD.unpack_from(self._records, _COUNT.size + number * _RECORD.size)
        return Received(at, path.rstrip(b"\0").decode(), event_id.rstrip(b"\0").decode())

    def records(self, first: int, end: int) -> Iterator[Received]:
        """Those from `first` until before `end`."""
        return map(self.record, range(first, end))

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{path}"


@contextmanager
def receiving(folder: Path) -> Iterator[Receiver]:
    """A receiver while the context lasts. Raises CannotMeasure where there is no C compiler."""
    program = processes.compiled(folder, Path(__file__).with_name("receiver.c"))
    records = folder / "received"
    command = [program, records, str(MOST_RECORDS), branding.current().webhook_header("Event-Id")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        port = int(process.stdout.readline())
        with open(records, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            yield Receiver(port, mapped)
        process.stdin.close()
