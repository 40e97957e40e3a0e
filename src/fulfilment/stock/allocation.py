"""Stock allocation for parcels, and its return (decisions, section 5).

A parcel leaves from one warehouse. The checkout's reservations are used first, and the rest comes from their warehouse
if possible. Otherwise it comes from the first warehouse that has all of it. Level rows are locked in one order
(variant, warehouse), so that allocations of the same stock wait for each other and never deadlock.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType

import msgspec

from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import MAX_INTEGER
from fulfilment.stock import adjustment, allocation_queries, queries
from fulfilment.stock.allocation_queries import HeldStock, Level
from fulfilment.stock.queries import LevelKey, LevelMove

RESERVATION_MINUTES = 60


class StockInsufficient(ApiError):
    """No warehouse has enough available for the parcel.

    `variant_id` is the first variant that is short. `shortages` has an error of each variant that is short in the same
    warehouse.
    """

    status, code = 409, "STOCK_INSUFFICIENT"
    message = "No warehouse has enough of this available."

    def __init__(self, message: str, *, field: str | None = None, variant_id: str | None = None) -> None:
        super().__init__(message, field=field)
        self.variant_id = variant_id
        self.shortages: dict[str | None, StockInsufficient] = {variant_id: self}


class Allocation(msgspec.Struct, frozen=True):
    """The quantity taken of a variant in a warehouse, and the reservation that it consumes wholly or partly."""

    variant_id: str
    warehouse_id: str
    quantity: int
    reservation_id: str | None = None
    is_whole_reservation: bool = False


class ShipmentAllocation(msgspec.Struct, frozen=True):
    """All allocations of one shipment."""

    shipment_id: str
    checkout_session_id: str | None
    allocations: list[Allocation]


class _Taking(Allocation, frozen=True, kw_only=True):
    """The parameters of TAKE and CONSUME_PART; `reserved` is the quantity to leave for other reservations."""

    shipment_id: str
    checkout_session_id: str | None
    note: str
    reserved: int
    movement_id: str = msgspec.field(default_factory=lambda: ids.new("mv"))
    consumed_id: str = msgspec.field(default_factory=lambda: ids.new("rsv"))
    moved_at: datetime = msgspec.field(default_factory=clock.now)
    lifetime: timedelta = timedelta(minutes=RESERVATION_MINUTES)

    def to_move(self) -> LevelMove:
        return LevelMove(
            variant_id=self.variant_id,
            warehouse_id=self.warehouse_id,
            delta=-self.quantity,
            reason="transfer_out",
            note=self.note,
            shipment_id=self.shipment_id,
            movement_id=self.movement_id,
            moved_at=self.moved_at,
        )


class _OwnReservation(msgspec.Struct):
    """The remaining quantity of one active reservation of a checkout."""

    id: str
    variant_id: str
    warehouse_id: str
    quantity: int


class LockedStock(msgspec.Struct):
    """Locked levels of some variants, with their reservations. Parcels are planned on them one after another.

    `reserved` is the reserved quantity of each level, over all checkouts. `own` has the active reservations of each
    checkout, oldest first.
    """

    levels: dict[str, list[Level]]
    reserved: dict[LevelKey, int]
    own: dict[str | None, list[_OwnReservation]]

    def allocate(
        self, requested: Mapping[str, int], warehouse_id: str | None = None, checkout_session_id: str | None = None
    ) -> list[Allocation]:
        """Plan a parcel of `requested` (variant id to quantity), and subtract its stock for the next parcels.

        Raises StockInsufficient. A variant without any level is not stock-tracked, and takes no stock.
        """
        allocations = self._plan(requested, warehouse_id, checkout_session_id)
        own = {one.id: one for one in self.own.get(checkout_session_id, ())}
        for allocation in allocations:
            level = next(
                one for one in self.levels[allocation.variant_id] if one.warehouse_id == allocation.warehouse_id
            )
            level.quantity -= allocation.quantity
            if allocation.reservation_id is not None:
                self.reserved[level.level_key] -= allocation.quantity
                own[allocation.reservation_id].quantity -= allocation.quantity
        return allocations

    def find_shortages(
        self, requested: Mapping[str, int], checkout_session_id: str | None
    ) -> dict[str | None, StockInsufficient]:
        """The variants that must be left out so that the others can be allocated together, with the error of each."""
        shortages: dict[str | None, StockInsufficient] = {}
        for variant_id, quantity in requested.items():
            try:
                self._plan({variant_id: quantity}, None, checkout_session_id)
            except StockInsufficient as problem:
                shortages[variant_id] = problem
        while remaining := {one: quantity for one, quantity in requested.items() if one not in shortages}:
            try:
                self._plan(remaining, None, checkout_session_id)
                break
            except StockInsufficient as problem:
                shortages |= problem.shortages
        return shortages

    def _plan(
        self, requested: Mapping[str, int], warehouse_id: str | None, checkout_session_id: str | None
    ) -> list[Allocation]:
        requested = {variant_id: quantity for variant_id, quantity in requested.items() if variant_id in self.levels}
        usable = [
            level
            for variant_id in requested
            for level in self.levels[variant_id]
            if warehouse_id in (None, level.warehouse_id)
        ]
        allocations = _allocate_reserved(self.own.get(checkout_session_id, ()), usable, requested)
        return allocations + _allocate_from_one_warehouse(requested, usable, self.reserved, allocations)


async def lock_stock(
    tx: Tx, variant_ids: Iterable[str], checkout_session_ids: Iterable[str | None] = ()
) -> LockedStock:
    """Lock all levels of the variants, and the checkouts' reservations of them."""
    wanted = sorted(set(variant_ids))
    if not wanted:
        return LockedStock({}, {}, {})
    levels: dict[str, list[Level]] = {}
    for level in await allocation_queries.lock_levels(tx, wanted):
        levels.setdefault(level.variant_id, []).append(level)
    # The checkouts' own reservations are locked before all are summed. Otherwise a reservation that is released in
    # between would be neither own nor available.
    sessions = sorted({id for id in checkout_session_ids if id is not None})
    rows = await tx.fetch_all(allocation_queries.LOCK_CHECKOUT_RESERVATIONS, sessions) if levels and sessions else []
    own: dict[str | None, list[_OwnReservation]] = {}
    for row in rows:
        one = _OwnReservation(row["id"], row["variant_id"], row["warehouse_id"], row["quantity"])
        own.setdefault(row["checkout_session_id"], []).append(one)
    checked_at = rows[0]["checked_at"] if rows else None
    reserved = await allocation_queries.find_reserved(tx, sorted(levels), checked_at) if levels else {}
    return LockedStock(levels, reserved, own)


