"""Papers of shipments, for whoever prints them: the API, the console and batches (decision 119).

Each function answers one PDF of the shipments that its order names, in the order given, drawn in the room that all
documents share. Each raises NotFound, naming the first id that is unknown, Validation where the shipments say more than
one document holds, and ServiceUnavailable. No connection is held while a document waits or is drawn.
"""

import asyncpg

from fulfilment import brand
from fulfilment.documents import Documents
from fulfilment.http.errors import NotFound, Validation
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipments import courier_names, label, paper_drawing, paper_queries, printing
from fulfilment.shipments.drawing import Snapshot
from fulfilment.shipments.paper_drawing import Handed, HandOver, Slips
from fulfilment.shipments.paper_records import MOST_LISTED, HandOverOrder, PackingSlipOrder
from fulfilment.shipments.records import LabelOrder

# Booked, and not collected yet.
WAITING = ("confirmed", "allocated", "picking_up")


async def labels(saga: Saga, order: LabelOrder, settings: Settings, documents: Documents) -> bytes:
    """The shipping labels, and with `mark_printed` the marks, once the document is there."""
    content, sheet = await label.print_sheet(saga, order, settings, documents)
    if order.mark_printed:
        async with saga.step() as tx:
            await printing.mark_drawn(tx, {shipment.id: shipment.waybill_id for shipment in sheet})
    return content


async def packing_slips(saga: Saga, order: PackingSlipOrder, settings: Settings, documents: Documents) -> bytes:
    """What is in each parcel, for whoever packs it and whoever opens it."""
    shipments = await label.read_all(saga, order.shipment_ids)
    variants = await _variant_names(saga, shipments)
    slips = Slips(shipments, variants, order.size, order.language, brand.current().title)
    return await documents.draw(paper_drawing.of_slips(slips))


async def hand_over_list(saga: Saga, order: HandOverOrder, settings: Settings, documents: Documents) -> bytes:
    """A list for each courier, in the order in which the shipments first name them.

    Raises NotFound, too, where nothing waits for the courier that the order names.
    """
    if (order.shipment_ids is None) == (order.courier_code is None):
        raise Validation("Name either shipmentIds or a courierCode.", field="shipmentIds")
    if order.shipment_ids is not None:
        rows, has_more = await _named(saga, list(order.shipment_ids)), False
    else:
        rows, has_more = await _waiting(saga, order.courier_code)
    parcels = [_handed(row) for row in rows]
    if sum(parcel.size for parcel in parcels) > label.MOST_CHARACTERS:
        raise Validation("These shipments say more than one document holds: ask for fewer.", field="shipmentIds")
    order = HandOver(parcels, order.language, brand.current().title, has_more)
    return await documents.draw(paper_drawing.of_hand_over(order))


async def _variant_names(saga: Saga, shipments: list[Snapshot]) -> dict[str, str]:
    names: dict[str, str] = {}
    for at in range(0, len(shipments), label.READ_AT_ONCE):
        some = shipments[at : at + label.READ_AT_ONCE]
        wanted = {id for shipment in some for id in paper_drawing.variant_ids(shipment)} - names.keys()
        async with saga.read() as read:
            names |= await paper_queries.variant_names(read, sorted(wanted))
    return names


async def _named(saga: Saga, shipment_ids: list[str]) -> list[asyncpg.Record]:
    async with saga.read() as read:
        found = await paper_queries.listed(read, shipment_ids)
    label.require_all(shipment_ids, found)
    return [found[id] for id in dict.fromkeys(shipment_ids)]


async def _waiting(saga: Saga, courier_code: str) -> tuple[list[asyncpg.Record], bool]:
    """The newest, and whether there are more."""
    rows: list[asyncpg.Record] = []
    async with saga.read() as read:
        for status in WAITING:
            rows += await paper_queries.waiting(read, status, courier_code, MOST_LISTED + 1)
    if not rows:
        said = "No parcel waits for this courier: book some, or name those of the list in shipmentIds."
        raise NotFound(said, field="courierCode")
    # A shipment may move on between two looks, and is then found twice.
    newest = sorted({row["id"]: row for row in rows}.values(), key=lambda row: row["id"], reverse=True)
    return newest[:MOST_LISTED], len(newest) > MOST_LISTED


def _handed(row: asyncpg.Record) -> Handed:
    given = {name: row[name] for name in ("id", "waybill_id", "external_ref", "sender", "recipient", "city")}
    given = {name: value or "" for name, value in given.items()}
    return Handed(courier=courier_names.courier(row["courier_code"]), **given)
