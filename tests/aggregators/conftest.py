"""A simulator for the test, and an account at it through the real adapter."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from fulfilment.aggregators.biteship import BiteshipAccount, BiteshipClient, adapter
from tests.aggregators.running import KEY, Simulator, running_simulator


@pytest.fixture(autouse=True)
def _short_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """How often is what the tests are about, not how long they sleep in between."""
    monkeypatch.setattr(adapter, "RETRY_DELAYS_SECONDS", (0.01, 0.01))


@pytest_asyncio.fixture
async def simulator(tmp_path: Path) -> AsyncIterator[Simulator]:
    async with running_simulator(tmp_path / "memory.jsonl") as running:
        yield running


@pytest_asyncio.fixture
async def account(simulator: Simulator) -> AsyncIterator[BiteshipAccount]:
    async with BiteshipClient(simulator.url, 5.0) as client:
        yield client.account(KEY)
