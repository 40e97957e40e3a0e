"""Random histories from several connections at once, held against a model, with the laws after every step.

Linearizability: operations that ran at the same time must have an order. In that order the model gives the service's
answers and ends in the database's state. Sources: specification, Products, Stock and Addresses; decisions, section 5.
"""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any

import asyncpg
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from fulfilment.catalog import products
from fulfilment.catalog.schemas import NewProduct
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import ApiError
from fulfilment.stock import reservation
from fulfilment.workspaces.administration import INSERT
from tests.stock.catalog_operations import CATALOG_OPERATIONS, CreateWarehouse
from tests.stock.checkout import SingleConnectionDatabase, within
from tests.stock.ledger import assert_invariants, read_snapshot
from tests.stock.model import ExpectedError, StockModel, Variant
from tests.stock.operations import Names, Operation
from tests.stock.stock_operations import STOCK_OPERATIONS, Adjust, AdjustAll

CONNECTIONS = 4
IS_LONG = settings.get_current_profile_name() == "long"
HISTORIES = settings(
    parent=settings.default,
    max_examples=settings.default.max_examples if IS_LONG else 40,
    stateful_step_count=settings.default.stateful_step_count if IS_LONG else 30,
    deadline=None,
    # Concurrent operations may run in another order the next time, so a history cannot be shrunk.
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

ANY = st.one_of(STOCK_OPERATIONS, CATALOG_OPERATIONS)


class ConnectionPool:
    """A few connections, and the loop that they live in."""

    def __init__(self, url: str):
        self._loop = asyncio.new_event_loop()
        self.connections = self.run(_open_connections(url))

    def run(self, work: Coroutine) -> Any:
        return self._loop.run_until_complete(work)

    def close(self) -> None:
        for connection in self.connections:
            self.run(connection.close())
        self._loop.close()


async def _open_connections(url: str) -> list[asyncpg.Connection]:
    return [await asyncpg.connect(url) for _ in range(CONNECTIONS)]


@pytest.fixture
def pool(database_url: str) -> Iterator[ConnectionPool]:
    opened_pool = ConnectionPool(database_url)
    yield opened_pool
    opened_pool.close()


class StockHistory(RuleBasedStateMachine):
    """One workspace: what happens to it, and what the model says."""

    def __init__(self, pool: ConnectionPool):
        super().__init__()
        self.pool = pool
        self.model = StockModel()
        self.account_id = ids.new("acc")
        self.product = ""

    @initialize()
    def create_catalog(self) -> None:
        """A product, two warehouses, and something on the shelves."""
        self.pool.run(self._create_product())
        for _ in range(2):
            self._run_and_explain([CreateWarehouse(is_default=False)])
        self._run_and_explain([AdjustAll((Adjust(0, 0, 30), Adjust(0, 1, 20)))])

    @rule(operation=ANY)
    def run_one(self, operation: Operation) -> None:
        self._run_and_explain([operation])

    @rule(operations=st.lists(ANY, min_size=2, max_size=CONNECTIONS))
    def run_concurrently(self, operations: list[Operation]) -> None:
        self._run_and_explain(operations)

    @rule(operations=st.lists(STOCK_OPERATIONS, min_size=3, max_size=CONNECTIONS))
    def run_stock_concurrently(self, operations: list[Operation]) -> None:
        self._run_and_explain(operations)

    @rule()
    def sweep(self) -> None:
        """Marking expired reservations changes nothing that a client can see."""
        db = self.pool.connections[0]
        self.pool.run(reservation.expire_overdue(SingleConnectionDatabase(db)))
        overdue = "SELECT FROM stock_reservations WHERE state = 'open' AND expires_at <= now()"
        assert self.pool.run(db.fetch(overdue)) == []

    @invariant()
    def invariants_hold(self) -> None:
        db = self.pool.connections[0]
        self.pool.run(assert_invariants(db, self.account_id))
        if self.product:
            assert self.pool.run(read_snapshot(db, self.account_id)) == self.model.snapshot()

    async def _create_product(self) -> None:
        db = self.pool.connections[0]
        await db.execute(INSERT.text, self.account_id, "Test", None, clock.now())
        product = await within(db, self.account_id, lambda tx: products.create_product(tx, NewProduct(name="Coffee")))
        self.product = product.id
        self.model.variants[product.variants[0].id] = Variant(is_default=True)
        self.model.emit("product.created", product.id)
        self.model.audit("product.created", product.id)

    def _run_and_explain(self, operations: list[Operation]) -> None:
        model = self.model
        names = Names(self.product, sorted(model.variants), sorted(model.warehouses), sorted(model.addresses))
        possible = _select_compatible([operation for operation in operations if operation.is_possible(names)])
        results = self.pool.run(self._run_together(possible, names))
        state = self.pool.run(read_snapshot(self.pool.connections[0], self.account_id))
        steps = list(zip(possible, results, strict=True))
        explanations = (each for each in _explanations(model, names, steps) if each.snapshot() == state)
        explanation = next(explanations, None)
        assert explanation is not None, f"no order explains {steps}\nfrom {model.snapshot()}\nto {state}"
        explanation.new_levels = set()
        self.model = explanation

    async def _run_together(self, operations: list[Operation], names: Names) -> list[Any]:
        pairs = zip(self.pool.connections, operations, strict=False)
        results = await asyncio.gather(
            *(self._do(db, operation, names) for db, operation in pairs), return_exceptions=True
        )
        failures = [each for each in results if isinstance(each, BaseException) and not isinstance(each, ExpectedError)]
        assert failures == [], f"{operations} raised {failures}"
        return results

    async def _do(self, db: asyncpg.Connection, operation: Operation, names: Names) -> Any:
        try:
            return await within(db, self.account_id, lambda tx: operation.run(tx, names))
        except ApiError as error:
            return ExpectedError(error.code)


def _select_compatible(operations: list[Operation]) -> list[Operation]:
    """A shipment takes and gives back under the lock of its row; a checkout does not let go while it still reserves."""
    by_key: dict[object, Operation] = {}
    for operation in operations:
        by_key.setdefault(operation.serial_key or id(operation), operation)
    return list(by_key.values())


def _explanations(model: StockModel, names: Names, steps: list[tuple[Operation, Any]]) -> Iterator[StockModel]:
    """The model after each order of the operations in which they answer what they answered."""
    if not steps:
        yield model
    for nth, (operation, result) in enumerate(steps):
        for overlooked in (set(), model.new_levels) if operation.may_miss_new_levels and model.new_levels else (set(),):
            after = model.copy()
            after.invisible_levels = overlooked
            try:
                expected = operation.predict(after, names, result)
            except ExpectedError as error:
                after, expected = model, error
            after.invisible_levels = set()
            if expected == result:
                yield from _explanations(after, names, steps[:nth] + steps[nth + 1 :])


@pytest.mark.timeout(7_200 if IS_LONG else 120)
def test_every_history_is_one_that_the_model_tells_too(pool: ConnectionPool):
    run_state_machine_as_test(lambda: StockHistory(pool), settings=HISTORIES)
