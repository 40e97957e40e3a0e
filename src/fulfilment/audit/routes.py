"""The HTTP edge of the audit log (specification, Audit log)."""

from fulfilment.audit import queries
from fulfilment.audit.records import AuditQuery, Entries
from fulfilment.db.tx import Read
from fulfilment.http import paging
from fulfilment.http.route import Routes

route = Routes("Audit log")

LIST_DEFAULT = 100
LIST_MOST = 500


@route.get("/audit-log")
async def list_entries(read: Read, query: AuditQuery) -> Entries:
    """List audit entries, newest first; `action` filters by prefix."""
    page = paging.read(query, default=LIST_DEFAULT, most=LIST_MOST, parts=2)
    return paging.listed("entries", await queries.list_entries(read, query, page), page, "created_at", "id")
