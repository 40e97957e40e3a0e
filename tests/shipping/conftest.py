"""One service and one simulator per file, a workspace of its own for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client
from tests.shipping.courier_simulator import CourierSimulator, running_simulator


@pytest.fixture(scope="module")
def running_courier(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CourierSimulator]:
    folder: Path = tmp_path_factory.mktemp("courier")
    with running_simulator(folder) as courier:
        yield courier


@pytest.fixture
def courier(running_courier: CourierSimulator) -> Iterator[CourierSimulator]:
    """The simulator, well again after the test."""
    yield running_courier
    running_courier.set_fault_mode()


@pytest.fixture(scope="module")
def service(module_database_url: str, running_courier: CourierSimulator) -> Iterator[Service]:
    """The application with the simulator as its aggregator.

    Its few connections are waited for more shortly than the aggregator is, so that one held meanwhile shows.
    """
    settings = {
        "aggregator_url": running_courier.url,
        "aggregator_key": "platform-key",
        "aggregator_timeout_seconds": "2.5",
        "database_pool_size": "4",
        "database_pool_timeout_seconds": "1.5",
    }
    with serving(module_database_url, **settings) as running:
        yield running


@pytest.fixture
def client(service: Service) -> Client:
    return open_client(service)
