"""The nodes of the drill: real processes of one release or the other, behind the proxy."""

import http.client
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.harness.service import MASTER_KEYS, _free_port
from tests.system.rolling.builds import Build
from tests.system.rolling.proxy import Backend, Proxy

READY_WITHIN_SECONDS = 60.0
STOPPED_WITHIN_SECONDS = 40.0


class House:
    """Shared settings of all nodes, and the folder of their logs."""

    def __init__(self, folder: Path, database_url: str, proxy: Proxy, **settings: str):
        self.folder = folder
        self.proxy = proxy
        self._settings = {
            "mode": "development",
            "data_dir": str(folder / "data"),
            "database_url": database_url,
            "master_keys": MASTER_KEYS,
            "log_format": "json",
            "api_processes": "1",
            "identity_simulator_port": "1",
            "payment_simulator_port": "1",
            "failed_auth_requests_per_minute": "0",
            "license_requests_per_minute": "0",
            "license_key_requests_per_minute": "0",
            "worker_idle_poll_seconds": "0.2",
            **settings,
        }
        self._count = 0
        self.nodes: list[Node] = []

    def command(self, build: Build, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one of the release's commands to its end."""
        command = [build.python, "-m", "fulfilment.cli", *arguments]
        environ = self.environ(build)
        return subprocess.run(command, env=environ, cwd=build.folder, capture_output=True, text=True, timeout=300)

    def environ(self, build: Build, **more: Any) -> dict[str, str]:
        # A release is only told of settings that it knows.
        known = (build.folder / "config.default.toml").read_text()
        given = {name: value for name, value in (self._settings | more).items() if f"{name} =" in known}
        return build.environ() | {f"FULFILMENT_{name.upper()}": str(value) for name, value in given.items()}

    def start(self, build: Build, kind: str) -> "Node":
        """Start a node and wait until it works."""
        self._count += 1
        node = Node(self, build, kind, self.folder / f"{self._count:02}-{kind}-{build.release}.log")
        self.nodes.append(node)
        node.await_ready()
        return node

    def faults(self) -> list[str]:
        """Faults in the logs of all nodes."""
        lines = [line for path in sorted(self.folder.glob("*.log")) for line in path.read_text().splitlines()]
        return [line for line in lines if '"level": "error"' in line or "Traceback" in line]

    def stop(self) -> None:
        for node in list(self.nodes):
            node.stop()


class Node:
    """One process, and its place at the proxy where it is an API."""

    def __init__(self, house: House, build: Build, kind: str, log: Path):
        self.build, self.kind = build, kind
        self._house, self._log = house, log
        self._port = _free_port()
        self._backend: Backend | None = None
        with log.open("wb") as output:
            command = [build.python, "-m", "fulfilment.cli", kind]
            environ = house.environ(build, port=self._port)
            self._process = subprocess.Popen(command, env=environ, cwd=build.folder, stdout=output, stderr=output)

    def await_ready(self) -> None:
        """Wait until it works, and have the proxy send requests to an API."""
        deadline = time.monotonic() + READY_WITHIN_SECONDS
        while not self._is_ready():
            assert self._process.poll() is None, self._log.read_text()[-4_000:]
            assert time.monotonic() < deadline, f"{self.kind} does not start: {self._log.read_text()[-4_000:]}"
            time.sleep(0.05)
        if self.kind == "api":
            is_asked = self._status("/readyz") == 200
            self._backend = self._house.proxy.add(f"http://127.0.0.1:{self._port}", is_asked=is_asked)

    def stop(self) -> None:
        """Let it finish: a node that says by itself that it leaves is only told to, another is taken out before."""
        backend, self._backend = self._backend, None
        if backend is not None and not backend.is_asked:
            self._house.proxy.take_out(backend)
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(STOPPED_WITHIN_SECONDS)
        finally:
            if self._process.poll() is None:
                self._process.kill()
                self._process.wait()
        if backend is not None:
            self._house.proxy.forget(backend)
        self._house.nodes.remove(self)

    def _is_ready(self) -> bool:
        if self.kind == "worker":
            return '"worker_started"' in self._log.read_text()
        return self._status("/api/v1/health") == 200

    def _status(self, path: str) -> int | None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=5)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()


def replace_all(house: House, nodes: Sequence[Node], build: Build) -> list[Node]:
    """Nodes of `build` in the place of these, one after the other; the new one comes before the old one goes."""
    new = []
    for node in nodes:
        new.append(house.start(build, node.kind))
        node.stop()
    return new
