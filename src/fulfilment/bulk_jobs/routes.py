"""The HTTP edge of batches: many shipments booked, cancelled or printed at once (docs/batches.md)."""

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
# It looks at up to 500 shipments, and sets going as many calls of couriers.
BATCH = RequestCost(10)


@route.post("/batches", sdk_method="batches.create", status=201, cost=BATCH, raises=(TooManyBatches,))
async def create_batch(operation: ExternalOperation, body: NewBatch) -> EncodedResponse[BatchReply]:
    """Have many shipments booked, cancelled or printed, one after the other; the answer comes before it begins."""
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
    """Tell what such a batch would do, why shipments would be skipped, and what it takes of the credit by now."""
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
    """List the workspace's batches, newest first; 30 days after their end they are forgotten."""
    return await serializer.list_batches(read, query)


@route.get("/batches/{id}", sdk_method="batches.get")
async def get_batch(read: Read, id: str) -> BatchReply:
    """Retrieve a batch with how many of its shipments have come how far."""
    return BatchReply(batch=serializer.to_api(await serializer.get_batch(read, id)))


@route.get("/batches/{id}/rows", sdk_method="batches.list_rows", page=serializer.ROWS)
async def list_batch_rows(read: Read, id: str, query: BatchRowQuery) -> Reply[BatchRows]:
    """List what became of each shipment of a batch, in its order."""
    return await serializer.list_batch_rows(read, id, query)


@route.post("/batches/{id}/stop", sdk_method="batches.stop")
async def stop_batch(tx: Tx, id: str) -> BatchReply:
    """Leave alone what the batch has not begun yet; what it has begun comes to its end."""
    return BatchReply(batch=await service.stop_batch(tx, id))


@route.post("/batches/{id}/retry", sdk_method="batches.retry", cost=BATCH, raises=(NoFailedRows, TooManyBatches))
async def retry_batch(operation: ExternalOperation, id: str) -> EncodedResponse[BatchReply]:
    """Try what failed again, as new attempts of the same batch."""

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
    """Print the labels of a batch's good rows, in its order, as one PDF for every hundred shipments."""
    content = await serializer.render_document(read, id, query.part, settings, documents)
    return Document(content, PDF, f"batch-{id}-{query.part}.pdf")


async def _complete_and_notify(operation: ExternalOperation, work: Work) -> EncodedResponse:
    response = await operation.complete(work)
    operation.notify_workers()
    return response
