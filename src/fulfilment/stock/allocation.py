"""Taking stock for a parcel, and giving it back (decisions, section 5).

A parcel leaves from one place. What the checkout reserved is taken first, the rest from where that was where it can be,
else from the first warehouse that holds all of it. Level rows are locked in one order (variant, warehouse), so that
parcels over the same stock wait for each other and never deadlock.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

import msgspec

from fulfilment import clock, ids
from fulfilment.db.tx import Tx
from fulfilment.fields import MAX_INTEGER
from fulfilment.http.errors import ApiError
from fulfilment.stock import adjustment, allocation_queries
from fulfilment.stock.records import StockAdjustment, StockMovement

RESERVATION_MINUTES = 60


class StockInsufficient(ApiError):
    """Less is available than the parcel needs, in any one place.

    `variant_id` is the first that lacks. `lacking` has a refusal of each whose lack keeps the others from leaving.
    """

    status, code = 409, "STOCK_INSUFFICIENT"
    message = "No warehouse has enough of this available."

    def __init__(self, message: str, *, field: str | None = None, variant_id: str | None = None):
        super().__init__(message, field=field)
        self.variant_id = variant_id
        self.lacking: dict[str | None, StockInsufficient] = {variant_id: self}


class Taking(msgspec.Struct, frozen=True):
    """What is taken of one variant in one warehouse, and which reservation it uses up."""

    variant_id: str
    warehouse_id: str
    quantity: int
    reservation_id: str | None = None


async def take(
    tx: Tx, shipment_id: str, wanted: Mapping[str, int], warehouse_id: str | None, checkout_session_id: str | None
) -> None:
    """Take `wanted` (variant id to quantity) for a shipment, all of it or nothing. Raises StockInsufficient.

    A variant without any level is not stock-tracked and never refuses.
    """
    levels = await allocation_queries.lock_levels(tx, sorted(wanted))
    tracked = {level["variant_id"] for level in levels}
    wanted = {variant: quantity for variant, quantity in wanted.items() if variant in tracked}
    if not wanted:
        return
    usable = [level for level in levels if warehouse_id in (None, level["warehouse_id"])]
    # Its own are locked before anybody's are counted: one released in between would be neither its own nor available.
    own = [] if checkout_session_id is None else await _own(tx, checkout_session_id, wanted)
    reserved = await allocation_queries.active_reservations(tx, sorted(wanted), own)
    takings = _from_reservations(own, usable, wanted)
    takings += _from_one_place(wanted, usable, _held(reserved), takings)
    await _carry_out(tx, shipment_id, takings, own, checkout_session_id)


async def find_lacking(
    tx: Tx, wanted: Mapping[str, int], checkout_session_id: str | None
) -> dict[str, StockInsufficient]:
    """Of what too little is available anywhere even by itself, and its refusal. The levels are locked."""
    levels = await allocation_queries.lock_levels(tx, sorted(wanted))
    own = [] if checkout_session_id is None else await _own(tx, checkout_session_id, wanted)
    held = _held(await allocation_queries.active_reservations(tx, sorted(wanted), own))
    levels_of, own_of = by_variant(levels), by_variant(own)
    lacking: dict[str, StockInsufficient] = {}
    for variant, usable in levels_of.items():
        alone = {variant: wanted[variant]}
        try:
            _from_one_place(alone, usable, held, _from_reservations(own_of.get(variant, ()), usable, alone))
        except StockInsufficient as problem:
            lacking[variant] = problem
    return lacking


async def find_place(tx: Tx, wanted: Mapping[str, int], warehouse_id: str | None) -> list[Taking]:
    """Where all of `wanted` is available, its levels locked; nothing is moved. Raises StockInsufficient."""
    levels = await allocation_queries.lock_levels(tx, sorted(wanted))
    reserved = await allocation_queries.active_reservations(tx, sorted(wanted))
    return choose_place(wanted, warehouse_id, levels, reserved)


def choose_place(
    wanted: Mapping[str, int], warehouse_id: str | None, levels: Sequence, reserved: Sequence
) -> list[Taking]:
    """Where all of `wanted` is available, by the levels of its variants and what is reserved of them.

    Raises StockInsufficient. Of a variant without any level nothing is taken.
    """
    tracked = {level["variant_id"] for level in levels}
    usable = [level for level in levels if warehouse_id in (None, level["warehouse_id"])]
    wanted = {variant: quantity for variant, quantity in wanted.items() if variant in tracked}
    return _from_one_place(wanted, usable, _held(reserved), [])


async def give_back(tx: Tx, shipment_id: str) -> None:
    """Put back what a shipment still holds, once: its reservations are released, their stock restocked."""
    released = await allocation_queries.release_of_shipment(tx, shipment_id, clock.now())
    pieces = [Taking(row["variant_id"], row["warehouse_id"], row["quantity"]) for row in released]
    await put_back(tx, shipment_id, pieces)


async def put_back(
    tx: Tx,
    shipment_id: str,
    pieces: Sequence[Taking],
    *,
    created_by: str | None = None,
    notes: Mapping[tuple[str, str], str] | None = None,
) -> list[StockMovement]:
    """Restock what a shipment had taken, with what else is to be noted of a level.

    Never refuses: where a level would pass its bound, it is filled up to it.
    """
    levels = await allocation_queries.lock_levels(tx, sorted({piece.variant_id for piece in pieces}))
    room = {(level["variant_id"], level["warehouse_id"]): MAX_INTEGER - level["on_hand"] for level in levels}
    movements = []
    for piece in sorted(pieces, key=lambda piece: (piece.variant_id, piece.warehouse_id)):
        place = (piece.variant_id, piece.warehouse_id)
        delta = min(piece.quantity, room[place])
        room[place] -= delta
        if not delta:
            continue
        more = (notes or {}).get(place)
        change = StockAdjustment(
            variant_id=piece.variant_id,
            warehouse_id=piece.warehouse_id,
            delta=delta,
            reason="refund_restock",
            note=f"Shipment {shipment_id}" + (f"; {more}" if more else ""),
        )
        movement, _ = await adjustment.move(tx, change, created_by=created_by, shipment_id=shipment_id)
        movements.append(movement)
    return movements


async def _own(tx: Tx, checkout_session_id: str, wanted: Mapping[str, int]) -> list:
    reserved = await allocation_queries.lock_of_checkout(tx, checkout_session_id)
    return [row for row in reserved if row["variant_id"] in wanted]


def by_variant(rows: Sequence) -> dict[str, list]:
    """Levels, or reservations, of each variant."""
    found: dict[str, list] = {}
    for row in rows:
        found.setdefault(row["variant_id"], []).append(row)
    return found


def _held(reserved: Sequence) -> dict[tuple[str, str], int]:
    """How much of each level is reserved, whoever reserved it."""
    held: dict[tuple[str, str], int] = {}
    for row in reserved:
        place = (row["variant_id"], row["warehouse_id"])
        held[place] = held.get(place, 0) + row["quantity"]
    return held


def _from_reservations(own: Sequence, usable: Sequence, wanted: Mapping[str, int]) -> list[Taking]:
    """The checkout's own reservations, oldest first, as far as they are wanted and their stock is there."""
    on_hand = {(level["variant_id"], level["warehouse_id"]): level["quantity"] for level in usable}
    missing = dict(wanted)
    takings = []
    for row in own:
        place = (row["variant_id"], row["warehouse_id"])
        quantity = min(row["quantity"], missing[row["variant_id"]], on_hand.get(place, 0))
        if quantity:
            missing[row["variant_id"]] -= quantity
            on_hand[place] -= quantity
            takings.append(Taking(*place, quantity, row["id"]))
    return takings


