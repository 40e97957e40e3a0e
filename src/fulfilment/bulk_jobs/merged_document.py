"""The document of a batch: the labels of its good rows, in its order, a hundred shipments a part."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from fulfilment.bulk_jobs import queries, serializer
from fulfilment.bulk_jobs.errors import NoPrintableShipments
from fulfilment.bulk_jobs.schemas import PART_SHIPMENTS
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.pdf import RenderPool
from fulfilment.settings import Settings
from fulfilment.shipments.shipping_documents import label_links
from fulfilment.shipments.shipping_documents.schemas import LabelRequest


async def render_document(read: Read, id: str, part: int, settings: Settings, documents: RenderPool) -> bytes:
    """One PDF. Raises NotFound where there is no such batch or part, NoPrintableShipments, Validation and
    ServiceUnavailable.
    """
    row = await serializer.get_batch(read, id)
    shipment_ids = [] if row["kind"] == "cancel" else await queries.list_done(read, id)
    if not shipment_ids:
        raise NoPrintableShipments
    part_ids = serializer.slice_part(part, PART_SHIPMENTS, shipment_ids)
    if not part_ids:
        parts = -(-len(shipment_ids) // PART_SHIPMENTS)
        raise NotFound(f"The document has {parts} parts of {PART_SHIPMENTS} shipments.", field="part")
    options = dict(serializer.parse_options(row).printing or {})
    options.pop("documents", None)
    label_request = msgspec.convert({**options, "shipmentIds": list(part_ids)}, LabelRequest)
    return await label_links.render_labels(_ReadOnlyOperation(read), label_request, settings, documents)


class _ReadOnlyOperation:
    """As much of a saga as printing needs."""

    def __init__(self, read: Read) -> None:
        self._read = read

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Read]:
        yield self._read
