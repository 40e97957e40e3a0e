"""Routes of shipments (specification, Shipments): the legacy group and the group under /shipping."""

import msgspec

from fulfilment.credits.hold import InsufficientShippingCredit
from fulfilment.infra import safe_csv
from fulfilment.infra.api import pagination
from fulfilment.infra.api.bulk import BulkResult
from fulfilment.infra.api.envelope import Document, Reply, Stream
from fulfilment.infra.api.errors import IntegrationError, NotFound, Validation
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.transaction import Read, System, Tx
from fulfilment.infra.limits.request_limits import EXPORT, per_items
from fulfilment.infra.limits.stream_limiter import StreamLimiter
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.operations.idempotency import InProgress
from fulfilment.infra.pdf import RenderPool
from fulfilment.quotas.limits import PlanLimitReached
from fulfilment.settings import Settings
from fulfilment.shipments import queries, rebooking, returns, timeline, tracking
from fulfilment.shipments.booking import booking
from fulfilment.shipments.booking.booking import PriceChanged
from fulfilment.shipments.cancellation import cancellation
from fulfilment.shipments.courier_status import inbound
from fulfilment.shipments.drafting import bulk_creation, draft
from fulfilment.shipments.errors import AlreadyConfirmed, InvalidState, NotReady
from fulfilment.shipments.listing import export, listing, work_queues
from fulfilment.shipments.listing.query_schemas import ShipmentExportQuery, ShipmentQuery, StatusQuery
from fulfilment.shipments.listing.work_queues import ShipmentQueues
from fulfilment.shipments.schemas import (
    BulkShipments,
    CancelledShipment,
    CourierReportReply,
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
    ShipmentRestockRequest,
    ShipmentWithEvents,
)
from fulfilment.shipments.shipping_documents import label_links, packing_documents
from fulfilment.shipments.shipping_documents.label_links import LinkLimits
from fulfilment.shipments.shipping_documents.schemas import LabelLink, LabelQuery, LabelRequest, LinkedLabelQuery
from fulfilment.shipments.timeline import ShipmentTimeline
from fulfilment.shipments.tracking_schemas import Tracking, WaybillQuery
from fulfilment.shipping import couriers
from fulfilment.shipping.courier_clients import BookingKeyDeleted, CourierClients
from fulfilment.shipping.localities import FillLocality
from fulfilment.stock.adjustment import NegativeStock
from fulfilment.stock.allocation import StockInsufficient
from fulfilment.workspaces import schemas

route = Routes(
    "Shipments",
    "Parcels, from the draft to the courier's last report: stock, booking, labels, tracking, cancellation.",
    {
        "shipments/{id}": "The shipment's id (`ship_…`), as POST /shipments answers it and "
        "GET /shipping/shipments lists it.",
        "track/{waybill_id}": "The courier's own number of the parcel: a shipment's current or earlier `waybillId`, "
        "without regard to case, spaces and hyphens.",
        "label-links/{token}": "The secret part of a link that GET /shipping/shipments/{id}/label has answered.",
        "aggregator/{token}": "The secret part of the address for reports, which GET /shipping/config shows to a "
        "workspace with an aggregator key of its own.",
    },
)

LEGACY_LIST = pagination.PageLimits(default=200, max_limit=200)
LIST = pagination.PageLimits(default=25, max_limit=100, is_clamped=True)
PDF = "application/pdf"
REPORT_BODY_BYTES = 65_536


@route.get("/shipments", sdk_method="legacy_shipments.list", page=LEGACY_LIST)
async def list_legacy_shipments(read: Read, query: StatusQuery) -> Reply[LegacyShipments]:
    """List the newest shipments (legacy; prefer /shipping/shipments)."""
    page = pagination.parse_page(query, LEGACY_LIST)
    return pagination.page_response("shipments", await queries.list_shipments(read, query.status, page), page)


@route.get("/shipments/{id}", sdk_method="legacy_shipments.get")
async def get_legacy_shipment(read: Read, id: str) -> Reply[LegacyShipmentReply]:
    """Retrieve a shipment with its courier records (legacy; prefer /shipping/shipments/{id})."""
    return Reply({"shipment": await _find_json(read, id)})


