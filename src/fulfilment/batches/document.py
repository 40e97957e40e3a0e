"""The document of a batch: the labels of its good rows, in its order, a hundred shipments a part."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from fulfilment.batches import queries, view
from fulfilment.batches.records import PART_SHIPMENTS
from fulfilment.batches.refusals import NothingToPrint
from fulfilment.db.tx import Read
from fulfilment.documents import Documents
from fulfilment.http.errors import NotFound
from fulfilment.settings import Settings
from fulfilment.shipments import label
from fulfilment.shipments.records import LabelOrder


async def printed(read: Read, id: str, part: int, settings: Settings, documents: Documents) -> bytes:
    """One PDF. Raises NotFound where there is no such batch or part, NothingToPrint, Validation and
    ServiceUnavailable.
    """
    row = await view.find(read, id)
    good = [] if row["kind"] == "cancel" else await queries.done(read, id)
    if not good:
        raise NothingToPrint
    wanted = view.shipments_of(part, PART_SHIPMENTS, good)
    if not wanted:
        parts = -(-len(good) // PART_SHIPMENTS)
        raise NotFound(f"The document has {parts} parts of {PART_SHIPMENTS} shipments.", field="part")
    given = dict(view.options_of(row).printing or {})
    given.pop("documents", None)
    order = msgspec.convert({**given, "shipmentIds": list(wanted)}, LabelOrder)
    return await label.print_all(_Reading(read), order, settings, documents)


class _Reading:
    """As much of a saga as printing needs."""

    def __init__(self, read: Read):
        self._read = read

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Read]:
        yield self._read
