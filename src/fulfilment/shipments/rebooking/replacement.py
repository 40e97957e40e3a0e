"""A replacement for a shipment: the same parcel again, on other terms (decisions, section 6)."""

import asyncpg
import msgspec

from fulfilment.infra import ids
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.quotas.queries import SHIPMENT_CREATED
from fulfilment.shipments import courier_request, events, person_actions, queries
from fulfilment.shipments.cancellation import settlement
from fulfilment.shipments.courier_operations import ReplacementTerms
from fulfilment.shipments.drafting import draft
from fulfilment.shipments.queries import ShipmentRecord
from fulfilment.shipments.schemas import NewShipment, RebookedShipmentReply, Shipment
from fulfilment.stock import allocation

MARK_REPLACED = sql(
    "shipments.mark_replaced",
    """
    UPDATE shipments SET replaced_by = $3, updated_at = $4
     WHERE account_id = $1 AND id = $2 AND replaced_by IS NULL
    RETURNING id
    """,
)


async def replace_shipment(
    tx: Tx, old: asyncpg.Record, terms: ReplacementTerms, claim_token: str
) -> RebookedShipmentReply:
    """Replace a locked shipment by a new pending one, and end it where it lives. Raises StockInsufficient.

    What the old one still holds moves to the new one as it is; what it gave back when it was cancelled, or when it was
    restocked, is taken anew, for which Validation is raised where a variant is archived.
    """
    new_id = ids.new("ship")
    record = ShipmentRecord(
        id=new_id,
        body=_to_new_shipment(old, terms),
        origin=msgspec.json.decode(old["origin_snapshot"]),
        items=msgspec.json.decode(old["items"]),
        eta=terms.expected,
    )
    new = await queries.insert_shipment(tx, record)
    if old["status"] == "cancelled" or old["restock"] is not None:
        await _allocate_again(tx, old, new_id)
    else:
        await allocation.move_to_shipment(tx, old["id"], new_id)
    if old["status"] not in ("cancelled", "returned"):
        await settlement.cancel_shipment(tx, old, f"Replaced by {new_id}", claim_token)
    replaced = await tx.fetch_value(MARK_REPLACED, old["id"], new_id, new["created_at"])
    assert replaced is not None, "a shipment is replaced once, under its lock"
    tx.add_to_counter("shipment", "pending", +1)
    tx.record_usage(SHIPMENT_CREATED)
    shipment = queries.to_api(new)
    events.emit_rebooked(tx, shipment, old["id"])
    person_actions.record_person_action(tx, "replaced", old["id"], replacedBy=new_id)
    person_actions.record_person_action(tx, "created", new_id, status=shipment.status, replaces=old["id"])
    return RebookedShipmentReply(shipment=shipment, previous_shipment_id=old["id"])


async def find_replacement(tx: Tx, old: asyncpg.Record) -> Shipment:
    """What has replaced the shipment."""
    row = await queries.find_row(tx, old["replaced_by"])
    assert row is not None
    return queries.to_api(row)


async def _allocate_again(tx: Tx, old: asyncpg.Record, new_id: str) -> None:
    items = courier_request.items_decoder.decode(old["items"])
    lines = [(item.variant_id, item.quantity) for item in items]
    await draft.require_active(tx, lines)
    warehouse_id = next((item.warehouse_id for item in items if item.warehouse_id is not None), None)
    await draft.allocate_items(tx, new_id, lines, warehouse_id, old["checkout_session_id"])


def _to_new_shipment(old: asyncpg.Record, terms: ReplacementTerms) -> NewShipment:
    return NewShipment(
        courier_code=terms.courier_code,
        courier_service_code=terms.courier_service_code,
        courier_type=terms.courier_type,
        price=terms.price,
        insurance=terms.insurance,
        insured=terms.insured,
        origin=courier_request.origin_decoder.decode(old["origin_snapshot"]),
        destination=courier_request.destination_decoder.decode(old["destination_snapshot"]),
        items=courier_request.items_decoder.decode(old["items"]),
        product_id=old["product_id"],
        checkout_session_id=old["checkout_session_id"],
        customer_id=old["customer_id"],
        customer_email=old["customer_email"],
        external_source=old["external_source"],
        external_ref=old["external_ref"],
    )
