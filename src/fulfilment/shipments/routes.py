"""The HTTP edge of shipments (specification, Shipments): the legacy group and the one under /shipping."""

import msgspec

from fulfilment import csv_cells
from fulfilment.db.tx import Read, Tx
from fulfilment.documents import Documents
from fulfilment.fields import Wire
from fulfilment.http import paging
from fulfilment.http.bulk import OutcomeList
from fulfilment.http.cost import EXPORT, each
from fulfilment.http.envelope import Document, Reply, Stream
from fulfilment.http.errors import NotFound
from fulfilment.http.exports import Exports
from fulfilment.http.mutation import Answered
from fulfilment.http.public import Public
from fulfilment.http.request import Request
from fulfilment.http.route import Routes
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.shipments import (
    booking,
    bulk_creation,
    cancellation,
    draft,
    export,
    label,
    listing,
    papers,
    queries,
    queues,
    rebooking,
    reports,
    restocking,
    timeline,
    tracking,
)
from fulfilment.shipments.calls import Actor
from fulfilment.shipments.query_records import ShipmentFilters, ShipmentQuery, StatusQuery
from fulfilment.shipments.queues import ShipmentQueues
from fulfilment.shipments.records import (
    BulkShipments,
    CancelledShipment,
    LabelLink,
    LabelOrder,
    LabelQuery,
    LegacyCancelledShipmentReply,
    LegacyShipmentReply,
    LegacyShipments,
    NewShipment,
    RebookedShipmentReply,
    Shipment,
    ShipmentCancellation,
    ShipmentRebooking,
    ShipmentReply,
    ShipmentRestockReply,
    ShipmentWithEvents,
)
from fulfilment.shipments.refusals import NotReady
from fulfilment.shipments.restock_records import ShipmentRestockRequest
from fulfilment.shipments.timeline import ShipmentTimeline
from fulfilment.shipments.tracking_records import Tracking, WaybillQuery
from fulfilment.shipping import couriers
from fulfilment.shipping.aggregator_access import Aggregators

route = Routes(
    "Shipments",
    "Parcels, from the draft that takes stock to the courier's last report: booking, labels, tracking, cancelling.",
    {
        "shipments/{id}": "The shipment's id (`ship_…`), as POST /shipments answers it and "
        "GET /shipping/shipments lists it.",
        "track/{waybill_id}": "The courier's own number of the parcel, which a booked shipment shows as `waybillId`.",
        "label-links/{token}": "The secret part of a link that GET /shipping/shipments/{id}/label has answered.",
        "aggregator/{token}": "The secret part of the address for reports, which GET /shipping/config shows to a "
        "workspace with an aggregator key of its own.",
    },
)

LEGACY_LIST = paging.Limits(default=200, most=200)
LIST = paging.Limits(default=25, most=100, is_clamped=True)
PDF = "application/pdf"
REPORT_BODY_BYTES = 65_536


class CourierReportReply(Wire):
    """What became of a courier's report."""

    applied: int
    """How many reports on the order were new; 0 for a probe, a repeat, or an order of nobody here."""


@route.get("/shipments", client="legacy_shipments.list", page=LEGACY_LIST)
async def list_legacy_shipments(read: Read, query: StatusQuery) -> LegacyShipments:
    """List the newest shipments (legacy; prefer /shipping/shipments)."""
    page = paging.read(query, LEGACY_LIST, whole=True)
    return paging.listed("shipments", await queries.list_shipments(read, query.status, page), page)


@route.get("/shipments/{id}", client="legacy_shipments.get")
async def get_legacy_shipment(read: Read, id: str) -> LegacyShipmentReply:
    """Retrieve a shipment with its courier records (legacy; prefer /shipping/shipments/{id})."""
    return Reply({"shipment": await _found(read, id)})


@route.post("/shipments", client="shipments.create", status=201)
async def create_shipment(saga: Saga, shipment: NewShipment, aggregators: Aggregators) -> ShipmentReply:
    """Create a pending shipment and take its stock; no courier is called yet."""
    expected = draft.require_service(shipment, await couriers.services_for(saga, aggregators))

    async def work(tx: Tx) -> ShipmentReply:
        return ShipmentReply(shipment=await draft.create(tx, shipment, expected))

    return await saga.finish(work, order=draft.place_in_convoy(shipment))


