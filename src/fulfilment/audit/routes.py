"""HTTP routes of the audit log (specification, Audit log)."""

from datetime import datetime

from fulfilment.audit import entries, queries
from fulfilment.audit.schemas import AuditEntries, AuditFilters, AuditQuery
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply, Stream
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.limits.request_limits import EXPORT
from fulfilment.infra.limits.stream_limiter import StreamLimiter

route = Routes("Audit log", "Changes with their actor and time. Entries cannot be changed.")

LIST = pagination.PageLimits(default=100, max_limit=500)


@route.get("/audit-log", sdk_method="audit_log.list", page=LIST)
async def list_audit_entries(read: Read, query: AuditQuery) -> Reply[AuditEntries]:
    """List audit entries, newest first; `action` filters by prefix."""
    entries.require_period(query)
    page = pagination.parse_page(query, LIST, parts=(datetime, str))
    return pagination.scan_response("entries", await queries.list_entries(read, query, page), page, "created_at", "id")


@route.get(
    "/audit-log/export",
    sdk_method="audit_log.export",
    media_type=entries.LINES_TYPE,
    cancel_on_disconnect=True,
    cost=EXPORT,
)
async def export_audit_log(read: Read, request: Request, query: AuditFilters, exports: StreamLimiter) -> Stream:
    """Export the whole audit log as JSON lines, newest first.

    Each line is an entry; the last one is `{"end": {"entries": 1234}}`. A stream without it was cut off.
    """
    return entries.stream_log(read, request, query, exports)
