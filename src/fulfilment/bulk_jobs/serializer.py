"""Serialisation of batches and their rows for the API."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import msgspec

from fulfilment.bulk_jobs import queries
from fulfilment.bulk_jobs.errors import NoPrintableShipments
from fulfilment.bulk_jobs.schemas import (
    PART_SHIPMENTS,
    Batch,
    BatchCounts,
    BatchListQuery,
    BatchRow,
    BatchRowError,
    BatchRowQuery,
)
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import from_row
from fulfilment.infra.pdf import RenderPool
from fulfilment.settings import Settings
from fulfilment.shipments.shipping_documents import label_links
from fulfilment.shipments.shipping_documents.schemas import LabelRequest

LIST = pagination.PageLimits(default=25, max_limit=100)
ROWS = pagination.PageLimits(default=100, max_limit=500)
_MAX_POSITION = 2**31 - 1


class JobOptions(msgspec.Struct, frozen=True):
    """The JSON options of a batch, besides its kind and its shipments, in the API's format."""

    filter: dict[str, Any] | None = None
    reason: str | None = None
    printing: dict[str, Any] | None = None


def parse_options(row: asyncpg.Record) -> JobOptions:
    return msgspec.json.decode(row["options"], type=JobOptions)


def to_api(row: asyncpg.Record) -> Batch:
    """A batch for the API, from its row with the number of `running` rows."""
    counts = {name: row[name] for name in ("done", "failed", "skipped", "stopped")}
    running = row["running"]
    options = parse_options(row)
    return from_row(
        Batch,
        row,
        status="running" if row["finished_at"] is None else "finished",
        counts=BatchCounts(waiting=row["total"] - sum(counts.values()) - running, running=running, **counts),
        truncated=row["is_truncated"],
        filter=options.filter,
        reason=options.reason,
        printing=options.printing,
    )


def count_outcomes(row: asyncpg.Record) -> dict[str, int]:
    """The number of rows by outcome, for the audit log."""
    return {name: row[name] for name in ("done", "failed", "skipped", "stopped")}


async def get_batch(read: Read, id: str) -> asyncpg.Record:
    """One batch. Raises NotFound."""
    row = await queries.find_batch(read, id)
    if row is None:
        raise NotFound
    return row


async def list_batches(read: Read, query: BatchListQuery) -> Reply:
    """A page of batches, newest first."""
    page = pagination.parse_page(query, LIST)
    rows = await queries.list_batches(read, page)
    return pagination.page_response("batches", [_encode_page_row(to_api(row), row["id"]) for row in rows], page)


async def list_batch_rows(read: Read, id: str, query: BatchRowQuery) -> Reply:
    """A page of a batch's rows, in its order. Raises NotFound."""
    page = pagination.parse_page(query, ROWS, parts=(int,))
    await get_batch(read, id)
    rows = await queries.list_rows(read, id, _position(page), page.fetch_limit, query.status)
    return pagination.page_response(
        "rows", [_encode_page_row(_row_to_api(row), str(row["position"])) for row in rows], page
    )


def _position(page: pagination.PageRequest) -> int:
    # The column has four bytes.
    return -1 if page.after is None else min(page.after[0], _MAX_POSITION)


def _row_to_api(row: asyncpg.Record) -> BatchRow:
    error = None
    if row["error_code"] is not None:
        error = BatchRowError(code=row["error_code"], message=row["error_message"])
    return from_row(BatchRow, row, error=error)


def _encode_page_row(record: msgspec.Struct, position: str) -> dict[str, Any]:
    return {"row": msgspec.json.encode(record), "position": position}


def slice_part(part: int, size: int, shipment_ids: Sequence[str]) -> Sequence[str]:
    """One part of the shipments, counted from 1."""
    return shipment_ids[(part - 1) * size : part * size]


async def render_document(read: Read, id: str, part: int, settings: Settings, documents: RenderPool) -> bytes:
    """One part of the document as a PDF.

    Raises NotFound where there is no such batch or part, NoPrintableShipments, Validation and ServiceUnavailable.
    """
    row = await get_batch(read, id)
    shipment_ids = [] if row["kind"] == "cancel" else await queries.list_done(read, id)
    if not shipment_ids:
        raise NoPrintableShipments
    part_ids = slice_part(part, PART_SHIPMENTS, shipment_ids)
    if not part_ids:
        parts = -(-len(shipment_ids) // PART_SHIPMENTS)
        raise NotFound(f"The document has {parts} parts of {PART_SHIPMENTS} shipments.", field="part")
    options = dict(parse_options(row).printing or {})
    options.pop("documents", None)
    label_request = msgspec.convert({**options, "shipmentIds": list(part_ids)}, LabelRequest)
    return await label_links.render_labels(_ReadOnlyOperation(read), label_request, settings, documents)


class _ReadOnlyOperation:
    """The part of ExternalOperation that printing needs."""

    def __init__(self, read: Read) -> None:
        self._read = read

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Read]:
        yield self._read