async def allocate_for_shipment(
    tx: Tx,
    shipment_id: str,
    requested: Mapping[str, int],
    warehouse_id: str | None = None,
    checkout_session_id: str | None = None,
    *,
    stock: LockedStock | None = None,
) -> None:
    """Take `requested` (variant id to quantity) for a shipment, all or nothing. Raises StockInsufficient.

    `stock` is given if the levels are locked already.
    """
    stock = stock or await lock_stock(tx, requested, [checkout_session_id])
    allocations = stock.allocate(requested, warehouse_id, checkout_session_id)
    await store_allocations(tx, [ShipmentAllocation(shipment_id, checkout_session_id, allocations)], stock)


async def store_allocations(tx: Tx, shipments: Sequence[ShipmentAllocation], stock: LockedStock) -> None:
    """Store the allocations that were planned on `stock`: levels, movements, and a consumed reservation for each."""
    takings = [
        _Taking(
            shipment_id=shipment.shipment_id,
            checkout_session_id=shipment.checkout_session_id,
            note=f"Shipment {shipment.shipment_id}",
            reserved=0 if one.reservation_id else stock.reserved.get((one.variant_id, one.warehouse_id), 0),
            **msgspec.structs.asdict(one),
        )
        for shipment in shipments
        for one in shipment.allocations
    ]
    take, consume_part = allocation_queries.TAKE, allocation_queries.CONSUME_PART
    rows = await tx.fetch_each(take, [take.bind(taking) for taking in takings])
    for taking, row in zip(takings, rows, strict=True):
        assert row["quantity"] is not None, "a locked level changed"
        if row["low_stock_threshold"] is not None:
            await adjustment.emit_if_low(tx, *adjustment.movement_of_row(row, taking.to_move()))
        if taking.is_whole_reservation:
            await tx.fetch_optional(allocation_queries.CONSUME_RESERVATION, taking.reservation_id, taking.shipment_id)
        elif taking.reservation_id is not None:
            await tx.fetch_optional(consume_part, *consume_part.bind(taking))


