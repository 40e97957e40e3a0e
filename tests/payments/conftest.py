"""A provider in memory, and the service's side of it in this process."""

from collections.abc import AsyncIterator, Iterator

import asyncpg
import pytest
import pytest_asyncio

from tests.credits.ledger import open_account
from tests.harness.fixtures import faults
from tests.harness.payment_simulator import simulating
from tests.harness.payments import Desk, FakeProvider, at_desk
from tests.harness.service import Client, serving
from tests.harness.workspaces import open_client
from tests.payments.selling import Till


@pytest.fixture
def provider() -> FakeProvider:
    return FakeProvider()


@pytest_asyncio.fixture
async def desk(module_database_url: str) -> AsyncIterator[Desk]:
    async with at_desk(module_database_url) as running:
        yield running


@pytest_asyncio.fixture
async def account(module_database_url: str) -> str:
    """A fresh workspace."""
    return await _fresh(module_database_url)


@pytest_asyncio.fixture
async def neighbour(module_database_url: str) -> str:
    """Another one."""
    return await _fresh(module_database_url)


async def _fresh(database_url: str) -> str:
    db = await asyncpg.connect(database_url)
    try:
        return await open_account(db)
    finally:
        await db.close()


@pytest.fixture(scope="module")
def till(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Till]:
    """Two nodes of two processes each, and a simulator that sends its events nowhere unless a test says so."""
    with simulating(tmp_path_factory.mktemp("payments")) as simulator:
        simulator.report_to(None)
        given = {"payment_simulator_port": simulator.url.rpartition(":")[2], "payments_timeout_seconds": "3"}
        with serving(module_database_url, 2, **given) as one, serving(module_database_url, 2, **given) as other:
            yield Till([one, other], simulator)
            assert [line for node in (one, other) for line in faults(node)] == []


@pytest.fixture
def merchant(till: Till) -> Client:
    return open_client(till.nodes[0])