@route.post(
    "/shipments",
    sdk_method="shipments.create",
    status=201,
    batch_key=draft.batch_key,
    raises=(IntegrationError, NegativeStock, StockInsufficient),
)
async def create_shipment(
    operation: ExternalOperation, body: NewShipment, aggregators: CourierClients
) -> EncodedResponse[ShipmentReply]:
    """Create a pending shipment and allocate its stock; no courier is called yet."""
    service = draft.require_service(body, await couriers.fetch_services(operation, aggregators))
    await draft.complete_places(operation, [body], aggregators)

    async def attempt(fill: FillLocality) -> EncodedResponse:
        async def work(tx: Tx) -> ShipmentReply:
            return ShipmentReply(shipment=await draft.create_draft(tx, body, service, fill))

        return await operation.complete(work)

    return await draft.run_with_origin(operation, aggregators, attempt)


@route.post(
    "/shipments/bulk",
    sdk_method="shipments.create_bulk",
    cost=per_items("shipments", 10),
    raises=(IntegrationError, NegativeStock, StockInsufficient),
)
async def create_shipments(
    operation: ExternalOperation, body: BulkShipments, aggregators: CourierClients
) -> EncodedResponse[BulkResult]:
    """Create up to 100 pending shipments, with an outcome for each row."""
    return await bulk_creation.create_shipments(operation, body, aggregators)


@route.get("/shipping/shipments", sdk_method="shipments.list", page=LIST)
async def list_shipments(read: Read, query: ShipmentQuery) -> Reply[list[Shipment]]:
    """List shipments, newest first. The total is null under any filter but the status."""
    page = pagination.parse_page(query, LIST, parts=listing.get_cursor_types(query))
    return await listing.list_page(read, query, page)


@route.get(
    "/shipping/shipments/export",
    sdk_method="shipments.export",
    media_type=safe_csv.MEDIA_TYPE,
    cancel_on_disconnect=True,
    cost=EXPORT,
)
async def export_shipments(
    read: Read, request: Request, query: ShipmentExportQuery, stream_limiter: StreamLimiter, settings: Settings
) -> Stream:
    """Export the shipments that match the filters as CSV, in the order of the list and without a limit.

    The file is UTF-8 with a byte order mark, so that spreadsheets read it. Text that a spreadsheet would run as a
    formula begins with an apostrophe.
    """
    return export.stream_csv(read, request, query, stream_limiter, settings)


@route.get("/shipments/queues", sdk_method="shipments.get_queues")
async def get_shipment_queues(read: Read) -> ShipmentQueues:
    """Count the shipments in each work queue, up to 99: to book, to print, uncollected, silent, unclear, returned."""
    return await work_queues.count_queues(read)


@route.get("/shipping/shipments/{id}", sdk_method="shipments.get")
async def get_shipment(read: Read, id: str) -> Reply[ShipmentWithEvents]:
    """Retrieve a shipment with its courier records."""
    return Reply(await _find_json(read, id))


@route.get("/shipping/shipments/{id}/timeline", sdk_method="shipments.get_timeline")
async def get_shipment_timeline(read: Read, id: str) -> ShipmentTimeline:
    """Show the timeline of a shipment, newest first: courier, money, stock, webhooks and people.

    A user sees only the entries that their roles may read.
    """
    return await timeline.get_timeline(read, id)


@route.post(
    "/shipments/{id}/confirm-pickup",
    sdk_method="shipments.confirm_pickup",
    raises=(
        AlreadyConfirmed,
        InsufficientShippingCredit,
        IntegrationError,
        InvalidState,
        NegativeStock,
        PlanLimitReached,
        PriceChanged,
    ),
)
async def confirm_pickup(
    operation: ExternalOperation, id: str, aggregators: CourierClients, settings: Settings
) -> EncodedResponse[ShipmentReply]:
    """Book the courier: one order and one charge, however often this is requested."""
    return await booking.confirm_pickup(operation, id, aggregators, settings)


