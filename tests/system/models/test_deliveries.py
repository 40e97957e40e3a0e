"""Random histories of deliveries from several connections at once, held against a model.

Linearizability: operations that ran at the same time must have an order. In that order the model gives the service's
answers and ends in the database's state. Sources: specification, States, Delivery; decisions, sections 7 and 8.
"""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
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
from fulfilment.workspaces.administration import INSERT
from tests.deliveries.model import ANY, PASSING, SESSIONS, DeliveriesModel, Download, Grant, Operation, Sweep
from tests.harness.counts import MISCOUNTED
from tests.harness.histories import CONNECTIONS, House, Refusal, explained
from tests.stock.checkout import within

HISTORIES = settings(
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    # Concurrent operations may run in another order the next time, so a history cannot be shrunk.
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

# Rounded to a tenth of an hour: a history takes less than half of that.
OBSERVED = """
    SELECT checkout_session_id AS session, round(extract(epoch FROM expires_at - now()) / 360)::int AS left,
           max_downloads, download_count, revoked_at IS NOT NULL AS is_revoked
      FROM deliveries WHERE account_id = $1
"""
TOLD = """
    SELECT d.checkout_session_id, concat_ws(' ', split_part(e.type, '.', 3), e.data ->> 'action'), count(*)
      FROM events e JOIN deliveries d ON d.account_id = e.account_id AND d.id = e.subject
     WHERE e.account_id = $1 GROUP BY 1, 2
"""
AUDITED = """
    SELECT d.checkout_session_id, a.action, count(*)
      FROM audit_entries a JOIN deliveries d ON d.account_id = a.account_id AND d.id = a.target_id
     WHERE a.account_id = $1 GROUP BY 1, 2
"""
PASS_TIME = """
    UPDATE deliveries SET expires_at = expires_at - $2::interval, announce_at = announce_at - $2
     WHERE account_id = $1
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
    """One workspace with one digital product: what happens to its deliveries, and what the model says."""

    def __init__(self, house: House):
        super().__init__()
        self.house = house
        self.model = DeliveriesModel()
        self.account_id = ids.new("acc")
        self.product = ""

    @initialize()
    def open_shop(self) -> None:
        db = self.house.connections[0]
        self.house.run(db.execute(INSERT.text, self.account_id, "Test", None, clock.now()))
        new = NewProduct(name="E-book", type="digital")
        self.product = self.house.run(within(db, self.account_id, lambda tx: products.create_product(tx, new))).id
        self._happen([Grant(SESSIONS[0], 2, 365)])

    @rule(operation=ANY)
    def one_alone(self, operation: Operation) -> None:
        self._happen([operation])

    @rule(operations=st.lists(ANY, min_size=2, max_size=CONNECTIONS))
    def some_at_once(self, operations: list[Operation]) -> None:
        self._happen(operations)

    @rule(session=st.sampled_from(SESSIONS))
    def a_crowd_of_downloads(self, session: str) -> None:
        self._happen([Download(session)] * CONNECTIONS)

    @rule(tenths=st.sampled_from(PASSING))
    def time_passes(self, tenths: int) -> None:
        gone = timedelta(hours=tenths / 10)
        self.house.run(self.house.connections[0].execute(PASS_TIME, self.account_id, gone))
        for delivery in self.model.deliveries.values():
            delivery.left -= tenths

    @rule()
    def sweep_alone(self) -> None:
        """No other operation runs, so the sweep leaves nothing that is due."""
        self._happen([Sweep()])
        assert not [session for session, delivery in self.model.deliveries.items() if delivery.due]

    @invariant()
    def the_database_is_as_the_model_says(self) -> None:
        if self.product:
            assert self._observed() == self.model.state()
            assert self._rows(SEQUENCES_WITH_GAPS) == []
            assert self._rows(MISCOUNTED) == []

    def _happen(self, operations: list[Operation]) -> None:
        known = {row["session"] for row in self._rows(OBSERVED)}
        seen = self.house.run(self._do_together(operations))
        state = self._observed()
        told = list(zip(operations, seen, strict=True))
        explanation = next((each for each in explained(self.model, known, told) if each.state() == state), None)
        assert explanation is not None, f"no order explains {told}\nfrom {self.model.state()}\nto {state}"
        self.model = explanation

    async def _do_together(self, operations: list[Operation]) -> list[Any]:
        found = await self.house.connections[0].fetch(
            "SELECT checkout_session_id, id FROM deliveries WHERE account_id = $1", self.account_id
        )
        by_session = dict(found)
        pairs = zip(self.house.connections, operations, strict=False)
        seen = await asyncio.gather(
            *(self._do(db, operation, by_session) for db, operation in pairs), return_exceptions=True
        )
        faults = [each for each in seen if isinstance(each, BaseException) and not isinstance(each, Refusal)]
        assert faults == [], f"{operations} raised {faults}"
        return seen

    async def _do(self, db: asyncpg.Connection, operation: Operation, by_session: dict[str, str]) -> Any:
        try:
            return await within(db, self.account_id, lambda tx: operation.do(tx, self.product, by_session))
        except ApiError as error:
            return Refusal(error.code)

    def _rows(self, statement: str) -> list[Any]:
        return self.house.run(self.house.connections[0].fetch(statement, self.account_id))

    def _observed(self) -> dict[str, object]:
        """As `Model.snapshot`."""
        return {
            "deliveries": {session: tuple(rest) for session, *rest in self._rows(OBSERVED)},
            "told": {(session, what): count for session, what, count in self._rows(TOLD)},
            "audited": {(session, action): count for session, action, count in self._rows(AUDITED)},
        }


@pytest.mark.timeout(120)
def test_every_history_is_one_that_the_model_tells_too(house: House):
    run_state_machine_as_test(lambda: Histories(house), settings=HISTORIES)
