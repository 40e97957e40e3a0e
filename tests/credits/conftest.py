"""Database connections for each file, and the service on the same database."""

from collections.abc import AsyncIterator, Iterator

import asyncpg
import pytest
import pytest_asyncio

from tests.credits.buying import CreditWorkspace
from tests.credits.ledger import open_account
from tests.harness.payments import FakeProvider, at_desk
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    with serving(module_database_url) as running:
        yield running


@pytest.fixture
def client(service: Service) -> Client:
    return open_client(service)


@pytest.fixture
def provider() -> FakeProvider:
    return FakeProvider()


@pytest_asyncio.fixture
async def shop(module_database_url: str, provider: FakeProvider) -> AsyncIterator[CreditWorkspace]:
    """A fresh workspace that buys credit of a provider in memory."""
    async with at_desk(module_database_url) as desk:
        db = await asyncpg.connect(module_database_url)
        account_id = await open_account(db)
        await db.close()
        yield CreditWorkspace(desk, provider, account_id)
