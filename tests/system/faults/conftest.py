"""A durable server for the crash tests of this folder, and a service whose courier calls are cut off."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.service import Client
from tests.harness.simulator import simulating
from tests.harness.workspaces import open_client
from tests.system.faults import laws
from tests.system.faults.crashes import House
from tests.system.faults.house import Store, serving
from tests.webhooks.working import WITHIN_SECONDS

# The lease of a call is longer than any wait in these tests, so that only a call of a dead process is taken over.
AGGREGATOR_TIMEOUT_SECONDS = 50
CREDIT = 1_000_000

assert AGGREGATOR_TIMEOUT_SECONDS > 2 * WITHIN_SECONDS

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def store(short_folder: Path) -> Iterator[Store]:
    """A PostgreSQL server that writes to disk before it answers."""
    running = Store(short_folder / "durable")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def durable_url(store: Store) -> str:
    """A fresh migrated database on it for the tests of one file."""
    return store.new_database(f"faults_{next(_numbers)}")


@pytest.fixture(scope="module")
def house(durable_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("courier-calls")
    with simulating(folder) as courier:
        settings = {
            "aggregator_url": courier.url,
            "aggregator_key": "simulator",
            "aggregator_timeout_seconds": str(AGGREGATOR_TIMEOUT_SECONDS),
        }
        with serving(durable_url, folder, **settings) as api:
            yield House(api, courier, durable_url, settings)


@pytest.fixture
def shop(house: House) -> Iterator[Client]:
    """A fresh workspace with credit; afterwards every law holds there, and nothing is half done."""
    client = open_client(house.api.service)
    assert client("POST", "/api/v1/shipping-credits/topup", {"amount": CREDIT}).status == 201
    yield client
    laws.require_every_law(client)
    laws.require_one_order_and_charge_each(client, house.courier)
    assert house.api.faults() == []
