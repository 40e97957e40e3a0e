"""Taking stock for a parcel, and giving it back (decisions, section 5).

A parcel leaves from one place. What the checkout reserved is taken first, the rest from where that was where it can be,
else from the first warehouse that holds all of it. Level rows are locked in one order (variant, warehouse), so that
parcels over the same stock wait for each other and never deadlock.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

import msgspec

from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import MAX_INTEGER
from fulfilment.stock import adjustment, allocation_queries
from fulfilment.stock.schemas import StockAdjustment, StockMovement

RESERVATION_MINUTES = 60


class StockInsufficient(ApiError):
    """Less is available than the parcel needs, in any one place.

    `variant_id` is the first that lacks. `shortages` has a refusal of each whose lack keeps the others from leaving.
    """

    status, code = 409, "STOCK_INSUFFICIENT"
    message = "No warehouse has enough of this available."

    def __init__(self, message: str, *, field: str | None = None, variant_id: str | None = None) -> None:
        super().__init__(message, field=field)
        self.variant_id = variant_id
        self.shortages: dict[str | None, StockInsufficient] = {variant_id: self}


class Allocation(msgspec.Struct, frozen=True):
    """What is taken of one variant in one warehouse, and which reservation it uses up."""

    variant_id: str
    warehouse_id: str
    quantity: int
    reservation_id: str | None = None


async def allocate(
    tx: Tx, shipment_id: str, requested: Mapping[str, int], warehouse_id: str | None, checkout_session_id: str | None
) -> None:
    """Allocate `requested` (variant id to quantity) for a shipment, all of it or nothing. Raises StockInsufficient.

    A variant without any level is not stock-tracked and never refuses.
    """
    levels = await allocation_queries.lock_levels(tx, sorted(requested))
    tracked = {level["variant_id"] for level in levels}
    requested = {variant: quantity for variant, quantity in requested.items() if variant in tracked}
    if not requested:
        return
    usable = [level for level in levels if warehouse_id in (None, level["warehouse_id"])]
    # Its own are locked before anybody's are counted: one released in between would be neither its own nor available.
    own_reservations = (
        [] if checkout_session_id is None else await _lock_own_reservations(tx, checkout_session_id, requested)
    )
    reserved = await allocation_queries.find_active_reservations(tx, sorted(requested), own_reservations)
    allocations = _allocate_reserved(own_reservations, usable, requested)
    allocations += _allocate_from_one_warehouse(requested, usable, _sum_reserved(reserved), allocations)
    await _apply_allocations(tx, shipment_id, allocations, own_reservations, checkout_session_id)


async def find_shortages(
    tx: Tx, requested: Mapping[str, int], checkout_session_id: str | None
) -> dict[str, StockInsufficient]:
    """Of what too little is available anywhere even by itself, and its refusal. The levels are locked."""
    levels = await allocation_queries.lock_levels(tx, sorted(requested))
    own_reservations = (
        [] if checkout_session_id is None else await _lock_own_reservations(tx, checkout_session_id, requested)
    )
    reserved = _sum_reserved(await allocation_queries.find_active_reservations(tx, sorted(requested), own_reservations))
    levels_by_variant, own_by_variant = group_by_variant(levels), group_by_variant(own_reservations)
    shortages: dict[str, StockInsufficient] = {}
    for variant, usable in levels_by_variant.items():
        single = {variant: requested[variant]}
        try:
            _allocate_from_one_warehouse(
                single, usable, reserved, _allocate_reserved(own_by_variant.get(variant, ()), usable, single)
            )
        except StockInsufficient as problem:
            shortages[variant] = problem
    return shortages


async def lock_and_choose_warehouse(tx: Tx, requested: Mapping[str, int], warehouse_id: str | None) -> list[Allocation]:
    """Where all of `requested` is available, its levels locked; nothing is moved. Raises StockInsufficient."""
    levels = await allocation_queries.lock_levels(tx, sorted(requested))
    reserved = await allocation_queries.find_active_reservations(tx, sorted(requested))
    return choose_warehouse(requested, warehouse_id, levels, reserved)


def choose_warehouse(
    requested: Mapping[str, int], warehouse_id: str | None, levels: Sequence, reserved: Sequence
) -> list[Allocation]:
    """Where all of `requested` is available, by the levels of its variants and what is reserved of them.

    Raises StockInsufficient. Of a variant without any level nothing is taken.
    """
    tracked = {level["variant_id"] for level in levels}
    usable = [level for level in levels if warehouse_id in (None, level["warehouse_id"])]
    requested = {variant: quantity for variant, quantity in requested.items() if variant in tracked}
    return _allocate_from_one_warehouse(requested, usable, _sum_reserved(reserved), [])


async def release(tx: Tx, shipment_id: str) -> None:
    """Put back what a shipment still holds, once: its reservations are released, their stock restocked."""
    released = await allocation_queries.release_by_shipment(tx, shipment_id, clock.now())
    allocations = [Allocation(row["variant_id"], row["warehouse_id"], row["quantity"]) for row in released]
    await restock(tx, shipment_id, allocations)


async def restock(
    tx: Tx,
    shipment_id: str,
    allocations: Sequence[Allocation],
    *,
    created_by: str | None = None,
    notes: Mapping[tuple[str, str], str] | None = None,
) -> list[StockMovement]:
    """Restock what a shipment had taken, with what else is to be noted of a level.

    Never refuses: where a level would pass its bound, it is filled up to it.
    """
    levels = await allocation_queries.lock_levels(tx, sorted({piece.variant_id for piece in allocations}))
    capacity = {(level["variant_id"], level["warehouse_id"]): MAX_INTEGER - level["on_hand"] for level in levels}
    movements = []
    for allocation in sorted(allocations, key=lambda piece: (piece.variant_id, piece.warehouse_id)):
        level_key = (allocation.variant_id, allocation.warehouse_id)
        delta = min(allocation.quantity, capacity[level_key])
        capacity[level_key] -= delta
        if not delta:
            continue
        extra_note = (notes or {}).get(level_key)
        change = StockAdjustment(
            variant_id=allocation.variant_id,
            warehouse_id=allocation.warehouse_id,
            delta=delta,
            reason="refund_restock",
            note=f"Shipment {shipment_id}" + (f"; {extra_note}" if extra_note else ""),
        )
        movement, _ = await adjustment.apply_movement(tx, change, created_by=created_by, shipment_id=shipment_id)
        movements.append(movement)
    return movements


async def _lock_own_reservations(tx: Tx, checkout_session_id: str, requested: Mapping[str, int]) -> list:
    reservations = await allocation_queries.lock_checkout_reservations(tx, checkout_session_id)
    return [row for row in reservations if row["variant_id"] in requested]


def group_by_variant(rows: Sequence) -> dict[str, list]:
    """Levels, or reservations, of each variant."""
    groups: dict[str, list] = {}
    for row in rows:
        groups.setdefault(row["variant_id"], []).append(row)
    return groups


def _sum_reserved(reservations: Sequence) -> dict[tuple[str, str], int]:
    """How much of each level is reserved, whoever reserved it."""
    quantities: dict[tuple[str, str], int] = {}
    for row in reservations:
        level_key = (row["variant_id"], row["warehouse_id"])
        quantities[level_key] = quantities.get(level_key, 0) + row["quantity"]
    return quantities


def _allocate_reserved(
    own_reservations: Sequence, usable_levels: Sequence, requested: Mapping[str, int]
) -> list[Allocation]:
    """The checkout's own reservations, oldest first, as far as they are wanted and their stock is there."""
    on_hand = {(level["variant_id"], level["warehouse_id"]): level["quantity"] for level in usable_levels}
    remaining = dict(requested)
    allocations = []
    for row in own_reservations:
        level_key = (row["variant_id"], row["warehouse_id"])
        quantity = min(row["quantity"], remaining[row["variant_id"]], on_hand.get(level_key, 0))
        if quantity:
            remaining[row["variant_id"]] -= quantity
            on_hand[level_key] -= quantity
            allocations.append(Allocation(*level_key, quantity, row["id"]))
    return allocations


