"""Taking stock for a parcel, and giving it back (decisions, section 5).

A parcel leaves from one place. What the checkout reserved is taken first, the rest from the first warehouse that holds
all of it. Level rows are locked in one order (variant, warehouse), so that parcels over the same stock wait for each
other and never deadlock.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from fulfilment import clock, ids
from fulfilment.db.tx import Tx
from fulfilment.http.errors import ApiError
from fulfilment.stock import adjustment, allocation_queries
from fulfilment.stock.records import Adjustment

RESERVATION_MINUTES = 60


class StockInsufficient(ApiError):
    """Less is available than the parcel needs, in any one place."""

    status, code = 409, "STOCK_INSUFFICIENT"
    message = "No warehouse has enough of this available."


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
    now = clock.now()
    usable = [level for level in levels if warehouse_id in (None, level["warehouse_id"])]
    # Its own are locked before anybody's are counted: one released in between would be neither its own nor available.
    own = [] if checkout_session_id is None else await _own(tx, checkout_session_id, wanted, now)
    reserved = await allocation_queries.active_reservations(tx, sorted(wanted), now)
    takings = _from_reservations(own, usable, wanted)
    rest = dict(wanted)
    for taking in takings:
        rest[taking.variant_id] -= taking.quantity
    takings += _from_one_place({v: q for v, q in rest.items() if q}, usable, _held(reserved))
    await _carry_out(tx, shipment_id, takings, own, now)


async def find_place(tx: Tx, wanted: Mapping[str, int], warehouse_id: str | None, now: datetime) -> list[Taking]:
    """Where all of `wanted` is available, its levels locked; nothing is moved. Raises StockInsufficient."""
    levels = await allocation_queries.lock_levels(tx, sorted(wanted))
    tracked = {level["variant_id"] for level in levels}
    usable = [level for level in levels if warehouse_id in (None, level["warehouse_id"])]
    reserved = await allocation_queries.active_reservations(tx, sorted(wanted), now)
    rest = {variant: quantity for variant, quantity in wanted.items() if variant in tracked}
    return _from_one_place(rest, usable, _held(reserved))


async def give_back(tx: Tx, shipment_id: str) -> None:
    """Put back what a shipment still holds, once: its reservations are released, their stock restocked."""
    released = await allocation_queries.release_of_shipment(tx, shipment_id, clock.now())
    for row in sorted(released, key=lambda row: (row["variant_id"], row["warehouse_id"])):
        await adjustment.move(
            tx,
            Adjustment(
                variant_id=row["variant_id"],
                warehouse_id=row["warehouse_id"],
                delta=row["quantity"],
                reason="refund_restock",
                note=f"Shipment {shipment_id}",
            ),
            created_by=None,
            shipment_id=shipment_id,
        )


async def _own(tx: Tx, checkout_session_id: str, wanted: Mapping[str, int], now: datetime) -> list:
    reserved = await allocation_queries.lock_of_checkout(tx, checkout_session_id, now)
    return [row for row in reserved if row["variant_id"] in wanted]


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


def _from_one_place(rest: Mapping[str, int], usable: Sequence, held: Mapping[tuple[str, str], int]) -> list[Taking]:
    """The first warehouse that has all the rest available: defaults first, then the oldest."""
    if not rest:
        return []
    available: dict[str, dict[str, int]] = {}
    ranks: dict[str, tuple] = {}
    for level in usable:
        place = (level["variant_id"], level["warehouse_id"])
        available.setdefault(level["warehouse_id"], {})[level["variant_id"]] = level["quantity"] - held.get(place, 0)
        ranks[level["warehouse_id"]] = (not level["is_default"], level["created_at"], level["warehouse_id"])
    for place in sorted(available, key=ranks.__getitem__):
        if all(available[place].get(variant, 0) >= quantity for variant, quantity in rest.items()):
            return [Taking(variant, place, quantity) for variant, quantity in rest.items()]
    raise StockInsufficient


async def _carry_out(tx: Tx, shipment_id: str, takings: Sequence[Taking], own: Sequence, now: datetime) -> None:
    sizes = {row["id"]: row for row in own}
    for taking in sorted(takings, key=lambda taking: (taking.variant_id, taking.warehouse_id)):
        movement, threshold = await adjustment.move(
            tx,
            Adjustment(
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
            await allocation_queries.record_consumed(
                tx, ids.new("rsv"), taking, shipment_id, now, now + timedelta(minutes=RESERVATION_MINUTES)
            )
            continue
        if sizes[taking.reservation_id]["quantity"] == taking.quantity:
            await allocation_queries.consume(tx, taking.reservation_id, shipment_id, now)
        else:
            await allocation_queries.split_off(
                tx, taking.reservation_id, ids.new("rsv"), shipment_id, taking.quantity, now
            )
