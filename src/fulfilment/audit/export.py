"""The audit log as a stream of JSON lines, newest first (docs/decisions/0065-audit-log.md).

It is read in pages, each its own short query, so that neither the log nor a connection is held for whoever reads
slowly. Entries never change and positions only go back in time: what was committed when the stream began is in it once.
The last line says how many there were, so that a stream which was cut off is known as such.
"""

from collections.abc import AsyncGenerator

import msgspec

from fulfilment.audit import queries
from fulfilment.audit.schemas import AuditFilters, AuditQuery
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Stream
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.api.request import Request
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.limits.stream_limiter import StreamLimiter

LINES_TYPE = "application/x-ndjson"
PAGE_ENTRIES = 200


def stream_log(read: Read, request: Request, filters: AuditFilters, exports: StreamLimiter) -> Stream:
    """The log that the filters let pass. Raises Validation; its first piece ServiceUnavailable."""
    require_period(filters)
    return exports.stream(read, request, stream_entries(read, filters), LINES_TYPE, "audit-log.ndjson")


async def stream_entries(read: Read, filters: AuditFilters) -> AsyncGenerator[bytes, None]:
    """Some lines at a time, and the last one: `{"end": {"entries": 1234}}`."""
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
