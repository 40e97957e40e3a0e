"""One service for the whole session: several API processes, a courier simulator, and a workspace for each test."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from fulfilment.db.embedded import Server
from tests.harness.inbound import INBOUND, REPORT_TOKEN
from tests.harness.line import Line
from tests.harness.misfits import misfits
from tests.harness.simulator import Courier, simulating
from tests.http.service import Client, Service, serving
from tests.http.workspaces import open_client

API_PROCESSES = 2
AGGREGATOR_TIMEOUT_SECONDS = 3


@pytest.fixture(scope="session")
def courier(short_folder: Path) -> Iterator[Courier]:
    """The courier simulator that the service books with."""
    with simulating(short_folder) as running:
        yield running


@pytest.fixture(scope="session")
def line(courier: Courier) -> Iterator[Line]:
    """What the service reaches the simulator over."""
    running = Line(courier.url)
    yield running
    running.close()


@pytest.fixture(scope="session")
def api(server: Server, template: str, courier: Courier, line: Line) -> Iterator[Service]:
    """Several API processes on one database; the simulator posts its reports to them."""
    name = "house"
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    with serving(
        server.database_url(name),
        workers=API_PROCESSES,
        aggregator_url=line.url,
        aggregator_key="simulator",
        aggregator_report_token=REPORT_TOKEN,
        aggregator_timeout_seconds=str(AGGREGATOR_TIMEOUT_SECONDS),
    ) as running:
        courier.report_to(f"http://127.0.0.1:{running.port}{INBOUND}")
        yield running
        assert faults(running) == []
        assert misfits(running.database_url) == []


def faults(service: Service) -> list[str]:
    """What the service logged as an error: nothing that a test sends may be one."""
    return [line for line in service.log.read_text().splitlines() if '"level": "error"' in line]


@pytest.fixture
def merchant(api: Service) -> Client:
    """A fresh workspace's key."""
    return open_client(api)


@pytest.fixture
def stranger(api: Service) -> Client:
    """Another workspace's key."""
    return open_client(api, "Stranger")
