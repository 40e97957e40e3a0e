"""SQL of the list of events."""

from collections.abc import Sequence

import asyncpg

from fulfilment.events.schemas import EventQuery
from fulfilment.infra.api.pagination import stop_when_full_sql, stored_bytes_sql
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Read

_EVERY_TYPE = "*"

_COLUMNS = "v.account_id, v.id AS event_id, v.type, v.occurred_at, v.data, v.sequence"
_DATA = stop_when_full_sql("v.data", "data", size=stored_bytes_sql("v.data"), order="v.event_id DESC")
_SELECTED = f"v.account_id, v.event_id, v.type, v.occurred_at, v.sequence, {_DATA}"
_IN_RANGE = """v.id < $2 AND v.id >= $3
           AND ($5::timestamptz IS NULL OR v.occurred_at >= $5) AND ($6::timestamptz IS NULL OR v.occurred_at < $6)"""

LIST_EVENTS = sql(
    "event_log.list_events",
    """
    SELECT {selected} FROM (
        SELECT {columns} FROM events v
         WHERE v.account_id = $1 AND {in_range}
         ORDER BY v.id DESC LIMIT $4
    ) v ORDER BY v.event_id DESC
    """,
    selected=_SELECTED,
    columns=_COLUMNS,
    in_range=_IN_RANGE,
)

# A loose index scan finds each distinct type. The events of each matching type are read from the index and merged, so
# rare types are found as quickly as common ones.
_LIST_BY_TYPE = """
    WITH RECURSIVE kinds (type) AS (
        (SELECT type FROM events WHERE account_id = $1 {which} ORDER BY type LIMIT 1)
        UNION ALL
        SELECT next.type FROM kinds k CROSS JOIN LATERAL (
            SELECT type FROM events WHERE account_id = $1 {which} AND type > k.type ORDER BY type LIMIT 1) next
    )
    SELECT {selected} FROM (
        SELECT found.* FROM kinds k CROSS JOIN LATERAL (
            SELECT {columns} FROM events v
             WHERE v.account_id = $1 AND v.type = k.type {which} AND {in_range}
             ORDER BY v.id DESC LIMIT $4) found
         WHERE CASE WHEN right($7, 1) = '*' THEN k.type ^@ left($7, -1) ELSE k.type = $7 END
         ORDER BY found.event_id DESC LIMIT $4
    ) v ORDER BY v.event_id DESC
"""
_PARTS = {"selected": _SELECTED, "columns": _COLUMNS, "in_range": _IN_RANGE}
LIST_BY_TYPE = sql("event_log.list_by_type", _LIST_BY_TYPE, which="", **_PARTS)
LIST_BY_SUBJECT = sql("event_log.list_by_subject", _LIST_BY_TYPE, which="AND subject = $8", **_PARTS)

FIND_EVENT = sql(
    "event_log.find_event",
    "SELECT {columns} FROM events v WHERE v.account_id = $1 AND v.id = $2",
    columns=_COLUMNS,
)


async def list_events(
    read: Read, query: EventQuery, before: str, first: str, limit: int | None
) -> Sequence[asyncpg.Record]:
    """Events, newest first, with ids from `first`, included, to `before`, excluded."""
    arguments = (before, first, limit, query.from_, query.to)
    if query.subject is not None:
        return await read.fetch_all(LIST_BY_SUBJECT, *arguments, query.type or _EVERY_TYPE, query.subject)
    if query.type is not None:
        return await read.fetch_all(LIST_BY_TYPE, *arguments, query.type)
    return await read.fetch_all(LIST_EVENTS, *arguments)


async def find_event(read: Read, id: str) -> asyncpg.Record | None:
    return await read.fetch_optional(FIND_EVENT, id)
