"""One service for the whole session: several API processes, a courier simulator, and a workspace for each test."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from fulfilment.infra.database.embedded.server import EmbeddedServer
from fulfilment.infra.database.statements import own_sql
from tests.harness.inbound import INBOUND, REPORT_TOKEN
from tests.harness.line import SILENT, Line
from tests.harness.misfits import misfits
from tests.harness.service import Client, Service, serving
from tests.harness.simulator import Courier, simulating
from tests.harness.workspaces import open_client

API_PROCESSES = 2
# Answers that come do so before it, however many tests run at once;
PATIENT_SECONDS = 10.0
# the calls whose answer a test has kept back wait for it in vain.
HASTY_SECONDS = 0.5


@pytest.fixture(scope="session")
def courier(short_folder: Path) -> Iterator[Courier]:
    """The courier simulator that the service books with."""
    with simulating(short_folder) as running:
        yield running


@pytest.fixture(scope="session")
def line(courier: Courier) -> Iterator[Line]:
    """The proxy between the service and the simulator."""
    running = Line(courier.url)
    yield running
    running.close()


@pytest.fixture(scope="session")
def api(server: EmbeddedServer, template: str, courier: Courier, line: Line) -> Iterator[Service]:
    """Several API processes on one database; the simulator posts its reports to them."""
    name = "house"
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(own_sql(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy"))
    with serving(server.database_url(name), workers=API_PROCESSES, **_booking_over(line, PATIENT_SECONDS)) as running:
        courier.report_to(f"http://127.0.0.1:{running.port}{INBOUND}")
        yield running
        assert faults(running) == []
        assert misfits(running.database_url) == []


@pytest.fixture(scope="session")
def hasty_api(api: Service, line: Line) -> Iterator[Service]:
    """One more API process on the same database, which soon gives up on a courier that does not answer."""
    with serving(api.database_url, **_booking_over(line, HASTY_SECONDS)) as running:
        yield running
        assert faults(running) == []


def _booking_over(line: Line, timeout_seconds: float) -> dict[str, Any]:
    return {
        "aggregator_url": line.url,
        "aggregator_key": "simulator",
        "aggregator_report_token": REPORT_TOKEN,
        "aggregator_timeout_seconds": str(timeout_seconds),
    }


def faults(service: Service) -> list[str]:
    """Errors in the service's log: no request of a test may cause one."""
    return [line for line in service.log.read_text().splitlines() if '"level": "error"' in line]


@pytest.fixture
def merchant(api: Service) -> Client:
    """A fresh workspace's key."""
    return open_client(api)


@pytest.fixture
def hasty(merchant: Client, hasty_api: Service) -> Client:
    """The same workspace's key at the hasty process, for a call whose answer the test keeps back."""
    return msgspec.structs.replace(merchant, service=hasty_api)


@pytest.fixture
def troubled_api(kind: str, request: pytest.FixtureRequest) -> Service:
    """Where to send a call to which the line's trouble of this kind is done; hasty where the answer is kept back."""
    return request.getfixturevalue("hasty_api" if kind in SILENT else "api")


@pytest.fixture
def troubled(merchant: Client, troubled_api: Service) -> Client:
    """The same workspace's key there."""
    return msgspec.structs.replace(merchant, service=troubled_api)


@pytest.fixture
def stranger(api: Service) -> Client:
    """Another workspace's key."""
    return open_client(api, "Stranger")
