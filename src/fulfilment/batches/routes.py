"""The HTTP edge of batches: many shipments booked, cancelled or printed at once (docs/batches.md)."""

from fulfilment.batches import document, ordering, preview, selection, view
from fulfilment.batches.records import (
    BatchDocumentQuery,
    BatchList,
    BatchListQuery,
    BatchPreview,
    BatchReply,
    BatchRowQuery,
    BatchRows,
    NewBatch,
)
from fulfilment.db.tx import Read, Tx
from fulfilment.documents import Documents
from fulfilment.http.cost import Cost
from fulfilment.http.envelope import Document
from fulfilment.http.mutation import Answered, Work
from fulfilment.http.route import Routes
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings

route = Routes(
    "Batches",
    "Many shipments booked, cancelled or printed at once, by the worker, with an outcome for each.",
    {"batches/{id}": "The batch's id (`batch_…`), as POST /batches answers it."},
)

PDF = "application/pdf"
# It looks at up to 500 shipments, and sets going as many calls of couriers.
BATCH = Cost(10)


@route.post("/batches", client="batches.create", status=201, cost=BATCH)
async def create_batch(saga: Saga, given: NewBatch) -> BatchReply:
    """Have many shipments booked, cancelled or printed, one after the other; the answer comes before it begins."""
    ordering.require_right(saga.actor, given.kind)
    chosen = await selection.choose(saga, given)
    ordering.require_sense(given)

    async def work(tx: Tx) -> BatchReply:
        return BatchReply(batch=await ordering.order(tx, given, chosen))

    return await _rung(saga, work)


@route.post("/batches/preview", client="batches.preview", cost=BATCH)
async def preview_batch(saga: Saga, given: NewBatch) -> BatchPreview:
    """Tell what such a batch would do, why shipments would be skipped, and what it takes of the credit."""
    ordering.require_right(saga.actor, given.kind)
    chosen = await selection.choose(saga, given)
    ordering.require_sense(given)
    found = await preview.preview(saga, given, chosen)
    if saga.key is None:
        return found

    async def remember(_tx: Tx) -> BatchPreview:
        return found

    return await saga.finish(remember)


@route.get("/batches", client="batches.list", page=view.LIST)
async def list_batches(read: Read, query: BatchListQuery) -> BatchList:
    """List the workspace's batches, newest first; 30 days after their end they are forgotten."""
    return await view.listed(read, query)


@route.get("/batches/{id}", client="batches.get")
async def get_batch(read: Read, id: str) -> BatchReply:
    """Retrieve a batch with how many of its shipments have come how far."""
    return BatchReply(batch=view.shown(await view.find(read, id)))


@route.get("/batches/{id}/rows", client="batches.list_rows", page=view.ROWS)
async def list_batch_rows(read: Read, id: str, query: BatchRowQuery) -> BatchRows:
    """List what became of each shipment of a batch, in its order."""
    return await view.listed_rows(read, id, query)


@route.post("/batches/{id}/stop", client="batches.stop")
async def stop_batch(tx: Tx, id: str) -> BatchReply:
    """Leave alone what the batch has not begun yet; what it has begun comes to its end."""
    return BatchReply(batch=await ordering.stop(tx, id))


@route.post("/batches/{id}/retry", client="batches.retry", cost=BATCH)
async def retry_batch(saga: Saga, id: str) -> BatchReply:
    """Try what failed again, as new attempts of the same batch."""

    async def work(tx: Tx) -> BatchReply:
        return BatchReply(batch=await ordering.retry(tx, id))

    return await _rung(saga, work)


@route.get(
    "/batches/{id}/document", client="batches.download_document", media_type=PDF, ends_with_caller=True, cost=BATCH
)
async def download_batch_document(
    read: Read, id: str, query: BatchDocumentQuery, settings: Settings, documents: Documents
) -> Document:
    """Print the labels of a batch's good rows, in its order, as one PDF for every hundred shipments."""
    content = await document.printed(read, id, query.part, settings, documents)
    return Document(content, PDF, f"batch-{id}-{query.part}.pdf")


async def _rung(saga: Saga, work: Work) -> Answered:
    answered = await saga.finish(work)
    saga.ring()
    return answered
