"""Random histories from several connections at once, held against a model, with the laws after every step.

Operations that ran at the same time are explained by an order: one must exist in which the model, doing them one after
the other, answers what the service answered and ends where the database ended (specification, Products, Stock and
Addresses; decisions, section 5).
"""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any

import asyncpg
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from fulfilment import clock, ids
from fulfilment.accounts.opening import INSERT
from fulfilment.catalog import products
from fulfilment.catalog.records import NewProduct
from fulfilment.http.errors import ApiError
from fulfilment.stock import reservation
from tests.stock.checkout import Single, within
from tests.stock.goods_operations import GOODS, OpenWarehouse
from tests.stock.ledger import assert_laws, observed
from tests.stock.model import Model, Refusal, Variant
from tests.stock.operations import Names, Operation
from tests.stock.stock_operations import STOCK, Adjust, AdjustAll

CONNECTIONS = 4
IS_LONG = settings.get_current_profile_name() == "long"
HISTORIES = settings(
    parent=settings.default,
    max_examples=settings.default.max_examples if IS_LONG else 40,
    stateful_step_count=settings.default.stateful_step_count if IS_LONG else 30,
    deadline=None,
    # What ran at once may run in another order the next time, so there is no shrinking it.
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

ANY = st.one_of(STOCK, GOODS)


class House:
    """A few connections, and the loop that they live in."""

    def __init__(self, url: str):
        self._loop = asyncio.new_event_loop()
        self.connections = self.run(_open(url))

    def run(self, work: Coroutine) -> Any:
        return self._loop.run_until_complete(work)

    def close(self) -> None:
        for connection in self.connections:
            self.run(connection.close())
        self._loop.close()


async def _open(url: str) -> list[asyncpg.Connection]:
    return [await asyncpg.connect(url) for _ in range(CONNECTIONS)]


@pytest.fixture
def house(database_url: str) -> Iterator[House]:
    opened = House(database_url)
    yield opened
    opened.close()


class Histories(RuleBasedStateMachine):
    """One workspace: what happens to it, and what the model says."""

    def __init__(self, house: House):
        super().__init__()
        self.house = house
        self.model = Model()
        self.account_id = ids.new("acc")
        self.product = ""

    @initialize()
    def open_shop(self) -> None:
        """A product, two warehouses, and something on the shelves."""
        self.house.run(self._open_shop())
        for _ in range(2):
            self._happen([OpenWarehouse(is_default=False)])
        self._happen([AdjustAll((Adjust(0, 0, 30), Adjust(0, 1, 20)))])

    @rule(operation=ANY)
    def one_alone(self, operation: Operation) -> None:
        self._happen([operation])

    @rule(operations=st.lists(ANY, min_size=2, max_size=CONNECTIONS))
    def some_at_once(self, operations: list[Operation]) -> None:
        self._happen(operations)

    @rule(operations=st.lists(STOCK, min_size=3, max_size=CONNECTIONS))
    def a_crowd_at_the_shelves(self, operations: list[Operation]) -> None:
        self._happen(operations)

    @rule()
    def sweep(self) -> None:
        """Marking what has expired changes nothing that anybody can see."""
        db = self.house.connections[0]
        self.house.run(reservation.expire(Single(db)))
        overdue = "SELECT FROM stock_reservations WHERE state = 'open' AND expires_at <= now()"
        assert self.house.run(db.fetch(overdue)) == []

    @invariant()
    def laws_hold(self) -> None:
        db = self.house.connections[0]
        self.house.run(assert_laws(db, self.account_id))
        if self.product:
            assert self.house.run(observed(db, self.account_id)) == self.model.state()

    async def _open_shop(self) -> None:
        db = self.house.connections[0]
        await db.execute(INSERT.text, self.account_id, "Test", None, clock.now())
        product = await within(db, self.account_id, lambda tx: products.create(tx, NewProduct(name="Coffee")))
        self.product = product.id
        self.model.variants[product.variants[0].id] = Variant(is_default=True)
        self.model.tell("product.created", product.id)
        self.model.audit("product.created", product.id)

    def _happen(self, operations: list[Operation]) -> None:
        model = self.model
        names = Names(self.product, sorted(model.variants), sorted(model.warehouses), sorted(model.addresses))
        possible = _apart([operation for operation in operations if operation.is_possible(names)])
        seen = self.house.run(self._do_together(possible, names))
        state = self.house.run(observed(self.house.connections[0], self.account_id))
        told = list(zip(possible, seen, strict=True))
        explanations = (each for each in _explained(model, names, told) if each.state() == state)
        explanation = next(explanations, None)
        assert explanation is not None, f"no order explains {told}\nfrom {model.state()}\nto {state}"
        explanation.fresh = set()
        self.model = explanation

    async def _do_together(self, operations: list[Operation], names: Names) -> list[Any]:
        pairs = zip(self.house.connections, operations, strict=False)
        seen = await asyncio.gather(
            *(self._do(db, operation, names) for db, operation in pairs), return_exceptions=True
        )
        faults = [each for each in seen if isinstance(each, BaseException) and not isinstance(each, Refusal)]
        assert faults == [], f"{operations} raised {faults}"
        return seen

    async def _do(self, db: asyncpg.Connection, operation: Operation, names: Names) -> Any:
        try:
            return await within(db, self.account_id, lambda tx: operation.do(tx, names))
        except ApiError as refusal:
            return Refusal(refusal.code)


def _apart(operations: list[Operation]) -> list[Operation]:
    """A shipment takes and gives back under the lock of its row; a checkout does not let go while it still reserves."""
    kept: dict[object, Operation] = {}
    for operation in operations:
        kept.setdefault(operation.one_by_one or id(operation), operation)
    return list(kept.values())


def _explained(model: Model, names: Names, told: list[tuple[Operation, Any]]) -> Iterator[Model]:
    """The model after each order of the operations in which they answer what they answered."""
    if not told:
        yield model
    for nth, (operation, seen) in enumerate(told):
        for overlooked in (set(), model.fresh) if operation.may_overlook and model.fresh else (set(),):
            after = model.copy()
            after.overlooked = overlooked
            try:
                expected = operation.foresee(after, names, seen)
            except Refusal as refusal:
                after, expected = model, refusal
            after.overlooked = set()
            if expected == seen:
                yield from _explained(after, names, told[:nth] + told[nth + 1 :])


@pytest.mark.timeout(7_200 if IS_LONG else 120)
def test_every_history_is_one_that_the_model_tells_too(house: House):
    run_state_machine_as_test(lambda: Histories(house), settings=HISTORIES)
