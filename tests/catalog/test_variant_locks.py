"""Transactions lock several variants of one product in one order, so that they cannot deadlock."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest

from fulfilment.api_keys.service import OperatorActor
from fulfilment.catalog import products, variants
from fulfilment.catalog.schemas import NewProduct, NewVariant, VariantChange
from fulfilment.infra.database.transaction import Tx
from fulfilment.stock import queries as stock
from fulfilment.workspaces.administration import create_workspace
from tests.harness.workspaces import as_operator, in_database

WAITING = """
    SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE NOT l.granted AND a.datname = current_database()
"""


@pytest.mark.parametrize(
    "act",
    [
        lambda tx, product, _low, high: variants.archive_variant(tx, product, high),
        lambda tx, product, low, _high: variants.update_variant(tx, product, low, VariantChange(is_default=True)),
    ],
    ids=["archiving the default", "choosing another default"],
)
def test_a_change_of_the_default_and_a_holder_of_thresholds_never_wait_in_a_circle(
    module_database_url: str, act: Callable[[Tx, str, str, str], Awaitable[Any]]
) -> None:
    with as_operator():
        account = in_database(module_database_url, lambda db: create_workspace(db, "A shop")).account_id

    async def race() -> bool:
        one, other = [await asyncpg.connect(module_database_url) for _ in range(2)]
        try:
            tx = Tx(one, OperatorActor(account))
            product = await products.create_product(tx, NewProduct(name="Coffee"))
            low = product.variants[0].id
            high = (await variants.create_variant(tx, product.id, NewVariant(name="Large", is_default=True))).id
            holding = other.transaction()
            await holding.start()
            await stock.lock_thresholds(Tx(other, OperatorActor(account)), [(low, "wh_new")])

            async def change() -> None:
                async with one.transaction():
                    await act(Tx(one, OperatorActor(account)), product.id, low, high)

            changing = asyncio.create_task(change())
            while not await other.fetchval(WAITING):
                assert not changing.done()
                await asyncio.sleep(0.01)
            await stock.lock_thresholds(Tx(other, OperatorActor(account)), [(high, "wh_new")])
            await holding.commit()
            await changing
            found = await one.fetch("SELECT id FROM variants WHERE account_id = $1 AND is_default", account)
            return [row["id"] for row in found] == [low]
        finally:
            await asyncio.gather(one.close(), other.close())

    assert asyncio.run(race())
