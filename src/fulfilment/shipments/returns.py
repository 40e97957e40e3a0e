"""Restocking of a returned shipment: undamaged goods go back into stock, once (decisions, section 13).

A shipment keeps its stock until it is cancelled, replaced, or restocked here. All three hold the shipment's lock and
clear its allocations, so that every piece is counted once, in whatever order they come.
"""

from collections.abc import Sequence
from datetime import datetime

import asyncpg
import msgspec

from fulfilment.catalog.variants import find_variants
from fulfilment.infra import clock
from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import format_timestamp
from fulfilment.infra.operations import idempotency
from fulfilment.shipments import courier_operations, queries
from fulfilment.shipments.errors import InvalidState
from fulfilment.shipments.schemas import (
    RestockedItem,
    ReturnedItem,
    ShipmentRestock,
    ShipmentRestockReply,
    ShipmentRestockRequest,
)
from fulfilment.stock import allocation
from fulfilment.stock.allocation_queries import HeldStock

MARK_RESTOCKED = sql(
    "shipments.mark_restocked",
    """
    UPDATE shipments SET restock = $3, updated_at = $4
     WHERE account_id = $1 AND id = $2 AND status = 'returned' AND restock IS NULL
    RETURNING columns(shipments)
    """,
)


class ReturnedAllocation(msgspec.Struct):
    """The return of one allocation:

    `sound` pieces go back into stock, `damaged` ones do not, and the rest is missing.
    """

    held: HeldStock
    sound: int = 0
    damaged: int = 0

    @property
    def missing(self) -> int:
        return self.held.quantity - self.sound - self.damaged


async def restock_shipment(tx: Tx, shipment_id: str, body: ShipmentRestockRequest) -> ShipmentRestockReply:
    """Restock a returned shipment. Raises NotFound, InvalidState, InProgress, Validation."""
    row = await queries.lock_shipment(tx, shipment_id)
    if row is None:
        raise NotFound
    await _require_known(tx, body.items or [])
    _require_restockable(row)
    if await courier_operations.find_operation(tx, shipment_id) is not None:
        # A rebooking that began before the return was reported moves or releases the goods.
        raise idempotency.InProgress
    returned = [ReturnedAllocation(held) for held in await allocation.lock_held(tx, shipment_id)]
    if body.items is None:
        for share in returned:
            share.sound = share.held.quantity
    else:
        _distribute_items(body.items, returned)
    now = clock.now()
    record = _to_restock(tx, returned, now)
    notes = {(item.variant_id, item.warehouse_id): [f"{item.damaged} damaged"] for item in record.items if item.damaged}
    await allocation.restock_returned(tx, shipment_id, [(share.held, share.sound) for share in returned], notes)
    row = await tx.fetch_optional(MARK_RESTOCKED, shipment_id, msgspec.json.encode(record).decode(), now)
    assert row is not None, "it is locked, and was not restocked"
    tx.audit("shipment.restocked", "Shipment", shipment_id, after=record)
    return ShipmentRestockReply(shipment=queries.to_api(row), restock=record)


async def _require_known(tx: Tx, items: Sequence[ReturnedItem]) -> None:
    variants = await find_variants(tx, [item.variant_id for item in items])
    for nth, item in enumerate(items):
        if item.variant_id not in variants:
            raise NotFound("No such variant.", field=f"items.{nth}.variantId")


def _require_restockable(row: asyncpg.Record) -> None:
    if row["restock"] is not None:
        raise InvalidState("The shipment has been restocked already.")
    if row["replaced_by"] is not None:
        raise InvalidState(f"The goods went over to {row['replaced_by']}, which replaced the shipment.")
    if row["status"] != "returned":
        raise InvalidState(f"Only a returned shipment is restocked; this one is {row['status']}.")


def _distribute_items(items: Sequence[ReturnedItem], returned: Sequence[ReturnedAllocation]) -> None:
    """Distribute the returned items over the allocations of their variants. Raises Validation."""
    for nth, item in enumerate(items):
        matching = [share for share in returned if share.held.variant_id == item.variant_id]
        if not matching:
            raise Validation("The shipment took nothing of this variant.", field=f"items.{nth}.variantId")
        available = sum(share.missing for share in matching)
        if item.quantity > available:
            message = f"Only {available} of this variant {'is' if available == 1 else 'are'} left to come back."
            raise Validation(message, field=f"items.{nth}.quantity")
        assert item.damaged is not None, "null is the default"
        damaged = item.quantity if item.damaged is True else int(item.damaged)
        if damaged > item.quantity:
            raise Validation(f"Only {item.quantity} of these came back.", field=f"items.{nth}.damaged")
        sound = item.quantity - damaged
        for share in matching:
            sound_share = min(sound, share.missing)
            share.sound += sound_share
            damaged_share = min(damaged, share.missing)
            share.damaged += damaged_share
            sound, damaged = sound - sound_share, damaged - damaged_share


def _to_restock(tx: Tx, returned: Sequence[ReturnedAllocation], now: datetime) -> ShipmentRestock:
    """The record of the restocking, ordered by variant and warehouse."""
    items: dict[tuple[str, str], RestockedItem] = {}
    for share in sorted(returned, key=lambda share: (share.held.variant_id, share.held.warehouse_id)):
        place = (share.held.variant_id, share.held.warehouse_id)
        item = items.setdefault(place, RestockedItem(variant_id=place[0], warehouse_id=place[1], quantity=0, damaged=0))
        item.quantity += share.sound
        item.damaged += share.damaged
    return ShipmentRestock(restocked_at=format_timestamp(now), created_by=tx.actor.actor_id, items=list(items.values()))
