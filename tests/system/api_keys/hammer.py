"""Clients in processes of their own, which ask several nodes without end and write down what they were answered.

`python -m tests.system.api_keys.hammer KEY_ID SECRET METHOD PORT...` asks until its standard input ends. Times are of
the machine's one monotonic clock, so that those of all processes can be put in order.
"""

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from tests.harness.service import Client, Service

TARGET = "/api/v1/products"
PROCESSES = 3
_PATIENCE_SECONDS = 60.0
# So that the clients leave the nodes some of the processors.
_PAUSE_SECONDS = 0.002
_FEW = 15


class Blow(msgspec.Struct, array_like=True, frozen=True):
    """One request: which node it went to, when it began, and its status and code; a code is null where it was taken."""

    port: int
    began: float
    status: int
    code: str | None


class Hammers:
    """The running clients."""

    def __init__(self, processes: Sequence[subprocess.Popen], ports: Sequence[int]):
        self._processes = processes
        self._ports = ports
        self._blows: list[list[Blow]] = [[] for _ in processes]
        self._readers = [
            threading.Thread(target=self._read, args=pair) for pair in zip(processes, self._blows, strict=True)
        ]
        for reader in self._readers:
            reader.start()

    def wait_for_some(self, is_meant: Callable[[Blow], bool] = lambda _: True) -> None:
        """Wait until each process has had such answers of each node, a few, to requests that began from now on."""
        now = time.monotonic()
        deadline = now + _PATIENCE_SECONDS
        while not all(self._has_some(blows, now, is_meant) for blows in self._blows):
            assert time.monotonic() < deadline, self.codes_after(now)
            time.sleep(0.05)

    def end(self) -> None:
        """Have them all stop, and read the rest."""
        for process in self._processes:
            process.stdin.close()
        for reader, process in zip(self._readers, self._processes, strict=True):
            reader.join(_PATIENCE_SECONDS)
            process.wait(_PATIENCE_SECONDS)

    def codes_after(self, moment: float) -> Counter[str | None]:
        """The codes of the answers to requests that began after the moment."""
        return Counter(blow.code for blow in self._all() if blow.began > moment)

    def codes_between(self, first: float, last: float) -> Counter[str | None]:
        """The same of those that were begun and answered in between; the answer came before the next one began."""
        found: Counter[str | None] = Counter()
        for blows in self._blows:
            for port in self._ports:
                own = [blow for blow in list(blows) if blow.port == port]
                for blow, following in pairwise(own):
                    if blow.began > first and following.began < last:
                        found[blow.code] += 1
        return found

    def _has_some(self, blows: list[Blow], since: float, is_meant: Callable[[Blow], bool]) -> bool:
        counts = Counter(blow.port for blow in list(blows) if blow.began > since and is_meant(blow))
        return all(counts[port] >= _FEW for port in self._ports)

    def _all(self) -> list[Blow]:
        return [blow for blows in self._blows for blow in list(blows)]

    def _read(self, process: subprocess.Popen, blows: list[Blow]) -> None:
        for line in process.stdout:
            blows.append(msgspec.json.decode(line, type=Blow))


@contextmanager
def hammering(client: Client, method: str, ports: Sequence[int]) -> Iterator[Hammers]:
    """Three processes that ask the nodes on these ports with the client's key, until the context ends."""
    command = [
        sys.executable,
        "-m",
        "tests.system.api_keys.hammer",
        client.key_id,
        client.secret,
        method,
        *map(str, ports),
    ]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(PROCESSES)
    ]
    hammers = Hammers(processes, ports)
    try:
        yield hammers
    finally:
        hammers.end()


def _strike(client: Client, method: str, body: Any, told: threading.Lock, has_ended: threading.Event) -> None:
    while not has_ended.is_set():
        began = time.monotonic()
        answer = client(method, TARGET, body)
        error = answer.json["error"]
        blow = Blow(client.service.port, began, answer.status, error and error["code"])
        with told:
            sys.stdout.write(json.dumps(msgspec.structs.astuple(blow)) + "\n")
            sys.stdout.flush()
        time.sleep(_PAUSE_SECONDS)


def main(key_id: str, secret: str, method: str, *ports: str) -> None:
    """Ask every node in a thread of its own until standard input ends."""
    told, has_ended = threading.Lock(), threading.Event()
    body = {"name": "Tea"} if method == "POST" else None
    clients = [Client(Service(int(port), "", None, Path()), "", key_id, secret) for port in ports]
    threads = [threading.Thread(target=_strike, args=(one, method, body, told, has_ended)) for one in clients]
    for thread in threads:
        thread.start()
    sys.stdin.read()
    has_ended.set()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
