"""Running `tests.system.cli.lab` in processes of its own, and what it says."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import psutil

from tests.harness.service import MASTER_KEYS

ROOT = Path(__file__).parents[3]
PROBE_TIMEOUT_SECONDS = 2.0
WITHIN_SECONDS = 60.0

Found = TypeVar("Found")


def eventually(look: Callable[[], Found]) -> Found:
    """The first true value of `look`."""
    deadline = time.monotonic() + WITHIN_SECONDS
    while not (found := look()):
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.05)
    return found


class Lab(msgspec.Struct, frozen=True):
    """A running `tests.system.cli.lab`."""

    process: subprocess.Popen
    port: int
    folder: Path

    def get(self, path: str = "", timeout: float = 2.0) -> dict[str, Any] | None:
        """The data of any process's answer; None without an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("GET", f"/api/v1/lab{path}")
            answer = connection.getresponse()
            return json.load(answer)["data"] if answer.status == 200 else None
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def pids(self, count: int) -> set[int]:
        """So many processes, each of which has answered."""
        seen: set[int] = set()

        def look() -> bool:
            if answer := self.get():
                seen.add(answer["pid"])
            return len(seen) >= count

        eventually(look)
        return seen

    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._lines() if line.startswith("{")]

    def _lines(self) -> list[str]:
        """The whole lines of the log; the last one may still be written."""
        return (self.folder / "log").read_text().split("\n")[:-1]

    def hang(self, path: str) -> None:
        """Make one of the processes stand still."""
        threading.Thread(target=self.get, args=(path, WITHIN_SECONDS), daemon=True).start()

    def is_live(self, port: int | None = None) -> bool:
        """True where a probe of `/livez` is answered before it times out."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=PROBE_TIMEOUT_SECONDS)
        try:
            connection.request("GET", "/livez")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


@contextmanager
def running(what: str, database_url: str, folder: Path, port: int, **settings: Any) -> Iterator[Lab]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
    given = {
        "mode": "development",
        "data_dir": folder,
        "database_url": database_url,
        "master_keys": MASTER_KEYS,
        "port": port,
        "log_format": "json",
        "api_processes": 2,
        **settings,
    }
    environ |= {f"FULFILMENT_{name.upper()}": str(value) for name, value in given.items()}
    command = [sys.executable, "-m", "tests.system.cli.lab", what]
    with (folder / "log").open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=output, stderr=output)
    try:
        yield Lab(process, port, folder)
    finally:
        _stop(process)


def _stop(process: subprocess.Popen) -> None:
    if process.poll() is not None:
        return
    family = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGTERM)
    try:
        assert process.wait(WITHIN_SECONDS) == 0
    finally:
        process.kill()
        for each in family:
            with suppress(psutil.NoSuchProcess):
                each.kill()