def _allocate_from_one_warehouse(
    requested: Mapping[str, int],
    usable_levels: Sequence,
    reserved: Mapping[tuple[str, str], int],
    allocated: Sequence[Allocation],
) -> list[Allocation]:
    """What is wanted beyond what is taken already: from where that is, else defaults first, then the oldest."""
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
        candidate_id, variant = level["warehouse_id"], level["variant_id"]
        available.setdefault(candidate_id, {})[variant] = level["quantity"] - reserved.get((variant, candidate_id), 0)
        sort_keys[candidate_id] = (
            candidate_id not in used_warehouses,
            not level["is_default"],
            level["created_at"],
            candidate_id,
        )
    warehouse_ids = sorted(available, key=sort_keys.__getitem__)
    for warehouse_id in warehouse_ids:
        if all(available[warehouse_id].get(variant, 0) >= quantity for variant, quantity in remaining.items()):
            return [Allocation(variant, warehouse_id, quantity) for variant, quantity in remaining.items()]
    raise _shortage_error(requested, remaining, [available[place] for place in warehouse_ids])


def _shortage_error(
    requested: Mapping[str, int], remaining: Mapping[str, int], available_by_warehouse: Sequence[Mapping[str, int]]
) -> StockInsufficient:
    """Of what too little is anywhere; else, of what the place lacks that has the most of the others."""

    def build_error(variant: str, available: int, qualifier: str) -> StockInsufficient:
        # What the checkout has reserved is there for it as well.
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


async def _apply_allocations(
    tx: Tx,
    shipment_id: str,
    allocations: Sequence[Allocation],
    own_reservations: Sequence,
    checkout_session_id: str | None,
) -> None:
    reservations_by_id = {row["id"]: row for row in own_reservations}
    for allocation in sorted(allocations, key=lambda taking: (taking.variant_id, taking.warehouse_id)):
        movement, threshold = await adjustment.apply_movement(
            tx,
            StockAdjustment(
                variant_id=allocation.variant_id,
                warehouse_id=allocation.warehouse_id,
                delta=-allocation.quantity,
                reason="transfer_out",
                note=f"Shipment {shipment_id}",
            ),
            created_by=None,
            shipment_id=shipment_id,
        )
        await adjustment.emit_if_low(tx, movement, threshold)
        if allocation.reservation_id is None:
            time_to_live = timedelta(minutes=RESERVATION_MINUTES)
            await allocation_queries.insert_consumed(
                tx, ids.new("rsv"), allocation, shipment_id, checkout_session_id, time_to_live
            )
            continue
        if reservations_by_id[allocation.reservation_id]["quantity"] == allocation.quantity:
            await allocation_queries.consume_reservation(tx, allocation.reservation_id, shipment_id)
        else:
            await allocation_queries.consume_part(
                tx, allocation.reservation_id, ids.new("rsv"), shipment_id, allocation.quantity
            )
