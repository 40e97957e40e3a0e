"""Random histories of a license from several connections at once, held against a model (specification, States, License;
decisions, section 7)."""

import asyncio
from collections.abc import Iterator
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
from fulfilment.licenses import lifecycle
from fulfilment.licenses.schemas import NewLicense
from fulfilment.workspaces.administration import INSERT
from tests.harness.counts import MISCOUNTED
from tests.harness.histories import CONNECTIONS, House, Refusal, explained
from tests.licenses.model import ANY, CAP, INSTANCES, Activate, LicenseModel, Operation, Revoke
from tests.stock.checkout import within

HISTORIES = settings(
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    # Concurrent operations may run in another order the next time, so a history cannot be shrunk.
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

LICENSE = """
    SELECT status = 'revoked', activations, max_activations, coalesce(expires_at <= now(), false),
           suspended_at IS NOT NULL
      FROM licenses WHERE account_id = $1
"""
SLOTS = "SELECT instance_id, deactivated_at FROM license_activations WHERE account_id = $1"
TOLD = """
    SELECT split_part(type, '.', 3), count(*) FROM events
     WHERE account_id = $1 AND split_part(type, '.', 2) = 'license' GROUP BY 1
"""
SEQUENCES_WITH_GAPS = """
    SELECT subject FROM events WHERE account_id = $1 GROUP BY subject
    HAVING (min(sequence), max(sequence), count(DISTINCT sequence)) <> (1, count(*), count(*))
"""


@pytest.fixture
def house(database_url: str) -> Iterator[House]:
    opened = House(database_url)
    yield opened
    opened.close()


class Histories(RuleBasedStateMachine):
    """One workspace with one license: what happens to it, and what the model says."""

    def __init__(self, house: House):
        super().__init__()
        self.house = house
        self.model = LicenseModel()
        self.account_id = ids.new("acc")
        self.license_id = ""

    @initialize()
    def issue(self) -> None:
        db = self.house.connections[0]
        self.house.run(db.execute(INSERT.text, self.account_id, "Test", None, clock.now()))
        new = NewProduct(name="Editor", type="license", max_activations=CAP)
        product = self.house.run(within(db, self.account_id, lambda tx: products.create_product(tx, new)))
        given = NewLicense(product_id=product.id, customer_id="cus_1")
        license, _ = self.house.run(within(db, self.account_id, lambda tx: lifecycle.issue_license(tx, given)))
        self.license_id = license.id

    @rule(operation=ANY)
    def one_alone(self, operation: Operation) -> None:
        self._happen([operation])

    @rule(operations=st.lists(ANY, min_size=2, max_size=CONNECTIONS))
    def some_at_once(self, operations: list[Operation]) -> None:
        self._happen(operations)

    @rule(instances=st.permutations(INSTANCES))
    def a_crowd_of_instances(self, instances: list[str]) -> None:
        self._happen([Activate(instance) for instance in instances[:CONNECTIONS]])

    @rule(operations=st.lists(ANY, max_size=CONNECTIONS - 1), is_wanted=st.integers(0, 9))
    def some_beside_a_revocation(self, operations: list[Operation], is_wanted: int) -> None:
        """Seldom, since little happens after it."""
        self._happen([*operations, *[Revoke()][: is_wanted == 0]])

    @invariant()
    def the_database_is_as_the_model_says(self) -> None:
        if self.license_id:
            assert self._observed() == self.model.state()
            assert self._rows(SEQUENCES_WITH_GAPS) == []
            assert self._rows(MISCOUNTED) == []

    def _happen(self, operations: list[Operation]) -> None:
        seen = self.house.run(self._do_together(operations))
        state = self._observed()
        told = list(zip(operations, seen, strict=True))
        explanation = next((each for each in explained(self.model, set(), told) if each.state() == state), None)
        assert explanation is not None, f"no order explains {told}\nfrom {self.model.state()}\nto {state}"
        self.model = explanation

    async def _do_together(self, operations: list[Operation]) -> list[Any]:
        pairs = zip(self.house.connections, operations, strict=False)
        seen = await asyncio.gather(*(self._do(db, operation) for db, operation in pairs), return_exceptions=True)
        faults = [each for each in seen if isinstance(each, BaseException) and not isinstance(each, Refusal)]
        assert faults == [], f"{operations} raised {faults}"
        return seen

    async def _do(self, db: asyncpg.Connection, operation: Operation) -> Any:
        try:
            return await within(db, self.account_id, lambda tx: operation.do(tx, self.license_id))
        except ApiError as error:
            return Refusal(error.code)

    def _rows(self, statement: str) -> list[Any]:
        return self.house.run(self.house.connections[0].fetch(statement, self.account_id))

    def _observed(self) -> dict[str, object]:
        """As `Model.snapshot`."""
        slots = self._rows(SLOTS)
        return {
            "license": tuple(self._rows(LICENSE)[0]),
            "held": sorted(row["instance_id"] for row in slots if row["deactivated_at"] is None),
            "told": dict(self._rows(TOLD)),
            "ever": len(slots),
        }


@pytest.mark.timeout(120)
def test_every_history_is_one_that_the_model_tells_too(house: House):
    run_state_machine_as_test(lambda: Histories(house), settings=HISTORIES)
