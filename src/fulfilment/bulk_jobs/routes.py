"""Routes of batches: many shipments booked, cancelled or printed at once (docs/batches.md)."""

from fulfilment.bulk_jobs import preview, selection, serializer, service
from fulfilment.bulk_jobs.errors import NoFailedRows, NoPrintableShipments, TooManyBatches
from fulfilment.bulk_jobs.schemas import (
    BatchDocumentQuery,
    BatchList,
    BatchListQuery,
    BatchPreview,
    BatchReply,
    BatchRowQuery,
    BatchRows,
    NewBatch,
)
from fulfilment.infra.api.envelope import Document, Reply
from fulfilment.infra.api.errors import NotConfigured
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.limits.request_limits import RequestCost
from fulfilment.infra.operations.command import EncodedResponse, Work
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.infra.pdf import RenderPool
from fulfilment.settings import Settings
from fulfilment.shipments.booking.booking import PriceChanged
from fulfilment.shipments.errors import AlreadyConfirmed, InvalidState, NotReady
from fulfilment.shipping.courier_clients import CourierClients

route = Routes(
    "Batches",
    "Many shipments booked, cancelled or printed at once, by the worker, with an outcome for each.",
    {"batches/{id}": "The batch's id (`batch_…`), as POST /batches answers it."},
)

PDF = "application/pdf"
# Each call covers up to 500 shipments, and starts as many calls of couriers.
BATCH = RequestCost(10)


@route.post("/batches", sdk_method="batches.create", status=201, cost=BATCH, raises=(TooManyBatches,))
async def create_batch(operation: ExternalOperation, body: NewBatch) -> EncodedResponse[BatchReply]:
    """Create a batch: the worker books, cancels or prints the shipments after this answer."""
    service.require_right(operation.actor, body.kind)
    selected = await selection.select_shipments(operation, body)
    service.require_consistent(body)

    async def work(tx: Tx) -> BatchReply:
        return BatchReply(batch=await service.create_batch(tx, body, selected))

    return await _complete_and_notify(operation, work)


@route.post(
    "/batches/preview",
    sdk_method="batches.preview",
    cost=BATCH,
    raises=(AlreadyConfirmed, InvalidState, NotConfigured, NotReady, PriceChanged),
)
async def preview_batch(
    operation: ExternalOperation, body: NewBatch, aggregators: CourierClients, settings: Settings
) -> BatchPreview | EncodedResponse[BatchPreview]:
    """Preview a batch: the shipments that it would skip and why, and the credit that it needs now."""
    service.require_right(operation.actor, body.kind)
    selected = await selection.select_shipments(operation, body)
    service.require_consistent(body)
    result = await preview.build_preview(operation, body, selected, aggregators, settings)
    if operation.key is None:
        return result

    async def store_response(_tx: Tx) -> BatchPreview:
        return result

    return await operation.complete(store_response)


@route.get("/batches", sdk_method="batches.list", page=serializer.LIST)
async def list_batches(read: Read, query: BatchListQuery) -> Reply[BatchList]:
    """List the workspace's batches, newest first. A batch is deleted 30 days after its end."""
    return await serializer.list_batches(read, query)


@route.get("/batches/{id}", sdk_method="batches.get")
async def get_batch(read: Read, id: str) -> BatchReply:
    """Retrieve a batch with the number of its shipments in each state."""
    return BatchReply(batch=serializer.to_api(await serializer.get_batch(read, id)))


@route.get("/batches/{id}/rows", sdk_method="batches.list_rows", page=serializer.ROWS)
async def list_batch_rows(read: Read, id: str, query: BatchRowQuery) -> Reply[BatchRows]:
    """List the outcome of each shipment of a batch, in its order."""
    return await serializer.list_batch_rows(read, id, query)


@route.post("/batches/{id}/stop", sdk_method="batches.stop")
async def stop_batch(tx: Tx, id: str) -> BatchReply:
    """Stop a batch: shipments that are not begun are left untouched, and the others are completed."""
    return BatchReply(batch=await service.stop_batch(tx, id))


@route.post("/batches/{id}/retry", sdk_method="batches.retry", cost=BATCH, raises=(NoFailedRows, TooManyBatches))
async def retry_batch(operation: ExternalOperation, id: str) -> EncodedResponse[BatchReply]:
    """Retry the failed shipments of a batch, as new attempts."""

    async def work(tx: Tx) -> BatchReply:
        return BatchReply(batch=await service.retry_batch(tx, id))

    return await _complete_and_notify(operation, work)


@route.get(
    "/batches/{id}/document",
    sdk_method="batches.download_document",
    media_type=PDF,
    cancel_on_disconnect=True,
    cost=BATCH,
    raises=(NoPrintableShipments,),
)
async def download_batch_document(
    read: Read, id: str, query: BatchDocumentQuery, settings: Settings, documents: RenderPool
) -> Document:
    """Print the labels of a batch's completed shipments, in its order, as one PDF per hundred shipments."""
    content = await serializer.render_document(read, id, query.part, settings, documents)
    return Document(content, PDF, f"batch-{id}-{query.part}.pdf")


async def _complete_and_notify(operation: ExternalOperation, work: Work) -> EncodedResponse:
    response = await operation.complete(work)
    operation.notify_workers()
    return response
