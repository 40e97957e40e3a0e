"""The SQL of the audit log."""

from datetime import datetime
from typing import Any

from fulfilment import clock
from fulfilment.audit.records import AuditEntry, AuditQuery
from fulfilment.db.sql import sql
from fulfilment.db.tx import Read
from fulfilment.db.wire_json import object_of
from fulfilment.http import on_behalf, paging
from fulfilment.http.paging import Page, Walked

# Where the period begins is looked at last: as a condition of its own the planner would think it as good as a filter.
_LIST = """
    SELECT {row}, e.created_at, e.id FROM (
        SELECT columns(audit_entries) FROM audit_entries e
         WHERE e.account_id = $1 AND (e.created_at, e.id) < ($2, $3) {which}
         ORDER BY e.created_at DESC, e.id DESC LIMIT $4
    ) e WHERE e.created_at >= $5 ORDER BY e.created_at DESC, e.id DESC
"""
# An action's beginning is many index ranges: each action with each target it had, found by going from one to the next,
# is merged with the others, so that what is rare is found as quickly as what is common.
_LIST_BY_ACTION = """
    WITH RECURSIVE kinds (action, target_type) AS (
        (SELECT action, target_type FROM audit_entries WHERE account_id = $1 AND action >= $6 AND action < $7
          ORDER BY action, target_type LIMIT 1)
        UNION ALL
        SELECT next.* FROM kinds k CROSS JOIN LATERAL (
            SELECT action, target_type FROM audit_entries
             WHERE account_id = $1 AND (action, target_type) > (k.action, k.target_type) AND action < $7
             ORDER BY action, target_type LIMIT 1) next
    )
    SELECT {row}, e.created_at, e.id FROM (
        SELECT found.* FROM kinds k CROSS JOIN LATERAL (
            SELECT columns(audit_entries) FROM audit_entries
             WHERE account_id = $1 AND action = k.action AND target_type = k.target_type AND (created_at, id) < ($2, $3)
             ORDER BY created_at DESC, id DESC LIMIT $4) found
         {which} ORDER BY found.created_at DESC, found.id DESC LIMIT $4
    ) e WHERE e.created_at >= $5 ORDER BY e.created_at DESC, e.id DESC
"""
# After every text that begins with a prefix, in the byte order of the actions.
_LAST = "\U0010ffff"

_SIZE = paging.bytes_of("e.before", "e.after")
_ORDER = "e.created_at DESC, e.id DESC"
_ROW = paging.until_full(object_of(AuditEntry, "e"), "row", size=_SIZE, order=_ORDER)
# Of one target, or one actor, the other filters are looked through.
_PASSES = """($7::text IS NULL OR e.action ^@ $7) AND ($8::text IS NULL OR e.target_type = $8)
         AND ($9::text IS NULL OR e.actor_id = $9)"""
_PASSING = paging.until_full(object_of(AuditEntry, "e"), "row", size=_SIZE, order=_ORDER, which=f"({_PASSES})")

LIST = sql("audit.list", _LIST, row=_ROW, which="")
LIST_BY_ACTION = sql("audit.list_by_action", _LIST_BY_ACTION, row=_ROW, which="")
LIST_BY_TARGET = sql("audit.list_by_target", _LIST, row=_ROW, which="AND e.target_type = $6")
LIST_BY_BOTH = sql("audit.list_by_both", _LIST_BY_ACTION, row=_ROW, which="WHERE k.target_type = $8")
WALK_TARGET = sql("audit.walk_target", _LIST, row=_PASSING, which="AND e.target_id = $6")
WALK_ACTOR = sql("audit.walk_actor", _LIST, row=_PASSING, which="AND e.actor_id = $6")

OLD_ENTRIES = sql(
    "audit.unscoped_old_entries",
    """
    SELECT account_id, id, created_at FROM audit_entries
     WHERE created_at < $1 AND created_at >= $2 ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED
    """,
)

FORGET_ENTRIES = sql(
    "audit.batched_forget_entries",
    """
    DELETE FROM audit_entries e USING unnest($1::text[], $2::text[]) AS old (account_id, id)
     WHERE e.account_id = old.account_id AND e.id = old.id
    """,
)


async def list_entries(read: Read, query: AuditQuery, page: Page) -> Walked:
    """Newest first, as the caller may see them; `action` filters by prefix."""
    walked = await _find(read, query, page)
    return Walked(on_behalf.conceal_targets(read.actor, walked.rows), walked.stopped_at)


async def _find(read: Read, query: AuditQuery, page: Page) -> Walked:
    start, since = _period(query, page)
    if query.target_id is not None or query.actor_id is not None:
        return await _walk(read, query, page, start, since)
    given: tuple[Any, ...] = (*start, page.reach, since)
    if query.action is None:
        if query.target_type is None:
            return Walked(await read.all(LIST, *given))
        return Walked(await read.all(LIST_BY_TARGET, *given, query.target_type))
    given += (query.action, query.action + _LAST)
    if query.target_type is None:
        return Walked(await read.all(LIST_BY_ACTION, *given))
    return Walked(await read.all(LIST_BY_BOTH, *given, query.target_type))


async def _walk(read: Read, query: AuditQuery, page: Page, start: tuple[datetime, str], since: datetime) -> Walked:
    by_target = query.target_id is not None
    statement, of = (WALK_TARGET, query.target_id) if by_target else (WALK_ACTOR, query.actor_id)

    async def look(after: tuple[Any, ...], size: int) -> Any:
        return await read.all(statement, *after, size, since, of, query.action, query.target_type, query.actor_id)

    return await paging.walk(page, look, start, "created_at", "id")


def _period(query: AuditQuery, page: Page) -> tuple[tuple[datetime, str], datetime]:
    """Before which position the page begins, and the first moment that is in the period."""
    position = (paging.moment(page.after[0]), page.after[1]) if page.after else (clock.END_OF_TIME, "")
    if query.to is not None:
        position = min(position, (query.to, ""))
    return position, query.from_ or clock.EARLIEST_EXPIRY
