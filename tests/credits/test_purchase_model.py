"""Any sequence of purchases, refunds, disputes, top-ups and bookings matches a model of balance and debt."""

import asyncio
from typing import Any

import asyncpg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fulfilment.credits import hold as credit
from fulfilment.credits.hold import InsufficientShippingCredit
from tests.credits.buying import CreditWorkspace
from tests.credits.ledger import open_account
from tests.harness.payments import FakeProvider, at_desk, told

PRICE = 10_000
PAYMENTS = 3


class Model:
    """Reference model of the credit, as plain as possible."""

    def __init__(self) -> None:
        self.balance = 0
        self.owed = 0
        self.held: dict[str, int] = {}
        self.spent: dict[str, int] = {}
        self.back: list[int] = []

    @property
    def available(self) -> int:
        return self.balance - sum(self.held.values())

    def top_up(self, amount: int) -> None:
        self.balance += amount
        taken = min(self.owed, self.available, amount)
        self.balance -= taken
        self.owed -= taken

    def say(self, nth: int, back: int) -> None:
        """So much of the payment is refunded and disputed by now."""
        change = min(back, PRICE) - self.back[nth]
        self.back[nth] += change
        if change >= 0:
            taken = min(change, self.available)
            self.balance -= taken
            self.owed += change - taken
        else:
            settled = min(-change, self.owed)
            self.owed -= settled
            self.balance += -change - settled

    def hold(self, shipment: str, amount: int) -> bool:
        if shipment in self.spent:
            return True
        if amount > self.available + self.held.get(shipment, 0):
            return False
        self.held[shipment] = amount
        return True

    def charge(self, shipment: str, amount: int) -> None:
        if shipment not in self.spent:
            taken = min(amount, self.available + self.held.pop(shipment, 0))
            if taken:
                self.spent[shipment] = taken
                self.balance -= taken


SHIPMENTS = st.sampled_from(["ship_1", "ship_2", "ship_3"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("buy"), st.just(None), st.just(PRICE)),
        st.tuples(st.just("top_up"), st.just(None), st.integers(1, 15_000)),
        st.tuples(st.just("refund"), st.integers(0, PAYMENTS - 1), st.integers(0, PRICE)),
        st.tuples(st.just("dispute"), st.integers(0, PAYMENTS - 1), st.sampled_from([0, 4_000, PRICE])),
        st.tuples(st.just("hear"), st.integers(0, PAYMENTS - 1), st.just(0)),
        st.tuples(st.sampled_from(["hold", "charge"]), SHIPMENTS, st.integers(0, 12_000)),
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
        account_id = await open_account(db)
    finally:
        await db.close()
    async with at_desk(url) as desk:
        shop, model, payments = CreditWorkspace(desk, FakeProvider(), account_id), Model(), []
        for name, subject, amount in steps:
            await _step(shop, model, payments, name, subject, amount)
            assert await shop.balance() == (model.balance, model.owed)


async def _step(shop: CreditWorkspace, model: Model, payments: list[str], name: str, subject: Any, amount: int) -> None:
    if name == "buy" and len(payments) < PAYMENTS:
        payments.append(await shop.bought(PRICE))
        model.back.append(0)
        model.top_up(PRICE)
    elif name == "top_up":
        await shop.top_up(amount)
        model.top_up(amount)
    elif name in ("refund", "dispute", "hear") and subject < len(payments):
        changed = {"refund": {"refunded": amount}, "dispute": {"disputed": amount}, "hear": {}}[name]
        said = shop.provider.change_payment(payments[subject], **changed)
        await shop.deliver_event(told("charge.updated", "payment", payments[subject]))
        model.say(subject, said.refunded + said.disputed)
    elif name == "hold":
        assert await _hold(shop, subject, amount) == model.hold(subject, amount)
    elif name == "charge":
        async with shop.desk.operation(shop.id).transaction() as tx:
            await credit.charge(tx, subject, amount)
        model.charge(subject, amount)


async def _hold(shop: CreditWorkspace, shipment: str, amount: int) -> bool:
    try:
        async with shop.desk.operation(shop.id).transaction() as tx:
            await credit.hold(tx, shipment, amount)
    except InsufficientShippingCredit:
        return False
    return True
