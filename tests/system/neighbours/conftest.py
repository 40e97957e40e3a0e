"""One API process of two, a neighbour, and an aggressor with something to attack with."""

from collections.abc import Iterator

import pytest

from tests.harness.service import Client, Service, serving
from tests.harness.simulator import Courier
from tests.harness.workspaces import open_client
from tests.system.neighbours.assault import Neighbour


@pytest.fixture(scope="module")
def crowded(module_database_url: str, courier: Courier) -> Iterator[Service]:
    """A service of a single process, so that aggressor and neighbour must share it."""
    with serving(
        module_database_url,
        # Drawing processes are attacked as well.
        factory="fulfilment.app:create",
        aggregator_url=courier.url,
        aggregator_key="simulator",
        database_pool_size="6",
        # A wait of three such deadlines is refused before the attack's client gives up.
        pdf_timeout_seconds="15",
    ) as running:
        yield running
        faults = [line for line in running.log.read_text().splitlines() if '"level": "error"' in line]
        assert faults == []


@pytest.fixture
def neighbour(crowded: Service) -> Neighbour:
    return Neighbour(open_client(crowded, "Neighbour"))


@pytest.fixture
def aggressor(crowded: Service) -> Client:
    return open_client(crowded, "Aggressor")
