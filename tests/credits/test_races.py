"""Concurrent changes of credit keep the invariants, whichever change wins."""

import asyncio
import random
from collections.abc import AsyncIterator

import asyncpg
import pytest_asyncio

from fulfilment.credits import hold as credit
from fulfilment.credits.hold import InsufficientShippingCredit
from tests.credits.ledger import open_account, state, within

CONNECTIONS = 8


@pytest_asyncio.fixture
async def pool(module_database_url: str) -> AsyncIterator[asyncpg.Pool]:
    async with asyncpg.create_pool(module_database_url, min_size=CONNECTIONS, max_size=CONNECTIONS) as connections:
        yield connections


async def _do(pool: asyncpg.Pool, account_id: str, act, shipment_id: str, *args):
    """Do it as a booking does, which has locked the shipment: these have no row, and another lock stands for it."""
    async with pool.acquire() as db, db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", account_id + shipment_id)
        return await within(db, account_id, lambda tx: act(tx, shipment_id, *args))


async def _opened(pool: asyncpg.Pool, amount: int) -> str:
    async with pool.acquire() as db:
        return await open_account(db, amount)


async def _state(pool: asyncpg.Pool, account_id: str) -> tuple[int, int]:
    async with pool.acquire() as db:
        return await state(db, account_id)


async def test_parallel_holds_never_exceed_the_balance(pool: asyncpg.Pool) -> None:
    account_id = await _opened(pool, 100)

    holds = [_do(pool, account_id, credit.hold, f"ship_{nth}", 30) for nth in range(24)]
    outcomes = await asyncio.gather(*holds, return_exceptions=True)

    assert [outcome for outcome in outcomes if outcome is not None] == [
        outcome for outcome in outcomes if isinstance(outcome, InsufficientShippingCredit)
    ]
    assert outcomes.count(None) == 3
    assert await _state(pool, account_id) == (100, 90)


async def test_parallel_holds_of_one_shipment_are_one_hold(pool: asyncpg.Pool) -> None:
    account_id = await _opened(pool, 100)

    await asyncio.gather(*(_do(pool, account_id, credit.hold, "ship_1", 30) for _ in range(24)))

    assert await _state(pool, account_id) == (100, 30)


async def test_parallel_charges_of_one_shipment_are_one_charge(pool: asyncpg.Pool) -> None:
    account_id = await _opened(pool, 100)

    charged = await asyncio.gather(*(_do(pool, account_id, credit.charge, "ship_1", 30) for _ in range(24)))

    assert set(charged) == {30}
    assert await _state(pool, account_id) == (70, 0)


async def test_parallel_refunds_of_one_shipment_are_one_refund(pool: asyncpg.Pool) -> None:
    account_id = await _opened(pool, 100)
    await _do(pool, account_id, credit.charge, "ship_1", 30)

    refunded = await asyncio.gather(*(_do(pool, account_id, credit.refund, "ship_1") for _ in range(24)))

    assert sorted(refunded) == [0] * 23 + [30]
    assert await _state(pool, account_id) == (100, 0)


async def test_everything_at_once_keeps_the_laws(pool: asyncpg.Pool) -> None:
    account_id = await _opened(pool, 200)
    chance = random.Random(7)

    async def act() -> None:
        shipment = f"ship_{chance.randrange(6)}"
        step = chance.choice(["hold", "release", "charge", "refund"])
        args = (chance.randrange(120),) if step in ("hold", "charge") else ()
        try:
            await _do(pool, account_id, getattr(credit, step), shipment, *args)
        except InsufficientShippingCredit:
            assert step == "hold"

    for _ in range(10):
        await asyncio.gather(*(act() for _ in range(24)))
        balance, held = await _state(pool, account_id)
        assert 0 <= held <= balance <= 200