@route.post("/shipments/bulk", client="shipments.create_bulk", cost=each("shipments", 10))
async def create_shipments(saga: Saga, given: BulkShipments, aggregators: Aggregators) -> OutcomeList:
    """Create up to 100 pending shipments; an outcome per row."""
    return await bulk_creation.create_all(saga, given, aggregators)


@route.get("/shipping/shipments", client="shipments.list", page=LIST)
async def list_shipments(read: Read, query: ShipmentQuery) -> list[Shipment]:
    """List shipments, newest first, with their maintained total; it is null under any filter but the status."""
    page = paging.read(query, LIST, parts=listing.parts(query))
    return await listing.list_page(read, query, page)


@route.get(
    "/shipping/shipments/export",
    client="shipments.export",
    media_type=csv_cells.MEDIA_TYPE,
    ends_with_caller=True,
    cost=EXPORT,
)
async def export_shipments(
    read: Read, request: Request, query: ShipmentFilters, exports: Exports, settings: Settings
) -> Stream:
    """The shipments that a filter lets pass as CSV, in the order of the list, as long as it is.

    UTF-8 with a byte order mark, so that spreadsheets read it. Text that a spreadsheet would run as a formula is led by
    an apostrophe.
    """
    return export.stream(read, request, query, exports, settings)


@route.get("/shipments/queues", client="shipments.get_queues")
async def get_shipment_queues(read: Read) -> ShipmentQueues:
    """Count what waits for somebody, each kind up to 99: to book, to print, uncollected, silent, unclear, returned."""
    return await queues.count(read)


@route.get("/shipping/shipments/{id}", client="shipments.get")
async def get_shipment(read: Read, id: str) -> ShipmentWithEvents:
    """Retrieve a shipment with its courier records."""
    return Reply(await _found(read, id))


@route.get("/shipping/shipments/{id}/timeline", client="shipments.get_timeline")
async def get_shipment_timeline(read: Read, id: str) -> ShipmentTimeline:
    """Everything that happened to a shipment, newest first: courier, money, stock, webhooks and people.

    A person sees of it what their roles may read.
    """
    return await timeline.tell(read, id)


@route.post("/shipments/{id}/confirm-pickup", client="shipments.confirm_pickup")
async def confirm_pickup(saga: Saga, id: str, aggregators: Aggregators, settings: Settings) -> ShipmentReply:
    """Book the courier: one order and one charge, however often it is asked."""
    return await booking.confirm(saga, id, aggregators, settings)


@route.post("/shipments/{id}/cancel", client="legacy_shipments.cancel", right="shipments.amend")
async def cancel_legacy_shipment(
    saga: Saga, id: str, given: ShipmentCancellation | None, aggregators: Aggregators, settings: Settings
) -> LegacyCancelledShipmentReply:
    """Cancel a shipment; its stock and its credit go back (legacy; prefer /shipping/shipments/{id}/cancel)."""
    return await _cancel(saga, id, given, aggregators, settings, is_bare=False)


@route.post("/shipping/shipments/{id}/cancel", client="shipments.cancel", right="shipments.amend")
async def cancel_shipment(
    saga: Saga, id: str, given: ShipmentCancellation | None, aggregators: Aggregators, settings: Settings
) -> CancelledShipment:
    """Cancel a shipment; its stock and its credit go back."""
    return await _cancel(saga, id, given, aggregators, settings, is_bare=True)


@route.post("/shipments/{id}/rebook", client="legacy_shipments.rebook", status=201, right="shipments.amend")
async def rebook_legacy_shipment(
    saga: Saga, id: str, given: ShipmentRebooking | None, aggregators: Aggregators, settings: Settings
) -> RebookedShipmentReply:
    """Replace a shipment by a new pending one (legacy; prefer /shipping/shipments/{id}/rebook).

    A courier that is booked is cancelled first.
    """
    return await rebooking.rebook(saga, id, given or ShipmentRebooking(), aggregators, settings)


@route.post("/shipping/shipments/{id}/rebook", client="shipments.rebook", status=201, right="shipments.amend")
async def rebook_shipment(
    saga: Saga, id: str, given: ShipmentRebooking | None, aggregators: Aggregators, settings: Settings
) -> RebookedShipmentReply:
    """Replace a shipment by a new pending one; a courier that is booked is cancelled first."""
    return await rebooking.rebook(saga, id, given or ShipmentRebooking(), aggregators, settings)


