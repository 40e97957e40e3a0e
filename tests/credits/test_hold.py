"""Hold, charge, release and refund on the real database, one after the other (decisions, section 6)."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fulfilment.credits import hold as credit
from fulfilment.credits.hold import InsufficientShippingCredit
from fulfilment.credits.topup import topup_for_operator
from tests.credits.ledger import open_account, state, within


@pytest_asyncio.fixture
async def db(module_database_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(module_database_url)
    yield connection
    await connection.close()


class Account:
    """A workspace with credit, and what a booking does to it."""

    def __init__(self, db: asyncpg.Connection, account_id: str) -> None:
        self._db = db
        self.id = account_id

    async def hold(self, shipment_id: str, amount: int) -> None:
        await within(self._db, self.id, lambda tx: credit.hold(tx, shipment_id, amount))

    async def release(self, shipment_id: str) -> int:
        return await within(self._db, self.id, lambda tx: credit.release(tx, shipment_id))

    async def charge(self, shipment_id: str, amount: int) -> int:
        return await within(self._db, self.id, lambda tx: credit.charge(tx, shipment_id, amount))

    async def refund(self, shipment_id: str) -> int:
        return await within(self._db, self.id, lambda tx: credit.refund(tx, shipment_id))

    async def state(self) -> tuple[int, int]:
        return await state(self._db, self.id)


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

    with pytest.raises(InsufficientShippingCredit):
        await account.hold("ship_1", 101)
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
    assert await db.fetchval("SELECT count(*) FROM credit_shipments WHERE account_id = $1", account.id) == 0
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


class Model:
    """What the credit should be, said as plainly as can be."""

    def __init__(self, balance: int) -> None:
        self.balance = balance
        self.held: dict[str, int] = {}
        self.charged: dict[str, int] = {}
        self.left: dict[str, int] = {}

    @property
    def available(self) -> int:
        return self.balance - sum(self.held.values())

    def hold(self, shipment: str, amount: int) -> bool:
        if shipment in self.charged:
            return True
        if amount > self.available + self.held.get(shipment, 0):
            return False
        self.held[shipment] = amount
        return True

    def release(self, shipment: str, _: int) -> int:
        return self.held.pop(shipment, 0)

    def charge(self, shipment: str, amount: int) -> int:
        if shipment not in self.charged:
            taken = min(amount, self.available + self.held.pop(shipment, 0))
            if taken == 0:
                return 0
            self.charged[shipment] = self.left[shipment] = taken
            self.balance -= taken
        return self.charged[shipment]

    def refund(self, shipment: str, _: int) -> int:
        amount = self.left.pop(shipment, 0)
        self.balance += amount
        return amount


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["hold", "release", "charge", "refund"]),
        st.sampled_from(["ship_1", "ship_2", "ship_3"]),
        st.integers(0, 120),
    ),
    max_size=25,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_any_sequence_of_steps_does_what_the_model_says(module_database_url: str, steps: list) -> None:
    asyncio.run(_follow(module_database_url, steps))


async def _follow(url: str, steps: list) -> None:
    db = await asyncpg.connect(url)
    try:
        account, model = Account(db, await open_account(db, 100)), Model(100)
        for name, shipment, amount in steps:
            expected = getattr(model, name)(shipment, amount)
            assert await _done(account, name, shipment, amount) == expected
            assert await account.state() == (model.balance, sum(model.held.values()))
    finally:
        await db.close()


async def _done(account: Account, name: str, shipment: str, amount: int) -> int | bool:
    act = getattr(account, name)
    if name in ("release", "refund"):
        return await act(shipment)
    if name == "charge":
        return await act(shipment, amount)
    try:
        await act(shipment, amount)
    except InsufficientShippingCredit:
        return False
    return True
