"""The audit log as a stream of JSON lines, newest first (docs/decisions/0065-audit-log.md).

It is read in pages, each its own short query, so that neither the log nor a connection is held for whoever reads
slowly. Entries never change and positions only go back in time: what was committed when the stream began is in it once.
The last line says how many there were, so that a stream which was cut off is known as such.
"""

from collections.abc import AsyncGenerator

import msgspec

from fulfilment.audit import queries
from fulfilment.audit.records import AuditFilters, AuditQuery
from fulfilment.db.tx import Read
from fulfilment.http import paging
from fulfilment.http.envelope import Stream
from fulfilment.http.errors import Validation
from fulfilment.http.exports import Exports
from fulfilment.http.paging import Page
from fulfilment.http.request import Request

LINES_TYPE = "application/x-ndjson"
PAGE_ENTRIES = 200


def stream(read: Read, request: Request, filters: AuditFilters, exports: Exports) -> Stream:
    """The log that the filters let pass. Raises Validation; its first piece ServiceUnavailable."""
    require_period(filters)
    return exports.stream(read, request, pieces(read, filters), LINES_TYPE, "audit-log.ndjson")


async def pieces(read: Read, filters: AuditFilters) -> AsyncGenerator[bytes, None]:
    """Some lines at a time, and the last one: `{"end": {"entries": 1234}}`."""
    query = AuditQuery(**msgspec.structs.asdict(filters))
    page: Page | None = Page(PAGE_ENTRIES)
    told = 0
    while page is not None:
        found = await queries.list_entries(read, query, page)
        rows, has_more = paging.cut(found.rows, page)
        page = None
        if found.stopped_at is not None or has_more:
            at, id = found.stopped_at or (rows[-1]["created_at"], rows[-1]["id"])
            page = Page(PAGE_ENTRIES, (at.isoformat(), id))
        if rows:
            told += len(rows)
            yield "".join([row["row"] + "\n" for row in rows]).encode()
    yield msgspec.json.encode({"end": {"entries": told}}) + b"\n"


def require_period(filters: AuditFilters | AuditQuery) -> None:
    """Raise Validation for a period that ends before it begins."""
    if filters.from_ is not None and filters.to is not None and filters.to < filters.from_:
        raise Validation("to must not be before from.", field="to")
