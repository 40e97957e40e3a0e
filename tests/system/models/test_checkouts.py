"""Random histories of checkouts over little stock, held against a model that says plainly what becomes of each."""

import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from fulfilment.catalog import products
from fulfilment.catalog.schemas import NewProduct
from fulfilment.infra import ids
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import Tx
from fulfilment.stock import adjustment, warehouses
from fulfilment.stock.schemas import StockAdjustment
from fulfilment.stock.warehouse_schemas import NewWarehouse
from fulfilment.storefront import checkouts, order_routes
from fulfilment.storefront.couriers import CourierLookup
from fulfilment.storefront.order_schemas import StorefrontOrderRetry, StorefrontShipping
from fulfilment.storefront.schemas import Storefront, StorefrontEvent
from fulfilment.workspaces.administration import INSERT
from tests.harness.counts import MISCOUNTED
from tests.harness.histories import House
from tests.stock.checkout import within
from tests.storefront.till import SHIPPING, payment

SESSIONS = st.sampled_from(["cs_1", "cs_2", "cs_3"])
PIECES = st.integers(1, 8)
# When the storefront says that it happened, in minutes from the beginning.
MOMENTS = st.integers(0, 5)
HOUR, WEEK = 60, 7 * 24 * 60
BEGAN = datetime(2026, 11, 1, tzinfo=UTC)
LACKS = "STOCK_INSUFFICIENT"

