"""A data folder and ports for a service of the test's own, and commands run as an operator would."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest

from fulfilment.cli.demo_walk.service import free_ports
from fulfilment.infra.database.embedded import server
from tests.harness import cli_runner
from tests.harness.cli_runner import Run, Told
from tests.harness.descendants import descendants
from tests.harness.folder import passable_folder
from tests.harness.service import MASTER_KEYS


@pytest.fixture
def folder() -> Iterator[Path]:
    with passable_folder() as path:
        yield path


@pytest.fixture
def environment(folder: Path) -> dict[str, str]:
    """A development installation in a folder of its own, on ports that are free."""
    return environment_of(folder)


def environment_of(folder: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
    ports = free_ports()
    return inherited | {
        "FULFILMENT_MODE": "development",
        "FULFILMENT_DATA_DIR": str(folder / "data"),
        "FULFILMENT_PORT": str(ports[0]),
        "FULFILMENT_AGGREGATOR_SIMULATOR_PORT": str(ports[1]),
        "FULFILMENT_IDENTITY_SIMULATOR_PORT": str(ports[2]),
        "FULFILMENT_PAYMENT_SIMULATOR_PORT": str(ports[3]),
        "FULFILMENT_API_PROCESSES": "2",
    }


@pytest.fixture
def fulfilment(environment: dict[str, str]) -> Run:
    """Run a command of `fulfilment` and wait for its end."""

    def run(*arguments: str, input: str | None = None, **changed: str) -> subprocess.CompletedProcess[str]:
        return cli_runner.run(*arguments, environment=environment | changed, input=input)

    return run


@pytest.fixture
def node(fulfilment: Run, database_url: str) -> Run:
    """The same on an external database, under the master keys of the test service."""

    def run(*arguments: str, **changed: str) -> subprocess.CompletedProcess[str]:
        own = {"FULFILMENT_DATABASE_URL": database_url, "FULFILMENT_MASTER_KEYS": MASTER_KEYS}
        return fulfilment(*arguments, **{**own, **changed})

    return run


@pytest.fixture
def told(node: Run) -> Told:
    """Run a command on that database and decode the JSON that it answers."""

    def run(*arguments: str, **changed: str) -> Any:
        done = node(*arguments, "--json", **changed)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture
def on_terminal(environment: dict[str, str]) -> Run:
    """Run a command that writes both its streams to one terminal with colours."""

    def run(*arguments: str, **changed: str) -> subprocess.CompletedProcess[str]:
        own = {name: value for name, value in environment.items() if name != "NO_COLOR"}
        return cli_runner.run_on_terminal(*arguments, environment=own | {"TERM": "xterm-256color"} | changed)

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
    with services(environment, folder) as start:
        yield start


@contextmanager
def services(environment: dict[str, str], folder: Path) -> Iterator[Callable[..., Service]]:
    started: list[Service] = []

    def start(program: tuple[str, ...] = ("-m", "fulfilment.cli", "serve"), **changed: str) -> Service:
        command = [sys.executable, *program]
        with open(folder / "serve.log", "a") as log:
            process = subprocess.Popen(
                command, env=environment | changed, stdout=subprocess.PIPE, stderr=log, text=True
            )
        started.append(Service(process))
        return started[-1]

    try:
        yield start
    finally:
        for service in started:
            service.process.kill()
            service.process.communicate()
        if (folder / "data" / "postgres").exists():
            server.start(folder / "data").stop()


class Lasting(msgspec.Struct, frozen=True):
    """A service of several tests, with what a command needs to find it."""

    service: Service
    environment: dict[str, str]
    folder: Path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command beside the service."""
        return cli_runner.run(*arguments, environment=self.environment)


@pytest.fixture(scope="module")
def lasting() -> Iterator[Lasting]:
    """One service for the tests of a file that leave it running."""
    with passable_folder() as folder:
        environment = environment_of(folder)
        with services(environment, folder) as start:
            service = start()
            service.await_banner()
            yield Lasting(service, environment, folder)


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
