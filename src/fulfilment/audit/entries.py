"""Streamed export and retention of audit entries (docs/decisions/0034-audit.md).

The export is JSON lines, newest first. It is read in pages, each its own short query, so a slow client holds neither a
snapshot nor a connection. Entries never change, so the stream holds each entry committed before it began exactly once.
The last line gives the number of entries; without it, the stream was cut off. Entries are kept for ever unless the
operator sets a retention.
"""

from collections.abc import AsyncGenerator, Sequence
from datetime import datetime, timedelta

import asyncpg
import msgspec

from fulfilment.audit import queries
from fulfilment.audit.queries import DELETE_EXPIRED_ENTRIES, LIST_EXPIRED_ENTRIES
from fulfilment.audit.schemas import AuditFilters, AuditQuery
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Stream
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.api.request import Request
from fulfilment.infra.database import database_clock
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.limits.stream_limiter import StreamLimiter
from fulfilment.settings import Settings

LINES_TYPE = "application/x-ndjson"
PAGE_ENTRIES = 200

CLEANUP_INTERVAL_SECONDS = 600
CLEANUP_BATCH_SIZE = 500

_BEGINNING = datetime.fromisoformat("1970-01-01T00:00Z")

_ENTRIES = BatchProcessor("audit_entries", ("account_id", "id"), CLEANUP_BATCH_SIZE)


def stream_log(read: Read, request: Request, filters: AuditFilters, exports: StreamLimiter) -> Stream:
    """The export as a response. Raises Validation; reading its first chunk may raise ServiceUnavailable."""
    require_period(filters)
    return exports.stream(read, request, stream_entries(read, filters), LINES_TYPE, "audit-log.ndjson")


async def stream_entries(read: Read, filters: AuditFilters) -> AsyncGenerator[bytes, None]:
    """Chunks of JSON lines, the last of which is `{"end": {"entries": 1234}}`."""
    query = AuditQuery(**msgspec.structs.asdict(filters))
    page: PageRequest | None = PageRequest(PAGE_ENTRIES)
    entry_count = 0
    while page is not None:
        found = await queries.list_entries(read, query, page)
        rows, has_more = pagination.trim(found.rows, page)
        end = (rows[-1]["created_at"], rows[-1]["id"]) if has_more else found.stopped_at
        page = None if end is None else PageRequest(PAGE_ENTRIES, end)
        if rows:
            entry_count += len(rows)
            yield "".join([row["row"] + "\n" for row in rows]).encode()
    yield msgspec.json.encode({"end": {"entries": entry_count}}) + b"\n"


def require_period(filters: AuditFilters | AuditQuery) -> None:
    """Raise Validation for a period that ends before it begins."""
    if filters.from_ is not None and filters.to is not None and filters.to < filters.from_:
        raise Validation("to must not be before from.", field="to")


async def delete_expired(db: Database, settings: Settings) -> None:
    """Delete entries older than the retention, oldest first, in batches."""
    if not settings.audit_retention_days:
        return
    async with db.connection() as connection:
        horizon = await database_clock.now(connection) - timedelta(days=settings.audit_retention_days)
    reached = _BEGINNING

    async def select(connection: asyncpg.Connection, most: int) -> Sequence[asyncpg.Record]:
        # Each batch starts where the last one was, so that it skips the dead index entries of deleted rows.
        nonlocal reached
        found = await connection.fetch(LIST_EXPIRED_ENTRIES.text, horizon, reached, most)
        reached = found[0]["created_at"] if found else reached
        return found

    await _ENTRIES.drain(
        db, select, lambda connection, old: connection.execute(DELETE_EXPIRED_ENTRIES.text, *columns(old, 2))
    )
