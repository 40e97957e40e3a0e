"""The courier catalogue's cache, against the simulator in this process (decisions, section 6)."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from fulfilment.aggregators.biteship import BiteshipClient
from fulfilment.aggregators.port import AggregatorError
from fulfilment.shipping import courier_clients
from fulfilment.shipping.courier_clients import CACHE_SECONDS, RETRY_SECONDS, CourierCatalogue
from tests.aggregators.running import KEY, Simulator, running_simulator


class Counted:
    """An account that counts how often it is asked."""

    def __init__(self, account: object) -> None:
        self._account = account
        self.times = 0

    async def couriers(self) -> list:
        self.times += 1
        return await self._account.couriers()


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def monotonic(self) -> float:
        return self.now


@pytest_asyncio.fixture
async def simulator(tmp_path: Path) -> AsyncIterator[Simulator]:
    async with running_simulator(tmp_path / "memory.jsonl") as running:
        yield running


@pytest_asyncio.fixture
async def account(simulator: Simulator) -> AsyncIterator[Counted]:
    async with BiteshipClient(simulator.url, 5.0) as client:
        yield Counted(client.account(KEY))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    running = Clock()
    monkeypatch.setattr(courier_clients, "time", running)
    return running


async def test_the_catalogue_is_asked_for_once_an_hour(account: Counted, clock: Clock) -> None:
    cached = CourierCatalogue()
    first = await cached.list_services(account)
    clock.now += CACHE_SECONDS - 1
    assert await cached.list_services(account) == first
    assert account.times == 1

    clock.now += 2
    assert await cached.list_services(account) == first
    assert account.times == 2


async def test_the_last_good_copy_is_served_while_the_aggregator_is_away(
    account: Counted, simulator: Simulator, clock: Clock
) -> None:
    cached = CourierCatalogue()
    first = await cached.list_services(account)
    await simulator.control("mood", fail="500")
    clock.now += CACHE_SECONDS + 1

    assert await cached.list_services(account) == first
    asked = account.times
    assert await cached.list_services(account) == first
    assert account.times == asked, "nobody waits again for one who has just been away"

    await simulator.control("mood", fail=None)
    clock.now += RETRY_SECONDS + 1
    assert await cached.list_services(account) == first
    assert account.times == asked + 1


async def test_without_a_copy_the_failure_is_told_and_the_next_call_asks_again(
    account: Counted, simulator: Simulator
) -> None:
    cached = CourierCatalogue()
    await simulator.control("mood", fail="500")
    with pytest.raises(AggregatorError):
        await cached.list_services(account)

    await simulator.control("mood", fail=None)
    assert {row.courier_code for row in await cached.list_services(account)} >= {"jne", "gojek"}