async def deallocate(tx: Tx, shipment_id: str) -> None:
    """Return all stock that a shipment still holds, once: release its reservations and restock the levels."""
    held = await allocation_queries.release_by_shipment(tx, shipment_id, clock.now())
    await _restock(tx, shipment_id, [((one.variant_id, one.warehouse_id), one.quantity) for one in held])


async def move_to_shipment(tx: Tx, from_shipment_id: str, to_shipment_id: str) -> None:
    """Transfer the stock that a shipment still holds to another shipment, without a movement."""
    await tx.fetch_optional(allocation_queries.MOVE_TO_SHIPMENT, from_shipment_id, to_shipment_id)


async def lock_held(tx: Tx, shipment_id: str) -> list[HeldStock]:
    """Lock the stock that a shipment took and has neither returned nor transferred."""
    rows = await tx.fetch_all(allocation_queries.LOCK_CONSUMED_BY_SHIPMENT, shipment_id)
    return [HeldStock(*row) for row in rows]


async def restock_returned(
    tx: Tx, shipment_id: str, returned: Sequence[tuple[HeldStock, int]], notes: Mapping[LevelKey, Sequence[str]]
) -> None:
    """Restock the returned quantities of a shipment's stock; `notes` are further notes for the movement of a level."""
    now, release_part = clock.now(), allocation_queries.RELEASE_PART
    quantities: dict[LevelKey, int] = {}
    for held, quantity in returned:
        level_key = (held.variant_id, held.warehouse_id)
        quantities[level_key] = quantities.get(level_key, 0) + quantity
        if quantity == held.quantity:
            await tx.fetch_optional(allocation_queries.RELEASE_RESERVATION, held.id, now)
        elif quantity:
            arguments = release_part.bind(id=held.id, part_id=ids.new("rsv"), quantity=quantity, released_at=now)
            await tx.fetch_optional(release_part, *arguments)
    await _restock(tx, shipment_id, list(quantities.items()), created_by=tx.actor.actor_id, notes=notes)


async def _restock(
    tx: Tx,
    shipment_id: str,
    quantities: Sequence[tuple[LevelKey, int]],
    *,
    created_by: str | None = None,
    notes: Mapping[LevelKey, Sequence[str]] = MappingProxyType({}),
) -> None:
    """Add to levels, in the common lock order.

    It never fails: a level that would exceed MAX_INTEGER is filled up to it.
    """

    moves = [
        LevelMove(
            variant_id=variant_id,
            warehouse_id=warehouse_id,
            delta=quantity,
            reason="refund_restock",
            note="; ".join([f"Shipment {shipment_id}", *notes.get((variant_id, warehouse_id), ())]),
            created_by=created_by,
            shipment_id=shipment_id,
        )
        for (variant_id, warehouse_id), quantity in sorted(quantities)
        if quantity
    ]
    for move, row in zip(moves, await queries.move_levels(tx, moves), strict=True):
        if row["quantity"] is None:
            levels = await allocation_queries.lock_levels(tx, [move.variant_id])
            (on_hand,) = (level.on_hand for level in levels if level.level_key == move.level_key)
            if on_hand < MAX_INTEGER:
                await queries.move_level(tx, msgspec.structs.replace(move, delta=MAX_INTEGER - on_hand))


