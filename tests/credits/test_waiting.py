"""Concurrent changes of credit: the second waits for the first, and decides by the balance that it then finds."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from fulfilment.api_keys.service import OperatorActor
from fulfilment.credits import hold as credit
from fulfilment.credits.hold import InsufficientShippingCredit
from fulfilment.infra.database.transaction import Tx
from tests.credits.ledger import open_account, state, within

FUNDS = 100
ACTS = ("hold", "charge", "release", "refund")
IS_WAITING = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock')"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def three(module_database_url: str) -> AsyncIterator[list[asyncpg.Connection]]:
    async with AsyncExitStack() as open_ones:
        connections = [await asyncpg.connect(module_database_url) for _ in range(3)]
        for connection in connections:
            open_ones.push_async_callback(connection.close)
        yield connections


async def _act(tx: Tx, act: str, shipment_id: str, amount: int) -> Any:
    return await getattr(credit, act)(tx, shipment_id, *((amount,) if act in ("hold", "charge") else ()))


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("amount", [20, 60, 90])
@pytest.mark.parametrize(("first", "second"), list(itertools.product(ACTS, ACTS)))
async def test_whatever_waits_for_whatever_keeps_the_laws(
    three: list[asyncpg.Connection], first: str, second: str, amount: int
) -> None:
    one, other, onlooker = three
    for befores in itertools.product((None, "hold", "charge"), repeat=2):
        account_id = await open_account(onlooker, FUNDS)
        for before, shipment_id in zip(befores, ("ship_1", "ship_2"), strict=True):
            if before is not None:
                await within(onlooker, account_id, lambda tx, b=before, s=shipment_id: _act(tx, b, s, 30))
        begun = one.transaction()
        await begun.start()
        try:
            await _act(Tx(one, OperatorActor(account_id)), first, "ship_1", amount)
        except InsufficientShippingCredit:
            await begun.rollback()
            continue
        waiting = asyncio.create_task(within(other, account_id, lambda tx: _act(tx, second, "ship_2", amount)))
        while not waiting.done() and not await onlooker.fetchval(IS_WAITING, other.get_server_pid()):
            pass
        await begun.commit()
        try:
            await waiting
        except InsufficientShippingCredit:
            assert second == "hold"
        # The laws are looked at as they are read.
        balance, held = await state(onlooker, account_id)
        assert 0 <= held <= balance <= FUNDS
