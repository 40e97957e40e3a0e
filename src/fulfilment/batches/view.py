"""A batch and its rows as the API shows them."""

from collections.abc import Sequence
from typing import Any

import asyncpg
import msgspec

from fulfilment.batches import queries
from fulfilment.batches.records import (
    Batch,
    BatchCounts,
    BatchListQuery,
    BatchRow,
    BatchRowError,
    BatchRowQuery,
)
from fulfilment.db.tx import Read
from fulfilment.fields import from_row
from fulfilment.http import paging
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import NotFound, Validation

LIST = paging.Limits(default=25, most=100)
ROWS = paging.Limits(default=100, most=500)


class Options(msgspec.Struct, frozen=True):
    """What is kept of an order beside its kind and its shipments, as it goes over the wire."""

    filter: dict[str, Any] | None = None
    reason: str | None = None
    printing: dict[str, Any] | None = None


def options_of(row: asyncpg.Record) -> Options:
    return msgspec.json.decode(row["options"], type=Options)


def shown(row: asyncpg.Record) -> Batch:
    """A batch's row, with the number of those that are `running`."""
    ended = {name: row[name] for name in ("done", "failed", "skipped", "stopped")}
    running = row["running"]
    options = options_of(row)
    return from_row(
        Batch,
        row,
        status="running" if row["finished_at"] is None else "finished",
        counts=BatchCounts(waiting=row["total"] - sum(ended.values()) - running, running=running, **ended),
        truncated=row["is_truncated"],
        filter=options.filter,
        reason=options.reason,
        printing=options.printing,
    )


def progress(row: asyncpg.Record) -> dict[str, int]:
    """How many have ended in which way, for the audit log."""
    return {name: row[name] for name in ("done", "failed", "skipped", "stopped")}


async def find(read: Read, id: str) -> asyncpg.Record:
    """Raises NotFound."""
    row = await queries.find(read, id)
    if row is None:
        raise NotFound
    return row


async def listed(read: Read, query: BatchListQuery) -> Reply:
    """A page of batches, newest first."""
    page = paging.read(query, LIST)
    rows = await queries.list_batches(read, page)
    return paging.listed("batches", [_as_json(shown(row), row["id"]) for row in rows], page)


async def listed_rows(read: Read, id: str, query: BatchRowQuery) -> Reply:
    """A page of a batch's rows, in its order. Raises NotFound."""
    page = paging.read(query, ROWS)
    await find(read, id)
    rows = await queries.list_rows(read, id, _position(page), page.reach, query.status)
    return paging.listed("rows", [_as_json(_shown_row(row), str(row["position"])) for row in rows], page)


def _position(page: paging.Page) -> int:
    if page.after is None:
        return -1
    position = page.after[0]
    if not (position.isascii() and position.isdigit() and len(position) < 10):
        raise Validation("This is not a cursor of this list.", field="cursor")
    return int(position)


def _shown_row(row: asyncpg.Record) -> BatchRow:
    error = None
    if row["error_code"] is not None:
        error = BatchRowError(code=row["error_code"], message=row["error_message"])
    return from_row(BatchRow, row, error=error)


def _as_json(record: msgspec.Struct, position: str) -> dict[str, Any]:
    return {"row": msgspec.json.encode(record), "position": position}


def shipments_of(part: int, size: int, shipment_ids: Sequence[str]) -> Sequence[str]:
    """One part of them, counted from 1."""
    return shipment_ids[(part - 1) * size : part * size]
