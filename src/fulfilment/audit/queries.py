"""The SQL of the audit log."""

import asyncpg

from fulfilment import clock
from fulfilment.audit.records import AuditQuery, Entry
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.db.wire_json import object_of
from fulfilment.http import paging
from fulfilment.http.paging import Page

_LIST = """
    SELECT {row}, e.created_at, e.id FROM (
        SELECT * FROM audit_entries e
         WHERE e.account_id = $1 AND (e.created_at, e.id) < ($2, $3) {which}
         ORDER BY e.created_at DESC, e.id DESC LIMIT $4
    ) e ORDER BY e.created_at DESC, e.id DESC
"""
# An action's beginning is many index ranges: each action with each target it had, found by going from one to the next,
# is merged with the others, so that what is rare is found as quickly as what is common.
_LIST_BY_ACTION = """
    WITH RECURSIVE kinds (action, target_type) AS (
        (SELECT action, target_type FROM audit_entries WHERE account_id = $1 AND action >= $5 AND action < $6
          ORDER BY action, target_type LIMIT 1)
        UNION ALL
        SELECT next.* FROM kinds k CROSS JOIN LATERAL (
            SELECT action, target_type FROM audit_entries
             WHERE account_id = $1 AND (action, target_type) > (k.action, k.target_type) AND action < $6
             ORDER BY action, target_type LIMIT 1) next
    )
    SELECT {row}, e.created_at, e.id FROM (
        SELECT found.* FROM kinds k CROSS JOIN LATERAL (
            SELECT * FROM audit_entries
             WHERE account_id = $1 AND action = k.action AND target_type = k.target_type AND (created_at, id) < ($2, $3)
             ORDER BY created_at DESC, id DESC LIMIT $4) found
         {which} ORDER BY found.created_at DESC, found.id DESC LIMIT $4
    ) e ORDER BY e.created_at DESC, e.id DESC
"""
# After every text that begins with a prefix, in the byte order of the actions.
_LAST = "\U0010ffff"

_SIZE = paging.bytes_of("e.before", "e.after")
_ROW = paging.until_full(object_of(Entry, "e"), "row", size=_SIZE, order="e.created_at DESC, e.id DESC")
LIST = sql("audit.list", _LIST, row=_ROW, which="")
LIST_BY_ACTION = sql("audit.list_by_action", _LIST_BY_ACTION, row=_ROW, which="")
LIST_BY_TARGET = sql("audit.list_by_target", _LIST, row=_ROW, which="AND e.target_type = $5")
LIST_BY_BOTH = sql("audit.list_by_both", _LIST_BY_ACTION, row=_ROW, which="WHERE k.target_type = $7")


async def list_entries(read: Read, query: AuditQuery, page: Page) -> list[asyncpg.Record]:
    """Newest first; `action` filters by prefix."""
    position = (paging.moment(page.after[0]), page.after[1]) if page.after else (clock.END_OF_TIME, "")
    if query.action is None:
        if query.target_type is None:
            return await read.all(LIST, *position, page.reach)
        return await read.all(LIST_BY_TARGET, *position, page.reach, query.target_type)
    actions = (query.action, query.action + _LAST)
    if query.target_type is None:
        return await read.all(LIST_BY_ACTION, *position, page.reach, *actions)
    return await read.all(LIST_BY_BOTH, *position, page.reach, *actions, query.target_type)