@route.post(
    "/shipments/{id}/cancel",
    sdk_method="legacy_shipments.cancel",
    right="shipments.amend",
    raises=(IntegrationError, InvalidState, NegativeStock),
)
async def cancel_legacy_shipment(
    operation: ExternalOperation,
    id: str,
    body: ShipmentCancellation | None,
    aggregators: CourierClients,
    settings: Settings,
) -> EncodedResponse[LegacyCancelledShipmentReply]:
    """Cancel a shipment and return its stock and credit (legacy; prefer /shipping/shipments/{id}/cancel)."""
    return await _cancel_shipment(operation, id, body, aggregators, settings, is_bare=False)


@route.post(
    "/shipping/shipments/{id}/cancel",
    sdk_method="shipments.cancel",
    right="shipments.amend",
    raises=(IntegrationError, InvalidState, NegativeStock),
)
async def cancel_shipment(
    operation: ExternalOperation,
    id: str,
    body: ShipmentCancellation | None,
    aggregators: CourierClients,
    settings: Settings,
) -> EncodedResponse[CancelledShipment]:
    """Cancel a shipment and return its stock and credit."""
    return await _cancel_shipment(operation, id, body, aggregators, settings, is_bare=True)


@route.post(
    "/shipments/{id}/rebook",
    sdk_method="legacy_shipments.rebook",
    status=201,
    right="shipments.amend",
    raises=(IntegrationError, InvalidState, NegativeStock, StockInsufficient),
)
async def rebook_legacy_shipment(
    operation: ExternalOperation,
    id: str,
    body: ShipmentRebooking | None,
    aggregators: CourierClients,
    settings: Settings,
) -> EncodedResponse[RebookedShipmentReply]:
    """Replace a shipment by a new pending one (legacy; prefer /shipping/shipments/{id}/rebook).

    A booked courier is cancelled first.
    """
    return await rebooking.rebook_shipment(operation, id, body or ShipmentRebooking(), aggregators, settings)


@route.post(
    "/shipping/shipments/{id}/rebook",
    sdk_method="shipments.rebook",
    status=201,
    right="shipments.amend",
    raises=(IntegrationError, InvalidState, NegativeStock, StockInsufficient),
)
async def rebook_shipment(
    operation: ExternalOperation,
    id: str,
    body: ShipmentRebooking | None,
    aggregators: CourierClients,
    settings: Settings,
) -> EncodedResponse[RebookedShipmentReply]:
    """Replace a shipment by a new pending one; a booked courier is cancelled first."""
    return await rebooking.rebook_shipment(operation, id, body or ShipmentRebooking(), aggregators, settings)


@route.post("/shipments/{id}/restock", sdk_method="shipments.restock", raises=(InProgress, InvalidState, NegativeStock))
async def restock_shipment(tx: Tx, id: str, body: ShipmentRestockRequest | None) -> ShipmentRestockReply:
    """Restock the goods of a returned shipment, once; damaged pieces are recorded and not put back."""
    return await returns.restock_shipment(tx, id, body or ShipmentRestockRequest())


@route.get(
    "/shipments/{id}/tracking", sdk_method="shipments.track", raises=(BookingKeyDeleted, IntegrationError, Validation)
)
async def track_shipment(read: Read, id: str, aggregators: CourierClients) -> Tracking:
    """Track a shipment: its current status, its history and its driver, as the courier reports them."""
    return await tracking.track_shipment(read, id, aggregators)


@route.get(
    "/shipping/track/{waybill_id}", sdk_method="shipping.track_waybill", raises=(BookingKeyDeleted, IntegrationError)
)
async def track_waybill(read: Read, waybill_id: str, query: WaybillQuery, aggregators: CourierClients) -> Tracking:
    """Track a parcel by its courier's waybill."""
    return await tracking.track_waybill(read, waybill_id, query.courier, aggregators)


