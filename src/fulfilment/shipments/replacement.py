"""A replacement for a shipment: the same parcel again, on other terms (decisions, section 6)."""

import asyncpg
import msgspec

from fulfilment import ids
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.shipments import doers, ending, events, goods, parcel, queries
from fulfilment.shipments.calls import Terms
from fulfilment.shipments.records import NewShipment, RebookedShipmentReply, Shipment
from fulfilment.usage.queries import SHIPMENT_CREATED

REPLACED = sql(
    "shipments.replaced",
    """
    UPDATE shipments SET replaced_by = $3, updated_at = $4
     WHERE account_id = $1 AND id = $2 AND replaced_by IS NULL
    RETURNING id
    """,
)

HAND_OVER_STOCK = sql(
    "shipments.hand_over_stock",
    """
    UPDATE stock_reservations SET shipment_id = $3
     WHERE account_id = $1 AND shipment_id = $2 AND consumed_at IS NOT NULL AND released_at IS NULL
    """,
)


async def replace(tx: Tx, old: asyncpg.Record, terms: Terms, ticket: str) -> RebookedShipmentReply:
    """Replace a locked shipment by a new pending one, and end it where it lives. Raises StockInsufficient.

    What the old one still holds moves to the new one as it is; what it gave back when it was cancelled, or when it was
    restocked, is taken anew, for which Validation is raised where a variant is archived.
    """
    new_id = ids.new("ship")
    now = ids.moment_of(new_id)
    origin = msgspec.json.decode(old["origin_snapshot"])
    new = await queries.insert(
        tx,
        new_id,
        _wanted(old, terms),
        origin,
        msgspec.json.decode(old["items"]),
        insured=terms.insured,
        at=now,
        expected=terms.expected,
    )
    if old["status"] == "cancelled" or old["restock"] is not None:
        await _take_anew(tx, old, new_id)
    else:
        await tx.one(HAND_OVER_STOCK, old["id"], new_id)
    if old["status"] not in ("cancelled", "returned"):
        await ending.end(tx, old, f"Replaced by {new_id}", ticket)
    replaced = await tx.value(REPLACED, old["id"], new_id, now)
    assert replaced is not None, "a shipment is replaced once, under its lock"
    tx.count("shipment", "pending", +1)
    tx.use(SHIPMENT_CREATED)
    shipment = queries.shown(new)
    events.emit_rebooked(tx, shipment, old["id"])
    doers.note(tx, "replaced", old["id"], replacedBy=new_id)
    doers.note(tx, "created", new_id, status=shipment.status, replaces=old["id"])
    return RebookedShipmentReply(shipment=shipment, previous_shipment_id=old["id"])


async def find(tx: Tx, old: asyncpg.Record) -> Shipment:
    """What has replaced the shipment."""
    return queries.shown(await queries.read_row(tx, old["replaced_by"]))


async def _take_anew(tx: Tx, old: asyncpg.Record, new_id: str) -> None:
    items = parcel.all_items.decode(old["items"])
    lines = [(item.variant_id, item.quantity) for item in items]
    await goods.require_active(tx, lines)
    named = next((item.warehouse_id for item in items if item.warehouse_id is not None), None)
    await goods.take(tx, new_id, lines, named, old["checkout_session_id"])


def _wanted(old: asyncpg.Record, terms: Terms) -> NewShipment:
    return NewShipment(
        courier_code=terms.courier_code,
        courier_service_code=terms.courier_service_code,
        courier_type=terms.courier_type,
        price=terms.price,
        insurance=terms.insurance,
        insured=terms.insured,
        origin=parcel.origins.decode(old["origin_snapshot"]),
        destination=parcel.destinations.decode(old["destination_snapshot"]),
        items=parcel.all_items.decode(old["items"]),
        product_id=old["product_id"],
        checkout_session_id=old["checkout_session_id"],
        customer_id=old["customer_id"],
        customer_email=old["customer_email"],
        external_source=old["external_source"],
        external_ref=old["external_ref"],
    )
