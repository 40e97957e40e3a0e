"""SQL of the audit log."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import asyncpg

from fulfilment.audit.schemas import AuditEntry, AuditQuery
from fulfilment.infra import clock
from fulfilment.infra.api import pagination
from fulfilment.infra.api.pagination import PageRequest, ScanResult
from fulfilment.infra.auth import partner_policy
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read

# The start of the period is compared outside: inside, the planner would trust it as much as an index condition.
_LIST = """
    SELECT {row}, e.created_at, e.id FROM (
        SELECT columns(audit_entries) FROM audit_entries e
         WHERE e.account_id = $1 AND (e.created_at, e.id) < ($2, $3) {which}
         ORDER BY e.created_at DESC, e.id DESC LIMIT $4
    ) e WHERE e.created_at >= $5 ORDER BY e.created_at DESC, e.id DESC
"""
# A loose index scan finds each distinct pair of action and target type. The entries of each pair are read from the
# index and merged, so rare actions are found as quickly as common ones.
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
# Appended to a prefix, it sorts after every action that begins with that prefix.
_AFTER_LAST = "\U0010ffff"

_SIZE = pagination.stored_bytes_sql("e.before", "e.after")
_ORDER = "e.created_at DESC, e.id DESC"
_ROW = pagination.stop_when_full_sql(json_object(AuditEntry, "e"), "row", size=_SIZE, order=_ORDER)
# A list of one target or one actor is scanned, and the other filters are applied to each entry.
_MATCHES = """($7::text IS NULL OR e.action ^@ $7) AND ($8::text IS NULL OR e.target_type = $8)
         AND ($9::text IS NULL OR e.actor_id = $9)"""
_MATCHING_ROW = pagination.stop_when_full_sql(
    json_object(AuditEntry, "e"), "row", size=_SIZE, order=_ORDER, which=f"({_MATCHES})"
)

LIST = sql("audit.list", _LIST, row=_ROW, which="")
LIST_BY_ACTION = sql("audit.list_by_action", _LIST_BY_ACTION, row=_ROW, which="")
LIST_BY_TARGET = sql("audit.list_by_target", _LIST, row=_ROW, which="AND e.target_type = $6")
LIST_BY_BOTH = sql("audit.list_by_both", _LIST_BY_ACTION, row=_ROW, which="WHERE k.target_type = $8")
SCAN_TARGET = sql("audit.scan_target", _LIST, row=_MATCHING_ROW, which="AND e.target_id = $6")
SCAN_ACTOR = sql("audit.scan_actor", _LIST, row=_MATCHING_ROW, which="AND e.actor_id = $6")

LIST_EXPIRED_ENTRIES = sql(
    "audit.unscoped_list_expired_entries",
    """
    SELECT account_id, id, created_at FROM audit_entries
     WHERE created_at < $1 AND created_at >= $2 ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED
    """,
)

DELETE_EXPIRED_ENTRIES = sql(
    "audit.batched_delete_expired_entries",
    """
    DELETE FROM audit_entries e USING unnest($1::text[], $2::text[]) AS old (account_id, id)
     WHERE e.account_id = old.account_id AND e.id = old.id
    """,
)


async def list_entries(read: Read, query: AuditQuery, page: PageRequest) -> ScanResult:
    """Entries, newest first, redacted for the caller; `action` filters by prefix."""
    result = await _find(read, query, page)
    return ScanResult(partner_policy.redact_targets(read.actor, result.rows), result.stopped_at)


async def _find(read: Read, query: AuditQuery, page: PageRequest) -> ScanResult:
    start, since = _period(query, page)
    if query.target_id is not None or query.actor_id is not None:
        return await _scan(read, query, page, start, since)
    limits: tuple[Any, ...] = (*start, page.fetch_limit, since)
    if query.action is None:
        if query.target_type is None:
            return ScanResult(await read.fetch_all(LIST, *limits))
        return ScanResult(await read.fetch_all(LIST_BY_TARGET, *limits, query.target_type))
    limits += (query.action, query.action + _AFTER_LAST)
    if query.target_type is None:
        return ScanResult(await read.fetch_all(LIST_BY_ACTION, *limits))
    return ScanResult(await read.fetch_all(LIST_BY_BOTH, *limits, query.target_type))


async def _scan(
    read: Read, query: AuditQuery, page: PageRequest, start: tuple[datetime, str], since: datetime
) -> ScanResult:
    by_target = query.target_id is not None
    statement, value = (SCAN_TARGET, query.target_id) if by_target else (SCAN_ACTOR, query.actor_id)

    async def fetch_page(after: tuple[Any, ...], size: int) -> Sequence[asyncpg.Record]:
        return await read.fetch_all(
            statement, *after, size, since, value, query.action, query.target_type, query.actor_id
        )

    return await pagination.scan(page, fetch_page, start, "created_at", "id")


def _period(query: AuditQuery, page: PageRequest) -> tuple[tuple[datetime, str], datetime]:
    """The position before which the page begins, and the first moment of the period."""
    position = page.after or (clock.END_OF_TIME, "")
    if query.to is not None:
        position = min(position, (query.to, ""))
    return position, query.from_ or clock.EARLIEST_EXPIRY
