"""The HTTP edge of the audit log (specification, Audit log)."""

from fulfilment.audit import export, queries
from fulfilment.audit.records import AuditEntries, AuditFilters, AuditQuery
from fulfilment.db.tx import Read
from fulfilment.http import paging
from fulfilment.http.cost import EXPORT
from fulfilment.http.envelope import Stream
from fulfilment.http.exports import Exports
from fulfilment.http.request import Request
from fulfilment.http.route import Routes

route = Routes("Audit log", "Who changed what, and when; nothing of it can be changed.")

LIST = paging.Limits(default=100, most=500)


@route.get("/audit-log", client="audit_log.list", page=LIST)
async def list_audit_entries(read: Read, query: AuditQuery) -> AuditEntries:
    """List audit entries, newest first; `action` filters by prefix."""
    export.require_period(query)
    page = paging.read(query, LIST, parts=2)
    return paging.found("entries", await queries.list_entries(read, query, page), page, "created_at", "id")


@route.get(
    "/audit-log/export", client="audit_log.export", media_type=export.LINES_TYPE, ends_with_caller=True, cost=EXPORT
)
async def export_audit_log(read: Read, request: Request, query: AuditFilters, exports: Exports) -> Stream:
    """The audit log as JSON lines, newest first, as long as it is.

    Each line is an entry; the last one is `{"end": {"entries": 1234}}`. A stream without it was cut off.
    """
    return export.stream(read, request, query, exports)
