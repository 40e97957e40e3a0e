"""A returned parcel is unpacked: what is sound goes back on the shelf, once (decisions, section 13).

What a shipment took stays its own until it is given back, handed over to a replacement, or restocked here. All three
hold the shipment's lock, and each leaves nothing for the others: every piece is counted once, whatever comes first.
"""

from collections.abc import Sequence
from datetime import datetime

import asyncpg
import msgspec

from fulfilment import clock, ids
from fulfilment.catalog import references
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.fields import stamp
from fulfilment.http import idempotency
from fulfilment.http.errors import NotFound, Validation
from fulfilment.shipments import calls, queries
from fulfilment.shipments.records import ShipmentRestockReply
from fulfilment.shipments.refusals import InvalidState
from fulfilment.shipments.restock_records import RestockedItem, ReturnedItem, ShipmentRestock, ShipmentRestockRequest
from fulfilment.stock import allocation, allocation_queries
from fulfilment.stock.allocation import Taking

RESTOCKED = sql(
    "shipments.restocked",
    """
    UPDATE shipments SET restock = $3, updated_at = $4
     WHERE account_id = $1 AND id = $2 AND status = 'returned' AND restock IS NULL
    RETURNING columns(shipments)
    """,
)


class Share(msgspec.Struct):
    """What comes back of one taking: `sound` goes back on the shelf, `damaged` does not, the rest is missing."""

    id: str
    variant_id: str
    warehouse_id: str
    held: int
    sound: int = 0
    damaged: int = 0

    @property
    def missing(self) -> int:
        return self.held - self.sound - self.damaged


async def restock(tx: Tx, shipment_id: str, given: ShipmentRestockRequest) -> ShipmentRestockReply:
    """Put a returned parcel's goods back. Raises NotFound, InvalidState, InProgress, Validation."""
    row = await queries.lock(tx, shipment_id)
    if row is None:
        raise NotFound
    await _require_known(tx, given.items or [])
    _require_restockable(row)
    if await calls.find(tx, shipment_id) is not None:
        # A rebooking that began before the return was reported hands the goods over, or lets go of them.
        raise idempotency.InProgress
    shares = [
        Share(held["id"], held["variant_id"], held["warehouse_id"], held["quantity"])
        for held in await allocation_queries.held_by_shipment(tx, shipment_id)
    ]
    if given.items is None:
        for share in shares:
            share.sound = share.held
    else:
        _deal_out(given.items, shares)
    now = clock.now()
    told = _told(tx, shares, now)
    await _put_back(tx, shipment_id, shares, told, now)
    row = await tx.one(RESTOCKED, shipment_id, msgspec.json.encode(told).decode(), now)
    tx.audit("shipment.restocked", "Shipment", shipment_id, after=told)
    return ShipmentRestockReply(shipment=queries.shown(row), restock=told)


async def _require_known(tx: Tx, items: Sequence[ReturnedItem]) -> None:
    known = await references.find_variants(tx, [item.variant_id for item in items])
    for nth, item in enumerate(items):
        if item.variant_id not in known:
            raise NotFound("No such variant.", field=f"items.{nth}.variantId")


def _require_restockable(row: asyncpg.Record) -> None:
    if row["restock"] is not None:
        raise InvalidState("The shipment has been restocked already.")
    if row["replaced_by"] is not None:
        raise InvalidState(f"The goods went over to {row['replaced_by']}, which replaced the shipment.")
    if row["status"] != "returned":
        raise InvalidState(f"Only a returned shipment is restocked; this one is {row['status']}.")


def _deal_out(items: Sequence[ReturnedItem], shares: Sequence[Share]) -> None:
    """Have each item come back of what was taken of its variant. Raises Validation."""
    for nth, item in enumerate(items):
        taken = [share for share in shares if share.variant_id == item.variant_id]
        if not taken:
            raise Validation("The shipment took nothing of this variant.", field=f"items.{nth}.variantId")
        there = sum(share.missing for share in taken)
        if item.quantity > there:
            said = f"That is more than came along: {there} of this variant {'is' if there == 1 else 'are'} left."
            raise Validation(said, field=f"items.{nth}.quantity")
        damaged = item.quantity if item.damaged is True else int(item.damaged)
        if damaged > item.quantity:
            raise Validation(f"Only {item.quantity} of these came back.", field=f"items.{nth}.damaged")
        sound = item.quantity - damaged
        for share in taken:
            whole = min(sound, share.missing)
            share.sound += whole
            broken = min(damaged, share.missing)
            share.damaged += broken
            sound, damaged = sound - whole, damaged - broken


def _told(tx: Tx, shares: Sequence[Share], now: datetime) -> ShipmentRestock:
    """By variant and warehouse, in their order."""
    items: dict[tuple[str, str], RestockedItem] = {}
    for share in sorted(shares, key=lambda share: (share.variant_id, share.warehouse_id)):
        place = (share.variant_id, share.warehouse_id)
        item = items.setdefault(place, RestockedItem(variant_id=place[0], warehouse_id=place[1], quantity=0, damaged=0))
        item.quantity += share.sound
        item.damaged += share.damaged
    return ShipmentRestock(restocked_at=stamp(now), created_by=tx.actor.actor_id, items=list(items.values()))


async def _put_back(tx: Tx, shipment_id: str, shares: Sequence[Share], told: ShipmentRestock, now: datetime) -> None:
    """Movements of the sound ones. Stock that a shipment moves emits no stock.adjusted (decisions, section 5)."""
    pieces = [Taking(item.variant_id, item.warehouse_id, item.quantity) for item in told.items]
    notes = {(item.variant_id, item.warehouse_id): f"{item.damaged} damaged" for item in told.items if item.damaged}
    by = tx.actor.actor_id
    await allocation.put_back(tx, shipment_id, pieces, created_by=by, notes=notes)
    for share in shares:
        if share.sound == share.held:
            await allocation_queries.release(tx, share.id, now)
        elif share.sound:
            await allocation_queries.release_part(tx, share.id, ids.new("rsv"), share.sound, now)
