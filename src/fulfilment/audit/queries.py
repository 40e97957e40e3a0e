"""The SQL of the audit log."""

import asyncpg

from fulfilment.audit.records import AuditQuery, Entry
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.db.wire_json import object_of
from fulfilment.http import paging
from fulfilment.http.paging import Page

_LIST = """
    SELECT {row} AS row, e.created_at, e.id FROM audit_entries e
     WHERE e.account_id = $1 AND ($2::timestamptz IS NULL OR (e.created_at, e.id) < ($2, $3)) {which}
     ORDER BY e.created_at DESC, e.id DESC LIMIT $4
"""
_ROW = object_of(Entry, "e")
_BY_ACTION = "AND e.action ^@ $5"
LIST = sql("audit.list", _LIST, row=_ROW, which="")
LIST_BY_ACTION = sql("audit.list_by_action", _LIST, row=_ROW, which=_BY_ACTION)
LIST_BY_TARGET = sql("audit.list_by_target", _LIST, row=_ROW, which="AND e.target_type = $5")
LIST_BY_BOTH = sql("audit.list_by_both", _LIST, row=_ROW, which=f"{_BY_ACTION} AND e.target_type = $6")


async def list_entries(read: Read, query: AuditQuery, page: Page) -> list[asyncpg.Record]:
    """Newest first; `action` filters by prefix."""
    created_at, id = page.after or (None, None)
    filters = [given for given in (query.action, query.target_type) if given is not None]
    if len(filters) == 2:
        statement = LIST_BY_BOTH
    elif query.action is not None:
        statement = LIST_BY_ACTION
    else:
        statement = LIST if query.target_type is None else LIST_BY_TARGET
    return await read.all(statement, created_at and paging.moment(created_at), id, page.reach, *filters)
