"""A folder and ports for a service of the test's own, and programs run as an operator would."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from fulfilment.db import embedded
from fulfilment.demo.service import free_ports
from tests.harness.descendants import descendants
from tests.harness.folder import passable_folder

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def folder() -> Iterator[Path]:
    with passable_folder() as path:
        yield path


@pytest.fixture
def environment(folder: Path) -> dict[str, str]:
    """A development installation in a folder of its own, on ports that are free."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
    ports = free_ports()
    return inherited | {
        "FULFILMENT_MODE": "development",
        "FULFILMENT_DATA_DIR": str(folder / "data"),
        "FULFILMENT_PORT": str(ports[0]),
        "FULFILMENT_SIMULATOR_PORT": str(ports[1]),
        "FULFILMENT_IDENTITY_PORT": str(ports[2]),
        "FULFILMENT_PAYMENTS_PORT": str(ports[3]),
        "FULFILMENT_API_WORKERS": "2",
    }


@pytest.fixture
def fulfilment(environment: dict[str, str]) -> Run:
    """Run a command of `fulfilment` and wait for its end."""

    def run(*arguments: str, **changed: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "fulfilment.cli", *arguments],
            env=environment | changed,
            capture_output=True,
            text=True,
            timeout=60,
        )

    return run


class Service:
    """A running `serve` and what it has said so far."""

    def __init__(self, process: subprocess.Popen[str]):
        self.process = process
        self.banner: list[str] = []

    def await_banner(self) -> str:
        """Read standard output to the end of the banner."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.banner.append(line)
            if "Ctrl-C stops everything" in line:
                return "".join(self.banner)
        pytest.fail(f"serve ended without a banner: {self.process.wait()}")

    def fact(self, name: str) -> str:
        return next(line.split()[-1] for line in self.banner if line.strip().startswith(name))

    def family(self) -> list[psutil.Process]:
        """Every process under it; the database is not, for it may outlive us."""
        return [each.process for each in descendants(self.process.pid) if not each.is_database]


@pytest.fixture
def serve(environment: dict[str, str], folder: Path) -> Iterator[Callable[..., Service]]:
    """Start a service; whatever the test did to it, nothing of it is left afterwards."""
    started: list[Service] = []

    def start(**changed: str) -> Service:
        command = [sys.executable, "-m", "fulfilment.cli", "serve"]
        with open(folder / "serve.log", "a") as log:
            process = subprocess.Popen(
                command, env=environment | changed, stdout=subprocess.PIPE, stderr=log, text=True
            )
        started.append(Service(process))
        return started[-1]

    yield start
    for service in started:
        service.process.kill()
        service.process.communicate()
    if (folder / "data" / "postgres").exists():
        embedded.start(folder / "data").stop()


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
