"""Operations of random histories on stock."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from hypothesis import strategies as st

from fulfilment.infra.database.transaction import Tx
from fulfilment.stock import adjustment, allocation, reservation, transfer
from fulfilment.stock.schemas import BulkStockAdjustment, StockAdjustment, StockTransfer
from tests.stock.model import ExpectedError, StockModel
from tests.stock.operations import SESSIONS, Names, Operation, at


class Adjust(Operation):
    variant: int
    warehouse: int
    delta: int

    def level_key(self, names: Names) -> tuple[str, str]:
        return at(names.variants, self.variant), at(names.warehouses, self.warehouse)

    def body(self, names: Names) -> StockAdjustment:
        variant, warehouse = self.level_key(names)
        return StockAdjustment(variant_id=variant, warehouse_id=warehouse, delta=self.delta, reason="manual_adjust")

    async def run(self, tx: Tx, names: Names) -> int:
        return (await adjustment.adjust_level(tx, self.body(names))).stock.quantity

    def predict(self, model: StockModel, names: Names, actual: Any) -> int:
        return model.apply_movement(self.level_key(names), self.delta, has_event=True)


class AdjustAll(Operation):
    """All of them or nothing."""

    rows: tuple[Adjust, ...]

    async def run(self, tx: Tx, names: Names) -> list[int]:
        rows = [msgspec.Raw(msgspec.json.encode(row.body(names))) for row in self.rows]
        done = await adjustment.adjust_levels(tx, BulkStockAdjustment(adjustments=rows, atomic=True))
        return [outcome.data.stock.quantity for outcome in done.outcomes]

    def predict(self, model: StockModel, names: Names, actual: Any) -> list[int]:
        return [row.predict(model, names, actual) for row in self.rows]


class Transfer(Operation):
    variant: int
    origin: int
    target: int
    quantity: int

    async def run(self, tx: Tx, names: Names) -> tuple[int, int]:
        variant, origin, goal = self._ends(names)
        body = StockTransfer(variant_id=variant, from_warehouse_id=origin, to_warehouse_id=goal, quantity=self.quantity)
        reply = await transfer.transfer_stock(tx, body)
        return reply.out.stock.quantity, reply.into.stock.quantity

    def predict(self, model: StockModel, names: Names, actual: Any) -> tuple[int, int]:
        variant, origin, goal = self._ends(names)
        if origin == goal or model.warehouses[goal].archived:
            raise ExpectedError("VALIDATION")
        if model.available((variant, origin)) < self.quantity:
            raise ExpectedError("STOCK_INSUFFICIENT")
        out = model.apply_movement((variant, origin), -self.quantity, has_event=True)
        return out, model.apply_movement((variant, goal), self.quantity, has_event=True)

    def _ends(self, names: Names) -> tuple[str, str, str]:
        return at(names.variants, self.variant), at(names.warehouses, self.origin), at(names.warehouses, self.target)


class Reserve(Operation):
    """A reservation; with `minutes` of -1 it has expired from the beginning."""

    may_miss_new_levels: ClassVar[bool] = True

    requested: dict[int, int]
    session: str
    minutes: int

    @property
    def serial_key(self) -> str:
        return self.session

    async def run(self, tx: Tx, names: Names) -> int:
        return len(
            await reservation.reserve(tx, _requested_by_variant(self, names), self.session, minutes=self.minutes)
        )

    def predict(self, model: StockModel, names: Names, actual: Any) -> int:
        return model.reserve(
            _requested_by_variant(self, names), self.session, "open" if self.minutes > 0 else "expired"
        )


class Release(Operation):
    session: str

    @property
    def serial_key(self) -> str:
        return self.session

    async def run(self, tx: Tx, names: Names) -> int:
        return await reservation.release(tx, self.session)

    def predict(self, model: StockModel, names: Names, actual: Any) -> int:
        return model.release(self.session)


class Allocate(Operation):
    """A shipment's taking; `shipment` is a name of its own, or of one before, which takes once more."""

    shipment: str
    may_miss_new_levels: ClassVar[bool] = True

    requested: dict[int, int]
    session: str | None

    @property
    def serial_key(self) -> str:
        return self.shipment

    async def run(self, tx: Tx, names: Names) -> None:
        await allocation.allocate_for_shipment(
            tx, self.shipment, _requested_by_variant(self, names), None, self.session
        )

    def predict(self, model: StockModel, names: Names, actual: Any) -> None:
        model.allocate(self.shipment, _requested_by_variant(self, names), self.session)


class ReleaseShipment(Operation):
    shipment: str

    @property
    def serial_key(self) -> str:
        return self.shipment

    async def run(self, tx: Tx, names: Names) -> None:
        await allocation.deallocate(tx, self.shipment)

    def predict(self, model: StockModel, names: Names, actual: Any) -> None:
        model.release_shipment(self.shipment)


def _requested_by_variant(operation: Reserve | Allocate, names: Names) -> dict[str, int]:
    return {at(names.variants, variant): quantity for variant, quantity in operation.requested.items()}


_numbers = st.integers(0, 5)
_amounts = st.integers(1, 12)
_sessions = st.sampled_from(SESSIONS)
_several = st.dictionaries(_numbers, _amounts, min_size=1, max_size=3)
_shipments = st.sampled_from([f"ship_{number}" for number in range(6)])
_adjust = st.builds(Adjust, _numbers, _numbers, st.integers(-20, 30).filter(bool))

STOCK_OPERATIONS = st.one_of(
    _adjust,
    st.builds(AdjustAll, st.lists(_adjust, min_size=1, max_size=6).map(tuple)),
    st.builds(Transfer, _numbers, _numbers, _numbers, _amounts),
    st.builds(Reserve, _several, _sessions, st.sampled_from([60, 60, 60, -1])),
    st.builds(Release, _sessions),
    st.builds(Allocate, _shipments, _several, st.none() | _sessions),
    st.builds(ReleaseShipment, _shipments),
)
