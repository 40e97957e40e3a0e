"""A workspace on the free plan, a provider in memory, and the service's side of both in this process."""

from collections.abc import AsyncIterator

import asyncpg
import pytest
import pytest_asyncio

from tests.billing.paying import BillingWorkspace
from tests.credits.ledger import open_account
from tests.harness.payments import Desk, FakeProvider, at_desk


@pytest.fixture
def provider() -> FakeProvider:
    return FakeProvider()


@pytest_asyncio.fixture
async def desk(module_database_url: str) -> AsyncIterator[Desk]:
    async with at_desk(module_database_url) as running:
        yield running


@pytest_asyncio.fixture
async def shop(desk: Desk, provider: FakeProvider, module_database_url: str) -> BillingWorkspace:
    """A fresh workspace on the free plan."""
    db = await asyncpg.connect(module_database_url)
    try:
        made = BillingWorkspace(desk, provider, await open_account(db))
    finally:
        await db.close()
    await made.set_plan("free")
    return made