ORDERS = """
    SELECT o.checkout_session_id, o.status, l.status, l.error ->> 'code', l.quantity::int
      FROM storefront_orders o
      LEFT JOIN storefront_order_lines l ON l.account_id = o.account_id AND l.order_id = o.id
     WHERE o.account_id = $1
"""
# To the minute: a history takes a few seconds.
ASIDE = """
    SELECT checkout_session_id, sum(quantity)::int, round(extract(epoch FROM max(expires_at) - now()) / 60)::int
      FROM stock_reservations WHERE account_id = $1 AND state = 'open' AND expires_at > now() GROUP BY 1
"""
SHELF = "SELECT coalesce(sum(quantity), 0)::int FROM stock_levels WHERE account_id = $1"
SENT = "SELECT checkout_session_id, count(*)::int FROM shipments WHERE account_id = $1 GROUP BY 1"
ORIGIN = """
    INSERT INTO aggregator_configs (account_id, address, contact_name, contact_phone, postal, created_at, updated_at)
    VALUES ($1, 'Jl. Senopati 1', 'Toko', '0811', '12110', $2, $2)
"""
HISTORIES = settings(
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TIME_PASSES = "UPDATE stock_reservations SET expires_at = expires_at - $2::interval WHERE account_id = $1"


class RefusedByModel(Exception):
    """With this code."""


class Checkout(msgspec.Struct):
    """One session; `held` pieces are set aside for `left` minutes."""

    status: str | None = None
    pieces: int | None = None
    line: str | None = None
    reason: str | None = None
    reported_at: int = -1
    held: int = 0
    left: int = 0
    has_courier: bool = True


class Model:
    """A shelf, and the checkouts over it."""

    def __init__(self, shelf: int) -> None:
        self.shelf = shelf
        self.checkouts: dict[str, Checkout] = {}

    def get_checkout(self, session: str) -> Checkout:
        return self.checkouts.setdefault(session, Checkout())

    def free(self) -> int:
        return self.shelf - sum(each.held for each in self.checkouts.values())

    def create(self, session: str, pieces: int, at: int) -> bool:
        checkout = self.checkouts.get(session, Checkout())
        if checkout.status in ("fulfilled", "failed") or at < checkout.reported_at:
            return False
        if pieces > self.free() + checkout.held:
            raise RefusedByModel(LACKS)
        self.checkouts[session] = Checkout("open", pieces, "waiting", None, at, pieces, HOUR)
        return True

    def expire(self, session: str, at: int) -> bool:
        checkout = self.get_checkout(session)
        if checkout.status in ("fulfilled", "failed") or at < checkout.reported_at:
            return False
        checkout.status, checkout.reported_at, checkout.held = "expired", at, 0
        return True

    def pay(self, session: str, pieces: int, *, has_courier: bool) -> bool:
        checkout = self.get_checkout(session)
        if checkout.status in ("fulfilled", "failed"):
            return False
        checkout.pieces, checkout.has_courier = pieces, has_courier
        self.fulfil(checkout)
        return True

    def retry(self, session: str, *, has_courier: bool) -> bool:
        checkout = self.checkouts.get(session, Checkout())
        if checkout.status is None:
            raise RefusedByModel("NOT_FOUND")
        if checkout.status != "failed":
            raise RefusedByModel("INVALID_STATE")
        checkout.has_courier = checkout.has_courier or has_courier
        self.fulfil(checkout)
        return True

    def fulfil(self, checkout: Checkout) -> None:
        if checkout.pieces > self.free() + checkout.held:
            checkout.status, checkout.line, checkout.reason = "failed", "failed", LACKS
            checkout.left = WEEK if checkout.held else 0
        elif not checkout.has_courier:
            checkout.status, checkout.line, checkout.reason = "failed", "failed", "VALIDATION"
            checkout.held, checkout.left = checkout.pieces, WEEK
        else:
            self.shelf -= checkout.pieces
            checkout.status, checkout.line, checkout.reason, checkout.held = "fulfilled", "fulfilled", None, 0

    def pass_time(self, minutes: int) -> None:
        for each in self.checkouts.values():
            each.left -= minutes
            each.held = each.held if each.left > 0 else 0


@pytest.fixture
def house(database_url: str) -> Any:
    opened = House(database_url)
    yield opened
    opened.close()


class Histories(RuleBasedStateMachine):
    """One workspace with one good, three buyers, and a storefront that says things in any order."""

    def __init__(self, house: House):
        super().__init__()
        self.house = house
        self.account_id = ids.new("acc")
        self.storefront = Storefront(self.account_id, "sf_1", "shopfront", is_suspended=False, now=BEGAN)
        self.model: Model | None = None

    @initialize(shelf=st.integers(1, 8))
    def open_shop(self, shelf: int) -> None:
        self._execute(INSERT.text, self.account_id, "Test", None, BEGAN)
        self._execute(ORIGIN, self.account_id, BEGAN)

        async def work(tx: Tx) -> tuple[str, str]:
            coffee = await products.create_product(tx, NewProduct(name="Coffee", weight=800))
            return coffee.variants[0].id, (await warehouses.create_warehouse(tx, NewWarehouse(name="Main"))).id

        self.variant, self.warehouse = self._run_in_transaction(work)
        self._add_stock(shelf)
        self.model = Model(shelf)

    @rule(session=SESSIONS, pieces=PIECES, at=MOMENTS)
    def created(self, session: str, pieces: int, at: int) -> None:
        data = {"checkoutSessionId": session, "lines": [self._line(pieces)]}
        self._handle_event(checkouts.apply_created, data, at, lambda: self.model.create(session, pieces, at))

    @rule(session=SESSIONS, pieces=PIECES, at=MOMENTS, has_courier=st.booleans())
    def paid(self, session: str, pieces: int, at: int, has_courier: bool) -> None:
        lines = [self._line(pieces)]
        data = payment(session, *lines, shipping=SHIPPING if has_courier else None)
        self._handle_event(
            checkouts.apply_paid, data, at, lambda: self.model.pay(session, pieces, has_courier=has_courier)
        )

    @rule(session=SESSIONS, at=MOMENTS)
    def expired(self, session: str, at: int) -> None:
        data = {"checkoutSessionId": session}
        self._handle_event(checkouts.apply_expired, data, at, lambda: self.model.expire(session, at))

    @rule(session=SESSIONS, says_courier=st.booleans())
    def retried(self, session: str, says_courier: bool) -> None:
        known = self._rows(
            "SELECT id FROM storefront_orders WHERE account_id = $1 AND checkout_session_id = $2", session
        )
        body = StorefrontOrderRetry(shipping=msgspec.convert(SHIPPING, StorefrontShipping) if says_courier else None)

        async def work(tx: Tx) -> bool:
            await order_routes.retry_order(tx, known[0]["id"] if known else "ord_unknown", body, CourierLookup())
            return True

        self._compare(work, lambda: self.model.retry(session, has_courier=says_courier))

    @rule(pieces=PIECES)
    def stocked(self, pieces: int) -> None:
        self._add_stock(pieces)
        self.model.shelf += pieces

    @rule(minutes=st.sampled_from([15, 45, 60, WEEK]))
    def time_passes(self, minutes: int) -> None:
        self._execute(TIME_PASSES, self.account_id, timedelta(minutes=minutes))
        self.model.pass_time(minutes)

    @invariant()
    def the_database_is_as_the_model_says(self) -> None:
        if self.model is None:
            return
        known = self.model.checkouts
        assert {session: tuple(rest) for session, *rest in self._rows(ORDERS)} == {
            session: (each.status, each.line, each.reason, each.pieces) for session, each in known.items()
        }
        assert {session: tuple(rest) for session, *rest in self._rows(ASIDE)} == {
            session: (each.held, each.left) for session, each in known.items() if each.held
        }
        sent = {session: 1 for session, each in known.items() if each.status == "fulfilled"}
        assert dict(self._rows(SENT)) == sent
        assert self._rows(SHELF)[0][0] == self.model.shelf >= 0
        assert self._rows(MISCOUNTED) == []

    def _handle_event(self, handler: Any, data: dict[str, Any], at: int, foresee: Callable[[], bool]) -> None:
        event = StorefrontEvent("evt", "checkout", BEGAN + timedelta(minutes=at), json.dumps(data).encode())

        async def work(tx: Tx) -> bool:
            return (await handler(tx, self.storefront, event)).applied

        self._compare(work, foresee)

    def _compare(self, work: Callable[[Tx], Awaitable[bool]], foresee: Callable[[], bool]) -> None:
        """Both answer alike, or refuse with the same code."""
        try:
            actual: Any = self._run_in_transaction(work)
        except ApiError as error:
            actual = error.code
        try:
            expected: Any = foresee()
        except RefusedByModel as error:
            expected = str(error)
        assert actual == expected

    def _line(self, pieces: int) -> dict[str, Any]:
        return {"ref": "1", "variantId": self.variant, "quantity": pieces}

    def _add_stock(self, pieces: int) -> None:
        change = StockAdjustment(
            variant_id=self.variant, warehouse_id=self.warehouse, delta=pieces, reason="initial_stock"
        )
        self._run_in_transaction(lambda tx: adjustment.adjust_level(tx, change))

    def _run_in_transaction(self, work: Callable[[Tx], Awaitable[Any]]) -> Any:
        return self.house.run(within(self.house.connections[0], self.account_id, work))

    def _execute(self, statement: str, *args: Any) -> None:
        self.house.run(self.house.connections[0].execute(statement, *args))

    def _rows(self, statement: str, *args: Any) -> list[Any]:
        return self.house.run(self.house.connections[0].fetch(statement, self.account_id, *args))


@pytest.mark.timeout(120)
def test_every_history_of_checkouts_is_one_that_the_model_tells_too(house: House):
    run_state_machine_as_test(lambda: Histories(house), settings=HISTORIES)