def _allocate_reserved(
    own_reservations: Iterable[_OwnReservation], usable_levels: Sequence[Level], requested: Mapping[str, int]
) -> list[Allocation]:
    """Allocate from the checkout's own reservations, oldest first, as far as requested and on hand."""
    on_hand = {level.level_key: level.quantity for level in usable_levels}
    remaining = dict(requested)
    allocations = []
    for own in own_reservations:
        level_key = (own.variant_id, own.warehouse_id)
        quantity = min(own.quantity, remaining.get(own.variant_id, 0), on_hand.get(level_key, 0))
        if quantity:
            remaining[own.variant_id] -= quantity
            on_hand[level_key] -= quantity
            allocations.append(Allocation(*level_key, quantity, own.id, quantity == own.quantity))
    return allocations


def _allocate_from_one_warehouse(
    requested: Mapping[str, int],
    usable_levels: Sequence[Level],
    reserved: Mapping[LevelKey, int],
    allocated: Sequence[Allocation],
) -> list[Allocation]:
    """Allocate the rest of the request from one warehouse that has all of it.

    Warehouses that are used already come first, then defaults, then the oldest. Raises StockInsufficient.
    """
    remaining = dict(requested)
    for allocation in allocated:
        remaining[allocation.variant_id] -= allocation.quantity
    remaining = {variant: quantity for variant, quantity in remaining.items() if quantity}
    if not remaining:
        return []
    used_warehouses = {taking.warehouse_id for taking in allocated}
    available: dict[str, dict[str, int]] = {}
    sort_keys: dict[str, tuple] = {}
    for level in usable_levels:
        place = level.warehouse_id
        available.setdefault(place, {})[level.variant_id] = level.quantity - reserved.get(level.level_key, 0)
        sort_keys[place] = (place not in used_warehouses, not level.is_default, level.created_at, place)
    warehouse_ids = sorted(available, key=sort_keys.__getitem__)
    for warehouse_id in warehouse_ids:
        if all(available[warehouse_id].get(variant, 0) >= quantity for variant, quantity in remaining.items()):
            return [Allocation(variant, warehouse_id, quantity) for variant, quantity in remaining.items()]
    raise _shortage_error(requested, remaining, [available[place] for place in warehouse_ids])


def _shortage_error(
    requested: Mapping[str, int], remaining: Mapping[str, int], available_by_warehouse: Sequence[Mapping[str, int]]
) -> StockInsufficient:
    """The error of a request that no warehouse covers.

    It names a variant that is short in every warehouse, if there is one. Otherwise it names the variants that are short
    in the warehouse with the fewest shortages.
    """

    def build_error(variant: str, available: int, qualifier: str) -> StockInsufficient:
        # The checkout's own reservations are available to it as well.
        available = max(available, 0) + requested[variant] - remaining[variant]
        message = f"Not enough is available: {requested[variant]} needed, {available} {qualifier}."
        return StockInsufficient(message, variant_id=variant)

    for variant, quantity in remaining.items():
        largest = max((place.get(variant, 0) for place in available_by_warehouse), default=0)
        if largest < quantity:
            return build_error(variant, largest, "available in one place")
    lacking_by_warehouse = [
        [v for v, quantity in remaining.items() if place.get(v, 0) < quantity] for place in available_by_warehouse
    ]
    nearest, available_there = min(
        zip(lacking_by_warehouse, available_by_warehouse, strict=True), key=lambda pair: len(pair[0])
    )
    errors: dict[str | None, StockInsufficient] = {
        variant: build_error(variant, available_there.get(variant, 0), "available where the others are")
        for variant in nearest
    }
    first = errors[nearest[0]]
    first.shortages = errors
    return first
