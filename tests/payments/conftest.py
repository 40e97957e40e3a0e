"""A provider in memory, and the service's side of it in this process."""

from collections.abc import AsyncIterator

import asyncpg
import pytest
import pytest_asyncio

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
async def account(module_database_url: str) -> str:
    """A fresh workspace."""
    db = await asyncpg.connect(module_database_url)
    try:
        return await open_account(db)
    finally:
        await db.close()
