"""Reading and changing what a workspace says of itself."""

from typing import Any

import asyncpg

from fulfilment.db.tx import Read, Tx
from fulfilment.fields import from_row, said
from fulfilment.http.errors import NotFound, Validation
from fulfilment.settings import Settings
from fulfilment.workspace import queries, zones
from fulfilment.workspace.records import DEFAULT_LABEL_SIZE, DEFAULT_ZONE, Workspace, WorkspaceChange


async def show(read: Read, settings: Settings) -> Workspace:
    """The workspace as it is now."""
    return _shown(await queries.find(read), settings)


async def change(tx: Tx, given: WorkspaceChange, settings: Settings) -> Workspace:
    """Change what is given; a change of nothing leaves no trace. Raises Validation for a zone that nobody knows."""
    changed = said(given)
    zone = changed.get("time_zone")
    if zone is not None and zone not in zones.names():
        raise Validation("This is no IANA time zone. Names look like 'Asia/Jakarta'.", field="timeZone")
    row = await queries.lock(tx)
    values = dict(_there(row)) | changed
    if values == dict(row):
        return _shown(row, settings)
    saved = await queries.update(tx, values["name"], values["language"], values["time_zone"], values["label_size"])
    before, after = _shown(row, settings), _shown(saved, settings)
    tx.audit("workspace.updated", "Workspace", tx.account_id, before=before, after=after)
    return after


def _there(row: asyncpg.Record | None) -> asyncpg.Record:
    if row is None:
        raise NotFound
    return row


def _shown(row: asyncpg.Record | None, settings: Settings) -> Workspace:
    row = _there(row)
    more: dict[str, Any] = {
        "account_id": row["id"],
        "currency": settings.currency,
        "time_zone": row["time_zone"] or DEFAULT_ZONE,
        "label_size": row["label_size"] or DEFAULT_LABEL_SIZE,
        "is_suspended": row["suspended_at"] is not None,
    }
    return from_row(Workspace, row, **more)
