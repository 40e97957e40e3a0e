"""Hold, charge, release and refund on the real database, one after the other (decisions, section 6)."""

from collections.abc import AsyncIterator

import asyncpg
import pytest
import pytest_asyncio

from fulfilment.credits.hold import InsufficientShippingCredit
from fulfilment.credits.topup import topup_for_operator
from tests.credits.ledger import Account, open_account


@pytest_asyncio.fixture
async def db(module_database_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(module_database_url)
    yield connection
    await connection.close()


@pytest_asyncio.fixture
async def account(db: asyncpg.Connection) -> Account:
    return Account(db, await open_account(db, 100))


async def test_a_hold_lowers_what_is_available_and_not_the_balance(account: Account) -> None:
    await account.hold("ship_1", 60)

    assert await account.state() == (100, 60)
    with pytest.raises(InsufficientShippingCredit):
        await account.hold("ship_2", 41)
    await account.hold("ship_2", 40)
    assert await account.state() == (100, 100)


async def test_a_repeated_hold_takes_the_place_of_the_former_one(account: Account) -> None:
    await account.hold("ship_1", 60)
    await account.hold("ship_1", 60)
    assert await account.state() == (100, 60)

    await account.hold("ship_1", 100)
    assert await account.state() == (100, 100)

    await account.hold("ship_1", 10)
    assert await account.state() == (100, 10)


async def test_a_hold_that_cannot_grow_stays(account: Account) -> None:
    await account.hold("ship_1", 60)

    with pytest.raises(InsufficientShippingCredit, match="101 is needed, 100 is available"):
        await account.hold("ship_1", 101)
    with pytest.raises(InsufficientShippingCredit, match="41 is needed, 40 is available"):
        await account.hold("ship_2", 41)
    assert await account.state() == (100, 60)


async def test_a_released_hold_is_available_again(account: Account) -> None:
    await account.hold("ship_1", 60)

    assert await account.release("ship_1") == 60
    assert await account.release("ship_1") == 0
    assert await account.state() == (100, 0)


async def test_a_charge_replaces_the_hold_and_happens_once(account: Account) -> None:
    await account.hold("ship_1", 60)

    assert await account.charge("ship_1", 45) == 45
    assert await account.charge("ship_1", 45) == 45
    assert await account.charge("ship_1", 99) == 45
    assert await account.state() == (55, 0)


async def test_a_charged_shipment_holds_nothing_more(account: Account) -> None:
    await account.charge("ship_1", 45)

    await account.hold("ship_1", 55)

    assert await account.state() == (55, 0)


async def test_a_charge_beyond_the_hold_takes_what_is_available(account: Account) -> None:
    await account.hold("ship_1", 30)
    await account.hold("ship_2", 50)

    assert await account.charge("ship_1", 90) == 50
    assert await account.state() == (50, 50)


async def test_a_charge_of_nothing_writes_nothing(account: Account, db: asyncpg.Connection) -> None:
    assert await account.charge("ship_1", 0) == 0
    assert await db.fetchval("SELECT count(*) FROM shipment_charges WHERE account_id = $1", account.id) == 0
    assert await account.state() == (100, 0)


async def test_a_charge_of_nothing_lets_go_of_the_hold(account: Account) -> None:
    await account.hold("ship_1", 30)

    assert await account.charge("ship_1", 0) == 0
    assert await account.state() == (100, 0)


async def test_a_refund_gives_back_the_charge_once(account: Account) -> None:
    await account.charge("ship_1", 45)

    assert await account.refund("ship_1") == 45
    assert await account.refund("ship_1") == 0
    assert await account.charge("ship_1", 45) == 45, "a shipment that was charged is never charged again"
    assert await account.state() == (100, 0)


async def test_a_refund_of_what_was_never_charged_is_nothing(account: Account) -> None:
    await account.hold("ship_1", 45)

    assert await account.refund("ship_1") == 0
    assert await account.state() == (100, 45)


async def test_without_any_credit_nothing_can_be_held_and_nothing_breaks(db: asyncpg.Connection) -> None:
    empty = Account(db, await open_account(db))

    with pytest.raises(InsufficientShippingCredit):
        await empty.hold("ship_1", 1)
    await empty.hold("ship_1", 0)
    assert (await empty.release("ship_1"), await empty.charge("ship_1", 5), await empty.refund("ship_1")) == (0, 0, 0)
    assert await empty.state() == (0, 0)


async def test_the_same_shipment_id_in_another_workspace_is_another_shipment(
    account: Account, db: asyncpg.Connection
) -> None:
    other = Account(db, await open_account(db, 100))
    await account.charge("ship_1", 45)

    assert await other.refund("ship_1") == 0
    assert await other.state() == (100, 0)


async def test_an_operator_cannot_top_up_what_is_not_there(db: asyncpg.Connection) -> None:
    with pytest.raises(LookupError):
        await topup_for_operator(db, "acc_nobody", 5, None)
    account_id = await open_account(db)
    for amount in (0, -1, 2**53):
        with pytest.raises(ValueError):
            await topup_for_operator(db, account_id, amount, None)
    transaction = await topup_for_operator(db, account_id, 2**53 - 1, "The first")
    assert (transaction.kind, transaction.amount, transaction.memo) == ("topup", 2**53 - 1, "The first")
    with pytest.raises(ValueError):
        await topup_for_operator(db, account_id, 1, None)
    (entry,) = await db.fetch("SELECT * FROM audit_entries WHERE account_id = $1", account_id)
    assert (entry["actor_type"], entry["action"], entry["target_id"]) == (
        "system",
        "shipping_credit.topup",
        transaction.id,
    )
