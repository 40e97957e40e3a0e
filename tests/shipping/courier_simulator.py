"""The courier simulator as a process, and its controls."""

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from tests.harness.forks import announced


class CourierSimulator(msgspec.Struct, frozen=True):
    """A running simulator."""

    url: str

    def control(self, path: str, **body: Any) -> Any:
        address, sent = f"{self.url}/_control/{path}", json.dumps(body).encode()
        request = urllib.request.Request(address, sent, {"Content-Type": "application/json"}, method="POST")
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def set_fault_mode(self, **fault_mode: Any) -> None:
        """How the aggregator's own routes answer from now on; `fail` None and `slow_ms` 0 is well."""
        self.control("mood", **{"fail": None, "slow_ms": 0, **fault_mode})


@contextmanager
def running_simulator(folder: Path) -> Iterator[CourierSimulator]:
    """The simulator on a free port."""
    arguments = ("--port", "0", "--data", str(folder / "memory"))
    with announced("fulfilment_simulators.couriers.__main__:main", *arguments) as (_, line):
        yield CourierSimulator(line.split(" on ")[1].split(",")[0])
