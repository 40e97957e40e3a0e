"""Packing documents of shipments, for the API, the console and bulk jobs (decision 35).

Each function returns one PDF of the requested shipments, in the order given, within the memory bound that all documents
share. Each raises NotFound for the first unknown id, Validation where the shipments exceed one document, and
ServiceUnavailable. No connection is held while a document waits or is rendered.
"""

import asyncpg

from fulfilment.documents import wording
from fulfilment.infra import branding, clock
from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.pdf import RenderPool
from fulfilment.settings import Settings
from fulfilment.shipments import courier_names
from fulfilment.shipments.errors import InvalidState
from fulfilment.shipments.shipping_documents import label_links, packing_rendering, print_status, queries
from fulfilment.shipments.shipping_documents.label_rendering import ShipmentSnapshot
from fulfilment.shipments.shipping_documents.packing_rendering import ManifestJob, ManifestParcel, PackingSlipJob
from fulfilment.shipments.shipping_documents.schemas import (
    MAX_LISTED,
    LabelRequest,
    ManifestRequest,
    PackingSlipRequest,
)
from fulfilment.workspaces import schemas

# Booked, and not collected yet.
AWAITING_PICKUP = ("confirmed", "allocated", "picking_up")


# Parcels that the error message of a refused hand-over list names.
MAX_NAMED = 20


class NotAwaitingPickup(InvalidState):
    """A requested parcel is not awaiting pick-up: it is not booked, or it is collected or final."""

    message = "Only parcels that are booked and not collected yet stand on a hand-over list."

    def __init__(self, others: list[asyncpg.Record], *, field: str) -> None:
        labels = [f"{row['external_ref'] or row['id']} ({row['status']})" for row in others[:MAX_NAMED]]
        if len(others) > MAX_NAMED:
            labels.append(f"{len(others) - MAX_NAMED} more")
        super().__init__(f"{self.message} Leave out {', '.join(labels)}.", field=field)
        summaries = ({"id": row["id"], "externalRef": row["external_ref"], "status": row["status"]} for row in others)
        self.details["shipments"] = list(summaries)


async def render_labels(
    operation: ExternalOperation, body: LabelRequest, settings: Settings, render_pool: RenderPool
) -> bytes:
    """The shipping labels. With `mark_printed`, the shipments are marked once the document is rendered."""
    content, snapshots = await label_links.render_with_snapshots(operation, body, settings, render_pool)
    if body.mark_printed:
        async with operation.transaction() as tx:
            await print_status.mark_rendered(tx, {shipment.id: shipment.waybill_id for shipment in snapshots})
    return content


async def render_packing_slips(
    operation: ExternalOperation, body: PackingSlipRequest, settings: Settings, render_pool: RenderPool
) -> bytes:
    """Packing slips: the contents of each parcel, for the packer and the recipient."""
    assert body.size is not None and body.language is not None, "null is the default"
    shipments = await label_links.load_snapshots(operation, body.shipment_ids)
    variants = await _find_variant_names(operation, shipments)
    zone = await _find_time_zone(operation)
    job = PackingSlipJob(shipments, variants, body.size, body.language, branding.current().title, zone)
    return await render_pool.render(packing_rendering.build_packing_slip_job(job))


async def render_manifest(
    operation: ExternalOperation, body: ManifestRequest, settings: Settings, render_pool: RenderPool
) -> bytes:
    """Hand-over lists, one per courier, in the order in which the shipments first name them.

    Raises NotFound, too, where no parcel waits for the requested courier, and NotAwaitingPickup.
    """
    assert body.language is not None, "null is the default"
    if body.shipment_ids is not None and body.courier_code is None:
        rows, has_more = await _find_named(operation, list(body.shipment_ids)), False
    elif body.shipment_ids is None and body.courier_code is not None:
        rows, has_more = await _find_awaiting_pickup(operation, body.courier_code.lower())
    else:
        raise Validation("Name either shipmentIds or a courierCode.", field="shipmentIds")
    parcels = [_to_manifest_parcel(row) for row in rows]
    if sum(parcel.size for parcel in parcels) > label_links.MAX_BYTES:
        raise Validation("The texts of these shipments exceed one document: ask for fewer.", field="shipmentIds")
    day = wording.format_day(clock.now().astimezone(schemas.load_zone(await _find_time_zone(operation))))
    drawn = ManifestJob(parcels, body.language, branding.current().title, day, has_more)
    return await render_pool.render(packing_rendering.build_manifest_job(drawn))


async def _find_time_zone(operation: ExternalOperation) -> str:
    async with operation.read() as read:
        return await schemas.get_name(read)


async def _find_variant_names(operation: ExternalOperation, shipments: list[ShipmentSnapshot]) -> dict[str, str]:
    names: dict[str, str] = {}
    for at in range(0, len(shipments), label_links.READ_BATCH_SIZE):
        batch = shipments[at : at + label_links.READ_BATCH_SIZE]
        missing_ids = {id for shipment in batch for id in packing_rendering.iter_variant_ids(shipment)} - names.keys()
        async with operation.read() as read:
            names |= await queries.find_variant_names(read, sorted(missing_ids))
    return names


async def _find_named(operation: ExternalOperation, shipment_ids: list[str]) -> list[asyncpg.Record]:
    async with operation.read() as read:
        found = await queries.find_for_manifest(read, shipment_ids)
    label_links.require_all_found(shipment_ids, found)
    rows = [found[id] for id in dict.fromkeys(shipment_ids)]
    others = [row for row in rows if row["status"] not in AWAITING_PICKUP]
    if others:
        raise NotAwaitingPickup(others, field=f"shipmentIds.{shipment_ids.index(others[0]['id'])}")
    return rows


async def _find_awaiting_pickup(operation: ExternalOperation, courier_code: str) -> tuple[list[asyncpg.Record], bool]:
    """The newest parcels that wait for a courier, and true if there are more."""
    rows: list[asyncpg.Record] = []
    async with operation.read() as read:
        for status in AWAITING_PICKUP:
            rows += await queries.find_awaiting_pickup(read, status, courier_code, MAX_LISTED + 1)
    if not rows:
        message = "No parcel waits for this courier: book some, or name those of the list in shipmentIds."
        raise NotFound(message, field="courierCode")
    # A shipment may change its status between two queries, and is then found twice.
    newest = sorted({row["id"]: row for row in rows}.values(), key=lambda row: row["id"], reverse=True)
    return newest[:MAX_LISTED], len(newest) > MAX_LISTED


def _to_manifest_parcel(row: asyncpg.Record) -> ManifestParcel:
    texts = {name: row[name] for name in ("id", "waybill_id", "external_ref", "sender", "recipient", "city")}
    texts = {name: value or "" for name, value in texts.items()}
    return ManifestParcel(courier=courier_names.get_courier_name(row["courier_code"]), **texts)
