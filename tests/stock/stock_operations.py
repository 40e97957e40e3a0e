"""What random histories do with stock."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from hypothesis import strategies as st

from fulfilment.db.tx import Tx
from fulfilment.stock import adjustment, allocation, bulk_adjustment, reservation, transfer
from fulfilment.stock.records import BulkStockAdjustment, StockAdjustment, StockTransfer
from tests.stock.model import Model, Refusal
from tests.stock.operations import SESSIONS, Names, Operation, at


class Adjust(Operation):
    variant: int
    warehouse: int
    delta: int

    def places(self, names: Names) -> tuple[str, str]:
        return at(names.variants, self.variant), at(names.warehouses, self.warehouse)

    def body(self, names: Names) -> StockAdjustment:
        variant, warehouse = self.places(names)
        return StockAdjustment(variant_id=variant, warehouse_id=warehouse, delta=self.delta, reason="manual_adjust")

    async def do(self, tx: Tx, names: Names) -> int:
        return (await adjustment.adjust(tx, self.body(names))).stock.quantity

    def foresee(self, model: Model, names: Names, seen: Any) -> int:
        return model.move(self.places(names), self.delta, is_told=True)


class AdjustAll(Operation):
    """All of them or nothing."""

    rows: tuple[Adjust, ...]

    async def do(self, tx: Tx, names: Names) -> list[int]:
        given = [msgspec.Raw(msgspec.json.encode(row.body(names))) for row in self.rows]
        done = await bulk_adjustment.adjust_all(tx, BulkStockAdjustment(adjustments=given, atomic=True))
        return [outcome.data.stock.quantity for outcome in done.outcomes]

    def foresee(self, model: Model, names: Names, seen: Any) -> list[int]:
        return [row.foresee(model, names, seen) for row in self.rows]


class Move(Operation):
    variant: int
    origin: int
    goal: int
    quantity: int

    async def do(self, tx: Tx, names: Names) -> tuple[int, int]:
        variant, origin, goal = self._ends(names)
        body = StockTransfer(variant_id=variant, from_warehouse_id=origin, to_warehouse_id=goal, quantity=self.quantity)
        moved = await transfer.transfer(tx, body)
        return moved.out.stock.quantity, moved.into.stock.quantity

    def foresee(self, model: Model, names: Names, seen: Any) -> tuple[int, int]:
        variant, origin, goal = self._ends(names)
        if origin == goal:
            raise Refusal("VALIDATION")
        if model.available((variant, origin)) < self.quantity:
            raise Refusal("STOCK_INSUFFICIENT")
        out = model.move((variant, origin), -self.quantity, is_told=True)
        return out, model.move((variant, goal), self.quantity, is_told=True)

    def _ends(self, names: Names) -> tuple[str, str, str]:
        return at(names.variants, self.variant), at(names.warehouses, self.origin), at(names.warehouses, self.goal)


class Reserve(Operation):
    """`minutes` of -1: its time is over before anybody has looked."""

    may_overlook: ClassVar[bool] = True

    wanted: dict[int, int]
    session: str
    minutes: int

    @property
    def one_by_one(self) -> str:
        return self.session

    async def do(self, tx: Tx, names: Names) -> int:
        return len(await reservation.reserve(tx, _wanted(self, names), self.session, minutes=self.minutes))

    def foresee(self, model: Model, names: Names, seen: Any) -> int:
        return model.reserve(_wanted(self, names), self.session, "open" if self.minutes > 0 else "expired")


class Release(Operation):
    session: str

    @property
    def one_by_one(self) -> str:
        return self.session

    async def do(self, tx: Tx, names: Names) -> int:
        return await reservation.release(tx, self.session)

    def foresee(self, model: Model, names: Names, seen: Any) -> int:
        return model.release(self.session)


class Take(Operation):
    """A shipment's taking; `shipment` is a name of its own, or of one before, which takes once more."""

    shipment: str
    may_overlook: ClassVar[bool] = True

    wanted: dict[int, int]
    session: str | None

    @property
    def one_by_one(self) -> str:
        return self.shipment

    async def do(self, tx: Tx, names: Names) -> None:
        await allocation.take(tx, self.shipment, _wanted(self, names), None, self.session)

    def foresee(self, model: Model, names: Names, seen: Any) -> None:
        model.take(self.shipment, _wanted(self, names), self.session)


class GiveBack(Operation):
    shipment: str

    @property
    def one_by_one(self) -> str:
        return self.shipment

    async def do(self, tx: Tx, names: Names) -> None:
        await allocation.give_back(tx, self.shipment)

    def foresee(self, model: Model, names: Names, seen: Any) -> None:
        model.give_back(self.shipment)


def _wanted(of: Reserve | Take, names: Names) -> dict[str, int]:
    return {at(names.variants, variant): quantity for variant, quantity in of.wanted.items()}


_numbers = st.integers(0, 5)
_amounts = st.integers(1, 12)
_sessions = st.sampled_from(SESSIONS)
_several = st.dictionaries(_numbers, _amounts, min_size=1, max_size=3)
_shipments = st.sampled_from([f"ship_{number}" for number in range(6)])
_adjust = st.builds(Adjust, _numbers, _numbers, st.integers(-20, 30).filter(bool))

STOCK = st.one_of(
    _adjust,
    st.builds(AdjustAll, st.lists(_adjust, min_size=1, max_size=6).map(tuple)),
    st.builds(Move, _numbers, _numbers, _numbers, _amounts),
    st.builds(Reserve, _several, _sessions, st.sampled_from([60, 60, 60, -1])),
    st.builds(Release, _sessions),
    st.builds(Take, _shipments, _several, st.none() | _sessions),
    st.builds(GiveBack, _shipments),
)