@route.get("/shipments/{id}/label", sdk_method="shipments.download_label", media_type=PDF, cancel_on_disconnect=True)
async def download_label(
    read: Read, id: str, query: LabelQuery, settings: Settings, render_pool: RenderPool
) -> Document:
    """Print the shipping label as a PDF."""
    row = await queries.find_row(read, id)
    if row is None:
        raise NotFound
    zone = await schemas.get_name(read)
    content = await label_links.render_label(row, zone, label_links.parse_options(query), settings, render_pool)
    return Document(content, PDF, f"label-{id}.pdf")


@route.post(
    "/shipments/labels",
    sdk_method="shipments.download_labels",
    media_type=PDF,
    cancel_on_disconnect=True,
    right="shipments.print",
    cost=per_items("shipment_ids", 10),
)
async def download_labels(
    operation: ExternalOperation, body: LabelRequest, settings: Settings, render_pool: RenderPool
) -> Document:
    """Print the labels of up to 100 shipments as one PDF."""
    return Document(await packing_documents.render_labels(operation, body, settings, render_pool), PDF, "labels.pdf")


@route.get("/shipping/shipments/{id}/label", sdk_method="shipments.get_label_link", raises=(NotReady,))
async def get_label_link(read: Read, id: str, query: LabelQuery, settings: Settings) -> LabelLink:
    """Create a link to the label that needs no signature and expires. The link fixes the print options."""
    options = label_links.parse_options(query)
    row = await queries.find_row(read, id)
    if row is None:
        raise NotFound
    if row["waybill_id"] is None:
        raise NotReady
    return LabelLink(url=label_links.create_link(row, settings, options))


@route.get(
    label_links.LINK_PATH,
    sdk_method="shipments.download_linked_label",
    media_type=PDF,
    cancel_on_disconnect=True,
    may_redirect=True,
    pre_check=LinkLimits,
)
async def download_linked_label(
    public: Public, token: str, query: LinkedLabelQuery, settings: Settings, render_pool: RenderPool
) -> Document | EncodedResponse[Document]:
    """Open a label by its link: the courier's own label where there is one, else the service's."""
    link = label_links.parse_link(token)
    if link is None:
        raise NotFound
    options = label_links.narrow_options(link.options, query)
    async with public.start_operation(System(link.account_id, actor_id="")).read() as read:
        row, zone = await queries.find_row(read, link.shipment_id), await schemas.get_name(read)
    if row is None:
        raise NotFound
    # The courier's own label does not show that the parcel is cancelled.
    if row["label_url"] and row["status"] != "cancelled":
        return EncodedResponse(302, b"", {"Location": row["label_url"]})
    # Link requests have a share of their own, so that many of them take nothing from the workspace.
    tenant_key = f"{link.account_id}/links"
    content = await label_links.render_label(row, zone, options, settings, render_pool, tenant_key)
    return Document(content, PDF, f"label-{row['id']}.pdf")


@route.post(
    inbound.PATH,
    sdk_method="inbound.receive_courier_report",
    max_body_bytes=REPORT_BODY_BYTES,
    raises=(inbound.BadReportHeader, BookingKeyDeleted, IntegrationError, NegativeStock, Validation),
)
async def receive_courier_report(
    public: Public, token: str, aggregators: CourierClients, settings: Settings
) -> CourierReportReply:
    """Receive a courier report from the aggregator."""
    return CourierReportReply(applied=await inbound.receive_status_update(public, token, aggregators, settings))


async def _cancel_shipment(
    operation: ExternalOperation,
    id: str,
    body: ShipmentCancellation | None,
    aggregators: CourierClients,
    settings: Settings,
    *,
    is_bare: bool,
) -> EncodedResponse:
    reason = (body or ShipmentCancellation()).reason
    assert reason is not None, "null is the default"
    return await cancellation.cancel_shipment(operation, id, reason, aggregators, settings, is_bare=is_bare)


async def _find_json(read: Read, id: str) -> msgspec.Raw:
    shipment = await queries.find_json(read, id)
    if shipment is None:
        raise NotFound
    return msgspec.Raw(shipment.encode())