@route.post("/shipments/{id}/restock", client="shipments.restock")
async def restock_shipment(tx: Tx, id: str, given: ShipmentRestockRequest | None) -> ShipmentRestockReply:
    """Put the goods of a returned shipment back on their shelves, once; what is damaged is noted and not put back."""
    return await restocking.restock(tx, id, given or ShipmentRestockRequest())


@route.get("/shipments/{id}/tracking", client="shipments.track")
async def track_shipment(read: Read, id: str, aggregators: Aggregators) -> Tracking:
    """Where a shipment is now: its status, its history and its driver, as the courier tells them."""
    return await tracking.track(read, id, aggregators)


@route.get("/shipping/track/{waybill_id}", client="shipping.track_waybill")
async def track_waybill(read: Read, waybill_id: str, query: WaybillQuery, aggregators: Aggregators) -> Tracking:
    """Where a parcel is now, by the waybill of its courier."""
    return await tracking.track_waybill(read, waybill_id, query.courier, aggregators)


@route.get("/shipments/{id}/label", client="shipments.download_label", media_type=PDF, ends_with_caller=True)
async def download_label(read: Read, id: str, query: LabelQuery, settings: Settings, documents: Documents) -> Document:
    """Print the shipping label as a PDF."""
    row = await queries.read_row(read, id)
    if row is None:
        raise NotFound
    content = await label.print_one(row, label.options_of(query), settings, documents)
    return Document(content, PDF, f"label-{id}.pdf")


@route.post(
    "/shipments/labels",
    client="shipments.download_labels",
    media_type=PDF,
    ends_with_caller=True,
    right="shipments.print",
    cost=each("shipment_ids", 10),
)
async def download_labels(saga: Saga, order: LabelOrder, settings: Settings, documents: Documents) -> Document:
    """Print the labels of up to 100 shipments as one PDF."""
    return Document(await papers.labels(saga, order, settings, documents), PDF, "labels.pdf")


@route.get("/shipping/shipments/{id}/label", client="shipments.get_label_link")
async def get_label_link(read: Read, id: str, settings: Settings) -> LabelLink:
    """A link to the label that needs no signature and expires."""
    row = await queries.read_row(read, id)
    if row is None:
        raise NotFound
    if row["waybill_id"] is None:
        raise NotReady
    return LabelLink(url=label.link(row, settings))


@route.get(
    label.LINK_PATH,
    client="shipments.download_linked_label",
    media_type=PDF,
    ends_with_caller=True,
    may_redirect=True,
)
async def download_linked_label(
    public: Public, token: str, query: LabelQuery, settings: Settings, documents: Documents
) -> Document:
    """Open a label by its link: the courier's own where there is one, else ours."""
    said = label.read_link(token)
    if said is None:
        raise NotFound
    account_id, shipment_id = said
    async with public.acting_as(Actor(account_id, actor_id="")).read() as read:
        row = await queries.read_row(read, shipment_id)
    if row is None:
        raise NotFound
    if row["label_url"]:
        return Answered(302, b"", {"Location": row["label_url"]})
    # Whoever was sent a link has a share apart from the workspace's own, which no flood of them takes away.
    party = f"{account_id}/links"
    content = await label.print_one(row, label.options_of(query), settings, documents, party)
    return Document(content, PDF, f"label-{row['id']}.pdf", {"Cache-Control": "private, no-store"})


@route.post(reports.PATH, client="inbound.receive_courier_report", most_body_bytes=REPORT_BODY_BYTES)
async def receive_courier_report(
    public: Public, token: str, aggregators: Aggregators, settings: Settings
) -> CourierReportReply:
    """Take a courier report from the aggregator."""
    return CourierReportReply(applied=await reports.receive(public, token, aggregators, settings))


async def _cancel(
    saga: Saga,
    id: str,
    given: ShipmentCancellation | None,
    aggregators: Aggregators,
    settings: Settings,
    *,
    is_bare: bool,
) -> Answered:
    reason = (given or ShipmentCancellation()).reason
    return await cancellation.cancel(saga, id, reason, aggregators, settings, is_bare=is_bare)


async def _found(read: Read, id: str) -> msgspec.Raw:
    shipment = await queries.find(read, id)
    if shipment is None:
        raise NotFound
    return msgspec.Raw(shipment.encode())
