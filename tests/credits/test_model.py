"""Any sequence of steps has the same result as a reference model of the credit."""

import asyncio

import asyncpg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fulfilment.credits.hold import InsufficientShippingCredit
from tests.credits.ledger import Account, open_account


class Model:
    """Reference model of the credit, as plain as possible."""

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


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
