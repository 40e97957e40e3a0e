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
from fulfilment.http.errors import ServiceUnavailable, Validation
from fulfilment.http.paging import Page
from fulfilment.shares import NoPlace, Shares

LINES_TYPE = "application/x-ndjson"
PAGE_ENTRIES = 200
EXPORTS_AT_ONCE = 32
EXPORTS_OF_A_WORKSPACE = 2
PLACE_TIMEOUT_SECONDS = 5.0
RETRY_AFTER_SECONDS = 30


class Exports:
    """The room that exports have in one process: a few at a time of each workspace."""

    def __init__(self, places: int = EXPORTS_AT_ONCE):
        self._places = Shares(places)

    def stream(self, read: Read, filters: AuditFilters) -> Stream:
        """The log that the filters let pass. Raises Validation; its first piece ServiceUnavailable."""
        require_period(filters)
        return Stream(b"", LINES_TYPE, "audit-log.ndjson", pieces=self._pieces(read, filters))

    async def _pieces(self, read: Read, filters: AuditFilters) -> AsyncGenerator[bytes, None]:
        if self._places.held(read.account_id) >= EXPORTS_OF_A_WORKSPACE:
            raise ServiceUnavailable(RETRY_AFTER_SECONDS)
        try:
            await self._places.take(read.account_id, PLACE_TIMEOUT_SECONDS)
        except NoPlace:
            raise ServiceUnavailable(RETRY_AFTER_SECONDS) from None
        try:
            async for piece in pieces(read, filters):
                yield piece
        finally:
            self._places.give_back(read.account_id)


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