def _from_one_place(
    wanted: Mapping[str, int], usable: Sequence, held: Mapping[tuple[str, str], int], taken: Sequence[Taking]
) -> list[Taking]:
    """What is wanted beyond what is taken already: from where that is, else defaults first, then the oldest."""
    rest = dict(wanted)
    for taking in taken:
        rest[taking.variant_id] -= taking.quantity
    rest = {variant: quantity for variant, quantity in rest.items() if quantity}
    if not rest:
        return []
    begun = {taking.warehouse_id for taking in taken}
    available: dict[str, dict[str, int]] = {}
    ranks: dict[str, tuple] = {}
    for level in usable:
        id, variant = level["warehouse_id"], level["variant_id"]
        available.setdefault(id, {})[variant] = level["quantity"] - held.get((variant, id), 0)
        ranks[id] = (id not in begun, not level["is_default"], level["created_at"], id)
    places = sorted(available, key=ranks.__getitem__)
    for place in places:
        if all(available[place].get(variant, 0) >= quantity for variant, quantity in rest.items()):
            return [Taking(variant, place, quantity) for variant, quantity in rest.items()]
    raise _shortage(wanted, rest, [available[place] for place in places])


def _shortage(
    wanted: Mapping[str, int], rest: Mapping[str, int], places: Sequence[Mapping[str, int]]
) -> StockInsufficient:
    """Of what too little is anywhere; else, of what the place lacks that has the most of the others."""

    def refusal(variant: str, available: int, where: str) -> StockInsufficient:
        # What the checkout has reserved is there for it as well.
        available = max(available, 0) + wanted[variant] - rest[variant]
        said = f"Not enough is available: {wanted[variant]} needed, {available} {where}."
        return StockInsufficient(said, variant_id=variant)

    for variant, quantity in rest.items():
        most = max((place.get(variant, 0) for place in places), default=0)
        if most < quantity:
            return refusal(variant, most, "available in one place")
    lacking = [[v for v, quantity in rest.items() if place.get(v, 0) < quantity] for place in places]
    nearest, place = min(zip(lacking, places, strict=True), key=lambda pair: len(pair[0]))
    refusals = {
        variant: refusal(variant, place.get(variant, 0), "available where the others are") for variant in nearest
    }
    first = refusals[nearest[0]]
    first.lacking = refusals
    return first


async def _carry_out(
    tx: Tx,
    shipment_id: str,
    takings: Sequence[Taking],
    own: Sequence,
    checkout_session_id: str | None,
) -> None:
    sizes = {row["id"]: row for row in own}
    for taking in sorted(takings, key=lambda taking: (taking.variant_id, taking.warehouse_id)):
        movement, threshold = await adjustment.move(
            tx,
            StockAdjustment(
                variant_id=taking.variant_id,
                warehouse_id=taking.warehouse_id,
                delta=-taking.quantity,
                reason="transfer_out",
                note=f"Shipment {shipment_id}",
            ),
            created_by=None,
            shipment_id=shipment_id,
        )
        await adjustment.warn_if_low(tx, movement, threshold)
        if taking.reservation_id is None:
            life = timedelta(minutes=RESERVATION_MINUTES)
            await allocation_queries.record_consumed(tx, ids.new("rsv"), taking, shipment_id, checkout_session_id, life)
            continue
        if sizes[taking.reservation_id]["quantity"] == taking.quantity:
            await allocation_queries.consume(tx, taking.reservation_id, shipment_id)
        else:
            await allocation_queries.split_off(tx, taking.reservation_id, ids.new("rsv"), shipment_id, taking.quantity)
